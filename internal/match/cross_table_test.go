package match

import (
	"math"
	"strings"
	"testing"

	"quadrille/internal/bot"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		share     float64
		games     int
		low, high float64
	}{{0.5, 100, 0.4038, 0.5962}, {0.83, 100, 0.7445, 0.8911}, {1, 20, 0.8389, 1}, {0, 20, 0, 0.1611}} {
		if low, high := wilson(c.share, c.games); math.Abs(low-c.low) > 0.0005 || math.Abs(high-c.high) > 0.0005 {
			t.Errorf("%v of %d games: %.4f to %.4f, want %.4f to %.4f", c.share, c.games, low, high, c.low, c.high)
		}
	}
}

func TestCrossTable(t *testing.T) {
	table := NewCrossTable([]string{"random", "greedy", "level:1"})
	won := Score{Games: 100}
	won.observe(0.83)
	table.Add(1, 0, won)
	const want = `                             1                   2                   3
 1 random                    -  17.0 (10.9 to 25.5)                   -
 2 greedy   83.0 (74.5 to 89.1)                   -                   -
 3 level:1                   -                   -                   -
`
	if got := table.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOpeningsAndLog checks that each opening of a file is played with every seat assignment,
// and that the log can be replayed.
func TestOpeningsAndLog(t *testing.T) {
	m := meeting(t, "verney", "nodes:20", "random", 4)
	start := rules.NewGame(m.Variant)
	first := rules.LegalPlain(m.Variant, &start.Position)
	lines, err := ReadOpenings(strings.NewReader(first[0]+" # one\n\n# two\n"+first[1]+"\n"), start)
	if err != nil || len(lines) != 2 {
		t.Fatal(lines, err)
	}
	var log strings.Builder
	m.Openings.Lines, m.Log, m.Workers, m.Plies = lines, NewLog(&log), 1, 10
	if _, _, err := m.Run(t.Context()); err != nil || m.Log.Err() != nil {
		t.Fatal(err, m.Log.Err())
	}
	games := strings.Split(strings.TrimSpace(log.String()), "\n\n")
	if len(games) != 4 {
		t.Fatalf("%d games in the log:\n%s", len(games), log.String())
	}
	for i, text := range games {
		g := rules.NewGame(m.Variant)
		words := rules.SplitRecord(text)
		if err := rules.PlayRecord(g, words); err != nil || len(words) != 11 || words[0] != first[i/2] {
			t.Errorf("game %d: %v\n%s", i, err, text)
		}
		if !strings.Contains(text, " # value ") || !strings.Contains(text, ": nodes:20\n") || !strings.Contains(text, " # opening\n") {
			t.Errorf("game %d lacks a comment:\n%s", i, text)
		}
	}
}

func TestInvalidOpenings(t *testing.T) {
	v, err := variants.New("forchess", nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"": "no opening", "a1-a1": "line 1: a1-a1", "\nnonsense": "line 2"} {
		if _, err := ReadOpenings(strings.NewReader(text), rules.NewGame(v)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestAdjudication(t *testing.T) {
	v, err := variants.New("verney", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		values []int // evaluations that the engines of the seats report, in the order of play
		plies  int   // plies until the game ends; 0 if it does not
		won    bool
	}{
		{"both teams see the first one ahead", []int{500, -500, 600, -700}, 3, true},
		{"the engines disagree", []int{500, 500, 500, 500}, 0, false},
		{"a value between", []int{500, -500, 400, -700, 500, -500}, 6, true},
		{"a draw", []int{0, 10, -10, 0, 0}, 4, false},
		{"no draw", []int{0, 10, -10, 30, 0}, 0, false},
	} {
		g := rules.NewGame(v)
		j := adjudicator{rules: Adjudication{WinValue: 500, WinPlies: 3, DrawValue: 20, DrawPlies: 4}}
		plies := 0
		for i, value := range c.values {
			if j.end(g, rules.Seat(i%rules.SeatCount), Answer{Choice: bot.Choice{Value: value}, Searched: true}); g.Position.Over() {
				plies = i + 1
				break
			}
		}
		if won := g.Position.Outcome.Scores[0] > g.Position.Outcome.Scores[1]; plies != c.plies || won != c.won {
			t.Errorf("%s: ended after %d plies, won %v; want %d, %v", c.name, plies, won, c.plies, c.won)
		}
	}
}

// TestFirstMate checks that FirstMate makes a seat lose if it is in checkmate when its turn
// comes. In the first position, silver is in checkmate and acts next. In the second position,
// gold is in checkmate, but silver and black act before gold, and silver could still help its
// partner.
func TestFirstMate(t *testing.T) {
	const kings = "variant chess4\noption teams=on\nwhite K n7\nblack K a10\n"
	for _, c := range []struct {
		position, actions string
	}{
		{"white Q e8\nwhite R e12\nsilver K d1\ngold K h14\n", "e8-e2"},
		{"white Q e7\nwhite R e3\nsilver K h1\ngold K d14\n", "e7-e13 h1-i1 a10-a9"},
	} {
		for _, on := range []bool{false, true} {
			g, _, err := rules.ParsePosition(strings.NewReader(kings+c.position), variants.New, "chess4", nil)
			if err != nil {
				t.Fatal(err)
			}
			j := adjudicator{rules: Adjudication{FirstMate: on}}
			for ply, word := range strings.Fields(c.actions) {
				if g.Position.Over() {
					t.Fatalf("%s: over after %d plies", c.actions, ply)
				}
				a, err := rules.ParsePlain(g.Variant.Facts(), g.Variant.Actor(&g.Position), word)
				if err == nil {
					_, err = g.Play(a)
				}
				if err != nil {
					t.Fatal(err)
				}
				j.end(g, 0, Answer{})
			}
			if g.Position.Over() != on || on && g.Position.Outcome.Scores[0] <= g.Position.Outcome.Scores[1] {
				t.Errorf("%s with FirstMate %v: over %v, scores %v", c.actions, on, g.Position.Over(), g.Position.Outcome.Scores)
			}
		}
	}
}
