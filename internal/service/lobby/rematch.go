package lobby

import (
	"context"
	"log/slog"
	"maps"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// agreedRematches returns finished tables whose players have all accepted a rematch that is
// not open yet. At tables where only some players have accepted, it invites the other
// players who are connected.
func (c *maintenance) agreedRematches() (all []*live.Table) {
	if !c.cfg.NewGames() { // while new games are paused, open no rematch, even if the players agreed earlier
		return nil
	}
	for _, t := range c.tables.loaded.all() {
		switch v := t.View(); {
		case v.Phase != table.Finished, !c.cfg.Cluster.first(v.ID):
		case v.RematchAccepted():
			all = append(all, t)
		case v.Rematch != nil && v.Next == 0:
			c.invitations.inviteToRematch(v)
		}
	}
	return all
}

// openRematch opens the table of a rematch, with the same terms and people. If it fails, it
// may be called again.
func (c *maintenance) openRematch(old *live.Table) {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	v := old.View()
	t, err := c.rematchOf(ctx, old)
	if err == nil {
		err = old.SetRematch(ctx, t.View().ID)
	}
	if err != nil {
		c.cfg.Logger.Warn("could not open a rematch", slog.Int64("table", int64(v.ID)), slog.Any("error", err))
	}
}

func (c *maintenance) rematchOf(ctx context.Context, old *live.Table) (*live.Table, error) {
	v := old.View()
	terms, people := rematchTerms(v)
	if terms = terms.ForClub(c.cfg.Rights); !terms.AdmitsBots() {
		terms.Bots = 0
	}
	t, err := c.existingRematch(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	if t == nil {
		by := table.CurrentPlayer(c.cfg.Rights, rematchHost(v))
		if t, err = c.opener.open(ctx, table.Event{Player: &by, Terms: &terms, Table: v.ID, PasswordHash: old.PasswordHash()},
			nil); err != nil {
			return nil, err
		}
	}
	if err := admitAll(ctx, t, v); err != nil {
		return nil, err
	}
	for seat, p := range people {
		if p.ID == "" || t.View().Seats[seat].Player.ID != "" {
			continue
		}
		if err := t.Do(ctx, table.Command{By: table.CurrentPlayer(c.cfg.Rights, p), Kind: table.Sit, Seat: rules.Seat(seat)}); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// admitAll admits to t, the private table of the rematch, everybody who could see the
// previous table.
func admitAll(ctx context.Context, t *live.Table, before *table.View) error {
	people := slices.Clone(before.Admitted)
	for _, s := range before.Seats {
		people = append(people, s.Player)
	}
	for _, p := range people {
		if p.ID == "" {
			continue
		}
		if err := t.Admit(ctx, t.View().Host, p); err != nil {
			return err
		}
	}
	return nil
}

// existingRematch returns the rematch of a table, or nil if none has been opened.
func (c *maintenance) existingRematch(ctx context.Context, id table.ID) (*live.Table, error) {
	made := c.tables.directory.find(func(s *table.Summary) bool { return s.After == id })
	if made == 0 {
		return nil, nil
	}
	return c.tables.open(ctx, made)
}

// rematchHost returns the host of a rematch: the host of the previous game if they played in
// it, or otherwise the player of the first seat.
func rematchHost(v *table.View) player.Player {
	if v.Held(v.Host.ID) != 0 {
		return v.Host
	}
	i := slices.IndexFunc(v.Seats[:], func(s table.SeatView) bool { return s.Player.ID != "" })
	return v.Seats[i].Player
}

// rematchTerms returns the terms and the players of the offered rematch. If seats rotate,
// each player moves to the next seat in turn order. If the game has an option that says
// which seat moves first, that option changes instead.
func rematchTerms(v *table.View) (terms table.Terms, people [rules.SeatCount]player.Player) {
	terms = v.Terms
	terms.Evening, terms.Seek = nil, false // clear both: a rematch is not part of an evening, and no seek opened it
	facts := v.Variant.Facts()
	turn := v.Rematch != nil && v.Rematch.Rotate
	for i, s := range v.Seats {
		seat := rules.Seat(i)
		for turn && facts.RematchOption == "" && !s.Closed {
			if seat = seat.Next(); !v.Seats[seat].Closed {
				break
			}
		}
		people[seat] = s.Player
	}
	if turn && facts.RematchOption != "" {
		terms.Options = maps.Clone(terms.Options)
		if terms.Options == nil {
			terms.Options = map[string]string{}
		}
		terms.Options[facts.RematchOption] = nextChoice(facts)
	}
	return terms, people
}

// nextChoice returns the next value of the option that a rematch changes, in a cycle.
func nextChoice(f *rules.Facts) string {
	for _, o := range f.Options {
		if o.Name == f.RematchOption {
			at := slices.Index(o.Choices, o.Value)
			return o.Choices[(at+1)%len(o.Choices)]
		}
	}
	return ""
}
