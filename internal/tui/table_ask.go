package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// askLeave goes back to the lobby, and asks somebody who plays first.
func (t *tableScreen) askLeave() step {
	if !t.inGame() {
		return leave
	}
	return enter(newDialog(t.env, "Back to the lobby?",
		"Your seat stays yours and the game goes on: a running clock runs on too. Open the table again to play.",
		choice{label: "Stay"},
		choice{label: "Leave", do: func() tea.Cmd { return func() tea.Msg { return leftMsg{t} } }}))
}

// unless reports whether a message shows the table otherwise than a question to this
// person supposes.
func unless(stands func(*table.View) bool) func(tea.Msg) bool {
	return func(msg tea.Msg) bool {
		v, ok := msg.(viewMsg)
		return ok && v.view != nil && !stands(v.view)
	}
}

// leftMsg says that a table's screen was left by a dialog over it.
type leftMsg struct{ t *tableScreen }

// askDraw offers, answers, takes back or claims a draw: whatever can be done now.
func (t *tableScreen) askDraw() (step, tea.Cmd) {
	if !t.inGame() {
		return stay, t.refuse("only who plays can ask for a draw")
	}
	do := func(what table.Do) func() tea.Cmd {
		return func() tea.Cmd { return t.act(table.Act{Do: what, Seat: t.home()}) }
	}
	choices := []choice{{label: "Play on"}}
	text := "The game is drawn if everybody who still plays accepts, in the same round."
	switch offer := t.view.Offer; {
	case offer == nil:
		choices = append(choices, choice{label: "Offer a draw", do: do(table.Offer)})
	case offer.By.ID == t.env.me.ID:
		choices = append(choices, choice{label: "Take it back", do: do(table.Decline)})
	default:
		text = offer.By.Shown(20) + " offers a draw. " + text
		choices = append(choices, choice{label: "Accept", do: do(table.Accept)}, choice{label: "Decline", do: do(table.Decline)})
	}
	if t.view.CanClaim && t.myTurn() {
		choices = append(choices, choice{label: "Claim a draw", do: func() tea.Cmd {
			return t.play(rules.Action{Verb: rules.DrawClaimed})
		}})
	}
	asked := t.view.Offer
	return enter(newDialog(t.env, "A draw?", text, choices...).until(unless(func(v *table.View) bool {
		return v.Phase == table.Playing && sameOffer(v.Offer, asked)
	}))), nil
}

func sameOffer(a, b *table.OfferView) bool {
	return a == b || a != nil && b != nil && a.By.ID == b.By.ID
}

// note remembers what came of a question to all at the table, when it stands no more.
func (t *tableScreen) note(old *table.View) {
	v := t.view
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

func (t *tableScreen) becameLine() string { return t.became }

// offerLine says that this person's offer stands, or that he accepts one.
func (t *tableScreen) offerLine() string {
	offer := t.view.Offer
	if offer == nil || t.view.Phase != table.Playing {
		return ""
	}
	who := offer.By.Shown(20) + " offers"
	if offer.By.ID == t.env.me.ID {
		who = "You offer"
	}
	return fmt.Sprintf("%s a draw; %d of %d agree", who, offer.Accepted.Count(), t.view.Position.InPlay().Count())
}
