package game

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
)

// rematch offers a rematch, in which the seats are rotated if `rotate` is true. If the
// viewer has already made this offer, it withdraws the offer. If the table of the rematch is
// open, it goes there.
func (v seen) rematch(rotate bool) intent {
	if v.Next != 0 {
		return v.toRematch()
	}
	if r := v.Rematch; r != nil && r.Rotate == rotate && r.Accepted&v.words.Held != 0 {
		return v.command(table.DeclineRematch)
	}
	return send(table.Command{Kind: table.OfferRematch, Seat: v.home(), Rotate: rotate})
}

// toRematch goes to the table of the rematch.
func (v seen) toRematch() intent {
	if v.Next == 0 {
		return refuse("there is no rematch yet")
	}
	return intent{step: kit.MoveTo(nav.Table{ID: v.Next})}
}

// agreedRematch returns the number of the table for the rematch if the viewer has accepted
// the rematch and the table has just been opened. Otherwise it returns 0. The parameter `now`
// is the view that follows v.
func (v seen) agreedRematch(now *table.View) table.ID {
	if now == nil || v.View == nil || v.Next != 0 || now.Next == 0 {
		return 0
	}
	for _, r := range [...]*table.RematchView{v.Rematch, now.Rematch} {
		if r != nil && r.Accepted&v.words.Held != 0 {
			return now.Next
		}
	}
	return 0
}

// rematchLine returns a line that names the table of the rematch, or "" if it is not open.
func (v seen) rematchLine() string {
	if v.Next == 0 {
		return ""
	}
	return present.RematchAt(v.Next) + ". Press " + kit.KeyName(kit.FinishedKeys, kit.GoToRematch) + " to join."
}

// rematchHint returns the hint for the key that offers a rematch or goes to its table. It returns nil if the table refuses
// a rematch.
func (v seen) rematchHint() []key.Help {
	switch {
	case v.Next != 0:
		return kit.HintsOf(kit.FinishedKeys, kit.GoToRematch)
	case v.words.May(table.OfferRematch):
		return kit.HintsOf(kit.FinishedKeys, kit.OfferRematch)
	}
	return nil
}

// opponents returns the other people who played the game.
func (v seen) opponents() []player.Player {
	var list []player.Player
	for s := range v.Seats {
		p := v.Seats[s].Player
		if p.ID != "" && p.ID != v.me.ID && !p.ID.Bot() && !player.Contains(list, p.ID) {
			list = append(list, p)
		}
	}
	return list
}

// inviteAll opens a new table with the same terms, and invites the players of this game who
// are present.
func (t *Screen) inviteAll() tea.Cmd {
	if t.Busy() {
		return nil
	}
	t.begin()
	e, me, terms, others := t.env, t.env.Me, t.View.Terms, t.seen().opponents()
	return func() tea.Msg {
		made, err := e.Cfg.Lobby.Create(t.ctx, me, terms)
		if err != nil {
			return newTableMsg{to: t.address, err: err}
		}
		id := made.View().ID
		return newTableMsg{to: t.address, id: id, note: kit.Invite(e, me, id, others...)}
	}
}

// another starts a seek (a search for a game) with the terms of the finished game. If that
// is not possible, it opens the form for a new table.
func (t *Screen) another() (kit.Step, tea.Cmd) {
	e := t.env
	want, ok := seek.Again(t.View.Terms)
	if !ok || e.Cfg.Seeks == nil || !e.Cfg.Seeks.Enabled() {
		return kit.MoveTo(nav.NewTable{}), nil
	}
	t.begin()
	return kit.Stay, func() tea.Msg {
		found, err := e.Cfg.Seeks.Start(t.ctx, e.Me, want)
		if err != nil {
			return newTableMsg{to: t.address, err: err}
		}
		return newTableMsg{to: t.address, id: found.View().ID}
	}
}

// newTableMsg carries the number of a table that the player has opened or joined after the
// game and who was invited, or an error.
type newTableMsg struct {
	to   Address
	id   table.ID
	note string
	err  error
}

func (t *Screen) newTableOpened(msg newTableMsg) (kit.Step, tea.Cmd) {
	t.Subscription.running = false
	if msg.err != nil {
		return t.catchUp(t.refuse(msg.err.Error(), aboutTable))
	}
	return kit.MoveTo(nav.Table{ID: msg.id, Note: msg.note}), nil
}
