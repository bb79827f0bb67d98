package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// A turn is not always for a move: a man may have to be taken off, or an army to
// be chosen. The legal actions tell.

// turnFor reports whether this person's turn is for actions of that kind.
func (t *Screen) turnFor(verb rules.Verb) bool {
	return t.myTurn() && len(t.View.Legal) > 0 && t.View.Legal[0].Verb == verb
}

func (t *Screen) removing() bool { return t.turnFor(rules.Remove) }

func (t *Screen) choosing() bool { return t.turnFor(rules.ChooseArmy) }

// removal is the action that takes off the man on a square.
func (t *Screen) removal(sq rules.Square) (rules.Action, bool) {
	if t.myTurn() {
		for _, a := range t.View.Legal {
			if a.Verb == rules.Remove && a.From == sq {
				return a, true
			}
		}
	}
	return rules.Action{}, false
}

// armies asks which army to keep.
func (t *Screen) armies() *kit.Dialog {
	f := t.View.Variant.Facts()
	var choices []kit.Choice
	for _, a := range t.View.Legal {
		if a.Verb == rules.ChooseArmy {
			choices = append(choices, kit.Choice{
				Label: board.SeatWord(f, a.Seat) + "'s army",
				Do:    func() tea.Cmd { return t.play(a) },
			})
		}
	}
	before := t.View.Position
	return kit.NewDialog(t.env, "Which army do you keep?",
		"The men of the other stay on the board and belong to nobody. It is for good.", choices...).Until(unless(func(v *table.View) bool { return v.Position == before }))
}
