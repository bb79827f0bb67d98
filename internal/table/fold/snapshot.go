package fold

import (
	"slices"

	"quadrille/internal/table"
)

func (s *State) Snapshot() *table.View {
	v := &table.View{
		Seq:       s.Seq,
		Terms:     s.Terms,
		Variant:   s.Variant,
		Phase:     s.Phase,
		Host:      s.Host,
		Position:  s.Game.Position,
		Actor:     s.Actor(),
		Lifted:    s.Game.Lifted,
		Moves:     slices.Clip(s.Game.Moves),
		Clock:     s.Clocks.View(),
		Resigning: s.Resigning.Seats,
		Began:     s.Times.Began,
		Active:    s.Times.Active,
		Ended:     s.Times.Ended,
		Takeback:  s.Takeback.Asked,
		TalkOpen:  s.Phase != table.Playing || s.Chat.Open,
		Talk:      slices.Clip(s.Chat.Lines),
		Muted:     s.Chat.Muted,
		SentAway:  s.Seats.SentAway,
		Votes:     s.Vote.Cast,
		Adjourned: s.Vote.Adjourned,
		Rematch:   s.Rematch.Asked,
		Next:      s.Rematch.Next,
		After:     s.Rematch.After,
		Admitted:  s.Access.Admitted,
		Replaced:  s.Seats.Replaced,
		Verdict:   s.Verdict,
	}
	for i, seat := range s.Seats.List {
		v.Seats[i] = table.SeatView{
			Open:     seat.Vacant || s.Phase == table.Waiting && s.Seats.List[i].Open(),
			Closed:   seat.Closed,
			Player:   seat.Player,
			Ready:    seat.Ready,
			Consents: seat.Consents,
			Gone:     s.Gone[i],
			Vacant:   seat.Vacant,
		}
	}
	if s.Phase == table.Finished { // nothing that is said now helps anybody
		v.Gallery = slices.Clip(s.Chat.Gallery)
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
