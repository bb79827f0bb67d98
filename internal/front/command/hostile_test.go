package command_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
)

// asked holds command lines that the test runs. Their output may contain names of players.
var asked = []string{
	"whoami", "version", "help", "help new", "help record", "tables", "tables -x", "watch 2", "watch 99", "play 1", "play 1 white",
	"play 1 gold",
	"play 2", "record 1", "record 2", "record 2 --format c4pgn", "record 3 --format c4pgn-condensed", "record 2 --format nonsense",
	"name", "return x", "move 1 k7", "move 3 k7",
}

// sameNames opens a lobby in which all players have the given name, which may contain
// control characters. Table 1 is waiting, table 2 is finished and table 3 is playing.
func sameNames(t *testing.T, name string) (*testLobby, command.Session) {
	h := newTestLobby(t)
	who := func(s int) player.Player {
		return player.Player{ID: player.ID(fmt.Sprintf("SHA256:%d", s)), Name: name}
	}
	for n := range 3 {
		terms := table.Terms{Game: "chess4"}
		tab, err := h.lobby.Create(h.Context(), who(n), terms)
		h.must(err)
		for s := range rules.Seat(3 + min(n, 1)) {
			h.must(tab.Do(h.Context(), table.Command{By: who(int(s)), Kind: table.Sit, Seat: s}))
			h.must(tab.Do(h.Context(), table.Command{By: who(int(s)), Kind: table.Ready}))
		}
		for s := range rules.Seat(3) {
			if n == 1 {
				h.must(
					tab.Do(
						h.Context(),
						table.Command{
							By:      who(int(s)),
							Kind:    table.Play,
							Seat:    s,
							Action:  rules.Action{Type: rules.Resign, Seat: s},
							Answers: -1,
						},
					),
				)
			}
		}
	}
	return h, h.by(player.Player{ID: "SHA256:else", Name: name}, true)
}

// TestHostileNamesInAnswers checks that control characters in a name change nothing in the
// output of a command, except the name itself.
func TestHostileNamesInAnswers(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	const tame = "Tame"
	answers := func(name string) (list []string) {
		h, s := sameNames(t, name)
		for _, line := range asked {
			out, errs, status, open := h.run(s, line)
			list = append(list, fmt.Sprintf("%s %s %d %v", out, errs, status, open != nil))
		}
		return list
	}
	want := answers(tame)
	for _, raw := range hostile.Strings {
		if raw == "" {
			continue
		}
		shown := player.ShownName(raw, player.MaxNameCells)
		for i, got := range answers(raw) {
			checkText(t, asked[i], got)
			plain := strings.ReplaceAll(want[i], tame, shown)
			if spaced(got) != spaced(plain) {
				t.Fatalf("%s, with the name %q:\n%s\nwant\n%s", asked[i], raw, got, plain)
			}
		}
	}
}

// spaced replaces each run of blanks with one blank, and leaves out horizontal borders, so that
// column widths do not matter.
func spaced(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		if strings.Trim(lines[i], "+- ") == "" {
			lines[i] = ""
		}
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}

// The error for hostile arguments is one line of printable text.
func TestRefusalsOfHostileArguments(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	h, s := sameNames(t, "Tame")
	disk, err := store.Open(t.Context(), t.TempDir(), slog.New(slog.DiscardHandler))
	h.must(err)
	defer func() { h.must(disk.Close()) }()
	s.Directory = disk.Accounts
	for _, raw := range hostile.Strings {
		for _, words := range [][]string{
			{raw},
			{raw, raw},
			{"help", raw},
			{"watch", raw},
			{"play", raw},
			{"play", "1", raw},
			{"record", raw},
			{"record", "2", "--format", raw},
			{"record", "2", "--format=" + raw},
			{"record", "2", "--" + raw},
			{"new", raw},
			{"new", "chess4", raw},
			{"new", "chess4", "clock=" + raw},
			{"new", "chess4", "touch=" + raw},
			{"new", "chess4", "method=" + raw},
			{"new", "chess4", "armies=" + raw},
			{"new", "chess4", raw + "=1"},
			{"name", raw},
			{"name", raw, raw},
			{"return", raw},
			{"whoami", raw},
			{"move", raw, "k7"},
			{"move", "3", raw},
			{"move", "3", "k7", "--after", raw},
			{"move", "3", "k7", "--id", raw},
			{"move", "3", "k7", raw},
		} {
			var out, errs bytes.Buffer
			s.Out, s.Err = player.Escaping(&out), player.Escaping(&errs)
			status, open := command.Run(t.Context(), s, words)
			done := status == 0 && errs.Len() == 0
			if refused := status == 1 && out.Len() == 0 && open == nil; !done && !refused {
				t.Fatalf("%q: status %d, out %q, err %q", words, status, out.String(), errs.String())
			}
			checkText(t, fmt.Sprintf("%q", words), out.String()+errs.String())
			if strings.Count(errs.String(), "\n") > 1+strings.Count(strings.Join(words, ""), "\n") {
				t.Fatalf("%q is refused in several lines: %q", words, errs.String())
			}
		}
	}
}

func checkText(t *testing.T, what, text string) {
	t.Helper()
	for i, r := range text {
		bad := unicode.IsControl(r) && r != '\n' ||
			unicode.In(
				r,
				unicode.Cf,
				unicode.Co,
				unicode.Cs,
				unicode.Zl,
				unicode.Zp,
				unicode.Me,
				unicode.Other_Default_Ignorable_Code_Point,
			)
		if _, size := utf8.DecodeRuneInString(text[i:]); bad || r == utf8.RuneError && size == 1 {
			t.Fatalf("%s says %q, which has %U", what, text, r)
		}
	}
}
