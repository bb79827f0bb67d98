// Package quadrochess implements the rules of Quadrochess: one board of two zones, two
// colours, and four players who each move their colour's pieces in one zone.
//
// The main type is [Game]. The game has no options. References such as Q5 are paragraphs of
// the rule book.
package quadrochess

import "quadrille/rules"

// The seats in turn order (Q3).
const (
	whiteA rules.Seat = iota
	blackA
	blackB
	whiteB
)

// The armies, one for each colour (Q2).
const (
	white rules.Army = iota
	black
	colours
)

// colourOf holds, for each seat, the army that the seat shares with its partner.
var colourOf = [rules.SeatCount]rules.Army{whiteA: white, blackA: black, blackB: black, whiteB: white}

// startsDouble marks the seats that make the first half of a double move (Q5).
var startsDouble = [rules.SeatCount]bool{blackA: true, whiteB: true}

// Definition returns the definition of the game.
func Definition() rules.Definition {
	return rules.Definition{
		Name:    "quadrochess",
		Title:   "Quadrochess",
		Summary: "Two teams on a double board. Move the pieces in your half and capture one king.",
		New:     New,
	}
}

// Game is the rules of Quadrochess.
type Game struct{ facts rules.Facts }

// New returns the game, which has no options.
func New(options map[string]string) (rules.Variant, error) {
	def := Definition()
	if _, err := rules.Choose(def.Name, def.Options, options); err != nil {
		return nil, err
	}
	return &Game{facts: rules.Facts{
		Name: def.Name, Title: def.Title, Summary: def.Summary,
		Geometry:   table.reach.Geometry,
		Seats:      [rules.SeatCount]string{"white-a", "black-a", "black-b", "white-b"},
		Team:       [rules.SeatCount]uint8{0, 1, 1, 0},
		Armies:     []string{"white", "black"},
		SeatArmies: colourOf[:],
		Zones:      table.zones[:],
		Home:       [rules.SeatCount]rules.Direction{rules.South, rules.North, rules.North, rules.South},
		Promotes:   []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight},
		Values:     [rules.King + 1]int{0, 1, 3, 3, 5, 9, 0},
		Light:      1,
		Draws:      rules.UsualDraws,
		Marks: [rules.MarkCount]rules.Mark{1: {
			Word: "barred", Sign: "=", Which: "that has moved already", State: "already moved",
			Stops: "has already moved in this double move",
		}},
		Chat:        "off", // partners may not talk during the game (Q14)
		ChatConsent: true,  // partners may talk if all players agree to it before the start (Q14)
	}}, nil
}

// Facts returns the game's facts; see [rules.Variant].
func (g *Game) Facts() *rules.Facts { return &g.facts }

// Start returns the starting position (Q2).
func (g *Game) Start() rules.Position { return table.start }

// Actor returns the seat to move.
func (g *Game) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Turn
}

// Controller returns the seat that moves the piece on sq: the seat of the piece's colour in
// the zone where the piece is now (Q4).
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		return table.controller[piece.Army()&1][sq]
	}
	return rules.NoSeat
}
