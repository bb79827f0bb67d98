package plain

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// seatWord is a seat as people say it: "White", "White A".
func seatWord(f *rules.Facts, s rules.Seat) string { return spaced(f.SeatName(s)) }

// spaced is a seat's word as people say it.
func spaced(word string) string {
	parts := strings.Split(word, "-")
	for i := range parts {
		parts[i] = capital(parts[i])
	}
	return strings.Join(parts, " ")
}

// armyWord is an army as people say it.
func armyWord(f *rules.Facts, a rules.Army) string { return capital(f.Armies[a]) }

// nameOf is who somebody is, in a sentence.
func nameOf(p player.Player) string {
	if p.Machine {
		return p.Shown(player.MaxNameCells)
	}
	if name := player.Shown(p.Name, player.MaxNameCells); name != "" {
		return name
	}
	return "somebody"
}

// list is "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// count is "no moves", "1 move" or "12 moves".
func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// letters are the words that spell the files and ranks of every board.
var letters = [...]string{
	"alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
	"india", "juliett", "kilo", "lima", "mike", "november", "oscar", "papa",
}

// square is what a square is called: "k3", or "kilo 3".
func (w *speech) square(f *rules.Facts, sq rules.Square) string {
	name := f.Geometry.Name(sq)
	if !w.nato || name == "" || int(name[0]-'a') >= len(letters) {
		return name
	}
	return letters[name[0]-'a'] + " " + name[1:]
}

// squareIn reads a square in any of the ways in which it may be written: "k3",
// "K3", "k 3", "kilo 3".
func squareIn(f *rules.Facts, text string) (rules.Square, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	word := strings.TrimRightFunc(text, unicode.IsDigit)
	number := text[len(word):]
	word = strings.TrimSpace(word)
	for i, spelt := range letters {
		if word == spelt {
			word = string(rune('a' + i))
		}
	}
	return f.Geometry.Square(word + number)
}

// man is "silver rook".
func man(f *rules.Facts, m rules.Man) string { return f.Armies[m.Army()] + " " + m.Kind().Word() }

// minutes is a time as people say it.
func minutes(d time.Duration) string {
	days, d := d/(24*time.Hour), d%(24*time.Hour)
	parts := []string{}
	for _, part := range []struct {
		n    time.Duration
		word string
	}{{days, "day"}, {d / time.Hour, "hour"}, {d % time.Hour / time.Minute, "minute"}, {d % time.Minute / time.Second, "second"}} {
		if part.n > 0 {
			parts = append(parts, count(int(part.n), part.word))
		}
	}
	if len(parts) == 0 {
		return "less than a second"
	}
	return strings.Join(parts[:min(len(parts), 2)], " ")
}

// clockWords is a table's clock.
func clockWords(c table.Clock) string {
	switch {
	case c == table.Clock{}:
		return "no clock"
	case c.Correspondence():
		return minutes(c.PerMove) + " for each move"
	case c.Delay > 0:
		return minutes(c.Start) + ", and " + minutes(c.Delay) + " of delay in each move"
	case c.Increment > 0:
		return minutes(c.Start) + ", and " + minutes(c.Increment) + " more for each move"
	}
	return minutes(c.Start)
}

// endings is why a game ended, after who won it.
var endings = map[rules.Ending]string{
	rules.ByCheckmate:     "by checkmate",
	rules.ByKingTaken:     "by taking a king",
	rules.ByLastSeat:      "as the last one standing",
	rules.ByResignation:   "by resignation",
	rules.ByFlag:          "on time",
	rules.ByStalemate:     "by stalemate",
	rules.ByRepetition:    "because the position stood too often",
	rules.ByNoProgress:    "because nothing was taken for long",
	rules.ByMaterial:      "because too few men are left",
	rules.ByAgreement:     "by agreement",
	rules.ByNobodyCanMove: "because nobody can move",
	rules.ByAdjudication:  "by the word of the house",
}

// seatWords is several seats.
func seatWords(f *rules.Facts, set rules.Seats) []string {
	var words []string
	for s := range rules.Seat(rules.SeatCount) {
		if set.Has(s) {
			words = append(words, seatWord(f, s))
		}
	}
	return words
}

// result is how a game ended.
func result(f *rules.Facts, o *rules.Outcome) string {
	winners := seatWords(f, o.Winners)
	switch {
	case o.Why == rules.Unfinished:
		return "The game is over without a result"
	case len(winners) == 0:
		return "The game is over, a draw " + endings[o.Why]
	case len(winners) == 1:
		return "The game is over: " + winners[0] + " wins " + endings[o.Why]
	}
	return "The game is over: " + list(winners) + " win " + endings[o.Why]
}

// scores is every seat's share.
func scores(v *table.View, what string, sixths [rules.SeatCount]uint8) string {
	var parts []string
	for s := range rules.Seat(rules.SeatCount) {
		if !v.Seats[s].Closed {
			parts = append(parts, seatWord(v.Variant.Facts(), s)+" "+rules.Sixths(sixths[s]))
		}
	}
	return what + ": " + strings.Join(parts, ", ")
}

// fold is a word without case, blanks and hyphens, to compare what people say.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
