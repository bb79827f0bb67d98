package command_test

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/refusal"
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
		if math.Abs(there-not) > 0.03*not { // allow a difference of 3 %, because the race detector also allocates
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
