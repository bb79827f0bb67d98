package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Facts describes a game as data. It is fixed once the options are chosen.
type Facts struct {
	Name       string // for programs
	Title      string // for people
	Summary    string // one line about the game
	Geometry   *Geometry
	Seats      [SeatCount]string    // names in plain notation, in turn order
	Home       [SeatCount]Direction // the edge or corner of the board where a seat sits
	Team       [SeatCount]uint8     // partners have equal numbers; all differ in a free-for-all
	Armies     []string             // names in position text, by Army
	SeatArmies []Army               // by seat, where seats share armies; nil where every seat has its own
	Zones      []Zone               // where the square of a piece decides which seat moves it; empty elsewhere
	Options    []Option             // the game's options with their current values
	Promotes   []Kind               // kinds that a pawn may become, best first
	Values     [King + 1]int        // piece values, for material counts and simple bots
	Light      int                  // whether row and column of light squares, counted from 0, have an even sum (0) or an odd one (1)
	TouchMove  bool                 // default of a table: a player who lifts a piece that can move must move it
	Chat       string               // default of a table: who may chat during the game; empty leaves it to the table
	// ChatConsent reports that players may chat only if all of them agreed before the start.
	ChatConsent bool
	// RematchOption is the option that a rematch advances to its next choice; empty where the
	// players change seats instead.
	RematchOption string
}

// Option is a choice about a game that is made when a table is opened. Position text
// contains it.
type Option struct {
	Name    string
	Default string
	Value   string   // the chosen value; empty in a list of options on offer
	Choices []string // the possible values, if Check is nil
	Help    string   // one line for the player who chooses
	// Check returns an error for an invalid value of an option that has no list of choices.
	Check func(value string) error
}

// Seat returns the seat with the given name.
func (f *Facts) Seat(name string) (Seat, bool) {
	i := slices.Index(f.Seats[:], name)
	return Seat(i), i >= 0
}

// SeatName returns the name of the seat, or "nobody" for NoSeat.
func (f *Facts) SeatName(s Seat) string {
	if s >= SeatCount {
		return "nobody"
	}
	return f.Seats[s]
}

// SeatTitle returns the seat's name for people: "White A" for "white-a".
func (f *Facts) SeatTitle(s Seat) string { return Title(f.SeatName(s)) }

// Title returns the name of a seat or an army for people.
func Title(word string) string {
	parts := strings.Split(word, "-")
	for i, part := range parts {
		if part != "" {
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, " ")
}

// Army returns the army with the given name.
func (f *Facts) Army(name string) (Army, bool) {
	i := slices.Index(f.Armies, name)
	return Army(i), i >= 0
}

// PieceName returns the army and the letter of a piece: "gold P".
func (f *Facts) PieceName(piece Piece) string {
	return f.Armies[piece.Army()] + " " + string(piece.Kind().Letter())
}

// Partners reports whether two different seats share a team.
func (f *Facts) Partners(a, b Seat) bool { return a != b && f.Team[a] == f.Team[b] }

// Teams reports whether the game has teams.
func (f *Facts) Teams() bool {
	for s := Seat(1); s < SeatCount; s++ {
		if f.Team[s] == f.Team[0] {
			return true
		}
	}
	return false
}

func (f *Facts) seatList() string { return strings.Join(f.Seats[:], ", ") }

// Definition describes a game before its options are chosen.
type Definition struct {
	Name, Title, Summary string
	Options              []Option // with their defaults
	New                  func(options map[string]string) (Variant, error)
	Formats              []Format // of records, in addition to the plain one
}

// Variant is the rules of one game with its options chosen. It has no state: any number of
// goroutines may use it.
//
// Search calls Legal, Apply, Actor and InCheck at every node: they allocate nothing except
// to grow into.
type Variant interface {
	Facts() *Facts

	// Start returns the starting position.
	Start() Position

	// Legal appends every legal board action of the actor to into; none when the game is over.
	Legal(p *Position, into []Action) []Action

	// Apply sets *dst to the position after a in *src: the action, its consequences and the
	// forced passes, until a seat has a choice or the game is over. It trusts that the action
	// is legal, or a resignation or flag of a seat in play. dst and src may be the same.
	Apply(dst, src *Position, a Action) Effects

	// Settle applies the consequences that need no action to a position that was set up:
	// eliminations at the start of the turn, forced passes. It does not change a position that
	// Apply or Settle returned.
	Settle(p *Position) Effects

	// Actor returns the seat that must act now, or NoSeat when the game is over.
	Actor(p *Position) Seat

	// Controller returns the seat that moves the piece on a square, or NoSeat if no seat does.
	Controller(p *Position, sq Square) Seat

	// InCheck returns the seats in play whose king is attacked, and Mated those in checkmate.
	InCheck(p *Position) Seats
	Mated(p *Position) Seats

	// End closes an undecided game as a draw with the given termination (G4).
	End(p *Position, why Termination)

	// Explain returns the reason why a board action of the actor that Legal does not list is
	// illegal. The error is a [*Refusal].
	Explain(p *Position, a Action) error

	// Complete checks a position that a person wrote and fills in what follows from it. If it
	// returns nil, the position can be played.
	Complete(s *Setup) error
}

// LeafCounter is implemented by variants that count the last ply of perft faster than by
// building Legal's list.
type LeafCounter interface {
	// CountLeaves returns the number of legal actions. It applies each candidate action of the
	// actor and tests whether it is legal.
	CountLeaves(p *Position) uint64
}

// Notation is implemented by variants with a notation of their own.
type Notation interface {
	// Write returns the action in the game's own notation, with its check marks, as played
	// from p.
	Write(p *Position, a Action) string
	// Read returns the legal action that text means in p, or a [*Refusal].
	Read(p *Position, text string) (Action, error)
}

// Prompter is implemented by variants in which a turn can have restrictions that the list
// of legal actions does not make obvious.
type Prompter interface {
	// Prompt returns what the seat to act must know about this turn, as one sentence without a
	// full stop; empty on an ordinary turn.
	Prompt(p *Position) string
}

// Choose returns a game's options with their values: the given ones, else the defaults. It
// refuses unknown names and values and lists the valid ones.
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
