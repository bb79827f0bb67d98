package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/tools/must"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Node limit of a measured search, and the latest ply of the game at which the search starts.
const (
	botNodes  = 100_000
	botMiddle = 40
)

// measureBots measures a search in each variant, in the middle of a game between bots.
func measureBots(ctx context.Context, _ string) []row {
	var rows []row
	for _, def := range variants.All() {
		v := must.Get(def.New(nil))
		s := bot.NewSearcher(18)
		g := botsMiddle(ctx, s, v)
		rows = append(rows, searchRow(ctx, s, g), searchAllocationRow(ctx, s, g))
	}
	return rows
}

// botsMiddle returns the game at the latest ply, at most botMiddle, from which a search is not over before its limit:
// where one move is forced, hardly anything is searched.
func botsMiddle(ctx context.Context, s *bot.Searcher, v rules.Variant) (g *rules.Game) {
	for plies := botMiddle; plies >= 0; plies-- {
		if g = botsPlay(ctx, s, v, plies); s.Choose(ctx, g, bot.Limits{Nodes: botNodes}).Nodes >= botNodes {
			break
		}
	}
	return g
}

func botsPlay(ctx context.Context, s *bot.Searcher, v rules.Variant, plies int) *rules.Game {
	g := rules.NewGame(v)
	for ply := range plies {
		if g.Position.Over() {
			break
		}
		limits := bot.Level(3).Limits(v, uint64(ply))
		must.Get(g.Play(s.Choose(ctx, g, limits).Action))
	}
	return g
}

// searchRow measures the nodes searched per second of processor time, and the depth reached
// in one second.
func searchRow(ctx context.Context, s *bot.Searcher, g *rules.Game) row {
	var c bot.Choice
	took := best(func() { c = s.Choose(ctx, g, bot.Limits{Nodes: botNodes}) })
	second, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	deep := s.Choose(second, g, bot.Limits{})
	return row{
		what:     "bot search, " + g.Variant.Facts().Title + ", one thread",
		measured: fmt.Sprintf("%.2f million nodes/s", float64(c.Nodes)/took.Seconds()/1e6),
		ratio:    fmt.Sprintf("depth %d in one second, %d nodes", deep.Depth, deep.Nodes),
	}
}

func searchAllocationRow(ctx context.Context, s *bot.Searcher, g *rules.Game) row {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c := s.Choose(ctx, g, bot.Limits{Nodes: botNodes})
	runtime.ReadMemStats(&after)
	count := after.Mallocs - before.Mallocs
	return row{
		what:     "  memory allocations in the second search",
		measured: fmt.Sprintf("%d in %d nodes", count, c.Nodes),
		ratio:    fmt.Sprintf("%.4f per node", float64(count)/float64(c.Nodes)),
		target:   "0 per node",
		status:   statusOf(count < uint64(c.Nodes)/1000),
	}
}
