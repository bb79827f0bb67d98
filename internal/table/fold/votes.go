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

// Votes is how the players who are there decide to continue without those who left.
// Everybody who plays, has not left and is not out has one vote, however many seats they
// has. What more than half of these voices want is done: at once to wait or to
// adjourn; to give the seat away or to end its game when somebody is gone long
// enough. Where nobody is gone, all have to want to adjourn. What was adjourned
// goes on when who was gone is back, or when more than half of all who play want
// it, gone or not.
type Votes struct {
	Cast      []table.VoteView // unchanging
	WaitFrom  time.Time        // when the last vote was to wait
	Adjourned bool
	Since     time.Time // of the adjourning
}

// Choices are those that can be voted for as things stand.
func (s *State) Choices() []table.Choice {
	switch {
	case s.Vote.Adjourned:
		return []table.Choice{table.Resume}
	case s.AnyAway():
		return []table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat}
	}
	return []table.Choice{table.Adjourn}
}

// Of returns what somebody votes for, empty if they do not vote.
func (v *Votes) Of(id player.ID) table.Choice {
	for _, vote := range v.Cast {
		if vote.By.ID == id {
			return vote.Choice
		}
	}
	return ""
}

// People is who holds these seats, each once. Bots are none: they have no voice,
// and are never waited for.
func (s *State) People(seats rules.Seats) []player.ID {
	var list []player.ID
	for seat := range seats.All() {
		if id := s.Seats.List[seat].Player.ID; id != "" && !id.Bot() && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// AwaySeats is the seats in play whose players are gone.
func (s *State) AwaySeats() rules.Seats {
	var set rules.Seats
	for seat := range s.Game.Position.InPlay().All() {
		if !s.AwaySince[seat].IsZero() {
			set = set.With(seat)
		}
	}
	return set
}

func (s *State) AnyAway() bool { return s.AwaySeats() != 0 }

// hereToVote is who has a voice.
func (s *State) hereToVote() []player.ID {
	return s.People(s.Game.Position.InPlay() &^ s.AwaySeats())
}

// CarriedChoice is the choice that has enough voices, empty if none has. Only votes
// of those who are here count.
func (s *State) CarriedChoice(now time.Time) table.Choice {
	here := s.hereToVote()
	need := len(here)/2 + 1
	switch {
	case s.Vote.Adjourned && now.Sub(s.Vote.Since) < table.AdjournedFor:
		need = len(s.People(s.Game.Position.InPlay()))/2 + 1
	case !s.Vote.Adjourned && !s.AnyAway():
		need = len(here)
	}
	count := map[table.Choice]int{}
	for _, id := range here {
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
	if s.HeldBy(e.Player.ID)&s.Game.Position.InPlay() == 0 || e.Action == "" {
		return fmt.Errorf("%q by who has no voice", e.Kind)
	}
	s.Vote.Cast = append(s.Vote.without(e.Player.ID), table.VoteView{By: *e.Player, Choice: table.Choice(e.Action)})
	return nil
}

func applyUnvoted(s *State, e table.Event) error {
	if s.Vote.Of(e.Player.ID) == "" {
		return fmt.Errorf("%q by who has not voted", e.Kind)
	}
	s.Vote.Cast = s.Vote.without(e.Player.ID)
	return nil
}

// without is a copy of the votes but for one person's.
func (v *Votes) without(id player.ID) []table.VoteView {
	return slices.DeleteFunc(slices.Clone(v.Cast), func(vote table.VoteView) bool { return vote.By.ID == id })
}

// applyWaited begins the waiting anew.
func applyWaited(s *State, e table.Event) error {
	s.Vote.Cast, s.Vote.WaitFrom = nil, e.At
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
	return nil
}

// applyContinued folds that an adjourned game goes on.
func applyContinued(s *State, e table.Event) error {
	if !s.Vote.Adjourned {
		return errors.New("went on, but was not adjourned")
	}
	s.Vote = Votes{WaitFrom: e.At}
	s.Clocks.Paused, s.Clocks.Since = false, e.At
	return nil
}

// applyForfeited folds a resignation that the others decided.
func applyForfeited(s *State, e table.Event) error {
	seat := *e.Seat
	if !s.AwaySeats().Has(seat) {
		return fmt.Errorf("seat %d cannot forfeit: nobody is gone from it", seat)
	}
	s.Vote.Cast = nil
	err := s.record(seat, rules.Action{Type: rules.Resign, Seat: seat})
	s.Clocks.Run(s.Actor(), e.At)
	return err
}

// applyVacated folds that others may take the seat of a player who has left.
func applyVacated(s *State, e table.Event) error {
	if !s.AwaySeats().Has(*e.Seat) {
		return fmt.Errorf("seat %d cannot be vacant: nobody is gone from it", *e.Seat)
	}
	s.Seats.List[*e.Seat].Vacant = true
	s.Vote.Cast = nil
	return nil
}

// applyReplaced folds that somebody plays on for another. What the other wanted is
// forgotten; what stands on the board and on the clock stays.
func applyReplaced(s *State, e table.Event) error {
	seat := *e.Seat
	if !s.Seats.List[seat].Vacant || s.HeldBy(e.Player.ID) != 0 {
		return fmt.Errorf("seat %d is not to be had", seat)
	}
	was := s.Seats.List[seat].Player
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
	return nil
}
