package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/bot"
	"quadrille/rules"
)

// Turn is what an engine is asked: to act in a game that it must not change.
type Turn struct {
	Game *rules.Game
	Held rules.Seats // the engine's
	Ply  int
	Seed uint64
}

// Engine plays its seats in one game.
type Engine interface {
	// Choose is the engine's action. An error loses it the game.
	Choose(ctx context.Context, t Turn) (rules.Action, error)
	// Close ends it, with the game as it was at its end.
	Close(g *rules.Game)
}

// Maker makes an engine for each game.
type Maker struct {
	Name string
	make func() (Engine, error)
}

// EngineHelp says how engines are named.
const EngineHelp = "random, greedy, level:3, nodes:1000, nodes:1000/noise:200, depth:4, time:100ms, or program: and a command line"

// tableBits is the size of a built-in engine's table of positions.
const tableBits = 14

// ParseEngine is the engine of that name; see [EngineHelp].
func ParseEngine(name string) (Maker, error) {
	kind, value, _ := strings.Cut(name, ":")
	n, err := strconv.Atoi(value)
	switch {
	case name == "random":
		return Maker{name, func() (Engine, error) { return chance{}, nil }}, nil
	case name == "greedy":
		return Maker{name, func() (Engine, error) { return greedy{}, nil }}, nil
	case kind == "program" && strings.TrimSpace(value) != "":
		return Maker{name, func() (Engine, error) { return startProgram(value) }}, nil
	case kind == "time":
		limit, err := time.ParseDuration(value)
		if err != nil || limit <= 0 {
			return Maker{}, fmt.Errorf("%q is no time for a move: write it like time:100ms", value)
		}
		return thinking(name, limit, func(_ rules.Variant, seed uint64) bot.Limits { return bot.Limits{Seed: seed} }), nil
	case err == nil && kind == "level" && n >= 1 && n <= int(bot.Strongest):
		return thinking(name, 0, bot.Level(n).Limits), nil
	case kind == "nodes":
		return countingNodes(name, value)
	case err == nil && kind == "depth" && n > 0:
		return thinking(name, 0, func(_ rules.Variant, seed uint64) bot.Limits { return bot.Limits{Depth: n, Seed: seed} }), nil
	}
	switch kind {
	case "level":
		return Maker{}, fmt.Errorf("%q is no level: they go from 1 to %d, like level:3", value, bot.Strongest)
	case "depth":
		return Maker{}, fmt.Errorf("%q is no depth: it is a number from 1, like depth:4", value)
	}
	return Maker{}, fmt.Errorf("there is no engine %q: say %s", name, EngineHelp)
}

// countingNodes is an engine that looks at so many positions, and may be as far off
// what they are worth as behind a stroke: 1000 or 1000/noise:200.
func countingNodes(name, value string) (Maker, error) {
	value, off, noisy := strings.Cut(value, "/noise:")
	nodes, err := strconv.Atoi(value)
	if err != nil || nodes < 1 {
		return Maker{}, fmt.Errorf("%q is no number of nodes: write it like nodes:1000", value)
	}
	noise := 0
	if noisy {
		if noise, err = strconv.Atoi(off); err != nil || noise < 0 || noise > maxNoise {
			return Maker{}, fmt.Errorf("%q is no noise: it is in hundredths of a pawn, 0 to %d", off, maxNoise)
		}
	}
	return thinking(name, 0, func(_ rules.Variant, seed uint64) bot.Limits {
		return bot.Limits{Nodes: nodes, Noise: noise, Seed: seed}
	}), nil
}

// maxNoise is a thousand pawns: more than stands on any board.
const maxNoise = 100_000

// greedy takes the dearest man that it can, a king before all, and moves by chance
// otherwise.
type greedy struct{}

// dearest is more than any man but a king is worth.
const dearest = 100

func (greedy) Choose(_ context.Context, t Turn) (rules.Action, error) {
	v, p := t.Game.Variant, &t.Game.Position
	legal := v.Legal(p, nil)
	best, most := legal[rand.New(rand.NewPCG(t.Seed, 2)).IntN(len(legal))], 0
	for _, a := range legal {
		captured := p.Board[a.To]
		if a.Type != rules.Move || !captured.IsPiece() {
			continue
		}
		value := v.Facts().Values[captured.Kind()]
		if captured.Kind() == rules.King {
			value = dearest
		}
		if value > most {
			best, most = a, value
		}
	}
	return best, nil
}

func (greedy) Close(*rules.Game) {}

// chance takes any legal action.
type chance struct{}

func (chance) Choose(_ context.Context, t Turn) (rules.Action, error) {
	legal := t.Game.Variant.Legal(&t.Game.Position, nil)
	return legal[rand.New(rand.NewPCG(t.Seed, 1)).IntN(len(legal))], nil
}

func (chance) Close(*rules.Game) {}

// thinker is a searcher that is built in.
type thinker struct {
	searcher *bot.Searcher
	limit    time.Duration // for a move; none if 0
	limits   func(v rules.Variant, seed uint64) bot.Limits
}

func thinking(name string, limit time.Duration, limits func(rules.Variant, uint64) bot.Limits) Maker {
	return Maker{name, func() (Engine, error) {
		return &thinker{bot.NewSearcher(tableBits), limit, limits}, nil
	}}
}

func (e *thinker) Choose(ctx context.Context, t Turn) (rules.Action, error) {
	if e.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, e.limit)
		defer cancel()
	}
	return e.searcher.Choose(ctx, t.Game, e.limits(t.Game.Variant, t.Seed)).Action, nil
}

func (*thinker) Close(*rules.Game) {}

// errSlow is what a program loses by that does not answer.
var errSlow = errors.New("it took too long for a move")
