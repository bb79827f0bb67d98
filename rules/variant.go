package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Facts is what a game is, as data: fixed once its options are chosen.
type Facts struct {
	Name       string // as programs write it
	Title      string // as people read it
	Summary    string // one line about the game
	Geometry   *Geometry
	Seats      [SeatCount]string    // words of plain notation, in turn order
	Home       [SeatCount]Direction // the edge or corner of the natural view where a seat sits
	Team       [SeatCount]uint8     // equal numbers are partners; all differ in a free-for-all
	Armies     []string             // words of position text, by Army
	SeatArmies []Army               // by seat, where seats share armies; nil where every seat has its own
	Zones      []Zone               // where it depends on the square who moves a man; none where the board is one
	Options    []Option             // the game's options, each with the value in force
	Promotes   []Kind               // what a pawn may become, best first
	Values     [King + 1]int        // what a man is worth, for material counts and plain bots
	Light      int                  // whether rows and columns of light squares, from 0, add up to an even number (0) or an odd one (1)
	TouchMove  bool                 // a table's default: who has picked up a man that can move must move it
	Chat       string               // a table's default: who may talk during the game; empty leaves it to the table
	// TalkConsent tells that players may talk only if everybody at the table
	// agreed to it before the start.
	ChatConsent bool
	// Onward is the option that a rematch moves on to the next of its choices;
	// empty where people change seats instead.
	RematchOption string
}

// Option is something about a game that is chosen when a table is made and
// stands in position texts.
type Option struct {
	Name    string
	Default string
	Value   string   // in force; empty in a list of what is offered
	Choices []string // what it may be, when Check is nil
	Help    string   // a line for the person who chooses
	// Check says why a value will not do, for options that are no plain list.
	Check func(value string) error
}

// Seat is the seat of that name.
func (f *Facts) Seat(name string) (Seat, bool) {
	i := slices.Index(f.Seats[:], name)
	return Seat(i), i >= 0
}

// SeatName is the seat's word; "nobody" for NoSeat.
func (f *Facts) SeatName(s Seat) string {
	if s >= SeatCount {
		return "nobody"
	}
	return f.Seats[s]
}

// SeatTitle returns a seat's word as people read it: "White A" for "white-a".
func (f *Facts) SeatTitle(s Seat) string { return Title(f.SeatName(s)) }

// Title returns the word of a seat or an army as people read it.
func Title(word string) string {
	parts := strings.Split(word, "-")
	for i, part := range parts {
		if part != "" {
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, " ")
}

// Army is the army of that name.
func (f *Facts) Army(name string) (Army, bool) {
	i := slices.Index(f.Armies, name)
	return Army(i), i >= 0
}

// ManName is "gold P": the army and the kind.
func (f *Facts) PieceName(piece Piece) string {
	return f.Armies[piece.Army()] + " " + string(piece.Kind().Letter())
}

// Partners reports whether two different seats share a team.
func (f *Facts) Partners(a, b Seat) bool { return a != b && f.Team[a] == f.Team[b] }

// Teams reports whether anybody has a partner.
func (f *Facts) Teams() bool {
	for s := Seat(1); s < SeatCount; s++ {
		if f.Team[s] == f.Team[0] {
			return true
		}
	}
	return false
}

func (f *Facts) seatList() string { return strings.Join(f.Seats[:], ", ") }

// Offer is a game as it is listed: what can be chosen, and how to make it.
type Definition struct {
	Name, Title, Summary string
	Options              []Option // with their defaults
	New                  func(options map[string]string) (Variant, error)
	Formats              []Format // of records, besides the plain one
}

// Variant is one game's law with its options chosen. It holds no state: any
// number of goroutines may use it.
//
// Legal, Apply, Actor and Check are called by search on every node: they do not
// allocate beyond what into needs to grow.
type Variant interface {
	Facts() *Facts

	// Start is the position in which the game begins.
	Start() Position

	// Legal appends every legal board action of the actor to into; none when
	// the game is over.
	Legal(p *Position, into []Action) []Action

	// Apply sets *dst to *src after a: the action, what the law makes of it, and
	// the forced passes, until a seat has something to choose or the game is
	// over. The action is trusted to be legal, or to be a resignation or flag of
	// a seat in play. dst and src may be the same.
	Apply(dst, src *Position, a Action) Effects

	// Settle does to a position that nobody has acted on what Apply does after
	// an action: outs that the turn begins with, forced passes. On a position
	// that Apply or Settle left it changes nothing.
	Settle(p *Position) Effects

	// Actor is the seat that must act now, NoSeat when the game is over.
	Actor(p *Position) Seat

	// Controller is the seat that moves the man on a square, NoSeat if nobody
	// does.
	Controller(p *Position, sq Square) Seat

	// Check is the seats in play whose king stands attacked, and Mated those in
	// checkmate.
	InCheck(p *Position) Seats
	Mated(p *Position) Seats

	// End closes an undecided game for the reason of a draw (G4).
	End(p *Position, why Termination)

	// Explain says why a board action of the actor that Legal does not list is
	// not legal. The error is a [*Refusal].
	Explain(p *Position, a Action) error

	// Complete judges a position written by a person and fills in what follows
	// from it; without an error it can be played from.
	Complete(s *Setup) error
}

// Leaver is a variant that counts the last ply of perft itself, an action at a
// time, without the cost of Legal's list or of Apply's settling.
type LeafCounter interface {
	// Leaves applies each candidate action of the actor, tests whether it was
	// legal, and returns how many were.
	CountLeaves(p *Position) uint64
}

// Notation is a variant that people write in its own way.
type Notation interface {
	// Write is the action in the game's own notation, with its check marks, as
	// played from p.
	Write(p *Position, a Action) string
	// Read is the legal action that text means in p, or a [*Refusal].
	Read(p *Position, text string) (Action, error)
}

// Prompter is a variant in which a turn may be bound in a way that the list of
// legal actions does not tell by itself.
type Prompter interface {
	// Prompt is what the seat that must act has to know of this turn, as one
	// sentence without a full stop; empty on an ordinary turn.
	Prompt(p *Position) string
}

// Choose settles the values of a game's options: what the caller gave, over the
// defaults. Unknown names and values are refused with what would be right.
func Choose(game string, offered []Option, given map[string]string) ([]Option, error) {
	chosen := slices.Clone(offered)
	names := make([]string, len(chosen))
	for i := range chosen {
		names[i], chosen[i].Value = chosen[i].Name, chosen[i].Default
		if value, ok := given[chosen[i].Name]; ok {
			if err := chosen[i].set(value); err != nil {
				return nil, err
			}
		}
	}
	for name := range given {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%s has no option %q; its options are: %s", game, name, strings.Join(names, ", "))
		}
	}
	return chosen, nil
}

func (o *Option) set(value string) error {
	if o.Check != nil {
		if err := o.Check(value); err != nil {
			return fmt.Errorf("%s=%s: %w", o.Name, value, err)
		}
	} else if !slices.Contains(o.Choices, value) {
		return fmt.Errorf("%s=%s: the choices are %s", o.Name, value, strings.Join(o.Choices, ", "))
	}
	o.Value = value
	return nil
}
