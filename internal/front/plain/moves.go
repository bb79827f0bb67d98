package plain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// moves lists the legal moves. If `rest` names a square, it lists only those of the piece
// there. A player who is not to move does not see the legal moves of other players.
func (t *teller) moves(rest string) {
	if why := cmp.Or(t.lookingBack(), t.at.CannotList()); why != "" {
		t.say("%s", why)
		return
	}
	of := rules.NoSquare
	if rest = strings.TrimSpace(strings.TrimPrefix(rest, "of ")); rest != "" {
		var ok bool
		if of, ok = t.squareCalled(rest); !ok {
			return
		}
	}
	lines := t.legalLines(of)
	switch {
	case len(lines) > 0:
		t.lines = append(t.lines, lines...)
	case of != rules.NoSquare:
		t.say("%s", present.Capital(t.at.Immobile(of, t.narrator.Style)))
	default:
		t.say("There are no legal moves")
	}
}

// legalLines lists the legal actions, with one line for each piece. If a square is given,
// legalLines lists only the actions of the piece on that square; NoSquare lists all.
func (t *teller) legalLines(of rules.Square) []string {
	v := t.view
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
		if text := t.wayTo(a); !slices.Contains(from[a.From], text) {
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
		lines = append(lines, v.Position.Board[sq].Kind().Name()+" "+t.square(sq)+": "+strings.Join(from[sq], ", "))
	}
	return lines
}

// wayTo describes where a legal action leads, as in "k3" or "takes silver rook on d8".
func (t *teller) wayTo(a rules.Action) string {
	if a.Type == rules.Remove {
		return "comes off the board"
	}
	d := t.wouldBe(a)
	return t.way(&d)
}

// way describes where a move leads, as in "k3" or "takes silver rook on d8".
func (t *teller) way(d *present.Played) string {
	a := d.Move.Action
	if rook, ok := d.Castled(); ok {
		return "castles to " + t.square(a.To) + " with the rook to " + t.square(rook)
	}
	text := t.square(a.To)
	if d.Effects.Captured != 0 {
		text = "takes " + t.narrator.Target(d)
	}
	if a.Promote != rules.NoKind {
		text += " and promotes"
	}
	return text
}

// wouldBe returns a legal action with its effects and the positions before and after it. It
// does not play the action at the table.
func (t *teller) wouldBe(a rules.Action) present.Played {
	v := t.view
	d := present.Played{Move: table.MoveView{Seat: v.Position.Turn, By: v.Actor, Action: a}, Variant: v.Variant, Before: v.Position}
	d.Effects = v.Variant.Apply(&d.After, &d.Before, a)
	return d
}

// historyMost is the maximum number of actions that the command "history" prints.
const historyMost = 100

func (t *teller) last(string) { t.tellLast() }

func (t *teller) tellLast() {
	if lines := t.narrate(1); len(lines) > 0 {
		t.lines = append(t.lines, lines...)
		return
	}
	t.say("Nothing has been played yet")
}

func (t *teller) history(rest string) {
	n := linesAtOnce
	if rest != "" {
		given, err := numbered(rest)
		if err != nil {
			t.say("%v", err)
			return
		}
		n = int(min(given, historyMost))
	}
	lines := t.narrate(n)
	if len(lines) == 0 {
		lines = []string{"Nothing has been played yet"}
	}
	t.lines = append(t.lines, lines...)
}

// narrate describes the last n actions.
func (t *teller) narrate(n int) []string {
	actions := t.view.Moves
	replay, narrator := present.NewReplay(t.view.Variant), t.narrator
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

func (t *teller) clocks(string) { t.say("%s", present.ClockLine(t.view, t.now)) }

func (t *teller) turn(string) {
	switch v := t.at.View; {
	case v.Phase == table.Finished:
		t.tellOutcome(&said{})
		return
	case t.at.Turn.Own:
		t.tellTurn()
	default:
		t.say("%s", t.at.Status())
		if v.Phase == table.Waiting {
			t.advise()
		}
	}
	t.once(new(string), t.at.Touched(t.narrator.Style))
}

// checks prints which seats are in check, in checkmate or out.
func (t *teller) checks(string) { t.lines = append(t.lines, present.Standings(t.view)...) }
