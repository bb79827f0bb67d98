// Package chess4 implements the rules of Chess4: four armies on a cross-shaped board, each
// against all others or in two teams.
//
// The main type is [Game], the rules with their options chosen. The package also reads and
// writes c4pgn, the game's own record format. References such as C16 are paragraphs of the
// rule book.
package chess4

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/rules"
)

// The seats in turn order (C3). Each army has the number of the seat that starts with it.
const (
	white rules.Seat = iota
	silver
	black
	gold
)

var seatNames = [rules.SeatCount]string{"white", "silver", "black", "gold"}

// Definition returns the definition of the game.
func Definition() rules.Definition {
	return rules.Definition{
		Name:    "chess4",
		Title:   "Chess4",
		Summary: "Four armies on a cross-shaped board. Checkmate the others and be the last one left.",
		Options: []rules.Option{methodOption, teamsOption, armiesOption()},
		New:     New,
		Formats: formats(),
	}
}

var (
	methodOption = rules.Option{
		Name: "method", Default: "1", Choices: []string{"1", "2"},
		Help:  "1: a mated army stays inactive; 2: the player who mated it gains it",
		Label: "Mated armies", Words: []string{"stay", "change sides"},
	}
	teamsOption = rules.Option{
		Name: "teams", Default: "off", Choices: []string{"off", "on"},
		Help: "on: White and Black play against Silver and Gold",
	}
)

func armiesOption() rules.Option {
	return rules.Option{
		Name:    "armies",
		Default: strings.Join(seatNames[:], ","),
		Help:    "armies that take part, at least two, separated by commas",
		Check:   func(value string) error { _, err := parseArmies(value); return err },
	}
}

func parseArmies(value string) (rules.Seats, error) {
	var set rules.Seats
	for _, name := range strings.Split(value, ",") {
		seat, ok := seatNamed(name)
		if !ok {
			return 0, fmt.Errorf("there is no army %q; choose from %s", name, strings.Join(seatNames[:], ", "))
		}
		if set.Has(seat) {
			return 0, fmt.Errorf("%s is named twice; name each army once", name)
		}
		set = set.With(seat)
	}
	if set.Count() < 2 {
		return 0, errors.New("choose at least two armies, like white,black")
	}
	return set, nil
}

func seatNamed(name string) (rules.Seat, bool) {
	for s, n := range seatNames {
		if n == name {
			return rules.Seat(s), true
		}
	}
	return rules.NoSeat, false
}

// pointUnit is the number of parts of a point that are counted (C31).
const pointUnit = 6

// Game is Chess4 with its options chosen.
type Game struct {
	facts   rules.Facts
	reach   *rules.AttackTables
	start   rules.Position
	method2 bool                         // Method 2: the army of a mated seat goes to the seat credited with the mate (C24)
	teams   bool                         // whether partners play together (C22)
	allies  [rules.SeatCount]rules.Seats // for each seat, the seat itself and its partner
}

// New returns the game with the given options. Options that are not given have their
// defaults.
func New(options map[string]string) (rules.Variant, error) {
	chosen, err := rules.Choose("chess4", Definition().Options, options)
	if err != nil {
		return nil, err
	}
	armies, err := parseArmies(chosen[2].Value)
	if err != nil {
		return nil, err
	}
	g := &Game{reach: shared.reach, method2: chosen[0].Value == "2", teams: chosen[1].Value == "on"}
	g.facts = rules.Facts{
		Name: "chess4", Title: "Chess4", Summary: Definition().Summary,
		Geometry: shared.reach.Geometry,
		Seats:    seatNames,
		Armies:   seatNames[:],
		Home:     [rules.SeatCount]rules.Direction{rules.South, rules.West, rules.North, rules.East},
		Options:  chosen,
		Promotes: []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight},
		Values:   [rules.King + 1]int{0, 1, 3, 3, 5, 9, 0},
		Draws:    rules.UsualDraws,
	}
	if !g.teams {
		g.facts.PointUnit, g.facts.PointsName = pointUnit, "Points for eliminations"
	}
	if err := g.setTeams(armies); err != nil {
		return nil, err
	}
	g.start = g.startPosition(armies)
	return g, nil
}

// Facts returns the game's facts; see [rules.Variant].
func (g *Game) Facts() *rules.Facts { return &g.facts }

// Start returns the starting position (C2, C23).
func (g *Game) Start() rules.Position { return g.start }

// setTeams sets the team and the allies of each seat (C22).
func (g *Game) setTeams(armies rules.Seats) error {
	for s := range rules.Seat(rules.SeatCount) {
		g.facts.Team[s], g.allies[s] = uint8(s), rules.Seats(0).With(s)
		if g.teams {
			g.facts.Team[s], g.allies[s] = uint8(s&1), rules.Seats(0b0101)<<(s&1)
			g.facts.TeamChat = true // partners may chat, because no rule of this game forbids it
		}
	}
	if g.teams && (armies&g.allies[white] == 0 || armies&g.allies[silver] == 0) {
		return errors.New("with teams=on each team needs an army: white or black, and silver or gold")
	}
	return nil
}

// Actor returns the seat that must act: the seat to move or, on the turn of a gained army,
// its controller (C24).
func (g *Game) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Controller[p.Turn]
}

// Controller returns the seat that moves the piece on sq.
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		return p.Controller[piece.Army()]
	}
	return rules.NoSeat
}
