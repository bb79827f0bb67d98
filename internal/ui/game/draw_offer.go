package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// askLeave goes back to the lobby, and asks somebody who plays first.
func (t *Screen) askLeave() kit.Step {
	if !t.InGame() {
		return kit.Leave
	}
	return kit.Enter(kit.NewDialog(t.env, "Back to the lobby?",
		"Your seat stays yours and the game goes on: a running clock runs on too. Open the table again to play.",
		kit.Choice{Label: "Stay"},
		kit.Choice{Label: "Leave", Do: func() tea.Cmd { return func() tea.Msg { return leftMsg{t} } }}))
}

// unless reports whether a message shows the table otherwise than a question to this
// person supposes.
func unless(stands func(*table.View) bool) func(tea.Msg) bool {
	return func(msg tea.Msg) bool {
		v, ok := msg.(ViewMsg)
		return ok && v.View != nil && !stands(v.View)
	}
}

// leftMsg says that a table's screen was left by a dialog over it.
type leftMsg struct{ t *Screen }

// askDraw offers, answers, takes back or claims a draw: whatever can be done now.
func (t *Screen) askDraw() (kit.Step, tea.Cmd) {
	if !t.InGame() {
		return kit.Stay, t.refuse("only who plays can ask for a draw")
	}
	do := func(what table.Do) func() tea.Cmd {
		return func() tea.Cmd { return t.Act(table.Act{Do: what, Seat: t.home()}) }
	}
	choices := []kit.Choice{{Label: "Play on"}}
	text := "The game is drawn if everybody who still plays accepts, in the same round."
	switch offer := t.View.Offer; {
	case offer == nil:
		choices = append(choices, kit.Choice{Label: "Offer a draw", Do: do(table.Offer)})
	case offer.By.ID == t.env.Me.ID:
		choices = append(choices, kit.Choice{Label: "Take it back", Do: do(table.Decline)})
	default:
		text = offer.By.Shown(20) + " offers a draw. " + text
		choices = append(choices, kit.Choice{Label: "Accept", Do: do(table.Accept)}, kit.Choice{Label: "Decline", Do: do(table.Decline)})
	}
	if t.View.CanClaim && t.myTurn() {
		choices = append(choices, kit.Choice{Label: "Claim a draw", Do: func() tea.Cmd {
			return t.play(rules.Action{Verb: rules.DrawClaimed})
		}})
	}
	asked := t.View.Offer
	return kit.Enter(kit.NewDialog(t.env, "A draw?", text, choices...).Until(unless(func(v *table.View) bool {
		return v.Phase == table.Playing && sameOffer(v.Offer, asked)
	}))), nil
}

func sameOffer(a, b *table.OfferView) bool {
	return a == b || a != nil && b != nil && a.By.ID == b.By.ID
}

// note remembers what came of a question to all at the table, when it stands no more.
func (t *Screen) note(old *table.View) {
	v := t.View
	if old == nil || v.Phase != table.Playing {
		t.became = ""
		return
	}
	if len(v.Moves) != len(old.Moves) {
		t.became = ""
	}
	switch {
	case old.Offer != nil && v.Offer == nil:
		t.became = "The offer of a draw stands no more"
	case old.Undo != nil && v.Undo == nil && len(v.Moves) >= len(old.Moves):
		t.became = "Nothing is taken back"
	}
}

func (t *Screen) becameLine() string { return t.became }

// offerLine says that this person's offer stands, or that he accepts one.
func (t *Screen) offerLine() string {
	offer := t.View.Offer
	if offer == nil || t.View.Phase != table.Playing {
		return ""
	}
	who := offer.By.Shown(20) + " offers"
	if offer.By.ID == t.env.Me.ID {
		who = "You offer"
	}
	return fmt.Sprintf("%s a draw; %d of %d agree", who, offer.Accepted.Count(), t.View.Position.InPlay().Count())
}
