package tui

import (
	"fmt"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// What comes after the end: playing again.

// afterDeed is what can be done when the game is over.
func (t *tableScreen) afterDeed(d deed) (step, tea.Cmd) {
	switch {
	case d == judgeGame && t.mayJudge():
		return stay, t.switchJudging()
	case d == nextSlip && t.mayJudge():
		return stay, t.toNextSlip()
	case t.view.Phase != table.Finished || t.study != nil:
		return stay, nil
	}
	switch d {
	case playAgain, playOnward:
		return t.rematch(d == playOnward)
	case inviteAgain:
		return stay, t.inviteAll()
	case goToRematch:
		if t.view.Next == 0 {
			return stay, t.refuse("there is no rematch yet")
		}
		return become(newTableScreen(t.env, nav.Table{ID: t.view.Next})), nil
	}
	return stay, nil
}

// rematch wants one, or, when this person wants the very one already, does not
// any more.
func (t *tableScreen) rematch(onward bool) (step, tea.Cmd) {
	if t.view.Next != 0 {
		return become(newTableScreen(t.env, nav.Table{ID: t.view.Next})), nil
	}
	if r := t.view.Rematch; r != nil && r.Onward == onward && r.Agreed&t.mySeats() != 0 {
		return stay, t.asks(table.NoRematch)()
	}
	return stay, t.act(table.Act{Do: table.Rematch, Seat: t.home(), Onward: onward})
}

func (t *tableScreen) mySeats() rules.Seats { return t.view.Held(t.env.me.ID) }

func (t *tableScreen) rematchQuestion() *question {
	r := t.view.Rematch
	if t.view.Phase != table.Finished || r == nil || t.view.Next != 0 || t.mySeats()&^r.Agreed == 0 {
		return nil
	}
	return &question{
		id:   fmt.Sprintf("rematch %d %v", r.Agreed, r.Onward),
		text: fmt.Sprintf("%s a rematch, %s.", t.wanters(r.Agreed), onwardWords(t.view, r.Onward)),
		yes: func() (step, tea.Cmd) {
			return stay, t.act(table.Act{Do: table.Rematch, Seat: t.home(), Onward: r.Onward})
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
func (t *tableScreen) wanters(agreed rules.Seats) string {
	for s := range rules.Seat(rules.SeatCount) {
		if p := t.view.Seats[s].Player; agreed.Has(s) && agreed == t.view.Held(p.ID) {
			return p.Shown(20) + " wants"
		}
	}
	return fmt.Sprintf("%d seats want", agreed.Count())
}

// afterLine says how it stands about playing again.
func (t *tableScreen) afterLine() string {
	v := t.view
	r := v.Rematch
	switch {
	case v.Phase != table.Finished || t.study != nil:
		return ""
	case v.Next != 0:
		return fmt.Sprintf("The rematch is at table %d: %s goes there", v.Next, keyName(afterKeys, goToRematch))
	case r != nil && r.Agreed&t.mySeats() != 0:
		return fmt.Sprintf("You want a rematch, %s; the others are asked", onwardWords(v, r.Onward))
	}
	return ""
}

// inviteAll opens a new table on the same terms and invites whoever played here
// and is here now.
func (t *tableScreen) inviteAll() tea.Cmd {
	if t.acting {
		return nil
	}
	t.acting, t.refusal = true, ""
	e, v, me := t.env, t.view, t.env.me
	return func() tea.Msg {
		id, err := e.house.create(t.ctx, me, v.Terms)
		for s := range v.Seats {
			if whom := v.Seats[s].Player.ID; err == nil && whom != "" && whom != me.ID {
				_ = e.house.invite(me, id, rules.NoSeat, whom) // who is not here cannot be
			}
		}
		return openedAnewMsg{t, id, err}
	}
}

// openedAnewMsg is the new table for the same people.
type openedAnewMsg struct {
	t   *tableScreen
	id  table.ID
	err error
}

func (t *tableScreen) openedAnew(msg openedAnewMsg) (step, tea.Cmd) {
	if msg.t != t {
		return stay, nil
	}
	t.acting = false
	if msg.err != nil {
		return t.catchUp(t.refuse(msg.err.Error()))
	}
	return become(newTableScreen(t.env, nav.Table{ID: msg.id})), nil
}
