package present

import (
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Narrator describes played actions in sentences for one player.
type Narrator struct {
	Style
	Me    player.ID
	Seats [rules.SeatCount]player.Player
}

func (t *Narrator) mine() rules.Seats {
	var set rules.Seats
	for s, p := range t.Seats {
		if p.ID == t.Me && p.ID != "" {
			set = set.With(rules.Seat(s))
		}
	}
	return set
}

// who returns the player of a seat as the subject of a sentence: "Pinky, Black". In short
// style it returns only "Black".
func (t *Narrator) who(f *rules.Facts, s rules.Seat) string {
	if s >= rules.SeatCount {
		return "nobody"
	}
	if t.Short || t.Seats[s].ID == "" {
		return Seat(f, s)
	}
	return Name(t.Seats[s]) + ", " + Seat(f, s)
}

// you returns "You", followed by the seat if the player has more than one.
func (t *Narrator) you(f *rules.Facts, s rules.Seat) string {
	if t.mine().Count() > 1 {
		return "You, " + Seat(f, s) + ","
	}
	return "You"
}

// Tell returns a sentence about an action, followed by a sentence about each of its
// consequences.
func (t *Narrator) Tell(d *Played) []string {
	f := d.Variant.Facts()
	said := t.action(d)
	if checks := d.newChecks(); checks != 0 {
		said += ", check to " + List(Seats(f, checks))
	}
	if mates := d.newMates(); mates != 0 {
		said += ", checkmate to " + List(Seats(f, mates))
	}
	return append([]string{said}, t.consequences(d)...)
}

// action returns a sentence that says what was played, and by whom.
func (t *Narrator) action(d *Played) string {
	f, a := d.Variant.Facts(), d.Move.Action
	own := t.mine().Has(d.Move.By)
	who := t.who(f, d.Move.By)
	if own {
		who = t.you(f, d.Move.By)
	}
	if d.Move.By != d.Move.Seat && a.IsBoardAction() {
		who = strings.TrimSuffix(who, ",") + ", with the pieces of " + Seat(f, d.Move.Seat) + ","
	}
	switch a.Type {
	case rules.Move:
		if own {
			return who + " " + t.ownMove(d)
		}
		return strings.TrimSuffix(who, ",") + ": " + t.move(d)
	case rules.DrawAgreed:
		return "All agree on a draw"
	case rules.Flag:
		return "The time of " + strings.TrimSuffix(t.who(f, d.Move.By), ",") + " has run out"
	}
	if !own && !t.Short && !strings.HasSuffix(who, ",") {
		who += ","
	}
	return who + " " + t.other(f, d, own)
}

func (t *Narrator) other(f *rules.Facts, d *Played, own bool) string {
	a, s := d.Move.Action, "s"
	if own {
		s = ""
	}
	switch a.Type {
	case rules.Remove:
		return fmt.Sprintf("take%s the %s on %s off the board", s, Piece(f, d.Before.Board[a.From]), t.Square(f, a.From))
	case rules.ChooseArmy:
		return fmt.Sprintf("keep%s the pieces of %s", s, Seat(f, a.Seat))
	case rules.Resign:
		return "resign" + s
	}
	return fmt.Sprintf("claim%s a draw", s)
}

// move describes a move of somebody else: "queen from a7 takes silver rook on d8".
func (t *Narrator) move(d *Played) string {
	f, a := d.Variant.Facts(), d.Move.Action
	if rook, ok := d.Castled(); ok {
		return "castles, king to " + t.Square(f, a.To) + ", rook to " + t.Square(f, rook) + d.wins()
	}
	who := d.Before.Board[a.From].Kind().Name()
	if !t.Short {
		who += " from " + t.Square(f, a.From)
	}
	if d.Effects.Captured == 0 {
		return who + " to " + t.Square(f, a.To) + d.becomes() + d.wins()
	}
	return who + " takes " + t.Target(d) + d.becomes() + d.wins()
}

// ownMove describes a move of the player whom the narrator addresses: "play knight from j1
// to k3".
func (t *Narrator) ownMove(d *Played) string {
	f, a := d.Variant.Facts(), d.Move.Action
	if rook, ok := d.Castled(); ok {
		return "castle, king to " + t.Square(f, a.To) + ", rook to " + t.Square(f, rook) + d.wins()
	}
	who := d.Before.Board[a.From].Kind().Name() + " from " + t.Square(f, a.From)
	if d.Effects.Captured == 0 {
		return "play " + who + " to " + t.Square(f, a.To) + d.becomes() + d.wins()
	}
	return "take the " + t.Target(d) + " with the " + who + d.becomes() + d.wins()
}

// wins says how many points the action won: ", +5 points". It returns "" if it won none.
func (d *Played) wins() string {
	if d.Effects.Won == 0 {
		return ""
	}
	return ", +" + PointsWon(d.Variant.Facts(), d.Effects.Won)
}

// Target names the captured piece and its square.
func (t *Narrator) Target(d *Played) string {
	f, a := d.Variant.Facts(), d.Move.Action
	text := Piece(f, d.Effects.Captured) + " on "
	if on := d.Effects.CapturedOn; on != a.To {
		return text + t.Square(f, on) + " en passant, moving to " + t.Square(f, a.To)
	}
	text += t.Square(f, a.To)
	if also := d.Effects.Also; also.IsPiece() {
		text += " and " + Piece(f, also) + " on " + t.Square(f, d.Effects.AlsoOn)
	}
	return text
}

// becomes describes how the moved piece changed: it was promoted, or it is a pawn that
// from now on moves in the opposite direction.
func (d *Played) becomes() string {
	from, to := d.Before.Board[d.Move.Action.From], d.After.Board[d.Move.Action.To]
	if from.Kind() != to.Kind() {
		return ", becoming a " + to.Kind().Name()
	}
	for i := range rules.MarkCount {
		switch m := &d.Variant.Facts().Marks[i]; {
		case m.Gained != "" && !from.Marked(i) && to.Marked(i):
			return ", which " + m.Gained
		case m.Lost != "" && from.Marked(i) && !to.Marked(i):
			return ", which " + m.Lost
		}
	}
	return ""
}

// Castled reports whether the move was castling, and returns the square to which the rook
// moved.
func (d *Played) Castled() (rules.Square, bool) {
	piece, a := d.Before.Board[d.Move.Action.From], d.Move.Action
	if piece.Kind() != rules.King || d.Effects.Captured != 0 {
		return rules.NoSquare, false
	}
	for _, sq := range d.Variant.Facts().Geometry.Squares {
		if sq != a.To && d.After.Board[sq].Is(rules.Rook, piece.Army()) && !d.Before.Board[sq].IsPiece() {
			return sq, true
		}
	}
	return rules.NoSquare, false
}

// newChecks returns the seats that the move put in check, except seats that are in
// checkmate.
func (d *Played) newChecks() rules.Seats {
	checked := d.Variant.InCheck(&d.After)&^d.Variant.InCheck(&d.Before) | d.Effects.Checked
	return checked &^ d.newMates() & d.After.MovesOnBoard()
}

func (d *Played) newMates() rules.Seats {
	return d.Variant.Mated(&d.After) &^ d.Variant.Mated(&d.Before) & d.After.MovesOnBoard()
}
