package fold

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// note adds a notable event that the event being applied causes, and drops the oldest one if
// the list is full. Views share the list, so note only appends to it.
func (s *State) note(n table.Notable) {
	n.Number, n.Move = s.Seq+1, len(s.Game.Moves)
	s.Recent = append(s.Recent, n)
	s.Recent = s.Recent[max(0, len(s.Recent)-table.RecentKept):]
}

// noteBy adds a notable event that a person caused.
func (s *State) noteBy(kind table.NotableKind, by player.Player) {
	s.note(table.Notable{Kind: kind, Seat: s.HeldBy(by.ID).First(), BySeat: rules.NoSeat, By: by})
}

// noteAnswer adds a notable event about the end of an offer: `withdrawn` if the person who made the
// offer ended it, and `declined` otherwise.
func (s *State) noteAnswer(declined, withdrawn table.NotableKind, by, offered player.Player) {
	if by.ID == offered.ID {
		declined = withdrawn
	}
	s.note(table.Notable{Kind: declined, Seat: s.HeldBy(by.ID).First(), BySeat: rules.NoSeat, By: by, Player: offered})
}

// noteSeat adds a notable event about a seat and its player.
func (s *State) noteSeat(kind table.NotableKind, seat rules.Seat) {
	s.note(table.Notable{Kind: kind, Seat: seat, Player: s.Seats.List[seat].Player, BySeat: rules.NoSeat})
}

// noteLapse adds a notable event about an offer that ended before all players had accepted it,
// unless the game has ended.
func (s *State) noteLapse(kind table.NotableKind, offered player.Player) {
	if !s.Over() {
		s.note(table.Notable{Kind: kind, Seat: rules.NoSeat, BySeat: rules.NoSeat, Player: offered})
	}
}

// Marks returns the seats that an action has put in check and in checkmate. A seat that was in check before is included if a
// further piece attacks its king now.
func Marks(v rules.Variant, before, now *rules.Position, a rules.Action, effects *rules.Effects) (checked, mated rules.Seats) {
	was := v.Mated(before)
	mated = v.Mated(now) & now.MovesOnBoard()
	for seat := range (now.Out() &^ before.Out()).All() {
		if eliminatedHow(now, seat, a, effects, was.Has(seat)) == rules.ByCheckmate {
			mated = mated.With(seat)
		}
	}
	mated = mated&^was | effects.Mated
	inCheck := v.InCheck(before)
	for seat := range (v.InCheck(now) & now.MovesOnBoard() &^ mated).All() {
		old := rules.CheckingSquares(v, before, seat)
		fresh := func(sq rules.Square) bool { return !slices.Contains(old, sq) }
		if !inCheck.Has(seat) || slices.ContainsFunc(rules.CheckingSquares(v, now, seat), fresh) {
			checked = checked.With(seat)
		}
	}
	return (checked | effects.Checked) &^ mated, mated
}

// noteAction adds notable events about the effects of an action: checkmates, eliminations and the
// end of the game. The list of moves already contains the action, as the move m.
func (s *State) noteAction(before *rules.Position, a rules.Action, m *table.MoveView, effects *rules.Effects) {
	now := &s.Game.Position
	was := s.Variant.Mated(before)
	for seat := range (m.Mated & now.MovesOnBoard()).All() {
		s.note(table.Notable{Kind: table.SeatMated, Seat: seat, Player: s.Seats.List[seat].Player, BySeat: matedBy(now, seat, m.By)})
	}
	for seat := range (was &^ s.Variant.Mated(now) & now.MovesOnBoard()).All() {
		s.noteSeat(table.SeatReleased, seat)
	}
	left := now.Out()&^before.Out() | before.MovesOnBoard()&^now.MovesOnBoard() // also seats whose players had left before
	for seat := range left.All() {
		how := eliminatedHow(now, seat, a, effects, was.Has(seat))
		s.note(table.Notable{
			Kind: table.SeatOut, Seat: seat, Player: s.Seats.List[seat].Player, How: how, BySeat: now.EliminatedBy[seat],
		})
	}
	if s.Over() {
		s.noteEnd(m.By)
	}
}

// noteEnd adds a notable event about the result of the game.
func (s *State) noteEnd(last rules.Seat) {
	o := &s.Game.Position.Outcome
	kind := table.GameWon
	if o.Winners == 0 || o.Winners.Count() == rules.SeatCount {
		kind = table.GameDrawn
	}
	s.note(table.Notable{Kind: kind, Seat: last, BySeat: rules.NoSeat, How: o.Termination, Seats: o.Winners})
}

// noteAdjudication adds a notable event about the decision of a moderator.
func (s *State) noteAdjudication(to rules.Seats) {
	a := s.Adjudication
	s.note(table.Notable{
		Kind: table.GameAdjudicated, Seat: rules.NoSeat, By: a.By, BySeat: rules.NoSeat, Seats: to, Text: a.Reason,
	})
}

// matedBy returns the seat that is credited with a checkmate: the one that the position names,
// or else the one that moved.
func matedBy(p *rules.Position, seat, moved rules.Seat) rules.Seat {
	if c := p.Credit[seat]; c.Kind == rules.MateCredit {
		return c.By
	}
	return moved
}

// eliminatedHow returns how a seat was eliminated, or Unfinished if the game has no word for it.
func eliminatedHow(now *rules.Position, seat rules.Seat, a rules.Action, effects *rules.Effects, mated bool) rules.Termination {
	for i, passed := range effects.Passed() {
		mated = mated || passed == seat && effects.MatedBy(i) != rules.NoSeat
	}
	switch {
	case a.Type == rules.Resign && a.Seat == seat:
		return rules.ByResignation
	case a.Type == rules.Flag && a.Seat == seat:
		return rules.ByFlag
	case effects.Mated.Has(seat):
		return rules.ByCheckmate
	case effects.Stalemated.Has(seat):
		return rules.ByStalemate
	case now.EliminatedBy[seat] == rules.NoSeat:
		return rules.Unfinished
	case mated:
		return rules.ByCheckmate
	case effects.Captured.IsPiece() && effects.Captured.Kind() == rules.King:
		return rules.ByKingTaken
	}
	return rules.ByStalemate
}

// recent returns those of the notable events that a person may see.
func (c *Secrets) recent(list []table.Notable, by player.ID) []table.Notable {
	hidden := func(n table.Notable) bool {
		switch n.Kind {
		case table.PremoveDrop:
			return by == "" || n.Player.ID != by
		case table.ResignOffer, table.ResignDecline, table.ResignWithdraw:
			return !c.teamOf(by).Has(n.Seat)
		}
		return false
	}
	if !slices.ContainsFunc(list, hidden) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), hidden)
}
