package botplay

import (
	"context"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// owing is what a bot has to do.
type owing uint8

const (
	nothing owing = iota
	toBeReady
	toConsent   // people want to talk
	toLetUndo   // bots always do
	toAnswer    // an offer of a draw
	toAgree     // its partner wants to resign, or not
	toMove      // it is its turn
	toPlayAgain // people want a rematch
)

// owed is the first thing that a bot at the table has to do.
func owed(v *table.View) (rules.Seat, owing) {
	for i := range v.Seats {
		if seat := rules.Seat(i); v.Seats[i].Player.ID.Bot() {
			if what := owedBy(v, seat); what != nothing {
				return seat, what
			}
		}
	}
	return rules.NoSeat, nothing
}

func owedBy(v *table.View, seat rules.Seat) owing {
	switch v.Phase {
	case table.Waiting:
		return owedBefore(v, seat)
	case table.Playing:
		if v.Fault == "" && !v.Adjourned {
			return owedNow(v, seat)
		}
	case table.Finished:
		if v.Rematch != nil && v.Next == 0 && !v.Rematch.Accepted.Has(seat) {
			return toPlayAgain
		}
	}
	return nothing
}

func owedBefore(v *table.View, seat rules.Seat) owing {
	switch s := &v.Seats[seat]; {
	case v.Variant.Facts().ChatConsent && !s.AcceptsChat && peopleConsent(v):
		return toConsent
	case !s.Ready:
		return toBeReady
	}
	return nothing
}

// peopleConsent reports whether somebody who is no bot has agreed to talk.
func peopleConsent(v *table.View) bool {
	for i := range v.Seats {
		if s := &v.Seats[i]; s.AcceptsChat && !s.Player.ID.Bot() {
			return true
		}
	}
	return false
}

func owedNow(v *table.View, seat rules.Seat) owing {
	facts, inPlay := v.Variant.Facts(), v.Position.InPlay()
	switch {
	case v.Takeback != nil && !v.Takeback.Accepted.Has(seat):
		return toLetUndo
	case !inPlay.Has(seat):
		return nothing
	// Among more than two parties it weighs its game when it is its turn, which
	// comes round before the offer lapses.
	case v.Offer != nil && !v.Offer.Accepted.Has(seat) && (facts.Teams() || inPlay.Count() == 2 || v.Actor == seat):
		return toAnswer
	case proposer(v, seat) != rules.NoSeat && !v.Resigning.Has(seat):
		return toAgree
	case v.Actor == seat:
		return toMove
	}
	return nothing
}

// proposer is the partner who wants a seat's team to resign; NoSeat if none does.
func proposer(v *table.View, seat rules.Seat) rules.Seat {
	for other := range rules.Seat(rules.SeatCount) {
		if v.Resigning.Has(other) && v.Variant.Facts().Partners(seat, other) {
			return other
		}
	}
	return rules.NoSeat
}

// do does it. The error says why the table refused.
func (b *Bots) do(t *live.Table, v *table.View, seat rules.Seat, what owing) error {
	act := table.Command{By: v.Seats[seat].Player, Seat: seat, Answers: -1}
	switch what {
	case toBeReady:
		act.Kind = table.Ready
	case toConsent:
		act.Kind = table.AcceptChat
	case toLetUndo:
		act.Kind = table.AcceptTakeback
	case toPlayAgain:
		act.Kind, act.Rotate = table.OfferRematch, v.Rematch.Rotate
	case toAnswer, toAgree:
		return b.answer(t, v, act, what)
	case toMove:
		return b.move(t, v, act)
	}
	return t.Do(b.open, act)
}

// How good a game is, in hundredths of a pawn, for what a bot does besides moving.
const (
	even    = 15   // no better than that: a draw will do
	bad     = -300 // so bad that it resigns with another bot
	lost    = -1500
	lostFor = 4 // so often in a row, before it resigns
)

// answer is what a bot says to an offer of a draw, or to its partner who wants to
// resign: whether a person goes on playing is not for a bot to decide.
func (b *Bots) answer(t *live.Table, v *table.View, act table.Command, what owing) error {
	resign := what == toAgree && !v.Seats[proposer(v, act.Seat)].Player.ID.Bot()
	value := 0
	if !resign {
		var err error
		if value, err = b.valueFor(v, act.Seat); err != nil {
			return err
		}
	}
	switch {
	case what == toAnswer && value <= even:
		act.Kind = table.AcceptDraw
	case what == toAnswer:
		act.Kind = table.DeclineDraw
	case resign || value <= bad:
		act.Kind, act.Action = table.Play, rules.Action{Type: rules.Resign, Seat: act.Seat}
	default:
		act.Kind = table.PlayOn
	}
	return t.Do(b.open, act)
}

// glance is how many positions an answer is worth.
const glance = 1_000

// valueFor is how the game stands for a seat's side.
func (b *Bots) valueFor(v *table.View, seat rules.Seat) (int, error) {
	game, err := gameOf(v)
	if err != nil {
		return 0, err
	}
	found, err := b.cfg.Pool.Choose(b.open, string(v.Host.ID), game, bot.Limits{Nodes: glance, Seed: uint64(len(v.Moves))})
	if v.Actor != seat && !v.Variant.Facts().Partners(v.Actor, seat) {
		return -found.Value, err
	}
	return found.Value, err
}

// gameOf is the game at a table, with all that stood there before.
func gameOf(v *table.View) (*rules.Game, error) {
	game := rules.NewGame(v.Variant)
	for i := range v.Moves {
		if _, err := game.Play(v.Moves[i].Action); err != nil {
			return nil, err
		}
	}
	return game, nil
}

// move plays what the bot thinks best, or resigns what is lost.
func (b *Bots) move(t *live.Table, v *table.View, act table.Command) error {
	ready := time.After(b.pace(v))
	game, err := gameOf(v)
	if err != nil {
		return err
	}
	level := bot.Level(player.BotLevel(act.By.ID))
	found, err := b.cfg.Pool.Choose(b.open, string(v.Host.ID), game, level.Limits(v.Variant, uint64(v.ID)<<20+uint64(len(v.Moves))))
	if err != nil {
		return err
	}
	select {
	case <-ready:
	case <-b.open.Done():
		return context.Cause(b.open)
	}
	act.Kind, act.Action, act.Answers = table.Play, found.Action, len(v.Moves)
	if b.givesUp(v, act.Seat, found.Value) {
		resign := act
		resign.Action = rules.Action{Type: rules.Resign, Seat: act.Seat}
		if err := t.Do(b.open, resign); err != nil || t.View().Actor != act.Seat {
			return err
		} // its partner is asked, and it plays on meanwhile
	}
	return t.Do(b.open, act)
}

// givesUp notes how a seat's game stands, and reports whether it is time to resign:
// in a team, once; who plays for himself plays on, as what he does matters to
// others.
func (b *Bots) givesUp(v *table.View, seat rules.Seat, value int) bool {
	if !v.Variant.Facts().Teams() {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	times := b.hopeless[v.ID]
	if times == nil {
		times = new([rules.SeatCount]int)
		b.hopeless[v.ID] = times
	}
	if value > lost {
		times[seat] = min(times[seat], 0)
		return false
	}
	times[seat]++
	if times[seat] < lostFor {
		return false
	}
	times[seat] = -1000 // it asks its partner once
	return true
}

// The pace of bots: that of people who know what they want.
const (
	quickest = 400 * time.Millisecond
	slowest  = 1600 * time.Millisecond
	hurry    = 40 // it takes no more than this part of what its clock has left
)

// pace is how long a bot seems to think.
func (b *Bots) pace(v *table.View) time.Duration {
	step := (uint64(v.ID)*31 + uint64(len(v.Moves))) * 0x9E3779B97F4A7C15 >> 40 % 1000
	d := quickest + (slowest-quickest)*time.Duration(step)/1000
	if v.Clock != nil && v.Clock.Running != rules.NoSeat {
		d = min(d, v.Clock.Shows(v.Clock.Running, b.cfg.Now())/hurry)
	}
	return d
}
