package kit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/ui/board"
	"quadrille/rules"
)

// Cell is a text in a column of that width.
func Cell(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-board.TextWidth(text)))
}

// Capital writes a word with a great first letter, which may be a name's and of
// any script.
func Capital(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + word[size:]
}

// endings is why a game ended, for people.
var endings = map[rules.Ending]string{
	rules.ByCheckmate:     "checkmate",
	rules.ByKingTaken:     "a king was taken",
	rules.ByLastSeat:      "the last one standing",
	rules.ByResignation:   "resignation",
	rules.ByFlag:          "time ran out",
	rules.ByStalemate:     "stalemate",
	rules.ByRepetition:    "a draw, the position stood too often",
	rules.ByNoProgress:    "a draw, nothing was taken for long",
	rules.ByMaterial:      "a draw, too few men are left",
	rules.ByAgreement:     "a draw by agreement",
	rules.ByNobodyCanMove: "a draw, nobody can move",
	rules.ByAdjudication:  "decided by the house",
}

// Result is how a game ended, in a line.
func Result(f *rules.Facts, o rules.Outcome) string {
	var winners []string
	for s := range rules.Seat(rules.SeatCount) {
		if o.Winners.Has(s) {
			winners = append(winners, board.SeatWord(f, s))
		}
	}
	switch why := endings[o.Why]; {
	case o.Why == rules.Unfinished:
		return "Abandoned"
	case len(winners) == 1:
		return winners[0] + " wins: " + why
	case len(winners) > 1 && f.Teams():
		return strings.Join(winners, " and ") + " win: " + why
	default:
		return Capital(why)
	}
}

// Scores is every seat's share, in the order of seats.
func Scores(sixths [rules.SeatCount]uint8) string {
	parts := make([]string, rules.SeatCount)
	for i, n := range sixths {
		parts[i] = rules.Sixths(n)
	}
	return strings.Join(parts, " - ")
}
