package fourplayer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"quadrille/rules"
)

// writePGN4 formats a record as PGN4.
func writePGN4(record *rules.Record) (string, error) {
	g, ok := record.Variant.(*Game)
	if !ok {
		return "", errOtherGame
	}
	w := &pgn4Writer{g: g, record: record, last: rules.NoSeat}
	if err := w.moves(); err != nil {
		return "", err
	}
	tags, err := w.tags()
	return tags + "\n" + w.text.String(), err
}

// pgn4Writer plays the actions of a record and writes their tokens.
type pgn4Writer struct {
	g       *Game
	record  *rules.Record
	game    *rules.Game
	text    strings.Builder
	round   int
	last    rules.Seat
	same    bool                    // whether the next token is of the same turn as the last
	pending [rules.SeatCount]string // the letter of a seat that has left out of turn, which its next token carries (L4)
	held    []string                // comments that stand before the first token
}

func (w *pgn4Writer) moves() error {
	var effects rules.Effects
	w.game, effects = w.record.Begin()
	w.stalemates(&effects, w.game.Position.Turn, rules.NoSeat)
	actions := w.record.Actions
	for i := 0; i < len(actions); i++ {
		used, err := w.action(i)
		if err != nil {
			return fmt.Errorf("ply %d: %s: %w", i+1, rules.Plain(&w.g.facts, w.g.Actor(&w.game.Position), actions[i]), err)
		}
		i += used - 1
	}
	p := &w.game.Position
	switch {
	case w.g.teams && p.Outcome.Termination == rules.ByCheckmate:
		w.token(p.Turn, "#")
	case w.g.teams && p.Outcome.Termination == rules.ByStalemate:
		w.token(p.Turn, "S")
	}
	if len(w.held) > 0 {
		w.text.WriteString(strings.Join(w.held, " "))
		w.text.WriteByte('\n')
	} else if w.text.Len() > 0 {
		w.text.WriteByte('\n')
	}
	return nil
}

// action writes an action, or two that are one token: a resignation on the seat's own turn and the
// move of its king. It returns the number of actions.
func (w *pgn4Writer) action(i int) (used int, err error) {
	a := w.record.Actions[i]
	p := &w.game.Position
	seat := p.Turn
	switch {
	case a.Type == rules.DrawAgreed:
		if _, err := w.game.Play(a); err != nil {
			return 0, err
		}
		w.comment("draw:agreed")
	case a.Type == rules.Move:
		mark := w.pending[seat&3]
		w.pending[seat&3] = ""
		if err := w.move(a, seat, mark); err != nil {
			return 0, err
		}
	default:
		return w.leave(i)
	}
	w.notes(i)
	return 1, nil
}

// leave writes a resignation or a loss on time (N7, L4).
func (w *pgn4Writer) leave(i int) (used int, err error) {
	a := w.record.Actions[i]
	p := &w.game.Position
	seat := p.Turn
	letter := "R"
	if a.Type == rules.Flag {
		letter = "T"
	}
	actor := w.g.Actor(p)
	effects, err := w.game.Play(a)
	if err != nil {
		return 0, err
	}
	if a.Seat != seat {
		w.comment(seatNames[a.Seat] + ":" + map[string]string{"R": "resign", "T": "flag"}[letter])
		w.pending[a.Seat] = letter
		w.stalemates(&effects, seat, rules.NoSeat)
		w.notes(i)
		return 1, nil
	}
	walks := !p.Over() && actor == seat && p.Turn == seat
	if walks && i+1 < len(w.record.Actions) && w.record.Actions[i+1].Type == rules.Move {
		if err := w.move(w.record.Actions[i+1], seat, letter); err != nil {
			return 0, err
		}
		w.notes(i)
		w.notes(i + 1)
		return 2, nil
	}
	w.token(seat, w.g.leaveText(letter, seat, &effects))
	w.same = walks
	w.stalemates(&effects, seat.Next(), seat)
	w.notes(i)
	return 1, nil
}

// leaveText returns the token of a seat that leaves on its turn and whose king does not move: the
// letter, and a sign if the seat is mated or stalemated (N7).
func (g *Game) leaveText(letter string, seat rules.Seat, e *rules.Effects) string {
	switch {
	case e.Mated.Has(seat):
		return letter + "#"
	case e.Stalemated.Has(seat) && !g.teams:
		return letter + "S"
	}
	return letter
}

// move plays a move and writes its token, with the letter of a seat that has left.
func (w *pgn4Writer) move(a rules.Action, seat rules.Seat, letter string) error {
	p := &w.game.Position
	text := ""
	if w.game.Validate(a) == nil {
		text = w.g.moveText(p, a)
	}
	effects, err := w.game.Play(a)
	if err != nil {
		return err
	}
	w.token(seat, text+w.g.marks(text, &effects)+letter)
	w.stalemates(&effects, seat.Next(), rules.NoSeat)
	return nil
}

// stalemates writes the tokens of seats that were stalemated, in the order of their turns, but not
// that of the seat `except`.
func (w *pgn4Writer) stalemates(e *rules.Effects, first, except rules.Seat) {
	if w.g.teams {
		return
	}
	for i := range rules.Seat(rules.SeatCount) {
		if seat := (first + i) & 3; e.Stalemated.Has(seat) && seat != except {
			w.token(seat, w.pending[seat]+"S")
			w.pending[seat] = ""
		}
	}
}

// token writes a token of a seat, and before it the number of a round that begins or the separator
// (N2).
func (w *pgn4Writer) token(seat rules.Seat, text string) {
	switch {
	case w.last == rules.NoSeat || !w.same && seat <= w.last:
		if w.last != rules.NoSeat {
			w.text.WriteByte('\n')
		}
		w.round++
		w.text.WriteString(strconv.Itoa(w.round) + ". ")
	default:
		w.text.WriteString(" .. ")
	}
	w.last, w.same = seat, false
	for _, comment := range w.held {
		w.text.WriteString(comment + " ")
	}
	w.held = nil
	w.text.WriteString(text)
}

// comment writes a comment after the last token, or keeps it for the first.
func (w *pgn4Writer) comment(text string) {
	text = "{ " + strings.NewReplacer("{", "(", "}", ")", "\n", " ").Replace(text) + " }"
	if w.last == rules.NoSeat {
		w.held = append(w.held, text)
		return
	}
	w.text.WriteString(" " + text)
}

// notes writes what the record says about an action: when it was made, the clock, and comments
// (N8).
func (w *pgn4Writer) notes(i int) {
	if i >= len(w.record.Notes) {
		return
	}
	n := w.record.Notes[i]
	var words []string
	if n.Time != "" {
		words = append(words, "date="+n.Time)
	}
	if n.Clock != "" {
		words = append(words, "clock="+n.Clock)
	}
	if len(words) > 0 {
		w.comment(strings.Join(words, " "))
	}
	for _, comment := range n.Comments {
		w.comment(comment)
	}
}

// tags formats the tags. Tags that the record has kept from another program take the place of those
// that this program would write.
func (w *pgn4Writer) tags() (string, error) {
	kept := map[string]string{}
	for _, t := range w.record.Extra {
		kept[t.Key] = t.Value
	}
	var b strings.Builder
	add := func(key, value string) {
		if value = cmp.Or(kept[key], value); value != "" {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", key, strings.ReplaceAll(value, "\"", "'"))
		}
		delete(kept, key)
	}
	variant, words := "FFA", []string{"EnPassant", "PromoteTo=D"}
	if w.g.teams {
		variant, words = "Teams", []string{"EnPassant"}
	} else if w.g.walk {
		words = append([]string{"DeadKingWalking"}, words...)
	}
	setup := w.g.option("setup")
	start := startName(setup)
	if w.record.Start != nil {
		text, err := w.g.writeFEN4(w.record.Start)
		if err != nil {
			return "", err
		}
		start = text
		if setup != setups[0].name {
			add(tagSetup, setup)
		}
	}
	add(tagVariant, variant)
	add(tagRules, strings.Join(words, " "))
	add(tagStart, start)
	if w.g.autoclaim {
		add(tagAutoclaim, "on")
	}
	add(tagClock, timeControl(w.record.Clock))
	add(tagDate, longDate(w.record.Date))
	for s, name := range w.record.Names {
		add(rules.Title(seatNames[s]), name)
	}
	result := w.record.HeaderResult
	if p := &w.game.Position; result == "" && p.Over() {
		result = w.g.resultText(p, w.record.Names)
	}
	add(tagResult, result)
	for _, t := range w.record.Extra {
		if _, ok := kept[t.Key]; ok {
			add(t.Key, t.Value)
		}
	}
	return b.String(), nil
}

// option returns the value of an option.
func (g *Game) option(name string) string {
	for i := range g.facts.Options {
		if g.facts.Options[i].Name == name {
			return g.facts.Options[i].Value
		}
	}
	return ""
}

// resultText formats the result of a finished game as in the tag Result (N1).
func (g *Game) resultText(p *rules.Position, names [rules.SeatCount]string) string {
	if g.teams {
		switch {
		case p.Outcome.Winners.Has(red):
			return "1-0"
		case p.Outcome.Winners.Has(blue):
			return "0-1"
		}
		return "1/2-1/2"
	}
	var parts []string
	for s, points := range p.Points {
		name := names[s]
		if name == "" {
			name = seatLetters[s : s+1]
		}
		parts = append(parts, fmt.Sprintf("%s: %d", name, points))
	}
	return strings.Join(parts, " - ")
}

// timeControl formats a game clock as in the tag TimeControl (N1): "5+10", or "5+10D" for a delay.
func timeControl(clock string) string {
	if minutes, seconds, delay := strings.Cut(clock, "d"); delay {
		return minutes + "+" + seconds + "D"
	}
	return clock
}

// clockOf returns the game clock of the tag TimeControl in the form that a record has.
func clockOf(text string) string {
	if clock, delay := strings.CutSuffix(text, "D"); delay {
		return strings.Replace(clock, "+", "d", 1)
	}
	return text
}

var (
	monthNames = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	dayNames   = []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}
)

// longDate formats a date such as 2026.01.31 in the long form that the tag Date has (N1), or
// returns it unchanged if it is no such date.
func longDate(date string) string {
	var year, month, day int
	if n, err := fmt.Sscanf(date, "%d.%d.%d", &year, &month, &day); n != 3 || err != nil || !isDate(year, month, day) {
		return date
	}
	y := year
	if month < 3 {
		y--
	}
	weekday := (y + y/4 - y/100 + y/400 + [12]int{0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4}[month-1] + day) % 7
	return fmt.Sprintf("%s %s %02d %04d 00:00:00 GMT+0000 (Coordinated Universal Time)", dayNames[weekday], monthNames[month-1], day, year)
}

// isDate reports whether the numbers can be a date.
func isDate(year, month, day int) bool {
	return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// dayOf returns the date in the long form of the tag Date as 2026.01.31, or nothing if it is in
// another form.
func dayOf(text string) string {
	var weekday, month string
	var day, year int
	if n, err := fmt.Sscanf(text, "%s %s %d %d", &weekday, &month, &day, &year); n != 4 || err != nil {
		return ""
	}
	for i, name := range monthNames {
		if name == month && isDate(year, i+1, day) {
			return fmt.Sprintf("%04d.%02d.%02d", year, i+1, day)
		}
	}
	return ""
}
