package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// askLeave goes back to the lobby. If the viewer is playing in a running game, it first asks
// for confirmation.
func (rq *requests) askLeave() kit.Step {
	if !rq.t.InGame() {
		return kit.Leave
	}
	return kit.Enter(kit.NewDialog(rq.t.env, "Back to the lobby?",
		"You keep your seat. The game and your clock continue. Open the table again to play.",
		kit.Choice{Label: "Stay"},
		kit.Choice{Label: "Leave", Do: func() tea.Cmd { return func() tea.Msg { return leaveMsg{rq.t} } }}))
}

// unless returns a function that reports whether a message closes a dialog. A message
// closes the dialog if it carries a new view for which `valid` returns false.
func unless(valid func(*table.View) bool) func(tea.Msg) bool {
	return func(msg tea.Msg) bool {
		v, ok := msg.(ViewMsg)
		return ok && v.View != nil && !valid(v.View)
	}
}

// leaveMsg asks the program to close the screen of a table.
type leaveMsg struct{ t *Screen }

// askDraw opens the dialog in which a player offers a draw, answers or withdraws an offer,
// or claims a draw.
func (rq *requests) askDraw() (kit.Step, tea.Cmd) {
	if !rq.t.InGame() {
		return kit.Stay, rq.t.Link.refuse("only players can offer a draw")
	}
	do := func(what table.CommandKind) func() tea.Cmd {
		return func() tea.Cmd { return rq.t.Link.Act(table.Command{Kind: what, Seat: rq.t.seats.home()}) }
	}
	choices := []kit.Choice{{Label: "Play on"}}
	text := "The game is drawn if all remaining players accept in the same round."
	switch offer := rq.t.View.Offer; {
	case offer == nil:
		choices = append(choices, kit.Choice{Label: "Offer a draw", Do: do(table.OfferDraw)})
	case offer.By.ID == rq.t.env.Me.ID:
		choices = append(choices, kit.Choice{Label: "Withdraw the offer", Do: do(table.DeclineDraw)})
	default:
		text = rq.words().DrawOffer() + ". " + text
		choices = append(
			choices,
			kit.Choice{Label: "Accept", Do: do(table.AcceptDraw)},
			kit.Choice{Label: "Decline", Do: do(table.DeclineDraw)},
		)
	}
	if rq.t.View.CanClaim && rq.t.Input.myTurn() {
		choices = append(choices, kit.Choice{Label: "Claim a draw", Do: func() tea.Cmd {
			return rq.t.Input.play(rules.Action{Type: rules.DrawClaimed})
		}})
	}
	asked := rq.t.View.Offer
	return kit.Enter(kit.NewDialog(rq.t.env, "Draw", text, choices...).Until(unless(func(v *table.View) bool {
		return v.Phase == table.Playing && sameOffer(v.Offer, asked)
	}))), nil
}

func sameOffer(a, b *table.OfferView) bool {
	return a == b || a != nil && b != nil && a.By.ID == b.By.ID
}

// note sets the notice about a draw offer or a takeback request that has ended without
// agreement.
func (rq *requests) note(old *table.View) {
	v := rq.t.View
	if old == nil || v.Phase != table.Playing {
		rq.ended = ""
		return
	}
	if len(v.Moves) != len(old.Moves) {
		rq.ended = ""
	}
	switch {
	case old.Offer != nil && v.Offer == nil:
		rq.ended = present.DrawOfferEnded
	case old.Takeback != nil && v.Takeback == nil && len(v.Moves) >= len(old.Moves):
		rq.ended = present.TakebackEnded
	}
}

func (rq *requests) endedLine() string { return rq.ended }

// offerLine returns a line that names the player who offers a draw, and says how many
// players have accepted.
func (rq *requests) offerLine() string {
	offer := rq.t.View.Offer
	if offer == nil || rq.t.View.Phase != table.Playing {
		return ""
	}
	return fmt.Sprintf("%s; %d of %d accepted", rq.words().DrawOffer(), offer.Accepted.Count(), rq.t.View.Position.InPlay().Count())
}
