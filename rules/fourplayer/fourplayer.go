// Package fourplayer implements modern four-player chess: four armies on a cross-shaped board,
// each for itself and for points, or in two teams.
//
// The main type is [Game], the rules with their options chosen. The package also reads and
// writes FEN4 and PGN4, the formats that other programs use. References such as M27 are
// paragraphs of the rule book, F, N and L those of its page about formats.
package fourplayer

import "quadrille/rules"

// The seats in turn order (M2). Each army has the number of the seat that starts with it.
const (
	red rules.Seat = iota
	blue
	yellow
	green
)

var seatNames = [rules.SeatCount]string{"red", "blue", "yellow", "green"}

// onePoint is the number of the mark of queens that count one point (M13).
const onePoint = 1

// gameName is the name for programs.
const gameName = "fourplayer"

// Definition returns the definition of the game.
func Definition() rules.Definition {
	return rules.Definition{
		Name:      gameName,
		Title:     "Four-player chess",
		Summary:   "Four armies on a cross-shaped board. Win points by captures, checkmates and checks.",
		Options:   []rules.Option{setupOption(), teamsOption, walkOption, autoclaimOption},
		New:       New,
		Formats:   []rules.Format{{Name: pgn4Name, Read: readPGN4, Write: writePGN4}},
		Positions: []rules.PositionFormat{fen4Format},
		Lessons:   []string{lesson},
	}
}

var (
	teamsOption = rules.Option{
		Name: "teams", Default: "off", Choices: []string{"off", "on"},
		Help: "on: Red and Yellow play against Blue and Green",
	}
	walkOption = rules.Option{
		Name: "walk", Default: "on", Choices: []string{"on", "off"},
		Help:  "on: the king of a player who resigns or runs out of time makes random moves",
		Label: "Kings without a player", Words: []string{"walk", "stay"}, SameForm: true,
	}
	autoclaimOption = rules.Option{
		Name: "autoclaim", Default: "off", Choices: []string{"off", "on"},
		Help:  "on: the leader of the last two claims the win as soon as it is safe",
		Label: "Automatic claim of a win", SameForm: true,
	}
)

func setupOption() rules.Option {
	o := rules.Option{
		Name: "setup", Default: setups[0].name, SameForm: true,
		Help: "where kings and queens stand: modern, or as in older games of other sites",
	}
	for _, s := range setups {
		o.Choices = append(o.Choices, s.name)
	}
	return o
}

// Game is modern four-player chess with its options chosen.
type Game struct {
	facts     rules.Facts
	reach     *rules.AttackTables
	homes     *[rules.SeatCount]rules.Home
	start     rules.Position
	teams     bool
	walk      bool                         // whether the king of a seat that leaves makes random moves (M34)
	autoclaim bool                         // whether a win is claimed as soon as possible (M38)
	allies    [rules.SeatCount]rules.Seats // for each seat, the seat itself and its partner
}

// New returns the game with the given options. Options that are not given have their
// defaults.
func New(options map[string]string) (rules.Variant, error) {
	chosen, err := rules.Choose(gameName, Definition().Options, options)
	if err != nil {
		return nil, err
	}
	return newGame(chosen), nil
}

func newGame(chosen []rules.Option) *Game {
	value := func(name string) string {
		for i := range chosen {
			if chosen[i].Name == name {
				return chosen[i].Value
			}
		}
		return ""
	}
	g := &Game{
		reach: shared.reach,
		teams: value("teams") == "on", walk: value("walk") == "on", autoclaim: value("autoclaim") == "on",
	}
	about := Definition()
	g.facts = rules.Facts{
		Name: about.Name, Title: about.Title, Summary: about.Summary,
		Geometry: shared.reach.Geometry,
		Seats:    seatNames,
		Armies:   seatNames[:],
		Home:     [rules.SeatCount]rules.Direction{rules.South, rules.West, rules.North, rules.East},
		Options:  chosen,
		Promotes: []rules.Kind{rules.Queen},
		Values:   [rules.King + 1]int{0, 1, 3, 5, 5, 9, 0},
		Light:    1, PointUnit: 1,
		Draws: rules.Draws{Repetitions: 3, Plies: 200},
	}
	promotion := pointsRow
	if !g.teams {
		g.facts.Marks[onePoint] = rules.Mark{
			Word: "one-point", Letter: onePointLetter, Kinds: []rules.Kind{rules.Queen}, Value: 1, Sign: "1",
			Which: "that counts one point", State: "counts one point",
		}
		g.facts.Endings = endings
	} else {
		promotion = teamsRow
		g.facts.Promotes = []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight}
		g.facts.TeamChat = true // partners may chat, because no rule of this game forbids it
	}
	for s := range rules.Seat(rules.SeatCount) {
		g.facts.Team[s], g.allies[s] = uint8(s), rules.Seats(0).With(s)
		if g.teams {
			g.facts.Team[s], g.allies[s] = uint8(s&1), rules.Seats(0b0101)<<(s&1)
		}
	}
	from := setupNamed(value("setup"))
	g.homes = newHomes(shared.reach.Geometry, from, promotion)
	g.start = g.startPosition(from)
	return g
}

// Facts returns the game's facts; see [rules.Variant].
func (g *Game) Facts() *rules.Facts { return &g.facts }

// Start returns the starting position (M4, M5).
func (g *Game) Start() rules.Position { return g.start }

// Actor returns the seat that must act. A seat whose king walks has its turns like any other
// (M34).
func (g *Game) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Turn
}

// Controller returns the seat that moves the piece on sq, or NoSeat for a dead piece (M26).
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		if living, _ := armyPieces(p, piece.Army()); living.Has(piece) {
			return rules.Seat(piece.Army())
		}
	}
	return rules.NoSeat
}
