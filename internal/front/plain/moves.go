package plain

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// moves lists the legal moves. If `rest` names a square, it lists only those of the piece
// there. A player who is not to move does not see the legal moves of other players.
func (br *boardReader) moves(rest string) {
	v := br.s.at.table.view
	switch {
	case br.s.at.table.past != nil:
		br.s.say("%s", br.s.review.lookingBack())
		return
	case v.Phase != table.Playing || v.Actor == rules.NoSeat:
		br.s.say("No seat has to move")
		return
	case br.s.playing.held() != 0 && !br.s.playing.myTurn():
		br.s.say("%s", br.s.playing.barred(v.CannotAct(br.s.me)))
		return
	}
	of := rules.NoSquare
	if rest = strings.TrimSpace(strings.TrimPrefix(rest, "of ")); rest != "" {
		var ok bool
		if of, ok = br.squareCalled(rest); !ok {
			return
		}
	}
	lines := br.legalLines(of)
	if len(lines) == 0 {
		br.s.say("%s cannot move%s", br.content(of), br.whyPinned(of))
		return
	}
	br.s.read(lines)
}

// whyPinned explains why the piece on a square cannot move now, if a check is the reason.
// Otherwise it returns "".
func (br *boardReader) whyPinned(sq rules.Square) string {
	v := br.s.at.table.view
	switch r := rules.ExplainImmobile(v.Variant, &v.Position, sq); {
	case r == nil:
		return ""
	case r.Reason == rules.LeavesCheck:
		return ": the king would be in check"
	}
	return ": the king would stay in check"
}

// legalLines lists the legal actions, with one line for each piece. If a square is given,
// legalLines lists only the actions of the piece on that square; NoSquare lists all.
func (br *boardReader) legalLines(of rules.Square) []string {
	v := br.s.at.table.view
	var order []rules.Square
	from := map[rules.Square][]string{}
	for _, a := range v.Legal {
		if a.Type == rules.ChooseArmy {
			order = append(order, rules.NoSquare)
			from[rules.NoSquare] = append(from[rules.NoSquare], "\"keep "+v.Variant.Facts().Seats[a.Seat]+"\"")
			continue
		}
		if of != rules.NoSquare && a.From != of || v.Lifted != rules.NoSquare && a.From != v.Lifted {
			continue
		}
		order = append(order, a.From)
		if text := br.wayTo(a); !slices.Contains(from[a.From], text) {
			from[a.From] = append(from[a.From], text)
		}
	}
	var lines []string
	for i, sq := range order {
		if slices.Contains(order[:i], sq) {
			continue
		}
		if sq == rules.NoSquare {
			lines = append(lines, "Type "+strings.Join(from[sq], " or "))
			continue
		}
		lines = append(lines, v.Position.Board[sq].Kind().Name()+" "+br.s.report.square(sq)+": "+strings.Join(from[sq], ", "))
	}
	return lines
}

// wayTo describes where a legal action leads, as in "k3" or "takes silver rook on d8".
func (br *boardReader) wayTo(a rules.Action) string {
	if a.Type == rules.Remove {
		return "comes off the board"
	}
	d := br.wouldBe(a)
	return br.way(&d)
}

// way describes where a move leads, as in "k3" or "takes silver rook on d8".
func (br *boardReader) way(d *present.Played) string {
	a := d.Move.Action
	if rook, ok := d.Castled(); ok {
		return "castles to " + br.s.report.square(a.To) + " with the rook to " + br.s.report.square(rook)
	}
	text := br.s.report.square(a.To)
	if d.Effects.Captured != 0 {
		text = "takes " + br.s.report.narrator().Target(d)
	}
	if a.Promote != rules.NoKind {
		text += " and promotes"
	}
	return text
}

// wouldBe returns a legal action with its effects and the positions before and after it. It
// does not play the action at the table.
func (br *boardReader) wouldBe(a rules.Action) present.Played {
	v := br.s.at.table.view
	d := present.Played{Move: table.MoveView{Seat: v.Position.Turn, By: v.Actor, Action: a}, Variant: v.Variant, Before: v.Position}
	d.Effects = v.Variant.Apply(&d.After, &d.Before, a)
	return d
}

// historyMost is the maximum number of actions that the command "history" prints.
const historyMost = 100

func (br *boardReader) last(string) { br.tellLast() }

func (br *boardReader) tellLast() {
	if lines := br.narrate(1); len(lines) > 0 {
		for _, line := range lines {
			br.s.say("%s", line)
		}
		return
	}
	br.s.say("Nothing has been played yet")
}

func (br *boardReader) history(rest string) {
	n := linesAtOnce
	if rest != "" {
		given, err := numbered(rest)
		if err != nil {
			br.s.refuse(err)
			return
		}
		n = int(min(given, historyMost))
	}
	lines := br.narrate(n)
	if len(lines) == 0 {
		lines = []string{"Nothing has been played yet"}
	}
	br.s.read(lines)
}

// narrate describes the last n actions.
func (br *boardReader) narrate(n int) []string {
	actions := br.s.at.table.looked().Moves
	replay, narrator := present.NewReplay(br.s.at.table.view.Variant), br.s.report.narrator()
	var lines []string
	for i := range actions {
		d := replay.Play(&actions[i])
		if i >= len(actions)-n {
			said := narrator.Tell(&d)
			said[0] = strconv.Itoa(i+1) + ": " + said[0]
			lines = append(lines, said...)
		}
	}
	return lines
}

func (br *boardReader) clocks(string) {
	v := br.s.at.table.view
	if v.Clock == nil {
		br.s.say("There is no clock at this table")
		return
	}
	var parts []string
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Seats[seat].Closed {
			continue
		}
		text := present.Seat(v.Variant.Facts(), seat) + " " + present.Duration(v.Clock.Shows(seat, br.s.clock()))
		if v.Clock.Running == seat {
			text += ", running"
		}
		parts = append(parts, text)
	}
	br.s.say("%s", strings.Join(parts, "; "))
}

func (br *boardReader) turn(string) {
	v := br.s.at.table.view
	switch v.Phase {
	case table.Waiting:
		br.s.say("The game has not started")
		br.s.report.advise()
	case table.Finished:
		br.s.report.tellOutcome()
	case table.Playing:
		if !br.s.playing.myTurn() {
			br.s.say("%s to move%s", br.s.report.narrator().Who(v.Variant.Facts(), v.Actor), br.s.report.withArmy())
			return
		}
		br.s.report.tellTurn()
	}
}

// checks prints which seats are in check, in checkmate or eliminated.
func (br *boardReader) checks(string) {
	v := br.s.at.table.looked()
	f := v.Variant.Facts()
	check, mated := v.Variant.InCheck(&v.Position), v.Variant.Mated(&v.Position)
	none := true
	for seat := range rules.Seat(rules.SeatCount) {
		word := ""
		switch {
		case v.Seats[seat].Closed:
		case v.Position.State[seat] == rules.Eliminated:
			word = "eliminated"
		case v.Position.State[seat] == rules.Frozen:
			word = "in checkmate, with pieces that cannot move"
		case mated.Has(seat):
			word = "in checkmate"
		case check.Has(seat):
			word = "in check"
		}
		if word != "" {
			none = false
			br.s.say("%s is %s", present.Seat(f, seat), word)
		}
	}
	if none {
		br.s.say("No seat is in check")
	}
}
