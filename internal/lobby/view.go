package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"quadrille/internal/club/evening"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// View is the lobby at one moment: immutable, shared by everybody who looks.
type View struct {
	// Tables are those that wait, by number; then those that play, the liveliest
	// first, of those the most watched, of those the strongest; then those that finished lately, the newest first.
	Tables []Summary
	Here   []Here // by name
	// Evening is the one that is on, nil if none is.
	Evening *evening.Evening
}

// Summary is a table in a line.
type Summary struct {
	ID        table.ID
	Title     string // the game's
	Terms     table.Terms
	Host      player.Player
	Phase     table.Phase
	Seats     [rules.SeatCount]table.SeatView
	SeatNames [rules.SeatCount]string
	Teams     [rules.SeatCount]uint8 // by seat; equal ones are partners
	Watchers  int
	Strength  int // the mean of its players' ratings once it plays; 0 where nobody has one
	Moves     int
	Turn      rules.Seat // NoSeat unless playing
	Active    time.Time  // when somebody acted last, or the game began
	Adjourned bool
	Result    string // how it ended, in words; empty before
	Ended     time.Time
}

// Here is somebody who is here, however many connections he has.
type Here struct {
	Player player.Player
}

func summary(v *table.View) Summary {
	f := v.Variant.Facts()
	s := Summary{
		ID: v.ID, Title: f.Title, Terms: v.Terms, Host: v.Host, Phase: v.Phase,
		Seats: v.Seats, SeatNames: f.Seats, Teams: f.Team,
		Watchers: v.Watchers, Moves: len(v.Moves), Turn: rules.NoSeat,
		Active: v.Active, Adjourned: v.Adjourned, Ended: v.Ended,
	}
	switch v.Phase {
	case table.Playing:
		s.Turn = v.Position.Turn
	case table.Finished:
		s.Result = result(f, &v.Position.Outcome)
	}
	return s
}

// result is "silver won: last-seat" or "drawn: agreement".
func result(f *rules.Facts, o *rules.Outcome) string {
	if o.Why == rules.Unfinished {
		return "abandoned"
	}
	var winners []string
	for seat := range rules.Seat(rules.SeatCount) {
		if o.Winners.Has(seat) {
			winners = append(winners, f.SeatName(seat))
		}
	}
	if len(winners) == 0 {
		return "drawn: " + o.Why.String()
	}
	return strings.Join(winners, " and ") + " won: " + o.Why.String()
}

// current is called with the lock held. The view is made when somebody wants it,
// not with each move of each table.
func (l *Lobby) current() *View {
	if l.stale.Swap(false) { // before looking: what changes meanwhile is seen the next time
		l.sweep()
		l.view = &View{Tables: l.summaries(), Here: l.whoIsHere(), Evening: l.evenings.On()}
		l.setApart()
	}
	return l.view
}

func (l *Lobby) summaries() []Summary {
	list := make([]Summary, 0, len(l.tables))
	for _, t := range l.tables {
		s := summary(t.View())
		if s.Phase == table.Playing {
			s.Strength = l.strengths[s.ID]
		}
		list = append(list, s)
	}
	arrange(list, l.cfg.Now())
	return list
}

// arrange puts tables in the order of [View].
func arrange(list []Summary, now time.Time) {
	slices.SortFunc(list, func(a, b Summary) int {
		switch {
		case a.Phase == table.Finished && b.Phase == table.Finished:
			return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID))
		case a.Phase == table.Playing && b.Phase == table.Playing:
			return cmp.Or(cmp.Compare(a.dullness(now), b.dullness(now)), cmp.Compare(b.Watchers, a.Watchers), cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(cmp.Compare(a.Phase, b.Phase), cmp.Compare(a.ID, b.ID))
	})
}

// Steps of how long ago somebody acted: tables within a step stand in an order
// that does not change with each move.
var steps = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}

// dullness is the step that a table has come to.
func (s *Summary) dullness(now time.Time) int {
	for i, step := range steps {
		if now.Sub(s.Active) < step {
			return i
		}
	}
	return len(steps)
}

func (l *Lobby) whoIsHere() []Here {
	list := make([]Here, 0, len(l.here))
	for _, p := range l.here {
		if p.player.Name != "" { // he is still asked for it
			list = append(list, Here{table.As(l.cfg.Rights, p.who())})
		}
	}
	slices.SortFunc(list, func(a, b Here) int {
		return cmp.Or(
			strings.Compare(strings.ToLower(a.Player.Name), strings.ToLower(b.Player.Name)),
			cmp.Compare(a.Player.ID, b.Player.ID),
		)
	})
	return list
}

// Players returns everybody who is here.
func (v *View) Players() []player.Player {
	list := make([]player.Player, len(v.Here))
	for i, h := range v.Here {
		list[i] = h.Player
	}
	return list
}
