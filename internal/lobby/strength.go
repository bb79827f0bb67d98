package lobby

import (
	"context"
	"log/slog"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// weighedAtOnce bounds how many tables are weighed in one of the crier's rounds: it
// has others to tell.
const weighedAtOnce = 20

// weigh finds how strong those are who play at tables that have begun. It asks the
// disk, so it is the crier's, and no lock is held meanwhile.
func (l *Lobby) weigh() {
	if l.cfg.Ladder == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), soonEnough)
	defer cancel()
	for _, t := range l.unweighed() {
		v := t.View()
		strength, err := l.strengthOf(ctx, v)
		if err != nil {
			l.cfg.Logger.Warn("how strong a table is cannot be told", slog.Int64("table", int64(v.ID)), slog.Any("error", err))
		}
		l.mu.Lock()
		if l.tables[v.ID] != nil {
			l.strengths[v.ID] = strength
		}
		l.mu.Unlock()
		l.soil()
	}
}

// unweighed are some tables that play and whose strength nobody has looked for.
func (l *Lobby) unweighed() (list []*table.Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.strengths {
		if l.tables[id] == nil {
			delete(l.strengths, id)
		}
	}
	for id, t := range l.tables {
		if _, done := l.strengths[id]; !done && len(list) < weighedAtOnce && t.View().Phase == table.Playing {
			list = append(list, t)
		}
	}
	return list
}

// strengthOf is the mean of what those at a table are rated in its game and form; 0
// where nobody is.
func (l *Lobby) strengthOf(ctx context.Context, v *table.View) (int, error) {
	class := club.Class{Game: v.Terms.Game, Form: club.FreeForAll}
	if v.Variant.Facts().Teams() {
		class.Form = club.Teams
	}
	sum, n := 0, 0
	seen := map[player.ID]bool{}
	for i := range v.Seats {
		id := v.Seats[i].Player.ID.Rated()
		if id == "" || id.Guest() || seen[id] {
			continue
		}
		seen[id] = true
		careers, err := l.cfg.Ladder.Record(ctx, id)
		if err != nil {
			return 0, err
		}
		for _, c := range careers {
			if c.Class == class {
				sum, n = sum+c.Rating.Shown(), n+1
			}
		}
	}
	if n == 0 {
		return 0, nil
	}
	return sum / n, nil
}
