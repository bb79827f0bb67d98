package phrase

import (
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
)

// terminations say how a game ended, after who won it.
var terminations = map[rules.Ending]string{
	rules.ByCheckmate:     "by checkmate",
	rules.ByKingTaken:     "by capturing a king",
	rules.ByLastSeat:      "as the last one standing",
	rules.ByResignation:   "by resignation",
	rules.ByFlag:          "on time",
	rules.ByStalemate:     "by stalemate",
	rules.ByRepetition:    "by repetition",
	rules.ByNoProgress:    "because nothing was captured for too long",
	rules.ByMaterial:      "by insufficient material",
	rules.ByAgreement:     "by agreement",
	rules.ByNobodyCanMove: "because nobody can move",
	rules.ByAdjudication:  "by adjudication",
}

// Result returns how a game ended in a clause: "White wins by checkmate", "Red and
// Yellow win on time", "Draw by repetition", or "No result" for one that was abandoned.
func Result(f *rules.Facts, o *rules.Outcome) string {
	if o.Why == rules.Unfinished {
		return "No result"
	}
	return won(Seats(f, o.Winners), terminations[o.Why])
}

// Found returns the same of a game from the archive.
func Found(f *table.Found) string {
	if f.Reason == table.Abandoned {
		return "No result"
	}
	how := f.Reason
	for ending, words := range terminations {
		if ending.String() == f.Reason {
			how = words
		}
	}
	winners := make([]string, len(f.Winners))
	for i, word := range f.Winners {
		winners[i] = SeatWord(word)
	}
	return won(winners, how)
}

func won(winners []string, how string) string {
	switch len(winners) {
	case 0, rules.SeatCount:
		return "Draw " + how
	case 1:
		return winners[0] + " wins " + how
	}
	return List(winners) + " win " + how
}

// Scores returns each seat's share: "White 1/2, Silver 0". Closed seats are left out.
func Scores(v *table.View, sixths [rules.SeatCount]uint8) string {
	var parts []string
	for s := range rules.Seat(rules.SeatCount) {
		if !v.Seats[s].Closed {
			parts = append(parts, Seat(v.Variant.Facts(), s)+" "+rules.Sixths(sixths[s]))
		}
	}
	return strings.Join(parts, ", ")
}

// Clock returns a table's time control: "5 minutes, and 10 seconds more for each move".
func Clock(c table.Clock) string {
	switch {
	case c == table.Clock{}:
		return "no clock"
	case c.Correspondence():
		return Duration(c.PerMove) + " for each move"
	case c.Delay > 0:
		return Duration(c.Start) + ", and " + Duration(c.Delay) + " of delay in each move"
	case c.Increment > 0:
		return Duration(c.Start) + ", and " + Duration(c.Increment) + " more for each move"
	}
	return Duration(c.Start)
}
