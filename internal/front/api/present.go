package api

import (
	"maps"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/protocol"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// presenter converts players, seats and tables to the types of the JSON API. It omits what
// the session's player may not see.
type presenter struct {
	s *session
}

func (pr *presenter) player(p player.Player) protocol.Player {
	return protocol.Player{
		Name:  player.ShownName(p.Name, player.MaxNameCells),
		Guest: p.ID.Guest(), Bot: p.BotAccount || p.ID.Bot(), You: p.ID == pr.s.me.ID,
	}
}

// optional returns the JSON form of a player, or nil for the zero player of an open seat.
func (pr *presenter) optional(p player.Player) *protocol.Player {
	if p.ID == "" {
		return nil
	}
	shown := pr.player(p)
	return &shown
}

// seats returns the JSON form of a game's seats, without the closed seats.
func (pr *presenter) seats(
	names [rules.SeatCount]string,
	teams [rules.SeatCount]uint8,
	views *[rules.SeatCount]table.SeatView,
) []protocol.Seat {
	list := []protocol.Seat{}
	for seat := range views {
		if v := &views[seat]; !v.Closed {
			one := protocol.Seat{
				Seat:    names[seat],
				Player:  pr.optional(v.Player),
				Open:    v.Open,
				Ready:   v.Ready,
				Present: v.Present,
				Team:    int(teams[seat]),
			}
			if v.Vacation.After(pr.s.clock()) {
				one.Vacation = v.Vacation
			}
			list = append(list, one)
		}
	}
	return list
}

func (pr *presenter) summary(t *view.Summary) protocol.TableSummary {
	return protocol.TableSummary{
		Table: t.ID, Game: t.Terms.Game, Options: t.Terms.Options, Phase: t.Phase.String(),
		Clock: t.Terms.Clock.String(), Rated: t.Terms.Rated, Seek: t.Terms.Seek, Host: pr.player(t.Host), Own: t.IsOwn(pr.s.me.ID),
		Seats: pr.seats(t.SeatNames, t.Teams, &t.Seats), Ply: t.Moves, Result: t.Result,
		Columns: present.TableValues(t),
	}
}

func (pr *presenter) state(v *table.View) *protocol.TableState {
	f := v.Variant.Facts()
	state := &protocol.TableState{
		Table: v.ID, Seq: v.Seq, Game: v.Terms.Game, Options: maps.Clone(v.Terms.Options),
		Phase: v.Phase.String(), Clock: v.Terms.Clock.String(), Touch: v.Terms.Touch, Rated: v.Terms.Rated, NoVacation: v.Terms.NoVacation,
		Chat: v.ChatOpen, Host: pr.player(v.Host),
		Seats: pr.seats(f.Seats, f.Team, &v.Seats), Ply: len(v.Moves),
		Position: rules.PositionText(v.Variant, &v.Position), Positions: variants.FormatPosition(v.Variant, &v.Position),
		Turn:         pr.turn(v, extras{}),
		RematchTable: v.Next, Adjourned: v.Adjourned, Result: resultOf(v),
	}
	pr.addOffers(v, state)
	seen := present.For(v, present.Viewer{ID: pr.s.me.ID})
	state.TeamChat, state.Questions, state.Notices = seen.Chat().Team, questions(seen), noticesAfter(seen, 0)
	for i := range state.Seats {
		seat, _ := f.Seat(state.Seats[i].Seat)
		state.Seats[i].Eliminated = !v.Position.State[seat].MayAct()
		state.Seats[i].Walking = v.Position.State[seat] == rules.Walking
		if n := v.Position.Points[seat]; n > 0 {
			state.Seats[i].Points = rules.FormatPoints(f, n)
		}
	}
	return state
}

// addOffers adds the open offers of a table to its state.
func (pr *presenter) addOffers(v *table.View, state *protocol.TableState) {
	f := v.Variant.Facts()
	if o := v.Offer; o != nil {
		state.DrawOffer = &protocol.Offer{By: pr.player(o.By), Accepted: protocol.SeatNames(f, o.Accepted)}
	}
	if u := v.Takeback; u != nil {
		state.TakebackOffer = &protocol.Offer{By: pr.player(u.By), ToPly: &u.To, Accepted: protocol.SeatNames(f, u.Accepted)}
	}
	if r := v.Rematch; r != nil {
		state.RematchOffered = protocol.SeatNames(f, r.Accepted)
	}
	if v.Resigning != 0 {
		state.ResignationProposed = protocol.SeatNames(f, v.Resigning)
	}
}

// extras selects the optional fields of a turn.
type extras struct{ legal, position bool }

// turn returns the JSON form of the current turn at a table, or nil if no seat is to move.
func (pr *presenter) turn(v *table.View, with extras) *protocol.Turn {
	turn := present.TurnOf(v, pr.s.me.ID)
	if turn.Seat == rules.NoSeat {
		return nil
	}
	f := v.Variant.Facts()
	t := &protocol.Turn{
		Ply: len(v.Moves), Seat: f.SeatName(turn.Seat), ForSeat: f.SeatName(turn.For),
		Own: turn.Own, CanClaimDraw: v.CanClaim, Clock: clockOf(v, pr.s.clock()),
	}
	if v.Lifted != rules.NoSquare {
		t.Lifted = f.Geometry.Name(v.Lifted)
	}
	if t.Own && with.legal {
		t.Legal = legalActions(v)
	}
	if t.Own && with.position {
		t.Position = rules.PositionText(v.Variant, &v.Position)
		t.Positions = variants.FormatPosition(v.Variant, &v.Position)
	}
	return t
}

// legalActions returns the legal actions in plain notation. If a player has lifted a piece
// (touch-move), only moves of this piece are legal.
func legalActions(v *table.View) []string {
	list := []string{}
	for _, a := range v.Legal {
		if v.Lifted == rules.NoSquare || a.From == v.Lifted {
			list = append(list, rules.Plain(v.Variant.Facts(), v.Actor, a))
		}
	}
	return list
}

func clockOf(v *table.View, now time.Time) *protocol.Clock {
	if v.Clock == nil {
		return nil
	}
	f := v.Variant.Facts()
	c := &protocol.Clock{LeftMS: map[string]int64{}}
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

// resultOf returns the result of a table, or nil while it has none.
func resultOf(v *table.View) *protocol.Result {
	o := &v.Position.Outcome
	switch {
	case v.Phase != table.Finished:
		return nil
	case v.Aborted != nil:
		return &protocol.Result{Termination: table.WasAborted}
	case o.Termination == rules.Unfinished:
		return &protocol.Result{Termination: table.Abandoned}
	}
	r := protocol.ResultOf(v.Variant.Facts(), o)
	for seat := range v.Seats {
		if v.Seats[seat].Closed {
			delete(r.Scores, v.Variant.Facts().Seats[seat])
		}
	}
	r.Ratings = ratingsOf(v)
	return r
}

// ratingsOf returns the rating changes after a game, keyed by seat name, or nil if there are
// none.
func ratingsOf(v *table.View) map[string]*protocol.RatingChange {
	list := map[string]*protocol.RatingChange{}
	for seat := range v.Seats {
		if change := protocol.NewRatingChange(v.Ratings, v.Seats[seat].Player.ID); change != nil {
			list[v.Variant.Facts().Seats[seat]] = change
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// questions returns what other players ask the session's player.
func questions(t *present.Table) []protocol.Question {
	var list []protocol.Question
	for i := range t.Questions {
		q := &t.Questions[i]
		one := protocol.Question{ID: q.ID, Text: q.Text, Accept: replyOf(t, &q.Accept, "accept")}
		if q.Decline.Kind != 0 {
			decline := replyOf(t, &q.Decline, "decline")
			one.Decline = &decline
		}
		list = append(list, one)
	}
	return list
}

// replyOf returns the request for an answer to a question. The request is `word` if the question is about an offer.
func replyOf(t *present.Table, i *present.Intent, word string) protocol.Reply {
	if i.Resign {
		return protocol.Reply{Command: "resign", Seat: t.View.Variant.Facts().SeatName(i.Seat)}
	}
	row, _ := i.Kind.Row()
	command, offer, _ := strings.Cut(row.JSON, " ")
	if offer != "" {
		command = word
	}
	return protocol.Reply{Command: command, Offer: offer, Choice: string(i.Choice)}
}

// noticesAfter returns what happened to the session's player after an event.
func noticesAfter(t *present.Table, seq int) []protocol.Notice {
	var list []protocol.Notice
	for _, n := range t.Notices(seq) {
		if n.Mine && !n.ByMe {
			list = append(list, protocol.Notice{Seq: n.Number, Kind: n.Kind.String(), Text: n.Text})
		}
	}
	return list
}
