package command_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/front/command"
	"quadrille/internal/refusal"
)

// TestEmptyListsInPlainMode checks that each list without elements prints a sentence in plain mode.
func TestEmptyListsInPlainMode(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	for line, want := range map[string]string{
		"tables --after 99": "There is no open table with a number above 99.\n", "seeks": "Nobody is seeking a game",
		"evening list": "There have been no evenings yet.\n", "report": "You have no reports", "admin reports": "That list is empty.\n",
		"admin bans": "There are no bans.\n", "admin invitations": "There are no open invitations.\n",
	} {
		var out, errs bytes.Buffer
		s := w.session("Olga", &out, &errs)
		s.Spoken = true
		if status, _ := command.Run(t.Context(), s, strings.Fields(line)); status != 0 || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: status %d, %q, %q", line, status, out.String(), errs.String())
		}
	}
}

// TestFormsOfLists checks that a list has headings and a border on a terminal, aligned columns
// elsewhere, tabs with --tsv, and is a sentence in plain mode.
func TestFormsOfLists(t *testing.T) {
	h := newTestLobby(t)
	s := h.by(inky, false)
	h.ok(s, "new chess4")
	for _, form := range []struct{ line, want string }{
		{"tables", "1  waiting  Chess4  clock=none"},
		{"tables --tsv", "1\twaiting\tChess4\tclock=none"},
	} {
		if out, _ := h.ok(s, form.line); !strings.HasPrefix(strings.ReplaceAll(out, "Four-handed Chess", "Chess4"), form.want) {
			t.Errorf("%s: %q", form.line, out)
		}
	}
	s.Spoken = true
	if out, _ := h.ok(s, "tables"); !strings.HasPrefix(out, "Your table 1: ") || !strings.HasSuffix(out, " open.\n") {
		t.Errorf("in plain mode: %q", out)
	}
	if out, _ := h.ok(s, "at 1"); !strings.HasPrefix(out, "Sit [SEAT]: take a seat.\n") {
		t.Errorf("in plain mode: %q", out)
	}
	if out, _ := h.ok(s, "tables after 1 limit 3"); out != "There is no open table with a number above 1.\n" {
		t.Errorf("in plain mode: %q", out)
	}
	for profile, corner := range map[colorprofile.Profile]string{colorprofile.TrueColor: "╭", colorprofile.ASCII: "+"} {
		s := h.by(inky, true)
		s.Profile, s.Width = profile, 70
		text, _ := h.ok(s, "tables")
		if !strings.Contains(text, corner) || !strings.Contains(text, "OPTIONS") || !strings.Contains(text, "waiting") {
			t.Errorf("%v:\n%s", profile, text)
		}
		if colours := strings.Contains(text, "\x1b[90m"); colours != (profile > colorprofile.ASCII) {
			t.Errorf("%v: colours %v in %q", profile, colours, text)
		}
	}
}
