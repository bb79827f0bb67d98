package fold

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Votes holds the votes on how to continue without away players. Each person who is
// present and still in the game has one vote, and the majority decides. While a player is
// away, the others can vote to wait or to adjourn and, after ReplaceAfter, to open the
// player's seat or to resign for the player. If no player is away, only a unanimous vote
// adjourns the game. An adjourned game resumes when all players have returned, or when a
// majority of all players (after AdjournedFor, of the present players) votes to resume.
type Votes struct {
	Cast      []table.VoteView // never modified, only replaced
	WaitFrom  time.Time        // when the players last voted to wait
	Adjourned bool
	Since     time.Time // when the game was adjourned
}

// Choices returns the choices that people can vote for now.
func (s *State) Choices() []table.Choice {
	switch {
	case s.Vote.Adjourned:
		return []table.Choice{table.Resume}
	case s.AnyAway():
		return []table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat}
	}
	return []table.Choice{table.Adjourn}
}

// Of returns a person's vote. It is empty if they have not voted.
func (v *Votes) Of(id player.ID) table.Choice {
	for _, vote := range v.Cast {
		if vote.By.ID == id {
			return vote.Choice
		}
	}
	return ""
}

// People returns the people who hold any of the given seats, without repetitions. It omits
// bots, which do not vote and are never away.
func (s *State) People(seats rules.Seats) []player.ID {
	var list []player.ID
	for seat := range seats.All() {
		if id := s.Seats.List[seat].Player.ID; id != "" && !id.Bot() && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// AwaySeats returns the seats in play whose players are away.
func (s *State) AwaySeats() rules.Seats {
	var set rules.Seats
	for seat := range s.Game.Position.Expected().All() {
		if !s.AwaySince[seat].IsZero() {
			set = set.With(seat)
		}
	}
	return set
}

func (s *State) AnyAway() bool { return s.AwaySeats() != 0 }

// voters returns the people who can vote now.
func (s *State) voters() []player.ID {
	return s.People(s.Game.Position.MayAct() &^ s.AwaySeats())
}

// CarriedChoice returns the choice that has enough votes, or an empty choice if there is
// none. Only the votes of people who are present count. The parameter `adjourned` is how long
// an adjourned game has been adjourned.
func (s *State) CarriedChoice(adjourned time.Duration) table.Choice {
	present := s.voters()
	need := len(present)/2 + 1
	switch {
	case s.Vote.Adjourned && adjourned < table.AdjournedFor:
		need = len(s.People(s.Game.Position.MayAct()))/2 + 1
	case !s.Vote.Adjourned && !s.AnyAway():
		need = len(present)
	}
	count := map[table.Choice]int{}
	for _, id := range present {
		count[s.Vote.Of(id)]++
	}
	for _, c := range s.Choices() {
		if need > 0 && count[c] >= need {
			return c
		}
	}
	return ""
}

func applyVoted(s *State, e table.Event) error {
	if s.HeldBy(e.Player.ID)&s.Game.Position.MayAct() == 0 || e.Action == "" {
		return fmt.Errorf("event %q names a person who cannot vote", e.Kind)
	}
	s.Vote.Cast = append(s.Vote.without(e.Player.ID), table.VoteView{By: *e.Player, Choice: table.Choice(e.Action)})
	s.note(table.Notable{Kind: table.VoteCast, Seat: s.HeldBy(e.Player.ID).First(), By: *e.Player, BySeat: rules.NoSeat, Text: e.Action})
	return nil
}

func applyUnvoted(s *State, e table.Event) error {
	s.Vote.Cast = s.Vote.without(e.Player.ID)
	s.noteBy(table.VoteWithdrawn, *e.Player)
	return nil
}

func (v *Votes) without(id player.ID) []table.VoteView {
	return slices.DeleteFunc(slices.Clone(v.Cast), func(vote table.VoteView) bool { return vote.By.ID == id })
}

// applyWaitExtended restarts the time that must pass before the players can vote to open
// the seat of an away player or to resign for the away player. It also deletes the votes.
func applyWaitExtended(s *State, e table.Event) error {
	s.Vote.Cast, s.Vote.WaitFrom = nil, e.At
	s.note(table.Notable{Kind: table.WaitAgreed, Seat: rules.NoSeat, BySeat: rules.NoSeat})
	return nil
}

func applyAdjourned(s *State, e table.Event) error {
	if s.Vote.Adjourned {
		return errors.New("adjourned twice")
	}
	if s.Clocks.Ticking() {
		s.Clocks.Charge(s.Clocks.Running, e.Spent, false, e.At)
		s.Clocks.Paused = true
	}
	s.Vote = Votes{Adjourned: true, Since: e.At}
	s.note(table.Notable{Kind: table.GameAdjourned, Seat: rules.NoSeat, BySeat: rules.NoSeat})
	return nil
}

// applyContinued resumes an adjourned game.
func applyContinued(s *State, e table.Event) error {
	if !s.Vote.Adjourned {
		return errors.New("the game was continued, but it was not adjourned")
	}
	s.Vote = Votes{WaitFrom: e.At}
	s.note(table.Notable{Kind: table.GameContinued, Seat: rules.NoSeat, BySeat: rules.NoSeat})
	s.Clocks.Paused = false
	s.Clocks.startAt(e.At)
	return nil
}

// applyForfeited resigns for an away player, because the other players voted for it.
func applyForfeited(s *State, e table.Event) error {
	seat := *e.Seat
	if !s.AwaySeats().Has(seat) {
		return fmt.Errorf("seat %d cannot forfeit: its player is not away", seat)
	}
	s.Vote.Cast = nil
	s.noteSeat(table.SeatForfeited, seat)
	s.noteLeave(s.Seats.List[seat].Player.ID, e.At)
	err := s.record(seat, rules.Action{Type: rules.Resign, Seat: seat})
	s.Clocks.run(s.Actor(), e.At)
	return err
}

// applyVacated opens the seat of an away player, so that other people can take it.
func applyVacated(s *State, e table.Event) error {
	if !s.AwaySeats().Has(*e.Seat) {
		return fmt.Errorf("cannot open seat %d to others: its player is not away", *e.Seat)
	}
	s.Seats.List[*e.Seat].Vacant = true
	s.noteSeat(table.SeatVacated, *e.Seat)
	s.Vote.Cast = nil
	return nil
}

// applyReplaced gives a vacant seat to a new player. It removes the former player's draw
// offer, resignation proposal, vote and premove, and any open takeback offer. The position
// and the clock do not change.
func applyReplaced(s *State, e table.Event) error {
	seat := *e.Seat
	if !s.Seats.List[seat].Vacant || s.HeldBy(e.Player.ID) != 0 {
		return fmt.Errorf("seat %d is not vacant, or its new player already has a seat", seat)
	}
	was := s.Seats.List[seat].Player
	s.noteLeave(was.ID, e.At)
	s.note(table.Notable{Kind: table.SeatReplaced, Seat: seat, Player: was, By: *e.Player, BySeat: rules.NoSeat})
	if o := s.Offer; o != nil {
		next := *o
		next.Accepted = o.Accepted.Without(seat)
		s.Offer = &next
		if o.By.ID == was.ID {
			s.Offer = nil
		}
	}
	s.Resigning.Seats = s.Resigning.Seats.Without(seat)
	s.Takeback.Offer = nil
	s.Premoves[seat] = Premove{}
	s.Seats.List[seat].Player, s.Seats.List[seat].Vacant = *e.Player, false
	s.AwaySince[seat] = time.Time{}
	if s.HeldBy(was.ID) == 0 && !player.Contains(s.Seats.Replaced, was.ID) {
		s.Seats.Replaced = append(slices.Clone(s.Seats.Replaced), was)
	}
	s.Vote.Cast = s.Vote.without(was.ID)
	endVote(s)
	return nil
}

// endVote removes all votes if nobody is away any more. Call it when a player is no longer
// away: without anybody away, all players together may vote to adjourn.
func endVote(s *State) {
	if !s.Vote.Adjourned && !s.AnyAway() {
		s.Vote.Cast = nil
	}
}
