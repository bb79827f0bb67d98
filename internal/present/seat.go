package present

import (
	"slices"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Tone says how important a few words are, so that a front end can colour them.
type Tone uint8

// The tones.
const (
	Neutral Tone = iota
	Good
	Notable
	Alarm
)

// SeatLine is a seat of a table for one viewer.
type SeatLine struct {
	Seat             rules.Seat
	Closed, Open     bool // whether the game is played without the seat; whether the viewer could sit down
	Own, Partner     bool // whether it is a seat of the viewer or of a partner
	ToMove           bool
	Out, Mated       bool
	Present, Ready   bool
	Won, Drew, Ended bool // the result of the seat; Ended is set if the game has a result
	Place            int  // from 1, if the game has a result
	Score            uint8
	How              rules.Termination // how the seat was eliminated or lost
	out              int               // number of the action that eliminated the seat
	Title            string            // the name of the seat
	Occupant         string            // the player's name, "(open)" or "(not played)"
}

func (t *Table) fillSeats() {
	v, f := t.View, t.facts()
	over := v.Phase == table.Finished && v.Position.Outcome.Termination != rules.Unfinished
	var place [rules.SeatCount]int
	if over {
		place = rules.Places(f, &v.Position)
	}
	mated := v.Variant.Mated(&v.Position)
	for i := range t.Seats {
		seat, is := rules.Seat(i), &v.Seats[i]
		l := &t.Seats[i]
		*l = SeatLine{
			Seat: seat, Closed: is.Closed, Open: is.Open, Own: t.Held.Has(seat), Partner: t.Partners.Has(seat) && !t.Held.Has(seat),
			ToMove: t.Turn.Seat == seat, Out: !v.Position.State[seat].MayAct() && !is.Closed, Mated: mated.Has(seat),
			Present: is.Present, Ready: is.Ready, Ended: over && !is.Closed, out: v.Out[seat], Title: Seat(f, seat),
			Occupant: atSeat(v, seat),
		}
		if l.Ended {
			o := &v.Position.Outcome
			l.Place, l.Score = place[seat], o.Scores[seat]
			all := o.Winners == 0 || o.Winners.Count() == rules.SeatCount
			l.Won, l.Drew = o.Winners.Has(seat) && !all, all && !l.Out
		}
		l.How = t.how(seat)
	}
}

// atSeat returns the player of a seat, or the reason why the seat is empty: "Ann", "(open)", "(not played)".
func atSeat(v *table.View, seat rules.Seat) string {
	switch is := &v.Seats[seat]; {
	case is.Closed:
		return "(not played)"
	case is.Open && !is.Vacant:
		return "(open)"
	}
	return Occupant(v, seat)
}

// how returns how a seat was eliminated or its team lost, or Unfinished.
func (t *Table) how(seat rules.Seat) rules.Termination {
	v := t.View
	for i := range v.Recent {
		if n := &v.Recent[len(v.Recent)-1-i]; n.Kind == table.SeatOut && n.Seat == seat && v.Out[seat] != 0 {
			return n.How
		}
	}
	for i := range v.Moves {
		m := &v.Moves[i]
		if !t.facts().Side(m.By).Has(seat) || m.By != seat && !v.Position.State[seat].MayAct() {
			continue
		}
		switch m.Action.Type { // a team resigns together
		case rules.Resign:
			return rules.ByResignation
		case rules.Flag:
			return rules.ByFlag
		}
	}
	return rules.Unfinished
}

// State returns a few words on the state of the seat, and their tone: "ready", "out", "in check", "you". It returns "" for
// an ordinary seat of somebody else. The parameter `standing` says how the seat stands in the position that is shown.
func (l *SeatLine) State(v *table.View, standing string, tone Tone) (string, Tone) {
	word, tone := l.condition(v, standing, tone)
	switch {
	case word != "" || l.Closed || l.Open || v.Phase == table.Finished:
		return word, tone
	case !l.Present:
		return "away", Neutral
	case l.Own:
		return "you", Good
	case l.Partner:
		return "partner", Good
	}
	return "", Neutral
}

// condition returns a few words on the state of the seat that do not depend on its player.
func (l *SeatLine) condition(v *table.View, standing string, tone Tone) (string, Tone) {
	switch {
	case v.Seats[l.Seat].Vacant:
		return "open", Notable
	case l.Closed, l.Open:
		return "", Neutral
	case v.Phase == table.Waiting && l.Ready:
		return "ready", Good
	case v.Phase == table.Waiting:
		return "not ready", Neutral
	}
	return standing, tone
}

// condition returns a few words on the state of a seat in the newest position that do not depend on its player.
func (t *Table) condition(l *SeatLine) (string, Tone) {
	var standing string
	var tone Tone
	switch {
	case l.Ended:
		standing, tone = l.Fate(t.View)
	case t.View.Phase != table.Waiting:
		standing, tone = Standing(t.View.Variant, &t.View.Position, l.Seat)
	}
	return l.condition(t.View, standing, tone)
}

// Standing returns the state of a seat in a position: "out", "in checkmate", "in check". It returns "" for an ordinary seat.
func Standing(v rules.Variant, p *rules.Position, seat rules.Seat) (string, Tone) {
	switch {
	case p.State[seat] == rules.Walking:
		return "out, moves by lot", Neutral
	case !p.State[seat].MayAct():
		return "out", Neutral
	case v.Mated(p).Has(seat):
		return "in checkmate", Alarm
	case v.InCheck(p).Has(seat):
		return "in check", Alarm
	}
	return "", Neutral
}

// Standings names the seats that are in check, in checkmate or out in the position of a view: "White is in check".
func Standings(v *table.View) (lines []string) {
	for seat := range rules.Seat(rules.SeatCount) {
		if word, _ := Standing(v.Variant, &v.Position, seat); word != "" && !v.Seats[seat].Closed {
			lines = append(lines, Seat(v.Variant.Facts(), seat)+" is "+word)
		}
	}
	if lines == nil {
		return []string{"No seat is in check"}
	}
	return lines
}

// Who returns the player of a seat, and the state of both: "you, ready", "Ann, your partner, in check", "open".
func (t *Table) Who(seat rules.Seat, now time.Time, zone *time.Location) string {
	l, is := &t.Seats[seat], &t.View.Seats[seat]
	if l.Open && !is.Vacant {
		return "open"
	}
	words := []string{l.Occupant}
	switch {
	case l.Own:
		words[0] = "you"
	case l.Partner:
		words = append(words, "your partner")
	}
	if word, _ := t.condition(l); word != "" {
		words = append(words, word)
	}
	switch phase := t.View.Phase; {
	case phase == table.Playing && is.Vacation.After(now):
		words = append(words, "on vacation until "+clock.Minute(is.Vacation, zone))
	case phase != table.Finished && !l.Own && !l.Present:
		words = append(words, "away")
	}
	return strings.Join(words, ", ")
}

// Changes returns sentences on what players have done with their seats since an earlier view: "Ann sits down as White".
// These changes are compared, because they are no notable events: if a view was missed, the sentences still lead to the new one.
func (t *Table) Changes(old *table.View, now time.Time, zone *time.Location) (lines []string) {
	v, at := t.View, t.At()
	for seat := range rules.Seat(rules.SeatCount) {
		was, is := &old.Seats[seat], &v.Seats[seat]
		be := func(how string) string { return at.person(is.Player, "are "+how, "is "+how) }
		switch name := Seat(t.facts(), seat); {
		case was.Player.ID != is.Player.ID && is.Player.ID != "":
			lines = append(lines, at.person(is.Player, "sit", "sits")+" down as "+name)
		case was.Player.ID != is.Player.ID:
			lines = append(lines, at.person(was.Player, "stand", "stands")+" up from "+name)
		case v.Phase != table.Waiting || is.Ready == was.Ready:
		case is.Ready:
			lines = append(lines, be("ready as "+name))
		case is.Present:
			lines = append(lines, be("no longer ready"))
		default:
			lines = append(lines, be("away and no longer ready"))
		}
		vacation := be("back from vacation")
		if is.Vacation.After(now) {
			vacation = be("on vacation until " + clock.Minute(is.Vacation, zone))
		}
		if !is.Vacation.Equal(was.Vacation) && !slices.Contains(lines, vacation) { // once for a player with several seats
			lines = append(lines, vacation)
		}
		if is.AcceptsChat && !was.AcceptsChat {
			lines = append(lines, at.person(is.Player, "agree", "agrees")+" to chat during the game")
		}
	}
	return lines
}

// Fate returns how the game ended for the seat: "won", "out, round 11", "resigned", "lost on time", "drew".
func (l *SeatLine) Fate(v *table.View) (string, Tone) {
	switch {
	case l.Won:
		return "won", Good
	case l.How == rules.ByResignation:
		return "resigned", Neutral
	case l.How == rules.ByFlag:
		return "lost on time", Neutral
	case l.Mated, l.How == rules.ByCheckmate:
		return "checkmated", Alarm
	case l.Out && l.out > 0:
		return "out, round " + itoa(round(v, l.out)), Neutral
	case l.Out:
		return "out", Neutral
	case l.Drew:
		return "drew", Neutral
	}
	return "lost", Neutral
}

// ShortFate returns how the game ended for the seat in at most `width` cells where possible: "is out, round 11", "is out".
func (l *SeatLine) ShortFate(v *table.View, width int) (string, Tone) {
	word, tone := l.Fate(v)
	if strings.HasPrefix(word, "out") {
		word = "is " + word
	}
	if len(word) > width {
		word, _, _ = strings.Cut(word, ",")
	}
	return word, tone
}

// ShortStanding returns the state of a seat that is checked or mated, or that acts no longer, in few words: "! check from Gold", "# mated",
// "is out". It names the seats that give check if that fits into `width` cells.
func ShortStanding(f *rules.Facts, state rules.SeatState, mated, check bool, checkers rules.Seats, width int) (string, Tone) {
	switch {
	case state == rules.Eliminated:
		return "is out", Neutral
	case state == rules.Walking:
		return "moves by lot", Neutral
	case mated:
		return "# mated", Alarm
	case check:
		text := "! check"
		if by := Seats(f, checkers); len(by) > 0 {
			if long := text + " from " + strings.Join(by, ", "); len(long) <= width {
				text = long
			}
		}
		return text, Alarm
	}
	return "", Neutral
}
