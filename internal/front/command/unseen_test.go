package command_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// To a player without a role, an admin command looks exactly like an unknown command. Both
// refusals must also cost the same: they use no service and build no command.
func TestAdminLooksLikeAnUnknownCommand(t *testing.T) {
	h := newTestLobby(t)
	s := h.by(inky, false)
	s.Out, s.Err = io.Discard, io.Discard
	s.Directory, s.Keyring, s.Ladder, s.Memory, s.Accounts = nil, nil, nil, nil, nil // make any use of these services panic
	cost := func(line string) float64 {
		words := strings.Fields(line)
		return testing.AllocsPerRun(20, func() { command.Run(context.Background(), s, words) })
	}
	for _, line := range []string{"admin", "admin members --json", "admin ban Ada --reason why", "help admin", "help admin ban"} {
		there, not := cost(line), cost(strings.Replace(line, "admin", "adnim", 1))
		if math.Abs(there-not) > 3 { // there is no difference, but the race detector also allocates
			t.Errorf("%s costs %v allocations, an unknown command %v", line, there, not)
		}
	}
}

// TestAdminIsHiddenFromOthers runs admin commands as a guest, a player without a role, a member, and
// a former moderator whose membership was ended. Each of them gets the same answer as for an unknown
// command. The commands for evenings, which others may use in part, refuse in one line.
func TestAdminIsHiddenFromOthers(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	answer := func(name, line string) (answer string, status int) {
		t.Helper()
		words, err := command.Words(line)
		if err != nil {
			t.Fatal(err)
		}
		var printed bytes.Buffer
		status, _ = command.Run(t.Context(), w.session(name, &printed, &printed), words)
		return printed.String(), status
	}
	for _, line := range []string{"admin role Dan moderator", "admin remove Dan --reason 'never here'", "admin invite"} {
		if printed, status := answer("Olga", line); status != 0 {
			t.Fatalf("%s: status %d, %s", line, status, printed)
		}
	}
	for _, who := range []string{"Guest", "Sid", "Bob", "Dan"} {
		for _, line := range []string{
			"admin", "admin help", "admin members", "admin members --json", "admin people", "admin audit --json", "admin member Olga",
			"admin member Nobody", "admin role Bob owner", "admin ban Olga --reason why", "admin close 1 --reason why", "admin close 4711",
			"admin revoke 1", "admin set entry ajar", "admin nonsense", "admin --help", "admin --nonsense", `admin ""`,
			"help admin", "help admin ban", "help admin nonsense",
		} {
			hidden, status := answer(who, line)
			unknown, want := answer(who, strings.Replace(line, "admin", "adnim", 1))
			if hidden != strings.ReplaceAll(unknown, "adnim", "admin") || status != want {
				t.Errorf("%s ran %q and got %d\n%sfor an unknown command %d\n%s", who, line, status, hidden, want, unknown)
			}
		}
		if help, _ := answer(who, "help"); strings.Contains(help, "admin") {
			t.Errorf("%s can read about it in help:\n%s", who, help)
		}
		for _, line := range []string{"evening new", "evening start", "evening draw 1", "evening join 1", "evening end 1", "evening"} {
			if printed, status := answer(who, line); status != 0 && strings.Count(printed, "\n") != 1 {
				t.Errorf("%s ran %q and got %d\n%s", who, line, status, printed)
			}
		}
	}
}

// TestPrivateTablesLookLikeNone runs commands about private tables, waiting and finished, as people who may not
// see them. They get the same answers as about a table that never existed.
func TestPrivateTablesLookLikeNone(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	moe := w.people["Moe"]
	tb, err := w.services.Lobby.Create(t.Context(), moe, table.Terms{Game: "chess4", Private: table.ForInvited, SeatsPerPerson: 4})
	if err != nil {
		t.Fatal(err)
	}
	finished := tb.View().ID
	for range rules.SeatCount {
		w.play(tb, table.Command{By: moe, Kind: table.Sit, Seat: rules.NoSeat})
	}
	w.play(tb, table.Command{By: moe, Kind: table.Ready})
	for seat := range rules.Seat(rules.SeatCount - 1) {
		w.play(tb, table.Command{By: moe, Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}})
	}
	const none = 4711
	answer := func(name, line string, id table.ID) string {
		t.Helper()
		number := fmt.Sprint(id)
		words, err := command.Words(strings.ReplaceAll(line, "N", number))
		if err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status, open := command.Run(t.Context(), w.session(name, &out, &errs), words)
		text := fmt.Sprintf("%d %t %s|%s", status, open != nil, out.String(), errs.String())
		return regexp.MustCompile(`\b`+number+`\b`).ReplaceAllString(text, "N")
	}
	for id, people := range map[table.ID][]string{
		2: {"Cid", "Sid", "Guest"}, 3: {"Sid", "Guest"}, 8: {"Cid", "Sid", "Guest"}, finished: {"Cid", "Sid", "Guest"},
	} {
		for _, name := range people {
			for _, line := range []string{
				"watch N", "play N", "play N white", "play N nonsense", "move N resign", "move N m2-m4 --after 0", "move N m2-m4 --id x",
				"record N", "record N --format nonsense", "record N --format pgn4", "analysis N", "games --before N",
				"games --before N --json", "invite N Cid", "invite N nobody", "at N sit", "at N ready", "at N chat hello", "picture N",
				"admin close N --reason why", "admin adjudicate N draw --reason why", "admin void N --reason why",
			} {
				if hidden, want := answer(name, line, id), answer(name, line, none); hidden != want {
					t.Errorf("%s ran %q for table %d and got %q, for a table that never existed %q", name, line, id, hidden, want)
				}
			}
		}
	}
}

// play runs a command at a table.
func (w *world) play(tb *live.Table, c table.Command) {
	w.Helper()
	if err := tb.Do(w.Context(), c); err != nil {
		w.Fatal(err)
	}
}
