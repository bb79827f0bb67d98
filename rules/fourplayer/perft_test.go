package fourplayer

import (
	"testing"

	"quadrille/rules"
)

// TestM49_Perft checks the numbers of the rule book. Both modes have the same numbers, because no
// pawn promotes and no king falls in so few plies.
func TestM49_Perft(t *testing.T) {
	for _, c := range []struct {
		setup string
		depth int
		want  uint64
	}{
		{"modern", 1, 20},
		{"modern", 2, 395},
		{"modern", 3, 7_800},
		{"modern", 4, 152_050},
		{"classic", 1, 20},
		{"classic", 2, 399},
		{"classic", 3, 7_960},
		{"classic", 4, 158_402},
		{"by", 4, 155_226},
		{"rg", 4, 155_226},
		{"byg", 4, 155_210},
		{"modern", 5, 3_452_310},
		{"classic", 5, 3_730_168},
	} {
		for _, teams := range []string{"off", "on"} {
			if c.depth > 4 && testing.Short() {
				continue
			}
			v, err := New(map[string]string{"setup": c.setup, "teams": teams})
			if err != nil {
				t.Fatal(err)
			}
			p := v.Start()
			if got := rules.Perft(v, &p, c.depth); got != c.want {
				t.Errorf("setup %s, teams %s, depth %d: %d, want %d", c.setup, teams, c.depth, got, c.want)
			}
		}
	}
}
