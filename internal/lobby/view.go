package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// View is the lobby at one moment: immutable, shared by everybody who looks.
type View struct {
	// Tables are those that wait, by number; then those that play, the liveliest
	// first, of those the most watched, of those the strongest; then those that finished lately, the newest first.
	// Of the first two there are at most 200 each; see [Lobby.Tables] for all.
	Tables []Summary
	// Waiting and Playing are how many there are in all.
	Waiting, Playing int
	Here             []Here // by name
	// Evening is the one that is on, nil if none is.
	Evening *pairing.Evening
}

// Total returns how many tables there are in a phase, with those that Tables leaves
// out.
func (v *View) Total(p table.Phase) int {
	switch p {
	case table.Waiting:
		return v.Waiting
	case table.Playing:
		return v.Playing
	}
	return v.listed(p)
}

// More returns how many tables Tables leaves out.
func (v *View) More() int {
	return v.Waiting + v.Playing - v.listed(table.Waiting) - v.listed(table.Playing)
}

func (v *View) listed(p table.Phase) (n int) {
	for i := range v.Tables {
		if v.Tables[i].Phase == p {
			n++
		}
	}
	return n
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

// views are what people see of the lobby: most of them the same. A view is made when
// somebody wants it, not with each move of each table.
type views struct {
	public, members, moderators *View // nil: not made yet
}

// fresh forgets views that are not true any more. The lock is held.
func (l *Lobby) fresh() {
	if l.stale.Swap(false) { // before looking: what changes meanwhile is seen the next time
		l.views = views{}
	}
}

// someMember and someModerator stand for all of them who have nothing to do with any
// private table themselves.
var (
	someMember    = table.Viewer{ID: "-", Member: true}
	someModerator = table.Viewer{ID: "-", Member: true, Moderator: true}
)

// seen returns the view for one person. The lock is held.
func (l *Lobby) seen(by player.ID) *View {
	l.fresh()
	who := table.ViewerOf(by, l.cfg.Rights)
	switch {
	case who.Moderator:
		return l.view(&l.views.moderators, someModerator)
	case who.Member:
		return l.withOwn(l.view(&l.views.members, someMember), who)
	}
	return l.withOwn(l.view(&l.views.public, table.Viewer{}), who)
}

// view returns a shared view, made if it is not there. The lock is held.
func (l *Lobby) view(at **View, who table.Viewer) *View {
	if *at == nil {
		count := func(state string) int {
			return l.directory.total(func(c Count) bool {
				playing := c.State == StatePlaying || c.State == StateAdjourned
				open := c.Private == table.ForAll || who.Moderator || who.Member && c.Private == table.ForMembers
				return open && (c.State == state || state == StatePlaying && playing)
			})
		}
		*at = &View{
			Tables: l.directory.tables(who, l.cfg.Now()), Waiting: count(StateWaiting), Playing: count(StatePlaying),
			Here: l.whoIsHere(), Evening: l.evenings.On(),
		}
	}
	return *at
}

// withOwn returns a view with the private tables that somebody may see besides. The
// lock is held.
func (l *Lobby) withOwn(all *View, who table.Viewer) *View {
	own := l.directory.of(who.ID, func(s *table.Summary) bool { return s.Terms.Private != table.ForAll && s.OpenTo(who) })
	own = slices.DeleteFunc(own, func(o Summary) bool {
		return slices.ContainsFunc(all.Tables, func(s Summary) bool { return s.ID == o.ID })
	})
	if len(own) == 0 {
		return all
	}
	v := *all
	for i := range own {
		switch {
		case who.Member && own[i].Terms.Private == table.ForMembers: // counted already
		case own[i].Phase == table.Waiting:
			v.Waiting++
		case own[i].Phase == table.Playing:
			v.Playing++
		}
	}
	v.Tables = append(slices.Clone(all.Tables), own[:min(shown, len(own))]...)
	arrange(v.Tables, l.cfg.Now())
	return &v
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
