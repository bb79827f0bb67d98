// Package verney implements the rules of Verney's Four-handed Chess of 1881. It is played on
// a cross-shaped board by two teams of partners, and a later move can lift a checkmate.
//
// The main type is [Game], the rules with their options chosen. References such as V14 are
// paragraphs of the rule book.
package verney

import "quadrille/rules"

// The seats in turn order (V2). Each army has the number of its seat.
const (
	yellow rules.Seat = iota
	red
	white
	black
)

var seatNames = [rules.SeatCount]string{"yellow", "red", "white", "black"}

// Definition returns the definition of the game.
func Definition() rules.Definition {
	return rules.Definition{
		Name:    "verney",
		Title:   "Verney's Four-handed Chess",
		Summary: "Partners face each other on a cross. Checkmate both opponents at the same time.",
		Options: []rules.Option{{
			Name: "first", Default: seatNames[yellow], Choices: seatNames[:],
			Help: "seat that moves first; a rematch passes the first move to the next seat", Label: "First move",
		}},
		New: New,
	}
}

// Game is Verney's Four-handed Chess with its options chosen.
type Game struct {
	facts rules.Facts
	reach *rules.AttackTables
	first rules.Seat
}

// New returns the game with the given options. Options that are not given have their
// defaults.
func New(options map[string]string) (rules.Variant, error) {
	def := Definition()
	chosen, err := rules.Choose(def.Name, def.Options, options)
	if err != nil {
		return nil, err
	}
	g := &Game{reach: shared.reach}
	g.facts = rules.Facts{
		Name: def.Name, Title: def.Title, Summary: def.Summary,
		Geometry: shared.reach.Geometry,
		Seats:    seatNames,
		Armies:   seatNames[:],
		Home:     [rules.SeatCount]rules.Direction{rules.South, rules.West, rules.North, rules.East},
		Options:  chosen,
		Promotes: []rules.Kind{rules.Queen},                 // pawns become queens only (V8)
		Values:   [rules.King + 1]int{0, 1, 5, 9, 9, 20, 0}, // based on the comparison of the pieces by the author of the game (V27)
		Light:    1,
		Draws:    rules.UsualDraws,
		Marks: [rules.MarkCount]rules.Mark{{
			Word: "reversed", Kinds: []rules.Kind{rules.Pawn}, Sign: "<", Which: "going backward", State: "moves backward",
			Gained: "moves backward from now on", Lost: "now moves forward again",
		}},
		TouchMove:     true,           // a player who touches a piece must move it (V25)
		Chat:          "off",          // partners may not talk during the game (V24)
		RematchOption: chosen[0].Name, // in a rematch, another seat moves first (V2)
	}
	for s := range g.facts.Team {
		g.facts.Team[s] = uint8(s & 1) // opposite seats are partners (V2)
	}
	g.first, _ = g.facts.Seat(chosen[0].Value)
	return g, nil
}

// Facts returns the game's facts; see [rules.Variant].
func (g *Game) Facts() *rules.Facts { return &g.facts }

// Actor returns the seat to move.
func (g *Game) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Turn
}

// Controller returns the seat that owns the piece on sq, even if the piece cannot move.
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		return rules.Seat(piece.Army())
	}
	return rules.NoSeat
}

// partnerOf returns the seat that sits opposite (V2).
func partnerOf(s rules.Seat) rules.Seat { return (s + 2) & 3 }

// adversariesOf returns the seats to the left and to the right of a seat (V2).
func adversariesOf(s rules.Seat) [2]rules.Seat { return [2]rules.Seat{(s + 1) & 3, (s + 3) & 3} }
