package match

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/rules"
)

// Turn is a position in which an engine has to act. The engine must not change the
// game.
type Turn struct {
	Game *rules.Game
	Held rules.Seats // the seats that the engine plays
	Ply  int
	Seed uint64
	// FirstMate is set if the first checkmate decides the game; see [Adjudication].
	FirstMate bool
}

// Answer is the action that an engine chose. Value, Depth and Nodes describe its search.
type Answer struct {
	bot.Choice
	Searched bool // whether the engine reports a value and a depth
}

// Engine plays its seats in one game.
type Engine interface {
	// Choose returns an action. An engine whose Choose returns an error loses the game.
	Choose(ctx context.Context, t Turn) (Answer, error)
	// Close stops the engine after the game.
	Close(g *rules.Game)
}

// Maker creates a new engine for each game.
type Maker struct {
	Name string
	make func(tableEntries int) (Engine, error)
}

// EngineHelp lists the engine names that [ParseEngine] accepts.
const EngineHelp = "random, greedy, level:3, nodes:1000, nodes:1000/noise:200,\n" +
	"program:COMMAND LINE, depth:4, time:100ms, or cpu:100ms"

// MethodHelp explains the suffixes of engine names that choose a [bot.Method].
const MethodHelp = "In a free-for-all, nodes:, time: and cpu: mean a tree search; cpu:100ms/reply\n" +
	"means a best-reply search, and cpu:100ms/paranoid a paranoid search.\n" +
	"time:100ms/threads:2 searches on two processors (use --workers 1)."

// DefaultTableEntries is the number of entries of a built-in engine's transposition table: as
// many as a bot at a table has.
const DefaultTableEntries = 1 << bot.TableBits

// ParseEngine returns the engine with the given name; see [EngineHelp].
func ParseEngine(name string) (Maker, error) {
	kind, value, _ := strings.Cut(name, ":")
	method := bot.Tree
	if kind == "nodes" || kind == "time" || kind == "cpu" {
		value, method = cutMethod(value)
	}
	n, err := strconv.Atoi(value)
	switch {
	case name == "random":
		return Maker{name, func(int) (Engine, error) { return random{}, nil }}, nil
	case name == "greedy":
		return Maker{name, func(int) (Engine, error) { return greedy{}, nil }}, nil
	case kind == "program" && strings.TrimSpace(value) != "":
		if _, err := exec.LookPath(strings.Fields(value)[0]); err != nil {
			return Maker{}, fmt.Errorf("%s cannot be started: %w", name, err)
		}
		return Maker{name, func(int) (Engine, error) { return startProgram(value) }}, nil
	case kind == "time", kind == "cpu":
		return timedEngine(name, kind, value, method)
	case err == nil && kind == "level" && n >= 1 && n <= int(bot.Strongest):
		return newSearchEngine(name, bot.Level(n).Limits), nil
	case kind == "nodes":
		return nodesEngine(name, value, method)
	case err == nil && kind == "depth" && n > 0:
		return newSearchEngine(name, func(_ rules.Variant, seed uint64) bot.Limits { return bot.Limits{Depth: n, Seed: seed} }), nil
	}
	switch kind {
	case "level":
		return Maker{}, fmt.Errorf("%q is not a level: write level:1 to level:%d", value, bot.Strongest)
	case "depth":
		return Maker{}, fmt.Errorf("%q is not a depth: write 1 or more, like depth:4", value)
	}
	return Maker{}, fmt.Errorf("there is no engine %q; choose one of:\n%s", name, EngineHelp)
}

// cutMethod removes a suffix such as "/paranoid" from the part of an engine's name after
// the colon, and returns the method that the suffix names; see [MethodHelp]. Without a suffix,
// the method is [bot.Tree].
func cutMethod(value string) (string, bot.Method) {
	if rest, ok := strings.CutSuffix(value, "/reply"); ok {
		return rest, bot.BestReply
	}
	if rest, ok := strings.CutSuffix(value, "/paranoid"); ok {
		return rest, bot.Paranoid
	}
	return value, bot.Tree
}

// timedEngine returns an engine with a time limit for each search, such as "100ms". The kind
// "time" limits the elapsed time, and the kind "cpu" limits the processor time.
func timedEngine(name, kind, value string, method bot.Method) (Maker, error) {
	value, threads, err := cutThreads(value)
	if err != nil {
		return Maker{}, err
	}
	if kind == "cpu" && threads > 1 {
		return Maker{}, errors.New("\"cpu:\" measures only one thread; for several threads, use \"time:\"")
	}
	limit, err := time.ParseDuration(value)
	if err != nil || limit <= 0 {
		return Maker{}, fmt.Errorf("%q is not a time for a move: write it like %s:100ms", value, kind)
	}
	return Maker{name, func(entries int) (Engine, error) {
		e := &timedSearchEngine{searchEngine: *newSearcher(entries), limit: limit, now: clockTime}
		e.limits = func(_ rules.Variant, seed uint64) bot.Limits {
			return bot.Limits{Seed: seed, Keep: true, Method: method}
		}
		if kind == "cpu" {
			e.now = threadTime
		}
		for range threads - 1 {
			e.helpers = append(e.helpers, bot.NewSearcher(0))
		}
		return e, nil
	}}, nil
}

// cutThreads removes a suffix such as "/threads:2" from the part of an engine's name after
// the colon, such as "100ms/threads:2" in "time:100ms/threads:2". It returns the number in
// the suffix, or 1 if there is no suffix.
func cutThreads(value string) (rest string, threads int, err error) {
	rest, number, found := strings.Cut(value, "/threads:")
	if !found {
		return value, 1, nil
	}
	if threads, err = strconv.Atoi(number); err != nil || threads < 1 || threads > maxThreads {
		return "", 0, fmt.Errorf("%q is not a number of threads: write 1 to %d", number, maxThreads)
	}
	return rest, threads, nil
}

// maxThreads is the maximum number of threads of one engine.
const maxThreads = 64

// nodesEngine returns the engine for a value such as "1000" or "1000/noise:200". The number
// before the slash limits the nodes of each search. The number after "noise:" is the
// maximum error that is added to evaluations; without it, there is no noise.
func nodesEngine(name, value string, method bot.Method) (Maker, error) {
	value, off, noisy := strings.Cut(value, "/noise:")
	nodes, err := strconv.Atoi(value)
	if err != nil || nodes < 1 {
		return Maker{}, fmt.Errorf("%q is not a number of nodes: write it like nodes:1000", value)
	}
	noise := 0
	if noisy {
		if noise, err = strconv.Atoi(off); err != nil || noise < 0 || noise > maxNoise {
			return Maker{}, fmt.Errorf("%q is not a noise level: write hundredths of a pawn, 0 to %d", off, maxNoise)
		}
	}
	return newSearchEngine(name, func(_ rules.Variant, seed uint64) bot.Limits {
		return bot.Limits{Nodes: nodes, Noise: noise, Seed: seed, Method: method}
	}), nil
}

// maxNoise is the maximum noise of an engine in hundredths of a pawn. It is more than all
// pieces on a board are worth.
const maxNoise = 100_000

// greedy captures the most valuable piece. If it cannot capture, it plays a random action.
type greedy struct{}

// kingValue is greater than the value of any other piece.
const kingValue = 100

func (greedy) Choose(_ context.Context, t Turn) (Answer, error) {
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
			value = kingValue
		}
		if value > most {
			best, most = a, value
		}
	}
	return Answer{Choice: bot.Choice{Action: best}}, nil
}

func (greedy) Close(*rules.Game) {}

// random is an engine that plays random legal actions.
type random struct{}

func (random) Choose(_ context.Context, t Turn) (Answer, error) {
	legal := t.Game.Variant.Legal(&t.Game.Position, nil)
	chosen := legal[rand.New(rand.NewPCG(t.Seed, 1)).IntN(len(legal))]
	return Answer{Choice: bot.Choice{Action: chosen}}, nil
}

func (random) Close(*rules.Game) {}

// searchEngine is a built-in engine that chooses its actions by a search.
type searchEngine struct {
	searcher *bot.Searcher
	helpers  []*bot.Searcher // further searchers, which search the same game at the same time
	limits   func(v rules.Variant, seed uint64) bot.Limits
}

func newSearcher(entries int) *searchEngine {
	if entries == 0 {
		entries = DefaultTableEntries
	}
	return &searchEngine{searcher: bot.NewSearcher(bits.Len(uint(entries)) - 1)}
}

func newSearchEngine(name string, limits func(rules.Variant, uint64) bot.Limits) Maker {
	return Maker{name, func(entries int) (Engine, error) {
		e := newSearcher(entries)
		e.limits = limits
		return e, nil
	}}
}

func (e *searchEngine) Choose(ctx context.Context, t Turn) (Answer, error) {
	limits := e.limits(t.Game.Variant, t.Seed)
	limits.FirstMate = t.FirstMate
	return Answer{e.searcher.ChooseWith(ctx, t.Game, limits, e.helpers), true}, nil
}

func (*searchEngine) Close(*rules.Game) {}

// timedSearchEngine is a searchEngine whose search stops after a given time.
type timedSearchEngine struct {
	searchEngine
	limit time.Duration
	now   func() time.Duration // reads the clock that limits the search
}

func (e *timedSearchEngine) Choose(ctx context.Context, t Turn) (Answer, error) {
	runtime.LockOSThread() // threadTime measures only the current thread, so the search must stay on it
	defer runtime.UnlockOSThread()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	began := e.now()
	e.searcher.Yield = func() {
		if e.now()-began >= e.limit {
			cancel()
		}
	}
	return e.searchEngine.Choose(ctx, t)
}

// start is the time from which the function clockTime counts.
var start = clock.Steady()

// clockTime returns how much time has passed since the program started. It does not measure
// processor time.
func clockTime() time.Duration { return clock.Steady().Sub(start) }
