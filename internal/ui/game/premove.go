package game

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// premoves keeps moves for a turn that has not come.
type premoves struct {
	t         *Screen
	rehearsed rehearsed
}

// A premove is a move that is made when the turn comes. The table keeps it; the
// screen shows it, sets it, and takes it back.

// mayKeep reports whether this person can settle now what he plays later.
func (pm *premoves) mayKeep() bool {
	v := pm.t.View
	return v.Phase == table.Playing && !v.Terms.Touch && !v.Adjourned && pm.t.Study == nil && !pm.t.Input.myTurn() && pm.t.seats.voices() != 0
}

// ahead is what this person has settled; nil if nothing is.
func (pm *premoves) ahead() *table.PremoveView {
	for i := range pm.t.View.Premoves {
		if p := &pm.t.View.Premoves[i]; !p.Dropped {
			return p
		}
	}
	return nil
}

// recall takes back what was settled.
func (pm *premoves) recall() tea.Cmd {
	return pm.t.Link.Act(table.Command{Kind: table.Recall, Seat: pm.ahead().Seat})
}

// keep settles what is played later.
func (pm *premoves) keep(a rules.Action) tea.Cmd {
	return pm.t.Link.Act(table.Command{Kind: table.Premove, Seat: pm.t.View.Variant.Controller(&pm.t.View.Position, a.From), Action: a})
}

// Rehearse is what this person could play if it were his turn as things stand. It
// helps to read what he types, and to choose what a pawn becomes: what is legal
// then is looked at then.
func (pm *premoves) Rehearse() []rules.Action {
	if pm.rehearsed.view == pm.t.View {
		return pm.rehearsed.actions
	}
	v := pm.t.View
	var list []rules.Action
	for turn := range rules.Seat(rules.SeatCount) {
		p := v.Position
		if p.Turn = turn; p.State[turn] != rules.Out && pm.t.seats.mine(v.Variant.Actor(&p)) {
			list = v.Variant.Legal(&p, list)
		}
	}
	list = slices.DeleteFunc(list, func(a rules.Action) bool { return a.Verb != rules.Move && a.Verb != rules.Remove })
	pm.rehearsed = rehearsed{pm.t.View, list}
	return list
}

// rehearsed is what could be played later, for one view: it is asked for often.
type rehearsed struct {
	view    *table.View
	actions []rules.Action
}

// laterReadings are those of which the text is the beginning.
func (pm *premoves) laterReadings(begun string) []string {
	var texts []string
	for _, a := range pm.Rehearse() {
		if text := rules.Plain(pm.t.View.Variant.Facts(), pm.t.seats.home(), a); strings.HasPrefix(text, strings.ToLower(begun)) {
			texts = append(texts, text)
		}
	}
	return texts
}

// dropLater settles the move of the lifted man to a square.
func (pm *premoves) dropLater(sq rules.Square) (kit.Step, tea.Cmd) {
	from := pm.t.Input.hand().Lifted
	var fits []rules.Action
	for _, a := range pm.Rehearse() {
		if a.Verb == rules.Move && a.From == from && a.To == sq && !slices.Contains(fits, a) {
			fits = append(fits, a)
		}
	}
	if len(fits) > 1 {
		return kit.Enter(pm.t.Input.promotion(fits)), nil
	}
	if len(fits) == 1 {
		return kit.Stay, pm.keep(fits[0])
	}
	return kit.Stay, pm.keep(rules.MoveOf(from, sq))
}

// enterLater settles what was typed, in plain notation or, as far as it could be
// played now, in the game's own.
func (pm *premoves) enterLater(text string) tea.Cmd {
	a, err := rules.ReadAhead(pm.t.View.Variant, &pm.t.View.Position, pm.t.asking.mySeats(), text)
	if err != nil {
		return pm.t.Link.refuseLine("\"" + player.Shown(text, 20) + "\" is no move to keep for your turn; write it like " + pm.example())
	}
	return pm.keep(a)
}

// example is a move in plain notation, with one of this person's men.
func (pm *premoves) example() string {
	if list := pm.Rehearse(); len(list) > 0 {
		return rules.Plain(pm.t.View.Variant.Facts(), pm.t.seats.home(), list[0])
	}
	return "e2-e4"
}

// premoveLine tells what was settled, or that it came to nothing.
func (pm *premoves) premoveLine() string {
	var kept, dropped []string
	for _, p := range pm.t.View.Premoves {
		if p.Dropped {
			dropped = append(dropped, p.Plain)
		} else {
			kept = append(kept, p.Plain)
		}
	}
	switch {
	case len(dropped) > 0:
		return phrase.PremovesDropped(dropped)
	case len(kept) > 0:
		return phrase.Premoves(kept) + ". Esc cancels."
	}
	return ""
}
