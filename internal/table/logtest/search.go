package logtest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Search finds finished games, the newest first.
func (m *Memory) Search(ctx context.Context, q table.Search) ([]table.Found, error) {
	finished, err := m.Finished(ctx, 1<<30)
	if err != nil {
		return nil, err
	}
	var list []table.Found
	for _, one := range finished {
		id := one.ID
		events, err := m.Load(ctx, id)
		if err != nil {
			return nil, err
		}
		if f, began := foundIn(id, events); began && mayRead(events, &f, q.Viewer, q.Private) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b table.Found) int {
		return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID))
	})
	if i := slices.IndexFunc(list, func(f table.Found) bool { return f.ID == q.Before }); q.Before != 0 {
		list = list[i+1:]
	}
	list = slices.DeleteFunc(list, func(f table.Found) bool { return !fits(&q, &f) })
	most := table.MaxFound
	if q.Limit > 0 {
		most = min(most, q.Limit)
	}
	return list[:min(most, len(list))], nil
}

func mayRead(events []table.Event, f *table.Found, by player.ID, all bool) bool {
	return all || events[0].Terms.Private == table.ForAll ||
		slices.ContainsFunc(f.Players[:], func(p player.Player) bool { return by != "" && p.ID == by })
}

// Readable reports whether a person may read a closed table.
func (m *Memory) Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error) {
	events, err := m.Load(ctx, id)
	if errors.Is(err, table.ErrNoTable) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	f, _ := foundIn(id, events)
	return mayRead(events, &f, by, all), nil
}

// foundIn returns what a search finds out about a table from its log. `began` tells whether
// the game has started.
func foundIn(id table.ID, events []table.Event) (f table.Found, began bool) {
	f.ID, f.Game = id, events[0].Terms.Game
	for _, e := range events {
		switch e.Kind {
		case table.Seated, table.Replaced:
			f.Players[*e.Seat] = *e.Player
		case table.Unseated:
			f.Players[*e.Seat] = player.Player{}
		case table.Started:
			f.Started, began = e.At.UTC().Truncate(time.Second), true
		case table.Closed:
			f.Ended, f.Termination, f.Winners = e.At.UTC().Truncate(time.Second), e.Action, strings.Fields(e.Text)
		}
	}
	return f, began
}

func fits(q *table.Search, f *table.Found) bool {
	who, name := q.Player == "", q.Name == ""
	for _, p := range f.Players {
		who = who || p.ID == q.Player
		name = name || strings.EqualFold(p.Name, q.Name)
	}
	return who && name && ended(q.Result, f) && (q.Game == "" || f.Game == q.Game) &&
		!f.Ended.Before(q.From.Truncate(time.Second)) &&
		(q.Until.IsZero() || f.Ended.Before(q.Until.Truncate(time.Second)))
}

// ended reports whether a game ended with the given kind of result. An empty result matches
// every game.
func ended(result string, f *table.Found) bool {
	switch won := len(f.Winners) > 0; result {
	case "":
		return true
	case table.AnyWon:
		return won
	case table.AnyDrawn:
		return !won && f.Termination != table.Abandoned && f.Termination != table.WasAborted
	}
	return f.Termination == result
}
