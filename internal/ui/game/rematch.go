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

// doAfter is what can be done when the game is over.
func (qu *asking) doAfter(d kit.Action) (kit.Step, tea.Cmd) {
	switch {
	case d == kit.JudgeGame && qu.t.analysis.mayJudge():
		return kit.Stay, qu.t.analysis.switchJudging()
	case d == kit.NextSlip && qu.t.analysis.mayJudge():
		return kit.Stay, qu.t.analysis.toNextSlip()
	case qu.t.View.Phase != table.Finished || qu.t.Study != nil:
		return kit.Stay, nil
	}
	switch d {
	case kit.PlayAgain, kit.PlayOnward:
		return qu.rematch(d == kit.PlayOnward)
	case kit.InviteAgain:
		return kit.Stay, qu.inviteAll()
	case kit.GoToRematch:
		if qu.t.View.Next == 0 {
			return kit.Stay, qu.t.Link.refuse("there is no rematch yet")
		}
		return kit.Become(New(qu.t.env, nav.Table{ID: qu.t.View.Next})), nil
	}
	return kit.Stay, nil
}

// rematch wants one, or, when this person wants the very one already, does not
// any more.
func (qu *asking) rematch(onward bool) (kit.Step, tea.Cmd) {
	if qu.t.View.Next != 0 {
		return kit.Become(New(qu.t.env, nav.Table{ID: qu.t.View.Next})), nil
	}
	if r := qu.t.View.Rematch; r != nil && r.Onward == onward && r.Agreed&qu.mySeats() != 0 {
		return kit.Stay, qu.asks(table.NoRematch)()
	}
	return kit.Stay, qu.t.Link.Act(table.Command{Kind: table.Rematch, Seat: qu.t.seats.home(), Onward: onward})
}

func (qu *asking) mySeats() rules.Seats { return qu.t.View.Held(qu.t.env.Me.ID) }

func (qu *asking) rematchQuestion() *question {
	r := qu.t.View.Rematch
	if qu.t.View.Phase != table.Finished || r == nil || qu.t.View.Next != 0 || qu.mySeats()&^r.Agreed == 0 {
		return nil
	}
	return &question{
		id:   fmt.Sprintf("rematch %d %v", r.Agreed, r.Onward),
		text: qu.at().RematchOf(r.Agreed) + ".",
		yes: func() (kit.Step, tea.Cmd) {
			return kit.Stay, qu.t.Link.Act(table.Command{Kind: table.Rematch, Seat: qu.t.seats.home(), Onward: r.Onward})
		},
	}
}

// afterLine says how it stands about playing again.
func (qu *asking) afterLine() string {
	v := qu.t.View
	r := v.Rematch
	switch {
	case v.Phase != table.Finished || qu.t.Study != nil:
		return ""
	case v.Next != 0:
		return fmt.Sprintf("The rematch is at table %d: %s goes there", v.Next, kit.KeyName(kit.AfterKeys, kit.GoToRematch))
	case r != nil && r.Agreed&qu.mySeats() != 0:
		return qu.at().Rematch(qu.t.env.Me) + "; the others are asked"
	}
	return ""
}

// inviteAll opens a new table on the same terms and invites whoever played here
// and is here now.
func (qu *asking) inviteAll() tea.Cmd {
	if qu.t.Link.busy() {
		return nil
	}
	qu.t.Link.begin()
	e, v, me := qu.t.env, qu.t.View, qu.t.env.Me
	return func() tea.Msg {
		t, err := e.Cfg.Lobby.Create(qu.t.ctx, me, v.Terms)
		if err != nil {
			return openedAnewMsg{qu.t, 0, err}
		}
		id := t.View().ID
		for s := range v.Seats {
			if whom := v.Seats[s].Player.ID; whom != "" && whom != me.ID {
				_ = e.Cfg.Lobby.Invite(me, id, rules.NoSeat, whom) // who is not here cannot be
			}
		}
		return openedAnewMsg{qu.t, id, nil}
	}
}

// openedAnewMsg is the new table for the same people.
type openedAnewMsg struct {
	t   *Screen
	id  table.ID
	err error
}

func (qu *asking) openedAnew(msg openedAnewMsg) (kit.Step, tea.Cmd) {
	if msg.t != qu.t {
		return kit.Stay, nil
	}
	qu.t.Link.done()
	if msg.err != nil {
		return qu.t.Link.catchUp(qu.t.Link.refuse(msg.err.Error()))
	}
	return kit.Become(New(qu.t.env, nav.Table{ID: msg.id})), nil
}
