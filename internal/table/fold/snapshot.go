package fold

import (
	"slices"

	"quadrille/internal/table"
)

func (s *State) Snapshot() *table.View {
	v := &table.View{
		Seq:          s.Seq,
		Terms:        s.Terms,
		Variant:      s.Variant,
		Phase:        s.Phase,
		Host:         s.Host,
		Position:     s.Game.Position,
		Actor:        s.Actor(),
		Lifted:       s.Game.Lifted,
		Out:          s.Game.Out,
		Moves:        slices.Clip(s.Game.Moves),
		Clock:        s.Clocks.View(),
		Resigning:    s.Resigning.Seats,
		Started:      s.Times.Started,
		Active:       s.Times.Active,
		Ended:        s.Times.Ended,
		Takeback:     s.Takeback.Offer,
		ChatOpen:     s.Phase != table.Playing || s.Chat.Open,
		Chat:         slices.Clip(s.Chat.Lines),
		Muted:        s.Chat.Muted,
		Removals:     s.Seats.Removals,
		Votes:        s.Vote.Cast,
		Adjourned:    s.Vote.Adjourned,
		Rematch:      s.Rematch.Offer,
		Next:         s.Rematch.Next,
		After:        s.Rematch.After,
		Admitted:     s.Access.Admitted,
		Replaced:     s.Seats.Replaced,
		Adjudication: s.Adjudication,
		Aborted:      s.Fairness.Aborted,
		Left:         s.Fairness.Left,
		Short:        s.Fairness.Short,
		Recent:       slices.Clip(s.Recent),
	}
	for i, seat := range s.Seats.List {
		vacant := s.Phase == table.Playing && seat.Vacant
		v.Seats[i] = table.SeatView{
			Open:        vacant || s.Phase == table.Waiting && seat.Open(),
			Closed:      seat.Closed,
			Player:      seat.Player,
			Ready:       seat.Ready,
			AcceptsChat: seat.AcceptsChat,
			AwaySince:   s.AwaySince[i],
			Vacant:      vacant,
			Vacation:    s.Clocks.Vacation[i],
		}
	}
	if s.Phase == table.Finished { // after the game, the players may read what the spectators wrote
		v.SpectatorChat = slices.Clip(s.Chat.Spectators)
	}
	if s.Phase == table.Playing {
		v.FirstMoves = s.Fairness.FirstMoves
	}
	if v.Clock != nil {
		v.Clock.FirstMoveBy = s.firstMoveBy()
	}
	if s.Phase == table.Playing && !s.Vote.Adjourned {
		v.Legal = s.Variant.Legal(&s.Game.Position, nil)
		v.CanClaim = s.Game.CanClaim()
	}
	if s.Offer != nil {
		v.Offer = &s.Offer.OfferView
	}
	return v
}
