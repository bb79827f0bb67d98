package analysis_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"

	"quadrille/internal/bot"
	"quadrille/internal/match"
	"quadrille/internal/service/analysis"
	"quadrille/internal/service/analysis/expected"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// heldOutSeed seeds the games of the test. The table of expected scores was fitted to games
// with other seeds.
const heldOutSeed = 77

// Requirements on the accuracy of the analysis.
const (
	maxMistakeShare = 1.0 / 8 // maximum share of mistakes and blunders among the moves of level-5 players
	minMarkedShare  = 0.9     // among the moves that lose at least plantedLoss, the minimum share marked as mistakes or blunders
	plantedLoss     = 0.3
	// minShortShare replaces minMarkedShare in the short version of the test, which adds few
	// bad moves to the games and searches few positions.
	minShortShare = 0.5
)

// accuracy holds the parameters with which the accuracy of the analysis is measured.
type accuracy struct {
	games, plies    int // number of games for each variant and each combination of its options, and maximum number of plies of a game
	planted         int // number of bad moves to insert into the games
	nodes           int // node limit of each search of the analysis
	referenceFactor int // node limit of the reference search, as a multiple of `nodes`
}

// measured counts three groups of moves: all moves, the moves that mate or eliminate an
// opponent or capture a king, and the bad moves that the test adds to the games. It also
// counts the moves of each group that the analysis judged to be mistakes or blunders.
type measured struct {
	moves, mistakes       int
	mating, matingMarked  int
	planted, plantedFound int
}

func (m *measured) add(o measured) {
	m.moves, m.mistakes = m.moves+o.moves, m.mistakes+o.mistakes
	m.mating, m.matingMarked = m.mating+o.mating, m.matingMarked+o.matingMarked
	m.planted, m.plantedFound = m.planted+o.planted, m.plantedFound+o.plantedFound
}

func (m *measured) String() string {
	return fmt.Sprintf("%d of %d moves are mistakes or blunders (%.1f %%), %d of %d mating moves; %d of %d planted losses are marked",
		m.mistakes, m.moves, 100*float64(m.mistakes)/float64(max(1, m.moves)), m.matingMarked, m.mating, m.plantedFound, m.planted)
}

// TestAccuracy checks that the analysis calls few moves of level-5 bots mistakes, and no
// move that mates or eliminates an opponent or captures a king. It also checks that the
// analysis finds most of the bad moves that the test adds to the games. The expected
// scores were fitted to other games. QUADRILLE_ACCURACY, which `make accuracy` sets, is
// the number of games for each form of a game (see [rules.Form]).
func TestAccuracy(t *testing.T) {
	a := accuracy{games: 1, plies: 40, planted: 3, nodes: 400, referenceFactor: 4}
	if n, err := strconv.Atoi(os.Getenv("QUADRILLE_ACCURACY")); err == nil {
		a = accuracy{games: n, plies: 300, planted: 15, nodes: 8000, referenceFactor: 4}
	} else if testing.Short() {
		t.Skip("takes some seconds")
	}
	var all measured
	full := a.games > 1
	for _, v := range variants.Forms() {
		m := a.measure(t, v)
		t.Logf("%s: %v", rules.Form(v.Facts()), &m)
		if full && float64(m.mistakes) > maxMistakeShare*float64(m.moves) {
			t.Errorf("%s: more than one move in eight is a mistake", rules.Form(v.Facts()))
		}
		all.add(m)
	}
	t.Logf("all forms: %v", &all)
	if float64(all.mistakes) > maxMistakeShare*float64(all.moves) {
		t.Errorf("more than one move in eight of level-5 players is a mistake")
	}
	if all.matingMarked > 0 {
		t.Error("a mating move is called a mistake")
	}
	minShare := minShortShare
	if full {
		minShare = minMarkedShare
	}
	if float64(all.plantedFound) < minShare*float64(all.planted) {
		t.Error("too few planted losses are marked")
	}
}

func (a accuracy) measure(t *testing.T, v rules.Variant) (m measured) {
	pool := bot.NewPool(1)
	defer pool.Close()
	var mu sync.Mutex
	var wait sync.WaitGroup
	for number := range uint64(a.games) {
		wait.Go(func() {
			start, actions := a.play(v, number)
			one := a.analyse(t, pool, start, actions)
			one.add(a.plant(t, pool, start, actions, number))
			mu.Lock()
			defer mu.Unlock()
			m.add(one)
		})
	}
	wait.Wait()
	return m
}

// play plays a game between bots of level 5.
func (a accuracy) play(v rules.Variant, number uint64) (start *rules.Game, actions []rules.Action) {
	start = match.Opening(v, heldOutSeed, number)
	dice := rand.New(rand.NewPCG(heldOutSeed, number<<1|1))
	g, searcher := start.Clone(), bot.NewSearcher(14)
	for len(actions) < a.plies && !g.Position.Over() {
		c := searcher.Choose(context.Background(), g, bot.Level(5).Limits(v, dice.Uint64()))
		if _, err := g.Play(c.Action); err != nil {
			panic(err)
		}
		actions = append(actions, c.Action)
	}
	return start, actions
}

// analyse analyses a game and counts its moves, mistakes and so on; see [measured].
func (a accuracy) analyse(t *testing.T, pool *bot.Pool, start *rules.Game, actions []rules.Action) (m measured) {
	board := start.Clone()
	a.assessments(t, pool, start, actions, func(one view.Assessment) {
		before := board.Position
		by := board.Variant.Actor(&before)
		effects, err := board.Play(actions[one.Number-1])
		if err != nil {
			t.Error(err)
		}
		m.moves++
		mistake := one.Judgement >= view.Mistake
		if mistake {
			m.mistakes++
		}
		if analysis.BeatsOpponent(board, &before, by, &effects) {
			m.mating++
			if mistake {
				m.matingMarked++
			}
		}
	})
	return m
}

// assessments calls `report` with the assessment of each action.
func (a accuracy) assessments(t *testing.T, pool *bot.Pool, start *rules.Game, actions []rules.Action, report func(view.Assessment)) {
	limits := bot.AnalysisLimits{Limits: bot.Limits{Nodes: a.nodes}, Deepen: func(before *rules.Position, e bot.MoveEvaluation) bool {
		return analysis.NeedsDeeperSearch(start.Variant, before, e)
	}}
	board, n := start.Clone(), 0
	err := pool.Analyse(t.Context(), start.Clone(), actions, limits, func(e bot.MoveEvaluation) {
		p := &board.Position
		m := table.MoveView{Number: n + 1, Seat: p.Turn, By: board.Variant.Actor(p), Action: actions[n]}
		m.Plain = rules.Plain(board.Variant.Facts(), m.By, m.Action)
		report(analysis.Assess(board, &m, &e))
		n++
	})
	if err != nil {
		t.Error(err)
	}
}

// plant replaces moves of a game with random moves that a reference search finds bad. It
// counts these moves, and how many of them the analysis judges to be mistakes.
func (a accuracy) plant(t *testing.T, pool *bot.Pool, start *rules.Game, actions []rules.Action, number uint64) (m measured) {
	dice := rand.New(rand.NewPCG(heldOutSeed, number<<1))
	reference := bot.NewSearcher(16)
	wanted := (a.planted + a.games - 1) / a.games
	for tries := 0; m.planted < wanted && tries < 40*wanted && len(actions) > 0; tries++ {
		g := start.Clone()
		if err := g.Replay(actions[:dice.IntN(len(actions))]); err != nil {
			t.Error(err)
			return m
		}
		legal := g.Variant.Legal(&g.Position, nil)
		bad := legal[dice.IntN(len(legal))]
		if a.referenceLoss(reference, g, bad) < plantedLoss {
			continue
		}
		after, before := g.Clone(), g.Position
		effects, err := after.Play(bad)
		if err != nil {
			t.Error(err)
			return m
		}
		if analysis.BeatsOpponent(after, &before, g.Variant.Actor(&before), &effects) {
			continue
		}
		m.planted++
		a.assessments(t, pool, g, []rules.Action{bad}, func(one view.Assessment) {
			if one.Judgement >= view.Mistake {
				m.plantedFound++
			}
		})
	}
	return m
}

// referenceLoss returns how much expected score an action loses, according to a deeper search
// than the analysis uses.
func (a accuracy) referenceLoss(s *bot.Searcher, g *rules.Game, bad rules.Action) float64 {
	l := bot.Limits{Nodes: a.nodes * a.referenceFactor}
	best := s.Choose(context.Background(), g, l)
	l.Depth, l.Only = best.Depth, bad
	played := s.Choose(context.Background(), g, l)
	return expected.Score(g.Variant, &g.Position, best.Value) - expected.Score(g.Variant, &g.Position, played.Value)
}
