package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// What comes after the end: playing again.

// afterDeed is what can be done when the game is over.
func (t *Screen) afterDeed(d kit.Action) (kit.Step, tea.Cmd) {
	switch {
	case d == kit.JudgeGame && t.mayJudge():
		return kit.Stay, t.switchJudging()
	case d == kit.NextSlip && t.mayJudge():
		return kit.Stay, t.toNextSlip()
	case t.View.Phase != table.Finished || t.Study != nil:
		return kit.Stay, nil
	}
	switch d {
	case kit.PlayAgain, kit.PlayOnward:
		return t.rematch(d == kit.PlayOnward)
	case kit.InviteAgain:
		return kit.Stay, t.inviteAll()
	case kit.GoToRematch:
		if t.View.Next == 0 {
			return kit.Stay, t.refuse("there is no rematch yet")
		}
		return kit.Become(New(t.env, nav.Table{ID: t.View.Next})), nil
	}
	return kit.Stay, nil
}

// rematch wants one, or, when this person wants the very one already, does not
// any more.
func (t *Screen) rematch(onward bool) (kit.Step, tea.Cmd) {
	if t.View.Next != 0 {
		return kit.Become(New(t.env, nav.Table{ID: t.View.Next})), nil
	}
	if r := t.View.Rematch; r != nil && r.Onward == onward && r.Agreed&t.mySeats() != 0 {
		return kit.Stay, t.asks(table.NoRematch)()
	}
	return kit.Stay, t.Act(table.Act{Do: table.Rematch, Seat: t.home(), Onward: onward})
}

func (t *Screen) mySeats() rules.Seats { return t.View.Held(t.env.Me.ID) }

func (t *Screen) rematchQuestion() *question {
	r := t.View.Rematch
	if t.View.Phase != table.Finished || r == nil || t.View.Next != 0 || t.mySeats()&^r.Agreed == 0 {
		return nil
	}
	return &question{
		id:   fmt.Sprintf("rematch %d %v", r.Agreed, r.Onward),
		text: fmt.Sprintf("%s a rematch, %s.", t.wanters(r.Agreed), onwardWords(t.View, r.Onward)),
		yes: func() (kit.Step, tea.Cmd) {
			return kit.Stay, t.Act(table.Act{Do: table.Rematch, Seat: t.home(), Onward: r.Onward})
		},
	}
}

// onwardWords is how a rematch is seated.
func onwardWords(v *table.View, onward bool) string {
	switch {
	case !onward:
		return "seats kept"
	case v.Variant.Facts().Onward != "":
		return "the first move moved on by one"
	}
	return "seats moved on by one"
}

// wanters is "Inky wants", or how many do.
func (t *Screen) wanters(agreed rules.Seats) string {
	for s := range rules.Seat(rules.SeatCount) {
		if p := t.View.Seats[s].Player; agreed.Has(s) && agreed == t.View.Held(p.ID) {
			return p.Shown(20) + " wants"
		}
	}
	return fmt.Sprintf("%d seats want", agreed.Count())
}

// afterLine says how it stands about playing again.
func (t *Screen) afterLine() string {
	v := t.View
	r := v.Rematch
	switch {
	case v.Phase != table.Finished || t.Study != nil:
		return ""
	case v.Next != 0:
		return fmt.Sprintf("The rematch is at table %d: %s goes there", v.Next, kit.KeyName(kit.AfterKeys, kit.GoToRematch))
	case r != nil && r.Agreed&t.mySeats() != 0:
		return fmt.Sprintf("You want a rematch, %s; the others are asked", onwardWords(v, r.Onward))
	}
	return ""
}

// inviteAll opens a new table on the same terms and invites whoever played here
// and is here now.
func (t *Screen) inviteAll() tea.Cmd {
	if t.acting {
		return nil
	}
	t.acting, t.Refusal = true, ""
	e, v, me := t.env, t.View, t.env.Me
	return func() tea.Msg {
		id, err := e.Services.Create(t.ctx, me, v.Terms)
		for s := range v.Seats {
			if whom := v.Seats[s].Player.ID; err == nil && whom != "" && whom != me.ID {
				_ = e.Services.Invite(me, id, rules.NoSeat, whom) // who is not here cannot be
			}
		}
		return openedAnewMsg{t, id, err}
	}
}

// openedAnewMsg is the new table for the same people.
type openedAnewMsg struct {
	t   *Screen
	id  table.ID
	err error
}

func (t *Screen) openedAnew(msg openedAnewMsg) (kit.Step, tea.Cmd) {
	if msg.t != t {
		return kit.Stay, nil
	}
	t.acting = false
	if msg.err != nil {
		return t.catchUp(t.refuse(msg.err.Error()))
	}
	return kit.Become(New(t.env, nav.Table{ID: msg.id})), nil
}
