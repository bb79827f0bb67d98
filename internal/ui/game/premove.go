package game

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// A premove is a move that is made when the turn comes. The table keeps it; the
// screen shows it, sets it, and takes it back.

// mayKeep reports whether this person can settle now what he plays later.
func (t *Screen) mayKeep() bool {
	v := t.View
	return v.Phase == table.Playing && !v.Terms.Touch && !v.Adjourned && t.Study == nil && !t.myTurn() && t.voices() != 0
}

// ahead is what this person has settled; nil if nothing is.
func (t *Screen) ahead() *table.PremoveView {
	for i := range t.View.Premoves {
		if p := &t.View.Premoves[i]; !p.Dropped {
			return p
		}
	}
	return nil
}

// recall takes back what was settled.
func (t *Screen) recall() tea.Cmd {
	return t.Act(table.Act{Do: table.Recall, Seat: t.ahead().Seat})
}

// keep settles what is played later.
func (t *Screen) keep(a rules.Action) tea.Cmd {
	return t.Act(table.Act{Do: table.Premove, Seat: t.View.Variant.Controller(&t.View.Position, a.From), Action: a})
}

// Rehearse is what this person could play if it were his turn as things stand. It
// helps to read what he types, and to choose what a pawn becomes: what is legal
// then is looked at then.
func (t *Screen) Rehearse() []rules.Action {
	if t.rehearsed.view == t.View {
		return t.rehearsed.actions
	}
	v := t.View
	var list []rules.Action
	for turn := range rules.Seat(rules.SeatCount) {
		p := v.Position
		if p.Turn = turn; p.State[turn] != rules.Out && t.mine(v.Variant.Actor(&p)) {
			list = v.Variant.Legal(&p, list)
		}
	}
	list = slices.DeleteFunc(list, func(a rules.Action) bool { return a.Verb != rules.Move && a.Verb != rules.Remove })
	t.rehearsed = rehearsed{t.View, list}
	return list
}

// rehearsed is what could be played later, for one view: it is asked for often.
type rehearsed struct {
	view    *table.View
	actions []rules.Action
}

// laterReadings are those of which the text is the beginning.
func (t *Screen) laterReadings(begun string) []string {
	var texts []string
	for _, a := range t.Rehearse() {
		if text := rules.Plain(t.View.Variant.Facts(), t.home(), a); strings.HasPrefix(text, strings.ToLower(begun)) {
			texts = append(texts, text)
		}
	}
	return texts
}

// dropLater settles the move of the lifted man to a square.
func (t *Screen) dropLater(sq rules.Square) (kit.Step, tea.Cmd) {
	from := t.Hand.Lifted
	var fits []rules.Action
	for _, a := range t.Rehearse() {
		if a.Verb == rules.Move && a.From == from && a.To == sq && !slices.Contains(fits, a) {
			fits = append(fits, a)
		}
	}
	if len(fits) > 1 {
		return kit.Enter(t.promotion(fits)), nil
	}
	if len(fits) == 1 {
		return kit.Stay, t.keep(fits[0])
	}
	return kit.Stay, t.keep(rules.MoveOf(from, sq))
}

// enterLater settles what was typed, in plain notation or, as far as it could be
// played now, in the game's own.
func (t *Screen) enterLater(text string) tea.Cmd {
	a, err := rules.ReadAhead(t.View.Variant, &t.View.Position, t.mySeats(), text)
	if err != nil {
		return t.refuseLine("\"" + player.Shown(text, 20) + "\" is no move to keep for your turn; write it like " + t.example())
	}
	return t.keep(a)
}

// example is a move in plain notation, with one of this person's men.
func (t *Screen) example() string {
	if list := t.Rehearse(); len(list) > 0 {
		return rules.Plain(t.View.Variant.Facts(), t.home(), list[0])
	}
	return "e2-e4"
}

// premoveLine tells what was settled, or that it came to nothing.
func (t *Screen) premoveLine() string {
	var kept, dropped []string
	for _, p := range t.View.Premoves {
		if p.Dropped {
			dropped = append(dropped, p.Plain)
		} else {
			kept = append(kept, p.Plain)
		}
	}
	switch {
	case len(dropped) > 0:
		return strings.Join(dropped, ", ") + " cannot be played any more and is dropped"
	case len(kept) > 0:
		return strings.Join(kept, ", ") + " is played when your turn comes; esc takes it back"
	}
	return ""
}
