package botplay

import (
	"context"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// duty is something that a bot has to do next.
type duty uint8

const (
	noDuty duty = iota
	dutyReady
	dutyAcceptChat        // a person at the table has accepted chat, so the bot must accept it too
	dutyAcceptTakeback    // a player has offered a takeback; bots always accept
	dutyAnswerDraw        // another player has offered a draw
	dutyAnswerResignation // a partner has proposed to resign
	dutyMove              // the bot has the turn
	dutyAcceptRematch     // a rematch has been offered
)

// nextDuty returns the first seat whose bot has something to do, and that bot's duty. If no
// bot has anything to do, nextDuty returns NoSeat.
func nextDuty(v *table.View) (rules.Seat, duty) {
	for i := range v.Seats {
		if seat := rules.Seat(i); v.Seats[i].Player.ID.Bot() {
			if what := dutyOf(v, seat); what != noDuty {
				return seat, what
			}
		}
	}
	return rules.NoSeat, noDuty
}

func dutyOf(v *table.View, seat rules.Seat) duty {
	switch v.Phase {
	case table.Waiting:
		return dutyBeforeGame(v, seat)
	case table.Playing:
		if v.Fault == "" && !v.Adjourned {
			return dutyInGame(v, seat)
		}
	case table.Finished:
		if v.Rematch != nil && v.Next == 0 && !v.Rematch.Accepted.Has(seat) {
			return dutyAcceptRematch
		}
	}
	return noDuty
}

func dutyBeforeGame(v *table.View, seat rules.Seat) duty {
	switch s := &v.Seats[seat]; {
	case v.Variant.Facts().ChatConsent && !s.AcceptsChat && peopleConsent(v):
		return dutyAcceptChat
	case !s.Ready:
		return dutyReady
	}
	return noDuty
}

// peopleConsent reports whether at least one person at the table has accepted chat.
func peopleConsent(v *table.View) bool {
	for i := range v.Seats {
		if s := &v.Seats[i]; s.AcceptsChat && !s.Player.ID.Bot() {
			return true
		}
	}
	return false
}

func dutyInGame(v *table.View, seat rules.Seat) duty {
	facts, inPlay := v.Variant.Facts(), v.Position.HasStake()
	switch {
	case v.Takeback != nil && !v.Takeback.Accepted.Has(seat):
		return dutyAcceptTakeback
	case !inPlay.Has(seat):
		return noDuty
	// In a free-for-all with more than two players, a bot answers a draw offer only on its own
	// turn, which comes before the offer expires.
	case v.Offer != nil && !v.Offer.Accepted.Has(seat) && (facts.Teams() || inPlay.Count() == 2 || v.Actor == seat):
		return dutyAnswerDraw
	case proposer(v, seat) != rules.NoSeat && !v.Resigning.Has(seat):
		return dutyAnswerResignation
	case v.Actor == seat:
		return dutyMove
	}
	return noDuty
}

// proposer returns the seat of a partner who has proposed to resign, or NoSeat.
func proposer(v *table.View, seat rules.Seat) rules.Seat {
	for other := range rules.Seat(rules.SeatCount) {
		if v.Resigning.Has(other) && v.Variant.Facts().Partners(seat, other) {
			return other
		}
	}
	return rules.NoSeat
}

// perform sends a table the command with which the bot on a seat fulfils its duty. If the
// table refuses the command, perform returns the refusal as an error.
func (b *Bots) perform(t Table, v *table.View, seat rules.Seat, what duty) error {
	act := table.Command{By: v.Seats[seat].Player, Seat: seat, Answers: -1}
	switch what {
	case dutyReady:
		act.Kind = table.Ready
	case dutyAcceptChat:
		act.Kind = table.AcceptChat
	case dutyAcceptTakeback:
		act.Kind = table.AcceptTakeback
	case dutyAcceptRematch:
		act.Kind, act.Rotate = table.OfferRematch, v.Rematch.Rotate
	case dutyAnswerDraw, dutyAnswerResignation:
		return b.answer(t, v, act, what)
	case dutyMove:
		return b.move(t, v, act)
	}
	return t.Do(b.open, act)
}

// Thresholds for accepting a draw and for resigning. Values are in hundredths of a pawn, for
// the bot's side.
const (
	drawValue          = 15   // a bot accepts a draw if it evaluates the game at this value or less
	partnerResignValue = -300 // a bot accepts another bot's proposal to resign if it evaluates the game at this value or less
	resignValue        = -1500
	lostTurnsToResign  = 4 // a bot resigns if it evaluates the game at resignValue or less on this many turns in a row
)

// answer answers a draw offer or a partner's proposal to resign. If the partner is a person,
// the bot always agrees to resign.
func (b *Bots) answer(t Table, v *table.View, act table.Command, what duty) error {
	resign := what == dutyAnswerResignation && !v.Seats[proposer(v, act.Seat)].Player.ID.Bot()
	value := 0
	if !resign {
		var err error
		if value, err = b.valueFor(v, act.Seat); err != nil {
			return err
		}
	}
	switch {
	case what == dutyAnswerDraw && value <= drawValue:
		act.Kind = table.AcceptDraw
	case what == dutyAnswerDraw:
		act.Kind = table.DeclineDraw
	case resign || value <= partnerResignValue:
		act.Kind, act.Action = table.Play, rules.Action{Type: rules.Resign, Seat: act.Seat}
	default:
		act.Kind = table.PlayOn
	}
	return t.Do(b.open, act)
}

// evaluationNodes is the maximum number of nodes that a bot searches before it answers an
// offer or a proposal.
const evaluationNodes = 1_000

// valueFor searches the current position and returns its value for the side of a seat.
func (b *Bots) valueFor(v *table.View, seat rules.Seat) (int, error) {
	game, err := gameOf(v)
	if err != nil {
		return 0, err
	}
	found, err := b.cfg.Pool.Choose(b.open, string(v.Host.ID), game, bot.Limits{Nodes: evaluationNodes, Seed: uint64(len(v.Moves))})
	if v.Actor != seat && !v.Variant.Facts().Partners(v.Actor, seat) {
		return -found.Value, err
	}
	return found.Value, err
}

// gameOf returns the game at a table, including its history.
func gameOf(v *table.View) (*rules.Game, error) {
	game := rules.NewGame(v.Variant)
	for i := range v.Moves {
		if _, err := game.Play(v.Moves[i].Action); err != nil {
			return nil, err
		}
	}
	return game, nil
}

// limits returns the limits of a bot's search. The strongest bot may continue its search
// during the delay before its move, which ends at the time `until`.
func limits(v *table.View, id player.ID, until time.Time) bot.Limits {
	level := bot.Level(player.BotLevel(id))
	l := level.Limits(v.Variant, uint64(v.ID)<<20+uint64(len(v.Moves)))
	if level == bot.Strongest {
		l.Until = until
	}
	return l
}

// move plays the move that the bot chooses, or resigns if the game is lost.
func (b *Bots) move(t Table, v *table.View, act table.Command) error {
	delay := b.delay(v)
	ready := time.After(delay)
	began := clock.Steady()
	game, err := gameOf(v)
	if err != nil {
		return err
	}
	found, err := b.cfg.Pool.Choose(b.open, string(v.Host.ID), game, limits(v, act.By.ID, began.Add(delay)))
	if err != nil {
		return err
	}
	select {
	case <-ready:
	case <-b.open.Done():
		return context.Cause(b.open)
	}
	act.Kind, act.Action, act.Answers = table.Play, found.Action, len(v.Moves)
	if b.shouldResign(v, act.Seat, found.Value) {
		resign := act
		resign.Action = rules.Action{Type: rules.Resign, Seat: act.Seat}
		if err := t.Do(b.open, resign); err != nil || t.View().Actor != act.Seat {
			return err
		} // if a partner still has to agree to the resignation, continue and play the bot's move
	}
	return t.Do(b.open, act)
}

// shouldResign reports whether the bot of a seat should resign, given the current
// evaluation for the seat. It returns true at most once for each seat. In a free-for-all
// it always returns false, because a resignation would affect the other players.
func (b *Bots) shouldResign(v *table.View, seat rules.Seat, value int) bool {
	if !v.Variant.Facts().Teams() {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	times := b.lostTurns[v.ID]
	if times == nil {
		times = new([rules.SeatCount]int)
		b.lostTurns[v.ID] = times
	}
	if value > resignValue {
		times[seat] = min(times[seat], 0)
		return false
	}
	times[seat]++
	if times[seat] < lostTurnsToResign {
		return false
	}
	times[seat] = -1000 // a large negative number, so that the count never reaches lostTurnsToResign again
	return true
}

// Limits of the delay before a bot's move. The delay lets people follow the game.
const (
	minDelay   = 400 * time.Millisecond
	maxDelay   = 1600 * time.Millisecond
	clockShare = 40 // the delay is at most 1/clockShare of the time left on the bot's clock
)

// delay returns how long a bot waits before its move.
func (b *Bots) delay(v *table.View) time.Duration {
	step := (uint64(v.ID)*31 + uint64(len(v.Moves))) * 0x9E3779B97F4A7C15 >> 40 % 1000
	d := minDelay + (maxDelay-minDelay)*time.Duration(step)/1000
	if v.Clock != nil && v.Clock.Running != rules.NoSeat {
		d = min(d, v.Clock.Shows(v.Clock.Running, b.cfg.Clock.Now())/clockShare)
	}
	return d
}
