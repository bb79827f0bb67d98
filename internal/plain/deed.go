package plain

import (
	"fmt"
	"strings"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/rules"
)

// teller turns deeds into sentences for one person.
type teller struct {
	*speech
	me    player.ID
	seats [rules.SeatCount]player.Player
}

// mine is the seats of this person.
func (t *teller) mine() rules.Seats {
	var set rules.Seats
	for s, p := range t.seats {
		if p.ID == t.me && p.ID != "" {
			set = set.With(rules.Seat(s))
		}
	}
	return set
}

// who is somebody as the subject of what he did: "Pinky, Black", in short "Black".
func (t *teller) who(f *rules.Facts, s rules.Seat) string {
	if s >= rules.SeatCount {
		return "nobody"
	}
	if t.short || t.seats[s].ID == "" {
		return phrase.Seat(f, s)
	}
	return phrase.Name(t.seats[s]) + ", " + phrase.Seat(f, s)
}

// you is this person as the subject: his seat is said where he has several.
func (t *teller) you(f *rules.Facts, s rules.Seat) string {
	if t.mine().Count() > 1 {
		return "You, " + phrase.Seat(f, s) + ","
	}
	return "You"
}

// tell is a deed in a sentence, and what came of it in others.
func (t *teller) tell(d *deed) []string {
	f := d.variant.Facts()
	said := t.did(d)
	if checks := d.newChecks(); checks != 0 {
		said += ", check to " + phrase.List(phrase.Seats(f, checks))
	}
	if mates := d.newMates(); mates != 0 {
		said += ", checkmate to " + phrase.List(phrase.Seats(f, mates))
	}
	return append([]string{said}, t.came(d)...)
}

// did is who did what.
func (t *teller) did(d *deed) string {
	f, a := d.variant.Facts(), d.move.Action
	own := t.mine().Has(d.move.By)
	who := t.who(f, d.move.By)
	if own {
		who = t.you(f, d.move.By)
	}
	if d.move.By != d.move.Seat && a.OnBoard() {
		who = strings.TrimSuffix(who, ",") + ", with the men of " + phrase.Seat(f, d.move.Seat) + ","
	}
	switch a.Verb {
	case rules.Move:
		if own {
			return who + " " + t.ownMove(d)
		}
		return strings.TrimSuffix(who, ",") + ": " + t.move(d)
	case rules.DrawAgreed:
		return "All agree on a draw"
	case rules.Flag:
		return "The time of " + strings.TrimSuffix(t.who(f, d.move.By), ",") + " has run out"
	}
	if !own && !t.short && !strings.HasSuffix(who, ",") {
		who += ","
	}
	return who + " " + t.otherDeed(f, d, own)
}

func (t *teller) otherDeed(f *rules.Facts, d *deed, own bool) string {
	a, s := d.move.Action, "s"
	if own {
		s = ""
	}
	switch a.Verb {
	case rules.Remove:
		return fmt.Sprintf("take%s the %s on %s off the board", s, man(f, d.before.Board[a.From]), t.square(f, a.From))
	case rules.ChooseArmy:
		return fmt.Sprintf("keep%s the men of %s", s, phrase.Seat(f, a.Seat))
	case rules.Resign:
		return "resign" + s
	}
	return fmt.Sprintf("claim%s a draw", s)
}

// move is a move of somebody else: "queen from a7 takes silver rook on d8".
func (t *teller) move(d *deed) string {
	f, a := d.variant.Facts(), d.move.Action
	if rook, ok := d.castled(); ok {
		return "castles, king to " + t.square(f, a.To) + ", rook to " + t.square(f, rook)
	}
	who := d.before.Board[a.From].Kind().Word()
	if !t.short {
		who += " from " + t.square(f, a.From)
	}
	if d.effects.Captured == 0 {
		return who + " to " + t.square(f, a.To) + d.becomes()
	}
	return who + " takes " + t.prey(d) + d.becomes()
}

// ownMove is the same of this person: "play knight from j1 to k3".
func (t *teller) ownMove(d *deed) string {
	f, a := d.variant.Facts(), d.move.Action
	if rook, ok := d.castled(); ok {
		return "castle, king to " + t.square(f, a.To) + ", rook to " + t.square(f, rook)
	}
	who := d.before.Board[a.From].Kind().Word() + " from " + t.square(f, a.From)
	if d.effects.Captured == 0 {
		return "play " + who + " to " + t.square(f, a.To) + d.becomes()
	}
	return "take the " + t.prey(d) + " with the " + who + d.becomes()
}

// prey is the man that was taken, and where.
func (t *teller) prey(d *deed) string {
	f, a := d.variant.Facts(), d.move.Action
	text := man(f, d.effects.Captured) + " on "
	if on := d.effects.CapturedOn; on != a.To {
		return text + t.square(f, on) + " in passing, going to " + t.square(f, a.To)
	}
	return text + t.square(f, a.To)
}

// becomes is what the man has become by moving.
func (d *deed) becomes() string {
	from, to := d.before.Board[d.move.Action.From], d.after.Board[d.move.Action.To]
	switch {
	case from.Kind() != to.Kind():
		return ", becoming a " + to.Kind().Word()
	case !from.Reversed() && to.Reversed():
		return ", travelling backward from now on"
	case from.Reversed() && !to.Reversed():
		return ", travelling forward again"
	}
	return ""
}

// castled is where the rook went, if the king castled: a second man of the army
// has moved.
func (d *deed) castled() (rules.Square, bool) {
	m, a := d.before.Board[d.move.Action.From], d.move.Action
	if m.Kind() != rules.King || d.effects.Captured != 0 {
		return rules.NoSquare, false
	}
	for _, sq := range d.variant.Facts().Geometry.Squares {
		if sq != a.To && d.after.Board[sq].Is(rules.Rook, m.Army()) && !d.before.Board[sq].IsMan() {
			return sq, true
		}
	}
	return rules.NoSquare, false
}

// newChecks is the seats that are in check now and were not, mates aside.
func (d *deed) newChecks() rules.Seats {
	return d.variant.Check(&d.after) &^ d.variant.Check(&d.before) &^ d.newMates() & d.after.InPlay()
}

func (d *deed) newMates() rules.Seats {
	return d.variant.Mated(&d.after) &^ d.variant.Mated(&d.before) & d.after.InPlay()
}
