package api

import (
	"maps"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// presenter turns people, seats and tables into JSON values, as this person may see them.
type presenter struct {
	s *session
}

// phases are the words of a table's phases.
var phases = [...]string{table.Waiting: "waiting", table.Playing: "playing", table.Finished: "finished"}

func (pr *presenter) person(p player.Player) Person {
	return Person{
		Name:  player.ShownName(p.Name, player.MaxNameCells),
		Guest: p.ID.Guest(), Machine: p.BotAccount || p.ID.Bot(), You: p.ID == pr.s.me.ID,
	}
}

// somebody is a person, nil if it is nobody.
func (pr *presenter) somebody(p player.Player) *Person {
	if p.ID == "" {
		return nil
	}
	who := pr.person(p)
	return &who
}

// seatNames are the words of a set of seats, in turn order.
func seatNames(f *rules.Facts, set rules.Seats) []string {
	names := []string{}
	for seat := range rules.Seat(rules.SeatCount) {
		if set.Has(seat) {
			names = append(names, f.Seats[seat])
		}
	}
	return names
}

// seats are the places of the game.
func (pr *presenter) seats(names [rules.SeatCount]string, teams [rules.SeatCount]uint8, views *[rules.SeatCount]table.SeatView) []Seat {
	list := []Seat{}
	for seat := range views {
		if v := &views[seat]; !v.Closed {
			list = append(list, Seat{Seat: names[seat], Who: pr.somebody(v.Player), Open: v.Open, Ready: v.Ready, Present: v.Present, Team: int(teams[seat])})
		}
	}
	return list
}

func (pr *presenter) brief(t *lobby.Summary) Brief {
	return Brief{
		Table: t.ID, Game: t.Terms.Game, Options: t.Terms.Options, Phase: phases[t.Phase],
		Clock: t.Terms.Clock.String(), Rated: t.Terms.Rated, Host: pr.person(t.Host),
		Seats: pr.seats(t.SeatNames, t.Teams, &t.Seats), Ply: t.Moves, Result: t.Result,
	}
}

// state is a table as this session's owner sees it.
func (pr *presenter) state(v *table.View) *State {
	f := v.Variant.Facts()
	state := &State{
		Table: v.ID, Seq: v.Seq, Game: v.Terms.Game, Options: maps.Clone(v.Terms.Options),
		Phase: phases[v.Phase], Clock: v.Terms.Clock.String(), Touch: v.Terms.Touch, Rated: v.Terms.Rated,
		Talk: v.ChatOpen, Host: pr.person(v.Host), Seats: pr.seats(f.Seats, f.Team, &v.Seats), Ply: len(v.Moves),
		Position: rules.PositionText(v.Variant, &v.Position), Turn: pr.turn(v, extras{}),
		Next: v.Next, Adjourned: v.Adjourned, Result: resultOf(v),
	}
	pr.asked(v, state)
	for i := range state.Seats {
		seat, _ := f.Seat(state.Seats[i].Seat)
		state.Seats[i].Out = v.Position.State[seat] == rules.Eliminated
	}
	return state
}

// asked is what waits for people to agree to it.
func (pr *presenter) asked(v *table.View, state *State) {
	f := v.Variant.Facts()
	if o := v.Offer; o != nil {
		state.Offer = &Asked{By: pr.person(o.By), Agreed: seatNames(f, o.Accepted)}
	}
	if u := v.Takeback; u != nil {
		state.Undo = &Asked{By: pr.person(u.By), To: &u.To, Agreed: seatNames(f, u.Accepted)}
	}
	if r := v.Rematch; r != nil {
		state.Rematch = seatNames(f, r.Accepted)
	}
	if v.Resigning != 0 {
		state.Resigning = seatNames(f, v.Resigning)
	}
}

// extras are what a session wants to have told with each turn of its own.
type extras struct{ legal, position bool }

// turn is who has to act; nil if nobody.
func (pr *presenter) turn(v *table.View, with extras) *Turn {
	if v.Phase != table.Playing || v.Actor == rules.NoSeat || v.Adjourned {
		return nil
	}
	f := v.Variant.Facts()
	t := &Turn{
		Ply: len(v.Moves), Seat: f.SeatName(v.Actor), Of: f.SeatName(v.Position.Turn),
		Yours: v.Held(pr.s.me.ID).Has(v.Actor), Claim: v.CanClaim, Clock: clockOf(v, pr.s.clock()),
	}
	if v.Lifted != rules.NoSquare {
		t.Lifted = f.Geometry.Name(v.Lifted)
	}
	if t.Yours && with.legal {
		t.Legal = legal(v)
	}
	if t.Yours && with.position {
		t.Position = rules.PositionText(v.Variant, &v.Position)
	}
	return t
}

// legal is the actions of the actor, in plain notation; with a man lifted, of
// that man.
func legal(v *table.View) []string {
	list := []string{}
	for _, a := range v.Legal {
		if v.Lifted == rules.NoSquare || a.From == v.Lifted {
			list = append(list, rules.Plain(v.Variant.Facts(), v.Actor, a))
		}
	}
	return list
}

func clockOf(v *table.View, now time.Time) *Clock {
	if v.Clock == nil {
		return nil
	}
	f := v.Variant.Facts()
	c := &Clock{LeftMS: map[string]int64{}}
	for seat := range rules.Seat(rules.SeatCount) {
		if !v.Seats[seat].Closed {
			c.LeftMS[f.Seats[seat]] = v.Clock.Shows(seat, now).Milliseconds()
		}
	}
	if v.Clock.Running != rules.NoSeat {
		c.Running = f.SeatName(v.Clock.Running)
	}
	return c
}

// resultOf is how the game ended; nil if it has not.
func resultOf(v *table.View) *Result {
	o := &v.Position.Outcome
	switch {
	case v.Phase != table.Finished:
		return nil
	case o.Termination == rules.Unfinished:
		return &Result{Why: table.Abandoned}
	}
	f := v.Variant.Facts()
	r := &Result{Why: o.Termination.String(), Winners: seatNames(f, o.Winners), Scores: map[string]string{}}
	for seat, sixths := range o.Scores {
		if !v.Seats[seat].Closed {
			r.Scores[f.Seats[seat]] = rules.FormatSixths(sixths)
		}
	}
	return r
}
