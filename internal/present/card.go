package present

import (
	"slices"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Card tells the viewer of a great change of their game, until they have seen it: they are out, replaced, or the game
// is over.
type Card struct {
	ID    string // the same while the same card is shown
	Title string // "You are out", "You won"
	Lines []string
	Tone  Tone
}

// Line returns the card in one line: "You are out. Checkmated by Silver in round 42; 4th of 4". It omits a title with which the
// first line begins.
func (c *Card) Line() string {
	text := strings.Join(c.Lines, "; ")
	if strings.HasPrefix(text, c.Title) {
		return text
	}
	return c.Title + ". " + text
}

// Card returns the card for the viewer, or nil if nothing of the kind has happened to them, as to all spectators. It is computed from
// the view, so a player who comes back later sees it too.
func (t *Table) Card() *Card {
	if t.Viewer.Board != Ordinary {
		return nil
	}
	c := t.card()
	if c == nil || t.Held == 0 && c.Tone != Alarm { // the result does not concern spectators
		return nil
	}
	if t.left() {
		c.Lines = append(c.Lines, "Players who leave several games in a day are not paired with others for a while")
	}
	return c
}

func (t *Table) card() *Card {
	v := t.View
	switch {
	case v.Phase == table.Finished:
		return t.endCard()
	case v.Phase == table.Waiting:
		return t.removedCard()
	case t.Role == Former:
		return t.formerCard()
	case t.Role == Out:
		return t.outCard()
	case t.InPlay != 0 && t.InPlay&^v.Variant.Mated(&v.Position) == 0:
		return t.matedCard()
	}
	return nil
}

// lastNotice returns the newest notice of the viewer of a given kind, or nil.
func (t *Table) lastNotice(kind table.NotableKind) *Notice {
	for i := range t.View.Recent {
		n := &t.View.Recent[len(t.View.Recent)-1-i]
		if n.Kind == kind && t.Viewer.ID != "" && n.Player.ID == t.Viewer.ID {
			one := t.notice(n)
			return &one
		}
	}
	return nil
}

func (t *Table) outCard() *Card {
	last := 0
	for seat := range t.Held.All() {
		last = max(last, t.View.Out[seat])
	}
	c := &Card{ID: "out " + itoa(last), Title: "You are out", Tone: Alarm}
	if n := t.lastNotice(table.SeatForfeited); n != nil {
		c.Lines = append(c.Lines, n.Text)
	}
	switch n := t.lastNotice(table.SeatOut); {
	case n != nil:
		c.Lines = append(c.Lines, n.Text)
	case last > 0:
		c.Lines = append(c.Lines, "You are out since move "+itoa(last))
	}
	if line := t.standing(); line != "" {
		c.Lines = append(c.Lines, line)
	}
	return c
}

// standing returns the place of an eliminated player in a running free-for-all, and their points: "3rd of 4, 1 point". Where
// points decide, the place may still change: "2nd of 4 so far, 12 points", "0 points; the points decide the places".
func (t *Table) standing() string {
	v := t.View
	if t.facts().Teams() || t.Held.Count() != 1 {
		return ""
	}
	own, place, all := t.Held.First(), 1, 0
	points := v.Position.Points[own]
	decide := pointsDecide(t.View)
	if decide && points == 0 {
		return PointsWon(t.facts(), 0) + "; the points decide the places"
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Seats[seat].Closed {
			continue
		}
		all++
		ahead := v.Position.State[seat].MayAct() || v.Out[seat] > v.Out[own]
		if decide {
			ahead = v.Position.Points[seat] > points
		}
		if ahead {
			place++
		}
	}
	line := Ordinal(place) + " of " + itoa(all)
	if decide {
		line += " so far"
	}
	if points > 0 {
		line += ", " + PointsWon(t.facts(), points)
	}
	return line
}

// pointsDecide reports whether the points that seats score during play decide their places.
func pointsDecide(v *table.View) bool {
	_, decide := v.Variant.(rules.Standing)
	return decide && !v.Variant.Facts().Teams()
}

// Count returns what decides the place of the seat: the points that it has scored during play, or its score when the
// game is over: "2 points". It returns "" if nothing has decided it yet.
func (l *SeatLine) Count(v *table.View) string {
	switch {
	case pointsDecide(v):
		return PointsWon(v.Variant.Facts(), v.Position.Points[l.Seat])
	case l.Ended:
		return score(l.Score)
	}
	return ""
}

func (t *Table) matedCard() *Card {
	c := &Card{Title: "Checkmate", Tone: Alarm, Lines: []string{"You are in checkmate, but not out yet"}}
	c.ID = "mated"
	if n := t.lastNotice(table.SeatMated); n != nil {
		c.ID, c.Lines = "mated "+itoa(n.Number), []string{n.Text}
	}
	return c
}

func (t *Table) formerCard() *Card {
	c := &Card{ID: "replaced", Title: "You were replaced", Tone: Alarm}
	if n := t.lastNotice(table.SeatReplaced); n != nil {
		c.ID, c.Lines = "replaced "+itoa(n.Number), []string{n.Text}
	}
	return c
}

// removedCard tells a player that they were removed from their seat before the game.
func (t *Table) removedCard() *Card {
	if t.Held != 0 {
		return nil
	}
	n := t.lastNotice(table.SeatRemoved)
	if n == nil {
		return nil
	}
	return &Card{ID: "removed " + itoa(n.Number), Title: "You were removed", Lines: []string{n.Text}, Tone: Alarm}
}

// endCard tells how the game ended.
func (t *Table) endCard() *Card {
	v := t.View
	o := &v.Position.Outcome
	c := &Card{ID: "end"}
	switch {
	case v.Aborted != nil:
		c.Title, c.Lines = "Aborted", []string{t.aborted(v.Aborted.By, v.Aborted.Seat)}
	case o.Termination == rules.Unfinished:
		c.Title, c.Lines = "Closed", []string{closed(v)}
	default:
		c.Title, c.Tone = t.headline()
		c.Lines = append(c.Lines, Ending(v))
		if t.Held.Count() == 1 {
			l := &t.Seats[t.Held.First()]
			c.Lines = append(c.Lines, Ordinal(l.Place)+" of "+itoa(t.seatsPlayed())+", "+l.Count(t.View))
		}
	}
	if v.Adjudication != nil {
		c.Lines = append(c.Lines, Capital(records.RulingLine(v)))
	}
	return c
}

func (t *Table) seatsPlayed() int {
	n := 0
	for i := range t.View.Seats {
		if !t.View.Seats[i].Closed {
			n++
		}
	}
	return n
}

// aborted says who aborted the game, or who did not move in time.
func (t *Table) aborted(by player.Player, seat rules.Seat) string {
	switch {
	case by.ID != "":
		return t.At().person(by, "aborted", "aborted") + " the game"
	case t.Held.Has(seat):
		return "You did not move in time: the game is aborted"
	}
	return Seat(t.facts(), seat) + " did not move in time: the game is aborted"
}

// headline returns "You won", "You came 2nd", "You lost" or "Draw"; for people whose seats have different
// results, it names the winners.
func (t *Table) headline() (string, Tone) {
	if text, tone := t.OwnResult(); text != "" {
		return text, tone
	}
	return winner(Seats(t.facts(), t.View.Position.Outcome.Winners), true), Neutral
}

// OwnResult returns "You won" or "You lost", or "You came 2nd" to a player who has not won but is ahead of another. It returns
// "" for spectators, for a game without a winner, and for people whose seats have different results.
func (t *Table) OwnResult() (string, Tone) {
	won, lost := false, false
	for i := range t.Seats {
		l := &t.Seats[i]
		won = won || l.Own && l.Won
		lost = lost || l.Own && l.Ended && !l.Won && t.decided()
	}
	switch {
	case won && !lost:
		return "You won", Good
	case lost && !won:
		if place := t.bestPlace(); !t.facts().Teams() && t.ahead(place) {
			return "You came " + Ordinal(place), Notable
		}
		return "You lost", Alarm
	}
	return "", Neutral
}

// bestPlace returns the best place of the viewer's seats.
func (t *Table) bestPlace() int {
	best := rules.SeatCount
	for i := range t.Seats {
		if t.Seats[i].Own {
			best = min(best, t.Seats[i].Place)
		}
	}
	return best
}

// ahead reports whether a place is better than that of a seat of another person.
func (t *Table) ahead(place int) bool {
	return slices.ContainsFunc(t.Seats[:], func(l SeatLine) bool { return !l.Own && l.Ended && l.Place > place })
}

// decided reports whether some seats have won and others have not.
func (t *Table) decided() bool {
	n := t.View.Position.Outcome.Winners.Count()
	return n != 0 && n != rules.SeatCount
}

// ordinals are the places in which a seat can finish.
var ordinals = [rules.SeatCount]string{"1st", "2nd", "3rd", "4th"}

// Ordinal returns a place from 1 to 4 as "1st".
func Ordinal(place int) string { return ordinals[(place-1)&3] }

// ResultRow is a seat in the result of a game.
type ResultRow struct {
	*SeatLine
	Who    string // the player's name
	Fate   string // "won", "checkmated", "resigned"; empty if points decide the places
	Count  string // "2 points": the points that decide the place, or the score
	Round  int    // round in which the seat was eliminated; 0 if it was not, or if points decide the places
	Tone   Tone
	Rating player.RatingChange // zero if the rating did not change
}

// Result returns the seats of a finished game, best place first. It returns nil if the game has no result.
func (t *Table) Result() []ResultRow {
	var rows []ResultRow
	for place := 1; place <= rules.SeatCount; place++ {
		for i := range t.Seats {
			l := &t.Seats[i]
			if !l.Ended || l.Place != place {
				continue
			}
			row := ResultRow{SeatLine: l, Who: l.Occupant}
			row.Fate, row.Tone = l.Fate(t.View)
			row.Count = l.Count(t.View)
			switch {
			case pointsDecide(t.View):
				row.Fate = ""
			case l.out > 0 && !l.Won:
				row.Round = round(t.View, l.out)
			}
			row.Rating, _ = player.RatingChangeOf(t.View.Ratings, t.View.Seats[i].Player.ID)
			rows = append(rows, row)
		}
	}
	return rows
}

// Result returns how the game ended for the seat, in at most `room` cells: "White, 2 points", "out in round 11",
// "White", "round 11".
func (r *ResultRow) Result(f *rules.Facts, room int) string {
	name := Seat(f, r.Seat)
	list := []string{name + ", " + r.Count, name, ""}
	if r.Fate == "" {
		list = []string{name + ", " + r.Count, r.Count, ""}
	} else if r.Round > 0 {
		n := itoa(r.Round)
		list = []string{name + ", out in round " + n, "out in round " + n, "round " + n, ""}
	} else if !r.Won && r.Fate != "lost" && r.Fate != "drew" {
		list = []string{name + ", " + r.Fate, r.Fate, name, ""}
	}
	for _, text := range list {
		if len(text) <= room {
			return text
		}
	}
	return ""
}
