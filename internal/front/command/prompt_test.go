package command_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/internal/front/command"
)

// TestHelpInPlainMode checks that the help of every command is made of sentences in plain mode, and
// does not name the flags for programs.
func TestHelpInPlainMode(t *testing.T) {
	h := newTestLobby(t)
	s := h.by(inky, true)
	s.Spoken = true
	for _, one := range command.Prompt(s) {
		out, _ := h.ok(s, "help "+one.Names[0])
		for line := range strings.Lines(out) {
			text := strings.TrimSuffix(line, "\n")
			if !strings.ContainsAny(text[len(text)-1:], ".?!:") || strings.Contains(text, "  ") || strings.HasPrefix(text, "--json") {
				t.Errorf("help %s: %q", one.Names[0], text)
			}
		}
		if slices.Contains([]string{"picture", "gif", "cast", "export"}, one.Names[0]) {
			t.Errorf("%s needs a file", one.Names[0])
		}
		if text := one.Usage + one.Short; strings.Contains(text, "--") {
			t.Errorf("%s: %s", one.Names[0], text)
		}
	}
	const tables = "Tables: list tables: your own, then waiting, running and newly finished ones.\n" +
		"Prints the tables of the lobby: your own, marked \"yours\"; waiting ones; playing ones, most active first; and the newest " +
		"finished ones. With after, prints all open tables by number, page by page.\n" +
		"After N: the tables with numbers above N; 0 for the first page.\n" +
		"Limit N: the number of tables.\n"
	if out, _ := h.ok(s, "help tables"); out != tables {
		t.Errorf("help tables: %s", out)
	}
	if _, errs, _, _ := h.run(s, "tables limit 0"); !strings.HasPrefix(errs, "limit must be from 1 to") || strings.Contains(errs, "--") {
		t.Errorf("tables limit 0: %s", errs)
	}
	for line, want := range map[string]string{
		"help waiting": "what to do, and the time left.\n", "help watch": "Password PASSWORD: the password of a private table.\n",
		"help record": "\nEvery game: plain.\nChess4: c4pgn, c4pgn-condensed.\n",
		"help new":    "\nArmies=white,silver,black,gold: armies that ",
	} {
		if out, _ := h.ok(s, line); !strings.Contains(out, want) {
			t.Errorf("%s: %s", line, out)
		}
	}
}

// TestTypedLines checks which words a line has that a person types at a prompt.
func TestTypedLines(t *testing.T) {
	for line, want := range map[string][]string{
		`report Inky they're  "rude"`: {"report", "Inky", "they're", `"rude"`},
		`tell O'Neill it's 5 o'clock`: {"tell", "O'Neill", "it's", "5", "o'clock"},
		`tell "Ann Lee" don't`:        {"tell", "Ann Lee", "don't"},
		`Tell Bea don't`:              {"tell", "Bea", "don't"},
		`lobby-chat 'tis late`:        {"lobby-chat", "'tis", "late"},
		`Tables`:                      {"tables"},
		`player O'Neill`:              {"player", "O'Neill"},
		`evening add "Ann Lee" Bob`:   {"evening", "add", "Ann Lee", "Bob"},
	} {
		if got, err := command.Typed(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	if _, err := command.Typed(`settings "theme`); err == nil {
		t.Error("a quote at the start of a word may be open")
	}
}
