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
const EngineHelp = "random, level:3, nodes:1000, depth:4, time:100ms, or program: and a command line"

// tableBits is the size of a built-in engine's table of positions.
const tableBits = 14

// ParseEngine is the engine of that name; see [EngineHelp].
func ParseEngine(name string) (Maker, error) {
	kind, value, _ := strings.Cut(name, ":")
	n, err := strconv.Atoi(value)
	switch {
	case name == "random":
		return Maker{name, func() (Engine, error) { return chance{}, nil }}, nil
	case kind == "program" && strings.TrimSpace(value) != "":
		return Maker{name, func() (Engine, error) { return startProgram(value) }}, nil
	case kind == "time":
		limit, err := time.ParseDuration(value)
		if err != nil || limit <= 0 {
			return Maker{}, fmt.Errorf("%q is no time for a move: write it like time:100ms", value)
		}
		return thinking(name, limit, func(seed uint64) bot.Limits { return bot.Limits{Seed: seed} }), nil
	case err == nil && kind == "level" && n >= 1 && n <= int(bot.Strongest):
		return thinking(name, 0, bot.Level(n).Limits), nil
	case err == nil && kind == "nodes" && n > 0:
		return thinking(name, 0, func(seed uint64) bot.Limits { return bot.Limits{Nodes: n, Seed: seed} }), nil
	case err == nil && kind == "depth" && n > 0:
		return thinking(name, 0, func(seed uint64) bot.Limits { return bot.Limits{Depth: n, Seed: seed} }), nil
	}
	return Maker{}, fmt.Errorf("there is no engine %q: say %s", name, EngineHelp)
}

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
	limits   func(seed uint64) bot.Limits
}

func thinking(name string, limit time.Duration, limits func(uint64) bot.Limits) Maker {
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
	return e.searcher.Choose(ctx, t.Game, e.limits(t.Seed)).Action, nil
}

func (*thinker) Close(*rules.Game) {}

// errSlow is what a program loses by that does not answer.
var errSlow = errors.New("it took too long for a move")
