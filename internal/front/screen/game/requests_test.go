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

// The dialog about a draw closes when somebody offers a draw, and when this offer ends, so
// that a player cannot answer a different question by mistake. The resign dialog closes when
// the game ends.
func TestQuestionClosesWithItsReason(t *testing.T) {
	offer := &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	for name, c := range map[string]struct {
		key    string
		before func(*table.View)
		after  func(*table.View)
		head   string
	}{
		"an offer declined": {"=", func(v *table.View) { v.Offer = offer }, func(*table.View) {}, "[ Play on ]"},
		"an offer made":     {"=", func(*table.View) {}, func(v *table.View) { v.Offer = offer }, "[ Play on ]"},
		"resigned over": {
			"!", func(*table.View) {}, func(v *table.View) { v.Phase, v.Actor = table.Finished, rules.NoSeat },
			"Resign?",
		},
	} {
		v := uitest.ViewAfter(t, nil)
		c.before(v)
		d := atTable(t, uitest.People[2], v, kit.Config{})
		d.Keys(c.key)
		d.Sees(c.head)
		same := uitest.ViewAfter(t, nil)
		c.before(same)
		d.Show(same)
		d.Sees(c.head)
		other := uitest.ViewAfter(t, nil)
		c.after(other)
		d.Show(other)
		d.Lacks(c.head)
		if len(d.Backend.Commands) != 0 {
			t.Errorf("%s: %+v", name, d.Backend.Commands)
		}
	}
}

// The resign dialog stays open when another player is eliminated.
func TestResignDialogIgnoresOthers(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("!")
	d.Sees("Resign?")
	v := uitest.ViewAfter(t, nil)
	v.Position.State[0] = rules.Eliminated
	d.Show(v)
	d.Sees("Resign?")
	v = uitest.ViewAfter(t, nil)
	v.Position.State[2] = rules.Eliminated
	d.Show(v)
	d.Lacks("Resign?")
}

// TestEndedOfferIsReported checks that the screen reports that a player's offer has ended
// without agreement. The report stays until the next key press.
func TestEndedOfferIsReported(t *testing.T) {
	offering := uitest.ViewAfter(t, nil)
	offering.Offer = &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	ended := uitest.ViewAfter(t, nil)
	ended.Recent = []table.Notable{{Number: 9, Kind: table.DrawLapse, Player: uitest.People[1]}}
	for who, says := range []string{"Blinky's draw offer ended", "Your draw offer ended"} {
		d := atTable(t, uitest.People[who], offering, kit.Config{})
		d.Show(ended)
		d.Sees(says)
		d.Keys("up")
		d.Lacks(says)
		d.Show(ended)
		d.Lacks(says)
	}
	declined := uitest.ViewAfter(t, uitest.Recorded(t)[:5])
	declined.Recent = []table.Notable{{Number: 9, Kind: table.TakebackDecline, Player: uitest.People[1], By: uitest.People[2]}}
	d := atTable(t, uitest.People[1], uitest.TakingBack(t, uitest.People[1]), kit.Config{})
	d.Show(declined)
	d.Sees("Pinky declined your takeback")
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:6]))
	d.Lacks("Pinky declined your takeback")
}
