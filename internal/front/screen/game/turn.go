package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// turnFor reports whether it is the viewer's turn and the turn requires an action of the
// given kind. Some turns require the player to remove a piece or to choose an army.
func (se *seats) turnFor(kind rules.ActionType) bool {
	return se.t.Input.myTurn() && len(se.t.View.Legal) > 0 && se.t.View.Legal[0].Type == kind
}

func (in *input) removing() bool { return in.t.seats.turnFor(rules.Remove) }

func (in *input) choosing() bool { return in.t.seats.turnFor(rules.ChooseArmy) }

// removal returns the legal action that removes the piece on a square. It returns false if
// there is none.
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

// armies returns the dialog for choosing the army to keep.
func (in *input) armies() *kit.Dialog {
	f := in.t.View.Variant.Facts()
	var choices []kit.Choice
	for _, a := range in.t.View.Legal {
		if a.Type == rules.ChooseArmy {
			choices = append(choices, kit.Choice{
				Label: present.Seat(f, a.Seat) + "'s army",
				Do:    func() tea.Cmd { return in.play(a) },
			})
		}
	}
	before := in.t.View.Position
	text := "The other army stays on the board without a player. You cannot undo this."
	d := kit.NewDialog(in.t.env, "Keep which army?", text, choices...).Unselected()
	return d.Until(unless(func(v *table.View) bool { return v.Position == before }))
}
