package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ActionType is the type of an [Action]. Its values are stored: do not reorder them.
type ActionType uint8

// The types of actions.
const (
	NoAction    ActionType = iota
	Move                   // moves a piece; captures, castling and promotions are moves too
	Remove                 // a player takes their own piece off the board
	ChooseArmy             // a player chooses which gained army to keep
	Resign                 // Seat resigns
	Flag                   // a player ran out of time
	DrawClaimed            // the player to move claims a draw; the game checks the claim
	DrawAgreed             // all players agreed to a draw; the table, not the game, has checked this
)

// Action is one action of a game. Fields that its type does not use are zero, so that two
// equal actions are equal as Go values.
type Action struct {
	Type    ActionType
	Path         // origin and destination of a Move; a Remove uses only From, the square of the piece
	Promote Kind // used by Move: the kind to which the pawn promotes
	Seat    Seat // Resign and Flag: the seat that resigns or ran out of time; ChooseArmy: the seat that started with the chosen army
}

// Path holds the origin and the destination of a move. It is a separate struct so that
// Action has only four fields: the compiler can then keep an Action in registers, which
// speeds up search.
type Path struct{ From, To Square }

// NewMove returns a move without a promotion.
func NewMove(from, to Square) Action { return Action{Type: Move, Path: Path{from, to}} }

// IsBoardAction reports whether the action is a move, a removal or a choice of army (G1).
// Only board actions appear among the legal actions and count in perft.
func (a Action) IsBoardAction() bool { return a.Type >= Move && a.Type <= ChooseArmy }

// wellFormed reports whether the fields that the type uses are in range and all other fields
// are zero, so that there is only one value for each action.
func (a Action) wellFormed(g *Geometry) bool {
	bare := Action{Type: a.Type}
	switch a.Type {
	case Move:
		bare.Path, bare.Promote = a.Path, a.Promote
		piece := a.Promote == NoKind || a.Promote >= Knight && a.Promote <= Queen
		return a == bare && piece && g.On(a.From) && g.On(a.To)
	case Remove:
		bare.From = a.From
		return a == bare && g.On(a.From)
	case ChooseArmy, Resign, Flag:
		bare.Seat = a.Seat
		return a == bare && a.Seat < SeatCount
	case DrawClaimed, DrawAgreed:
		return a == bare
	}
	return false
}

// Plain formats an action in plain notation. If a seat other than `actor` resigns or runs
// out of time, the text begins with the name of that seat.
func Plain(f *Facts, actor Seat, a Action) string {
	switch a.Type {
	case Move:
		text := f.Geometry.Name(a.From) + "-" + f.Geometry.Name(a.To)
		if a.Promote != NoKind {
			text += "=" + string(a.Promote.Letter())
		}
		return text
	case Remove:
		return f.Geometry.Name(a.From) + "-x"
	case ChooseArmy:
		return "army:" + f.Seats[a.Seat]
	case Resign, Flag:
		word := "resign"
		if a.Type == Flag {
			word = "flag"
		}
		if a.Seat != actor && a.Seat < SeatCount {
			word = f.Seats[a.Seat] + ":" + word
		}
		return word
	case DrawClaimed:
		return "draw:claim"
	case DrawAgreed:
		return "draw:agreed"
	}
	return ""
}

// ParsePlain parses an action in plain notation (P). "resign" and "flag" without the name of
// a seat refer to `actor`. ParsePlain checks only the syntax, not whether the action is legal.
// The error is a [*Refusal].
func ParsePlain(f *Facts, actor Seat, text string) (Action, error) {
	switch text {
	case "draw:claim":
		return Action{Type: DrawClaimed}, nil
	case "draw:agreed":
		return Action{Type: DrawAgreed}, nil
	}
	if name, ok := strings.CutPrefix(text, "army:"); ok {
		seat, ok := f.Seat(name)
		if !ok {
			return Action{}, Refuse(UnknownSeat, name, f.seatList())
		}
		return Action{Type: ChooseArmy, Seat: seat}, nil
	}
	if a, ok, err := parseResignation(f, actor, text); ok || err != nil {
		return a, err
	}
	return parseBoardAction(f.Geometry, text)
}

func parseResignation(f *Facts, actor Seat, text string) (a Action, ok bool, err error) {
	seat, word := actor, text
	if name, rest, found := strings.Cut(text, ":"); found {
		if seat, ok = f.Seat(name); !ok {
			return a, false, Refuse(UnknownSeat, name, f.seatList())
		}
		word = rest
	}
	switch word {
	case "resign":
		return Action{Type: Resign, Seat: seat}, true, nil
	case "flag":
		return Action{Type: Flag, Seat: seat}, true, nil
	}
	return a, false, nil
}

func parseBoardAction(g *Geometry, text string) (Action, error) {
	from, rest, found := strings.Cut(text, "-")
	if !found {
		return Action{}, Refuse(Unreadable, text, "")
	}
	a := Action{Type: Move}
	var ok bool
	if a.From, ok = g.Square(from); !ok {
		return Action{}, Refuse(UnknownSquare, from, g.SquareRange())
	}
	if rest == "x" {
		a.Type = Remove
		return a, nil
	}
	to, piece, promotes := strings.Cut(rest, "=")
	if a.To, ok = g.Square(to); !ok {
		return Action{}, Refuse(UnknownSquare, to, g.SquareRange())
	}
	if promotes {
		if len(piece) == 1 {
			a.Promote = KindOf(piece[0])
		}
		if a.Promote < Knight || a.Promote > Queen {
			return Action{}, Refuse(UnknownPromotion, piece, "Q, R, B or N")
		}
	}
	return a, nil
}

// SquareRange returns the ranges of the letters and numbers in the names of the board's
// squares, such as "a to h and 1 to 8".
func (g *Geometry) SquareRange() string {
	var letters []string
	var numbers []int
	for _, sq := range g.Squares {
		letter, digits := g.Name(sq)[:1], g.Name(sq)[1:]
		number, _ := strconv.Atoi(digits) // the number after the letter: 14 for "h14"
		letters, numbers = append(letters, letter), append(numbers, number)
	}
	text := fmt.Sprintf("%s to %s and %d to %d", slices.Min(letters), slices.Max(letters), slices.Min(numbers), slices.Max(numbers))
	if len(g.Squares) < g.Width*g.Height {
		text += ", without the corners"
	}
	return text
}

var kindNames = [...]string{"", "pawn", "knight", "bishop", "rook", "queen", "king"}

// Name returns the English name of the kind.
func (k Kind) Name() string { return kindNames[k] }

// DescribePiece returns a phrase such as "the knight on e1", for use in sentences.
func DescribePiece(f *Facts, piece Piece, on Square) string {
	return "the " + piece.Kind().Name() + " on " + f.Geometry.Name(on)
}
