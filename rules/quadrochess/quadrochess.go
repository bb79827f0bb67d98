// Package quadrochess is the law of Quadrochess: one board of two zones, two
// colours, and four players who move their colour's men in one zone each.
//
// There is one type, [Game]: the law, which has no options.
//
// Source: quadrochess.md Q1-Q15.
package quadrochess

import "quadrille/rules"

// The seats in turn order (Q3).
const (
	whiteA rules.Seat = iota
	blackA
	blackB
	whiteB
)

// The armies are the two colours (Q2).
const (
	white rules.Army = iota
	black
	colours
)

// colourOf is the army of which a seat moves a part.
var colourOf = [rules.SeatCount]rules.Army{whiteA: white, blackA: black, blackB: black, whiteB: white}

// opensDouble is the seats that make the first half of a double move (Q5).
var startsDouble = [rules.SeatCount]bool{blackA: true, whiteB: true}

// Offer is Quadrochess as it is listed.
func Definition() rules.Definition {
	return rules.Definition{
		Name:    "quadrochess",
		Title:   "Quadrochess",
		Summary: "Two teams on a double board. Move the pieces in your half and capture one king.",
		New:     New,
	}
}

// Game is Quadrochess.
type Game struct{ facts rules.Facts }

// New is the game; it has no options.
func New(options map[string]string) (rules.Variant, error) {
	def := Definition()
	if _, err := rules.Choose(def.Name, def.Options, options); err != nil {
		return nil, err
	}
	return &Game{facts: rules.Facts{
		Name: def.Name, Title: def.Title, Summary: def.Summary,
		Geometry:    table.reach.Geometry,
		Seats:       [rules.SeatCount]string{"white-a", "black-a", "black-b", "white-b"},
		Team:        [rules.SeatCount]uint8{0, 1, 1, 0},
		Armies:      []string{"white", "black"},
		SeatArmies:  colourOf[:],
		Zones:       table.zones[:], // Q1, Q4
		Home:        [rules.SeatCount]rules.Direction{rules.South, rules.North, rules.North, rules.South},
		Promotes:    []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight},
		Values:      [rules.King + 1]int{0, 1, 3, 3, 5, 9, 0},
		Light:       1,     // Q1
		Chat:        "off", // Q14
		ChatConsent: true,  // Q14
	}}, nil
}

// Facts are the game's facts; see [rules.Variant].
func (g *Game) Facts() *rules.Facts { return &g.facts }

// Start is the position in which the game begins (Q2).
func (g *Game) Start() rules.Position { return table.start }

// Actor is the seat that must act: the one to move.
func (g *Game) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Turn
}

// Controller is the seat that moves the man on sq: the one of his colour in whose
// zone he stands now (Q4).
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		return table.controller[piece.Army()&1][sq]
	}
	return rules.NoSeat
}
