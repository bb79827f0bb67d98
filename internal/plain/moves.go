package plain

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// moves tells what the seat to move may do, of one man if a square is said. Who
// waits for his turn is not told the moves of others.
func (s *session) moves(rest string) {
	v := s.room.view
	switch {
	case s.room.past != nil:
		s.say("%s", s.pastWord())
		return
	case v.Phase != table.Playing || v.Actor == rules.NoSeat:
		s.say("Nobody is to move")
		return
	case s.held() != 0 && !s.myTurn():
		s.say("%s", s.barred(v.Bars(s.me)))
		return
	}
	of := rules.NoSquare
	if rest = strings.TrimSpace(strings.TrimPrefix(rest, "of ")); rest != "" {
		var ok bool
		if of, ok = s.squareCalled(rest); !ok {
			return
		}
	}
	lines := s.legalLines(of)
	if len(lines) == 0 {
		s.say("%s cannot move%s", s.content(of), s.whyBound(of))
		return
	}
	s.read(lines)
}

// whyBound is why a man that could go somewhere may not.
func (s *session) whyBound(sq rules.Square) string {
	v := s.room.view
	switch r := rules.WhyBound(v.Variant, &v.Position, sq); {
	case r == nil:
		return ""
	case r.Reason == rules.LeavesCheck:
		return ": the king would be in check"
	}
	return ": the king would stay in check"
}

// legalLines are the legal actions, a line for each man, or of one man.
func (s *session) legalLines(of rules.Square) []string {
	v := s.room.view
	var order []rules.Square
	from := map[rules.Square][]string{}
	for _, a := range v.Legal {
		if a.Verb == rules.ChooseArmy {
			order = append(order, rules.NoSquare)
			from[rules.NoSquare] = append(from[rules.NoSquare], "keep "+v.Variant.Facts().Seats[a.Seat])
			continue
		}
		if of != rules.NoSquare && a.From != of || v.Lifted != rules.NoSquare && a.From != v.Lifted {
			continue
		}
		order = append(order, a.From)
		if text := s.wayTo(a); !slices.Contains(from[a.From], text) {
			from[a.From] = append(from[a.From], text)
		}
	}
	var lines []string
	for i, sq := range order {
		if slices.Contains(order[:i], sq) {
			continue
		}
		if sq == rules.NoSquare {
			lines = append(lines, "Say "+strings.Join(from[sq], ", or "))
			continue
		}
		lines = append(lines, v.Position.Board[sq].Kind().Word()+" "+s.square(sq)+": "+strings.Join(from[sq], ", "))
	}
	return lines
}

// wayTo is where an action leads: "k3", "takes silver rook on d8".
func (s *session) wayTo(a rules.Action) string {
	if a.Verb == rules.Remove {
		return "comes off the board"
	}
	d := s.wouldBe(a)
	return s.way(&d)
}

// way is where a move has led.
func (s *session) way(d *deed) string {
	a := d.move.Action
	if rook, ok := d.castled(); ok {
		return "castles to " + s.square(a.To) + " with the rook to " + s.square(rook)
	}
	text := s.square(a.To)
	if d.effects.Captured != 0 {
		text = "takes " + s.teller().prey(d)
	}
	if a.Promote != rules.NoKind {
		text += " and becomes another man"
	}
	return text
}

// wouldBe is a legal action as if it had been done.
func (s *session) wouldBe(a rules.Action) deed {
	v := s.room.view
	d := deed{move: table.MoveView{Seat: v.Position.Turn, By: v.Actor, Action: a}, variant: v.Variant, before: v.Position}
	d.effects = v.Variant.Apply(&d.after, &d.before, a)
	return d
}

// historyMost is how many actions are told at most.
const historyMost = 100

func (s *session) last(string) { s.tellLast() }

func (s *session) tellLast() {
	if lines := s.told(1); len(lines) > 0 {
		for _, line := range lines {
			s.say("%s", line)
		}
		return
	}
	s.say("Nothing has been played yet")
}

func (s *session) history(rest string) {
	n := linesAtOnce
	if rest != "" {
		given, err := numbered(rest)
		if err != nil {
			s.refuse(err)
			return
		}
		n = int(min(given, historyMost))
	}
	lines := s.told(n)
	if len(lines) == 0 {
		lines = []string{"Nothing has been played yet"}
	}
	s.read(lines)
}

// told is the last n actions in words, told anew from the beginning.
func (s *session) told(n int) []string {
	moves := s.room.looked().Moves
	story, teller := newStory(s.room.view.Variant), s.teller()
	var lines []string
	for i := range moves {
		d := story.play(&moves[i])
		if i >= len(moves)-n {
			said := teller.tell(&d)
			said[0] = strconv.Itoa(i+1) + ": " + said[0]
			lines = append(lines, said...)
		}
	}
	return lines
}

func (s *session) clocks(string) {
	v := s.room.view
	if v.Clock == nil {
		s.say("There is no clock at this table")
		return
	}
	var parts []string
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Seats[seat].Closed {
			continue
		}
		text := phrase.Seat(v.Variant.Facts(), seat) + " " + phrase.Duration(v.Clock.Shows(seat, s.clock()))
		if v.Clock.Running == seat {
			text += ", running"
		}
		parts = append(parts, text)
	}
	s.say("%s", strings.Join(parts, "; "))
}

func (s *session) turn(string) {
	v := s.room.view
	switch v.Phase {
	case table.Waiting:
		s.say("The game has not begun")
		s.advise()
	case table.Finished:
		s.tellOutcome()
	case table.Playing:
		if !s.myTurn() {
			s.say("%s to move%s", s.teller().who(v.Variant.Facts(), v.Actor), s.withArmy())
			return
		}
		s.tellTurn()
	}
}

// checks tells every seat that stands otherwise than well.
func (s *session) checks(string) {
	v := s.room.looked()
	f := v.Variant.Facts()
	check, mated := v.Variant.Check(&v.Position), v.Variant.Mated(&v.Position)
	none := true
	for seat := range rules.Seat(rules.SeatCount) {
		word := ""
		switch {
		case v.Seats[seat].Closed:
		case v.Position.State[seat] == rules.Out:
			word = "out of the game"
		case v.Position.State[seat] == rules.Frozen:
			word = "in checkmate, and its men stand still"
		case mated.Has(seat):
			word = "in checkmate"
		case check.Has(seat):
			word = "in check"
		}
		if word != "" {
			none = false
			s.say("%s is %s", phrase.Seat(f, seat), word)
		}
	}
	if none {
		s.say("Nobody is in check")
	}
}
