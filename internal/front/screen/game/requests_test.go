package game

import (
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// A new question does not replace the question that is shown.
func TestQuestionsQueue(t *testing.T) {
	v := uitest.TakingBack(t, uitest.People[1])
	d := atTable(t, uitest.People[3], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Blinky proposes to take back")
	both := *v
	both.Offer = &table.OfferView{By: uitest.People[2], Accepted: rules.Seats(0).With(2)}
	d.Show(&both)
	d.Sees("Blinky proposes to take back", "(and 1 more)")
	d.Lacks("Pinky offers")
	answered := both
	answered.Takeback = nil
	d.Show(&answered)
	d.Sees("Pinky offers a draw. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+y") // accepting a draw must be confirmed in a dialog
	d.Sees("Draw", "[ Play on ]")
	d.Asks()
	d.Keys("esc", "ctrl+n")
	d.Asks(table.DeclineDraw)
	d.Show(v)
	d.Keys("esc")
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:5]))
	d.Keys("esc", "ctrl+y")
	d.Sees("There is no question to answer")
}
