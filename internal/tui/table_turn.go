package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// A turn is not always for a move: a man may have to be taken off, or an army to
// be chosen. The legal actions tell.

// turnFor reports whether this person's turn is for actions of that kind.
func (t *tableScreen) turnFor(verb rules.Verb) bool {
	return t.myTurn() && len(t.view.Legal) > 0 && t.view.Legal[0].Verb == verb
}

func (t *tableScreen) removing() bool { return t.turnFor(rules.Remove) }
func (t *tableScreen) choosing() bool { return t.turnFor(rules.ChooseArmy) }

// removal is the action that takes off the man on a square.
func (t *tableScreen) removal(sq rules.Square) (rules.Action, bool) {
	if t.myTurn() {
		for _, a := range t.view.Legal {
			if a.Verb == rules.Remove && a.From == sq {
				return a, true
			}
		}
	}
	return rules.Action{}, false
}

// armies asks which army to keep.
func (t *tableScreen) armies() *dialog {
	f := t.view.Variant.Facts()
	var choices []choice
	for _, a := range t.view.Legal {
		if a.Verb == rules.ChooseArmy {
			choices = append(choices, choice{
				label: board.SeatWord(f, a.Seat) + "'s army",
				do:    func() tea.Cmd { return t.play(a) },
			})
		}
	}
	before := t.view.Position
	return newDialog(t.env, "Which army do you keep?",
		"The men of the other stay on the board and belong to nobody. It is for good.", choices...).until(unless(func(v *table.View) bool { return v.Position == before }))
}
