package present

import "testing"

func TestAddressed(t *testing.T) {
	const text = "run ssh HOST record 3, or ssh -t HOST plain"
	for command, want := range map[string]string{
		"":                              text,
		"ssh -p 2222 chess.example.org": "run ssh -p 2222 chess.example.org record 3, or ssh -t -p 2222 chess.example.org plain",
	} {
		if got := Addressed(text, command); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
