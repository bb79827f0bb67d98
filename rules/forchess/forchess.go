// Package forchess implements the rules of Forchess and Cutthroat Forchess: four armies in
// the corners of an ordinary board, where kings are captured.
//
// The main type is [Game], the rules with their options chosen. References such as F12 are
// paragraphs of the rule book.
package forchess

import "quadrille/rules"

// The seats in turn order (F1). Each army has the number of the seat that starts with it.
const (
	southwest rules.Seat = iota
	northwest
	northeast
	southeast
)

var seatNames = [rules.SeatCount]string{"southwest", "northwest", "northeast", "southeast"}

// Definition returns the definition of the game.
func Definition() rules.Definition {
	return rules.Definition{
		Name:    "forchess",
		Title:   "Forchess",
		Summary: "Four armies in the corners of an ordinary board. Capture both kings of the other side.",
		Options: []rules.Option{cutthroatOption, firstOption},
		New:     New,
	}
}

var (
	cutthroatOption = rules.Option{
		Name: "cutthroat", Default: "off", Choices: []string{"off", "on"},
		Help: "on: free-for-all; the last king on the board wins",
	}
	firstOption = rules.Option{
		Name: "first", Default: seatNames[southwest], Choices: seatNames[:],
		Help: "seat that moves first", Label: "First move",
	}
)

// Game is Forchess with its options chosen.
type Game struct {
	facts     rules.Facts
	reach     *rules.AttackTables
	cutthroat bool // whether everybody plays alone (F15)
	first     rules.Seat
	allies    [rules.SeatCount]rules.Seats // for each seat, the seat itself and its teammate
}

// New returns the game with the given options. Options that are not given have their
// defaults.
func New(options map[string]string) (rules.Variant, error) {
	chosen, err := rules.Choose("forchess", Definition().Options, options)
	if err != nil {
		return nil, err
	}
	g := &Game{reach: shared.reach, cutthroat: chosen[0].Value == "on"}
	g.facts = rules.Facts{
		Name: "forchess", Title: "Forchess", Summary: Definition().Summary,
		Geometry: shared.reach.Geometry,
		Seats:    seatNames,
		Armies:   seatNames[:],
		Home:     [rules.SeatCount]rules.Direction{rules.SouthWest, rules.NorthWest, rules.NorthEast, rules.SouthEast},
		Options:  chosen,
		Promotes: []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight},
		Chat:     "open",                                    // everybody may chat during the game (F19)
		Values:   [rules.King + 1]int{0, 1, 3, 3, 5, 9, 20}, // the king has a value because its capture gains an army (F13)
		Draws:    rules.UsualDraws,
	}
	if g.cutthroat {
		g.facts.Title = "Cutthroat Forchess"
	}
	g.first, _ = g.facts.Seat(chosen[1].Value)
	g.setTeams()
	return g, nil
}

// setTeams makes the seats in diagonally opposite corners partners (F1). In Cutthroat no
// seats are partners (F15).
func (g *Game) setTeams() {
	for s := range rules.Seat(rules.SeatCount) {
		g.facts.Team[s], g.allies[s] = uint8(s&1), rules.Seats(0b0101)<<(s&1)
		if g.cutthroat {
			g.facts.Team[s], g.allies[s] = uint8(s), rules.Seats(0).With(s)
		}
	}
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

// Controller returns the seat that moves the piece on sq. A seat moves any of its pieces on
// its own turn (F13).
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		return p.Controller[piece.Army()]
	}
	return rules.NoSeat
}
