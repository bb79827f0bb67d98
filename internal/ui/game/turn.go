package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// A turn is not always for a move: a man may have to be taken off, or an army to
// be chosen. The legal actions tell.

// turnFor reports whether this person's turn is for actions of that kind.
func (se *seats) turnFor(verb rules.ActionType) bool {
	return se.t.Input.myTurn() && len(se.t.View.Legal) > 0 && se.t.View.Legal[0].Type == verb
}

func (in *input) removing() bool { return in.t.seats.turnFor(rules.Remove) }

func (in *input) choosing() bool { return in.t.seats.turnFor(rules.ChooseArmy) }

// removal is the action that takes off the man on a square.
func (in *input) removal(sq rules.Square) (rules.Action, bool) {
	if in.myTurn() {
		for _, a := range in.t.View.Legal {
			if a.Type == rules.Remove && a.From == sq {
				return a, true
			}
		}
	}
	return rules.Action{}, false
}

// armies asks which army to keep.
func (in *input) armies() *kit.Dialog {
	f := in.t.View.Variant.Facts()
	var choices []kit.Choice
	for _, a := range in.t.View.Legal {
		if a.Type == rules.ChooseArmy {
			choices = append(choices, kit.Choice{
				Label: phrase.Seat(f, a.Seat) + "'s army",
				Do:    func() tea.Cmd { return in.play(a) },
			})
		}
	}
	before := in.t.View.Position
	return kit.NewDialog(in.t.env, "Which army do you keep?",
		"The men of the other stay on the board and belong to nobody. It is for good.", choices...).Until(unless(func(v *table.View) bool { return v.Position == before }))
}
