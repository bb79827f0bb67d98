package game

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/rules"
)

// doAfterGame executes the action of a key that works after the game.
func (rq *requests) doAfterGame(d kit.Action) (kit.Step, tea.Cmd) {
	switch {
	case d == kit.ShowAnalysis && rq.t.analysis.available():
		return kit.Stay, rq.t.analysis.toggle()
	case d == kit.NextMistake && rq.t.analysis.available():
		return kit.Stay, rq.t.analysis.toMistake(1)
	case d == kit.PreviousMistake && rq.t.analysis.available():
		return kit.Stay, rq.t.analysis.toMistake(-1)
	case rq.t.View.Phase != table.Finished || rq.t.Study != nil:
		return kit.Stay, nil
	}
	switch d {
	case kit.NewTable:
		return rq.another()
	case kit.OfferRematch, kit.OfferRotatedRematch:
		return rq.rematch(d == kit.OfferRotatedRematch)
	case kit.InviteSamePlayers:
		return kit.Stay, rq.inviteAll()
	case kit.GoToRematch:
		if rq.t.View.Next == 0 {
			return kit.Stay, rq.t.Link.refuse("there is no rematch yet")
		}
		return kit.Become(New(rq.t.env, nav.Table{ID: rq.t.View.Next})), nil
	}
	return kit.Stay, nil
}

// rematch offers a rematch, in which the seats are rotated if `onward` is true. If the
// viewer has already made this offer, it withdraws the offer.
func (rq *requests) rematch(onward bool) (kit.Step, tea.Cmd) {
	if rq.t.View.Next != 0 {
		return kit.Become(New(rq.t.env, nav.Table{ID: rq.t.View.Next})), nil
	}
	if r := rq.t.View.Rematch; r != nil && r.Rotate == onward && r.Accepted&rq.mySeats() != 0 {
		return kit.Stay, rq.command(table.DeclineRematch)()
	}
	return kit.Stay, rq.t.Link.Act(table.Command{Kind: table.OfferRematch, Seat: rq.t.seats.home(), Rotate: onward})
}

// agreedRematch returns the number of the table for the rematch if the viewer has accepted
// the rematch and the table has just been opened. Otherwise it returns 0.
func (rq *requests) agreedRematch(msg ViewMsg) table.ID {
	old := rq.t.View
	if msg.T != rq.t || msg.View == nil || old == nil || old.Next != 0 || msg.View.Next == 0 {
		return 0
	}
	for _, r := range [...]*table.RematchView{old.Rematch, msg.View.Rematch} {
		if r != nil && r.Accepted&rq.mySeats() != 0 {
			return msg.View.Next
		}
	}
	return 0
}

func (rq *requests) mySeats() rules.Seats { return rq.t.View.Held(rq.t.env.Me.ID) }

func (rq *requests) rematchQuestion() *question {
	r := rq.t.View.Rematch
	if rq.t.View.Phase != table.Finished || r == nil || rq.t.View.Next != 0 || rq.mySeats()&^r.Accepted == 0 {
		return nil
	}
	return &question{
		id:   fmt.Sprintf("rematch %d %v", r.Accepted, r.Rotate),
		text: rq.words().RematchOf(r.Accepted) + ".",
		yes: func() (kit.Step, tea.Cmd) {
			return kit.Stay, rq.t.Link.Act(table.Command{Kind: table.OfferRematch, Seat: rq.t.seats.home(), Rotate: r.Rotate})
		},
	}
}

// rematchLine returns a line that names the table of the rematch, or says that the viewer
// offers a rematch.
func (rq *requests) rematchLine() string {
	v := rq.t.View
	r := v.Rematch
	switch {
	case v.Phase != table.Finished || rq.t.Study != nil:
		return ""
	case v.Next != 0:
		return fmt.Sprintf("Rematch: table %d. Press %s to join.", v.Next, kit.KeyName(kit.FinishedKeys, kit.GoToRematch))
	case r != nil && r.Accepted&rq.mySeats() != 0:
		return rq.words().Rematch(rq.t.env.Me) + "; waiting for the others"
	}
	return ""
}

// inviteAll opens a new table with the same terms, and invites the players of this game who
// are present.
func (rq *requests) inviteAll() tea.Cmd {
	if rq.t.Link.busy() {
		return nil
	}
	rq.t.Link.begin()
	e, v, me := rq.t.env, rq.t.View, rq.t.env.Me
	return func() tea.Msg {
		t, err := e.Cfg.Lobby.Create(rq.t.ctx, me, v.Terms)
		if err != nil {
			return newTableMsg{t: rq.t, err: err}
		}
		var others []player.Player
		for s := range v.Seats {
			p := v.Seats[s].Player
			if p.ID != "" && p.ID != me.ID && !p.ID.Bot() &&
				!slices.ContainsFunc(others, func(o player.Player) bool { return o.ID == p.ID }) {
				others = append(others, p)
			}
		}
		return newTableMsg{t: rq.t, id: t.View().ID, note: kit.Invite(e, me, t.View().ID, others...)}
	}
}

// another starts a seek (a search for a game) with the terms of the finished game. If that
// is not possible, it opens the form for a new table.
func (rq *requests) another() (kit.Step, tea.Cmd) {
	e := rq.t.env
	want, ok := seek.Again(rq.t.View.Terms)
	if !ok || e.Cfg.Seeks == nil || !e.Cfg.Seeks.Enabled() {
		return kit.MoveTo(nav.NewTable{}), nil
	}
	rq.t.Link.begin()
	return kit.Stay, func() tea.Msg {
		t, err := e.Cfg.Seeks.Start(rq.t.ctx, e.Me, want)
		if err != nil {
			return newTableMsg{t: rq.t, err: err}
		}
		return newTableMsg{t: rq.t, id: t.View().ID}
	}
}

// newTableMsg carries the number of a table that the player has opened or joined after the
// game and who was invited, or an error.
type newTableMsg struct {
	t    *Screen
	id   table.ID
	note string
	err  error
}

func (rq *requests) newTableOpened(msg newTableMsg) (kit.Step, tea.Cmd) {
	if msg.t != rq.t {
		return kit.Stay, nil
	}
	rq.t.Link.done()
	if msg.err != nil {
		return rq.t.Link.catchUp(rq.t.Link.refuse(msg.err.Error()))
	}
	return kit.Become(New(rq.t.env, nav.Table{ID: msg.id, Note: msg.note})), nil
}
