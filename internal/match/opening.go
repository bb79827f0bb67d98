package match

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"quadrille/internal/bot"
	"quadrille/rules"
)

// Openings are the positions from which the games of a match begin. The zero value stands
// for fair random openings of the game.
type Openings struct {
	Start *rules.Game // position before the opening; nil is the start of the game
	// for each opening, the actions that lead to it from Start; nil if openings are random, or if Start is the only one
	Lines [][]rules.Action
}

const (
	maxWord = 64 // maximum length of an action, in bytes
)

// ReadOpenings reads one opening from each line. A line holds actions in plain notation,
// separated by spaces, that are played from the given position. A # begins a comment.
func ReadOpenings(r io.Reader, start *rules.Game) (lines [][]rules.Action, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	number := 0
	for line := range strings.Lines(rules.Typed(string(text))) {
		number++
		g := start.Clone()
		var opening []rules.Action
		for _, word := range rules.SplitRecord(line) {
			if len(word) > maxWord {
				return nil, fmt.Errorf("line %d: %.40q... is not an action: it is longer than %d bytes", number, word, maxWord)
			}
			a, err := rules.ParsePlain(g.Variant.Facts(), g.Variant.Actor(&g.Position), word)
			if err == nil {
				_, err = g.Play(a)
			}
			if err != nil {
				return nil, fmt.Errorf("line %d: %s: %w", number, word, err)
			}
			opening = append(opening, a)
		}
		switch {
		case g.Position.Over():
			return nil, fmt.Errorf("line %d: the game is over after this opening; end the line earlier", number)
		case g.Position.Out() != 0:
			return nil, fmt.Errorf("line %d: a seat is eliminated in this opening; a match needs four seats in play", number)
		case opening != nil:
			lines = append(lines, opening)
		}
	}
	if lines == nil {
		return nil, fmt.Errorf("the file has no opening: write one on each line, in plain notation")
	}
	return lines, nil
}

// at returns the start and the actions of the opening with the given number, counted from 0.
// The openings in o.Lines are repeated: after the last one comes the first one again.
func (o *Openings) at(v rules.Variant, seed, number uint64) (start *rules.Game, line []rules.Action) {
	if start = o.Start; start == nil {
		start = rules.NewGame(v)
		if o.Lines == nil {
			return start, randomOpening(v, seed, number)
		}
	}
	if n := uint64(len(o.Lines)); n > 0 {
		line = o.Lines[number%n]
	}
	return start, line
}

// afterLine returns a copy of the game after the given actions, which must be legal.
func afterLine(start *rules.Game, line []rules.Action) *rules.Game {
	g := start.Clone()
	for _, a := range line {
		_, _ = g.Play(a) // cannot fail: the actions are legal
	}
	return g
}

// An opening is fair if a search of openingNodes nodes gives it a value between -openingEven
// and openingEven, in hundredths of a pawn. In a free-for-all, it is fair unless the search
// finds a win.
const (
	openingEven  = 150
	openingNodes = 1000
	openingBits  = 10
)

// Opening returns a fair position after a few random plies. The same seed and number give
// the same position.
func Opening(v rules.Variant, seed, number uint64) *rules.Game {
	return afterLine(rules.NewGame(v), randomOpening(v, seed, number))
}

func randomOpening(v rules.Variant, seed, number uint64) []rules.Action {
	dice := rand.New(rand.NewPCG(seed, number))
	searcher := bot.NewSearcher(openingBits)
	for {
		g := rules.NewGame(v)
		var line []rules.Action
		for range 4 + dice.IntN(8) {
			if legal := v.Legal(&g.Position, nil); len(legal) > 0 {
				a := legal[dice.IntN(len(legal))]
				_, _ = g.Play(a) // cannot fail: the action is legal
				line = append(line, a)
			}
		}
		if g.Position.Over() {
			continue
		}
		value := searcher.Choose(context.Background(), g, bot.Limits{Nodes: openingNodes}).Value
		if !v.Facts().Teams() && value < bot.Decided || max(value, -value) < openingEven {
			return line
		}
	}
}
