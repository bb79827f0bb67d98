package command_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// testLobby is a lobby in which the test runs commands as various players.
type testLobby struct {
	*testing.T
	lobby *lobby.Lobby
	store *logtest.Memory
	club  *club.Club
}

var (
	inky   = player.Player{ID: "SHA256:inky", Name: "Inky"}
	blinky = player.Player{ID: "SHA256:blinky", Name: "Blinky"}
)

func newTestLobby(t *testing.T) *testLobby {
	t.Helper()
	kept := logtest.NewMemory()
	opened, err := lobby.Open(t.Context(), lobby.Config{Store: kept})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	testClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &testLobby{t, opened, kept, testClub}
}

// by returns a session of the given player, who has already chosen a name.
func (h *testLobby) by(who player.Player, terminal bool) command.Session {
	return command.Session{
		Player: who, Named: true, Services: service.Services{Lobby: h.lobby, Club: h.club}, Terminal: terminal,
		Admin: &club.Admin{Club: h.club, By: who.ID}, Version: "test", Fingerprint: string(who.ID), SSHCommand: "ssh chess.example",
	}
}

func (h *testLobby) run(s command.Session, line string) (out, errs string, status int, open *command.Open) {
	h.Helper()
	var stdout, stderr bytes.Buffer
	if s.Out, s.Err = player.Escaping(&stdout), player.Escaping(&stderr); s.File == nil {
		s.File = &stdout
	}
	status, open = command.Run(h.Context(), s, strings.Fields(line))
	return stdout.String(), stderr.String(), status, open
}

// ok runs a command. It checks that the command succeeds and prints nothing to Err.
func (h *testLobby) ok(s command.Session, line string) (string, *command.Open) {
	h.Helper()
	out, errs, status, open := h.run(s, line)
	if status != 0 || errs != "" {
		h.Fatalf("%s: status %d, %q", line, status, errs)
	}
	return out, open
}

// refused runs a command. It checks that the command fails with an error that contains the
// text `want`.
func (h *testLobby) refused(s command.Session, line, want string) {
	h.Helper()
	out, errs, status, open := h.run(s, line)
	if status != 1 || out != "" || open != nil || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
		h.Errorf("%q: status %d, open %v, out %q, err %q; want %q", line, status, open, out, errs, want)
	}
}

// play lets one player take all open seats of a table and play the actions.
func (h *testLobby) play(who player.Player, id table.ID, actions ...string) {
	h.Helper()
	t, err := h.lobby.Table(h.Context(), id)
	h.must(err)
	if t.View().Phase == table.Waiting {
		for seat := range rules.Seat(rules.SeatCount) {
			if t.View().Seats[seat].Open {
				h.must(t.Do(h.Context(), table.Command{By: who, Kind: table.Sit, Seat: seat}))
			}
		}
		h.must(t.Do(h.Context(), table.Command{By: who, Kind: table.Ready}))
	}
	for _, text := range actions {
		v := t.View()
		action, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, text)
		h.must(err)
		seat := v.Actor
		if action.Type == rules.Resign {
			seat = action.Seat
		}
		h.must(t.Do(h.Context(), table.Command{By: who, Kind: table.Play, Seat: seat, Action: action, Answers: -1}))
	}
}

func (h *testLobby) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func TestNewPrintsTheNumberAlone(t *testing.T) {
	h := newTestLobby(t)
	for n, line := range []string{"new chess4", "new chess4 clock=5+10", "new chess4 armies=white,black clock=none"} {
		if out, _ := h.ok(h.by(inky, false), line); out != string(rune('1'+n))+"\n" {
			t.Errorf("%s printed %q", line, out)
		}
	}
	out, _ := h.ok(h.by(blinky, false), "tables")
	for _, want := range []string{"1  waiting", "clock=5+10", "white=-", "moves=0"} {
		if !strings.Contains(out, want) {
			t.Errorf("tables lack %q:\n%s", want, out)
		}
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4")
	h.ok(h.by(inky, false), "new verney")
	for line, want := range map[string]string{
		"": "empty",
		"nonsense": "the commands are: about, account, analysis, api, at, block, cast, evening, export, follow, " +
			"games, gif, help, ",
		"completion bash":               "no command",
		"__complete help":               "no command",
		"help nonsense":                 "the commands are",
		"help help help":                "help has no subcommands",
		"whoami x":                      "whoami",
		"version --x":                   "takes no flags",
		"about -a":                      "takes no flags",
		"tables -a":                     "tables has no such flag; usage: tables [--after N]",
		"tables --limit 0":              "--limit must be from 1 to 1000",
		"tables --after -1":             "--after must be the number of a table",
		"new":                           "the games are: chess4",
		"new chess5":                    "chess4",
		"new chess4 x=1":                "clock",
		"new chess4 clock=soon":         "5+10",
		"new chess4 method=9":           "method",
		"new chess4 clock":              "clock",
		"watch":                         "few",
		"watch x":                       "number of a table",
		"watch 0":                       "number of a table",
		"watch -1":                      "has no such flag",
		"watch 9":                       "no table 9",
		"watch 99999999999999999999999": "number of a table",
		"watch 1 2":                     "many",
		"play 9":                        "no table 9",
		"play 1 purple":                 "white, silver, black, gold",
		"record 9":                      "no table 9",
		"record":                        "few",
		"record 1 --format pgn":         "its formats are: plain, c4pgn, c4pgn-condensed",
		"record 2 --format c4pgn":       "verney has no format \"c4pgn\"; its formats are: plain",
		"record 1 --format":             "--format needs a value; usage: record N [--format NAME]",
		"games --limit":                 "--limit needs a value; usage: games [WORD ...] [--player NAME]",
		"games --limit x":               "--limit cannot be \"x\"; usage: games [WORD ...] [--player NAME]",
		"games --limit 0":               "--limit must be from 1 to 100",
		"record 1 --x":                  "no such flag; usage: record N [--format NAME]",
		"record 1 --format plain c4pgn": "many",
		"return":                        "few",
		"return abc":                    "run: ssh -t chess.example return CODE",
		"plain":                         "run: ssh -t chess.example plain",
	} {
		h.refused(h.by(blinky, false), line, want)
	}
}

// A player with a new key can choose a name and open a table by commands alone.
func TestPlayerWithoutAName(t *testing.T) {
	h := newTestLobby(t)
	names, err := store.Open(t.Context(), t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer names.Close()
	s := h.by(player.Player{ID: "SHA256:new"}, false)
	s.Named, s.Directory = false, names.Accounts
	if out, _ := h.ok(s, "new chess4"); out != "1\n" {
		t.Errorf("new: %q", out)
	}
	if host := h.lobby.View().Tables[0].Host.Name; host != "somebody" {
		t.Errorf("the host is called %q", host)
	}
	if out, _ := h.ok(s, "name Mary  Ann"); out != "Mary Ann\n" {
		t.Errorf("name: %q", out)
	}
	h.refused(s, "name admin", "admin")
	s.Player.ID = "guest:x"
	h.refused(s, "name Mary", "key")
	out, errs, status, _ := h.run(s, "whoami")
	if status != 0 || out != "no name yet; key SHA256:new\n" || !strings.Contains(errs, "choose a name") {
		t.Errorf("whoami: %d, %q, %q", status, out, errs)
	}
}

func TestWhoAmI(t *testing.T) {
	h := newTestLobby(t)
	if out, _ := h.ok(h.by(inky, false), "whoami"); out != "Inky SHA256:inky\n" {
		t.Errorf("%q", out)
	}
	guest := h.by(player.Player{ID: "guest:x", Name: "guest-k7f3"}, false)
	guest.Fingerprint = ""
	if out, _ := h.ok(guest, "whoami"); out != "guest-k7f3 guest\n" {
		t.Errorf("%q", out)
	}
	if out, _ := h.ok(guest, "version"); out != "quadrille test\n" {
		t.Errorf("%q", out)
	}
}

func TestHelpExplainsEveryCommand(t *testing.T) {
	h := newTestLobby(t)
	all, _ := h.ok(h.by(inky, false), "help")
	for _, name := range []string{
		"help", "whoami", "keys", "tables", "new", "watch", "play", "move", "record", "ladder", "player",
		"plain", "version", "return",
	} {
		if !strings.Contains(all, "\n  "+name) {
			t.Errorf("help does not list %s:\n%s", name, all)
		}
		one, _ := h.ok(h.by(inky, false), "help "+name)
		flag, _ := h.ok(h.by(inky, false), name+" --help")
		if !strings.HasPrefix(one, name) || one != flag {
			t.Errorf("help %s: %q; --help: %q", name, one, flag)
		}
	}
	for line := range strings.Lines(all) {
		if len(line) > 80 {
			t.Errorf("help is wider than a terminal: %q", line)
		}
		if len(line) > 25 && strings.ContainsAny(line[23:24], ".]N") && line[24] >= 'a' {
			t.Errorf("nothing stands between a command and what it does: %q", line)
		}
	}
	of, _ := h.ok(h.by(inky, false), "help new")
	for _, def := range variants.All() {
		if !strings.Contains(all, def.Name) || !strings.Contains(of, def.Name+": "+def.Summary) {
			t.Errorf("help does not name %s", def.Name)
		}
		for _, option := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			if words := strings.Join(strings.Fields(of), " "); !strings.Contains(
				words,
				" "+option.Name+"="+option.Default+" "+option.Help,
			) {
				t.Errorf("help new does not explain %s, %s", def.Name, option.Name)
			}
		}
	}
}

func TestScreensThatCommandsLeadTo(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 seats-per-person=4")
	for line, want := range map[string]command.Open{
		"watch 1":      {Table: 1, Seat: rules.NoSeat},
		"play 1":       {Table: 1, Seat: rules.NoSeat, Sit: true},
		"play 1 Gold":  {Table: 1, Seat: 3, Sit: true},
		"play 1 white": {Table: 1, Seat: 0, Sit: true},
	} {
		if out, open := h.ok(h.by(inky, true), line); open == nil || *open != want || out != "" {
			t.Errorf("%s: %v, want %v; %q", line, open, want, out)
		}
	}
	h.play(inky, 1)
	if _, open := h.ok(h.by(inky, true), "play 1"); open == nil || open.Sit {
		t.Errorf("a seated player is seated again: %v", open)
	}
	h.refused(h.by(blinky, true), "play 1 white", "has started")
	h.play(inky, 1, "resign", "resign", "resign")
	h.refused(h.by(inky, true), "play 1 silver", "is over")
}

// Without a terminal, the command "play" takes a seat and prints the seat. Running the command
// again prints the same seat.
func TestPlayWithoutATerminal(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4")
	for _, line := range []string{"play 1 gold", "play 1"} {
		if out, _ := h.ok(h.by(blinky, false), line); out != "1 gold\n" {
			t.Errorf("%s: %q", line, out)
		}
	}
	if out, _ := h.ok(h.by(blinky, false), "tables --json"); !strings.Contains(out, `"seat":"gold","name":"Blinky"`) {
		t.Errorf("tables: %s", out)
	}
}

func TestTakenSeatsAreRefused(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 armies=white,black")
	tab, err := h.lobby.Table(t.Context(), 1)
	h.must(err)
	h.must(tab.Do(t.Context(), table.Command{By: inky, Kind: table.Sit, Seat: 0}))
	h.refused(h.by(blinky, true), "play 1 white", "Inky has that seat; open: black")
	h.refused(h.by(blinky, true), "play 1 gold", "there is no seat gold in this game; its seats: white, black")
	h.must(tab.Do(t.Context(), table.Command{By: inky, Kind: table.Sit, Seat: 2}))
	h.refused(h.by(blinky, true), "play 1", "every seat is taken")
}

// Without a terminal, the command "watch" prints the moves so far, then each new move, and
// the result.
func TestWatchPrintsEveryActionAndTheResult(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 seats-per-person=4")
	h.play(inky, 1, "m7-k7", "j1-k3")
	in, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		s := h.by(blinky, false)
		s.Out, s.Err = out, out
		code, _ := command.Run(t.Context(), s, []string{"watch", "1"})
		_ = out.Close()
		status <- code
	}()
	lines := make([]byte, 0, 1000)
	until := func(want string) {
		t.Helper()
		chunk := make([]byte, 256)
		for !bytes.Contains(lines, []byte(want)) {
			n, err := in.Read(chunk)
			lines = append(lines, chunk[:n]...)
			if err != nil {
				t.Fatalf("no %q in %q", want, lines)
			}
		}
	}
	until("2 silver j1-k3 Nk3\n")
	h.play(inky, 1, "b8-d8", "resign", "resign", "black:resign")
	rest, err := io.ReadAll(in)
	h.must(err)
	got := string(lines) + string(rest)
	for i, want := range []string{
		"1 white m7-k7 k7", "2 silver j1-k3 Nk3", "3 black b8-d8 d8", "4 gold resign", "5 white resign",
		"6 black black:resign", "result ",
	} {
		if lines := strings.Split(got, "\n"); len(lines) <= i || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is not %q:\n%s", i+1, want, got)
		}
	}
	if code := <-status; code != 0 {
		t.Errorf("status %d", code)
	}
}

func TestWatchEndsWithItsSession(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 seats-per-person=4")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := h.by(blinky, false)
	s.Out, s.Err = io.Discard, io.Discard
	if status, _ := command.Run(ctx, s, []string{"watch", "1"}); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
}

func TestRecordIsWhatReplayReads(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 armies=white,silver,black,gold seats-per-person=4")
	want := []string{"m7-k7", "j1-k3", "b8-d8", "h13-h11", "n6-k9", "e1-d3", "a5-c6", "e14-f12", "m10-k10", "resign"}
	h.play(inky, 1, want...)
	out, _ := h.ok(h.by(blinky, false), "record 1")
	var got []string
	for _, line := range strings.Split(out, "\n") {
		line, _, _ = strings.Cut(line, "#")
		got = append(got, strings.Fields(line)...)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("recorded %q\nplayed %q", got, want)
	}
	if !strings.HasPrefix(out, "# ") || !strings.Contains(out, "# option armies=white,silver,black,gold\n") ||
		!strings.Contains(out, "# white Inky\n") ||
		!strings.HasSuffix(out, "\n") {
		t.Errorf("the record:\n%s", out)
	}
}

// A record in any format can be parsed again and has the same names, dates and moves.
func TestRecordInEveryFormatOfTheGame(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 method=2 clock=5+10 seats-per-person=4")
	played := []string{"m7-k7", "j1-k3", "b8-d8", "h13-h11", "n6-k9", "resign", "resign", "resign"}
	h.play(inky, 1, played...)
	tab, err := h.lobby.Table(t.Context(), 1)
	h.must(err)
	def, err := variants.Find("chess4")
	h.must(err)
	for _, f := range def.Formats {
		out, _ := h.ok(h.by(blinky, false), "record 1 --format "+f.Name)
		doc, warnings, err := f.Read(out, nil)
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%s: %v %v\n%s", f.Name, err, warnings, out)
		}
		v := tab.View()
		if doc.Names != [4]string{"Inky", "Inky", "Inky", "Inky"} || doc.Date != v.Started.UTC().Format("2006.01.02") ||
			doc.Ended != v.Ended.UTC().Format("2006.01.02") {
			t.Errorf("%s: names %q, dates %q, %q, %q", f.Name, doc.Names, doc.Date, doc.Started, doc.Ended)
		}
		var got []string
		game := rules.NewGame(doc.Variant)
		for _, a := range doc.Actions {
			got = append(got, rules.Plain(doc.Variant.Facts(), doc.Variant.Actor(&game.Position), a))
			_, err := game.Play(a)
			h.must(err)
		}
		if !slices.Equal(got, played) {
			t.Errorf("%s: %q\n%s", f.Name, got, out)
		}
	}
	of, _ := h.ok(h.by(inky, false), "help record")
	if !strings.Contains(of, "every game: plain") || !strings.Contains(of, "chess4: c4pgn, c4pgn-condensed") {
		t.Errorf("help record: %s", of)
	}
}
