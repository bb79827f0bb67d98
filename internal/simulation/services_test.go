package simulation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/anishathalye/porcupine"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// What services do is not in the logs of tables, so it has laws of its own.

// naming is an operation on the names of accounts: an account claims a name, or somebody looks
// its name up.
type naming struct {
	account int
	claims  string // the claimed name; "" to look up the name
}

// named is the outcome of an operation on the names of accounts.
type named struct {
	name    string // the name that was found
	taken   bool   // whether the name was refused, because another account has it
	unknown bool   // whether it is not known if the claim was stored
}

// names are the names that accounts claim. There are as many as accounts, so that accounts often claim
// one that another has.
var names = []string{"Ida", "Jon", "Kay"}

// accountNames is the state of the accounts: the name of each.
type accountNames [3]string

// nameModel is the sequential specification of the names of accounts.
var nameModel = porcupine.Model{
	Init: func() any { return accountNames{} },
	Step: func(state, input, output any) (bool, any) {
		s, in, out := state.(accountNames), input.(naming), output.(named)
		if in.claims == "" {
			return out.name == s[in.account], s
		}
		holder := slices.Index(s[:], in.claims)
		taken := holder >= 0 && holder != in.account
		if out.taken != taken && !out.unknown {
			return false, s
		}
		if !taken {
			s[in.account] = in.claims
		}
		return true, s
	},
	Equal: func(a, b any) bool { return a == b },
}

// name claims a name for one of the accounts, or looks a name up.
func (w *world) name(p *person) {
	n, in := p.at, naming{account: w.n(len(accountNames{}))}
	id, what := player.ID(fmt.Sprint("SHA256:member", in.account)), fmt.Sprint("look up member ", in.account)
	if !w.oneIn(3) {
		in.claims = names[w.n(len(names))]
		what = fmt.Sprintf("member %d claims %s", in.account, in.claims)
	}
	c := &call{what: what, naming: &in}
	w.do(p, c, func(ctx context.Context) error {
		if in.claims == "" {
			found, _, err := n.parts.Accounts.Lookup(ctx, id)
			c.named.name = found.Name
			return err
		}
		_, err := n.parts.Accounts.Claim(ctx, id, in.claims)
		return err
	})
}

// checkNames checks that the names of accounts have a linear history: each claim and look-up takes
// effect at one moment between call and answer.
func (w *world) checkNames() {
	if w.lossy {
		return
	}
	var history []porcupine.Operation
	for _, c := range w.calls {
		if c.naming == nil || c.naming.claims == "" && w.mayBeLost(c) {
			continue
		}
		out, end := c.named, c.answered
		switch {
		case errors.Is(c.err, player.Taken.Refuse(c.naming.claims)):
			out.taken = true
			w.counted.add("names refused")
		case c.err == nil && c.answered != 0:
		case c.naming.claims == "":
			continue
		default:
			out.unknown, end = true, math.MaxInt64
		}
		w.counted.add("names")
		history = append(history, porcupine.Operation{Input: *c.naming, Output: out, Call: c.sent, Return: end})
	}
	if !porcupine.CheckOperations(nameModel, history) {
		w.broken("real time", "the names of accounts have no linear history: %+v", history)
	}
}

// mayBeLost reports whether somebody may have read what waited for a standby. PostgreSQL shows it only
// when the standby has it.
func (w *world) mayBeLost(c *call) bool {
	return slices.ContainsFunc(w.waited, func(d downtime) bool { return d.from.Before(c.answeredAt) && !d.until.Before(c.sentAt) })
}

// inbox shows a person's invitations at one server.
type inbox struct {
	*lobby.Inbox
	ready atomic.Bool
	shown map[invitation]bool
	open  []view.Invitation // the newest list
	taken int64             // the step of the driver when the list was last looked at
}

// invitation identifies an invitation.
type invitation struct {
	from  player.ID
	table table.ID
}

// expected is an invitation that a person must see, unless the connection ends or the server has
// trouble.
type expected struct {
	invitation
	to               *person
	in               *inbox
	at               *server
	sentAt, storedAt time.Time
}

func newInbox(n *server, owner player.ID) *inbox {
	in := &inbox{Inbox: n.lobby.Inbox(owner), shown: map[invitation]bool{}, taken: n.world.step.Load()}
	in.Notify(func() { in.ready.Store(true) })
	return in
}

// readInbox takes the newest list of a person's invitations.
func (w *world) readInbox(p *person) {
	in := p.inbox
	defer func() { in.taken = w.step.Load() }()
	for in.ready.Swap(false) {
		list, ok := in.Take(context.Background())
		if !ok {
			return
		}
		// the server invites to rematches and evenings
		in.open = slices.DeleteFunc(slices.Clone(list), func(one view.Invitation) bool { return one.Evening != "" || one.Rematch })
		op := inviting{to: p.ID, at: p.at.run, shown: []invitation{}}
		for _, one := range in.open {
			in.shown[invitation{one.From.ID, one.Table}] = true
			op.shown = append(op.shown, invitation{one.From.ID, one.Table})
		}
		w.note("%s sees %d invitations", p.Name, len(op.shown))
		w.lists = append(w.lists, porcupine.Operation{Input: op, Call: in.taken, Return: w.step.Load()})
		in.Notify(func() { in.ready.Store(true) })
	}
}

// inviting is an operation on the invitations to a person: somebody sends one, the person declines one,
// or a server shows the list of all that are open.
type inviting struct {
	invitation
	to       player.ID
	at       string // the run of the server
	declines bool
	shown    []invitation // not nil if a server shows the list
}

// invitationModel is the sequential specification of the invitations to one person at one server. An
// invitation may disappear while the table is full, but one that the person has declined must not come
// back unless it is sent again.
var invitationModel = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, _ any) (bool, any) {
		open, op := state.(string), input.(inviting)
		one := func(i invitation) string { return fmt.Sprintf("%s/%d;", i.from, i.table) }
		switch {
		case op.shown != nil:
			unknown := func(i invitation) bool { return !strings.Contains(open, one(i)) }
			return !slices.ContainsFunc(op.shown, unknown), state
		case op.declines:
			return true, strings.ReplaceAll(open, one(op.invitation), "")
		case strings.Contains(open, one(op.invitation)):
			return true, open
		}
		return true, open + one(op.invitation)
	},
	Equal: func(a, b any) bool { return a == b },
}

// decline declines an open invitation.
func (w *world) decline(p *person) {
	n, one := p.at, p.inbox.open[w.n(len(p.inbox.open))]
	op := inviting{invitation: invitation{one.From.ID, one.Table}, to: p.ID, at: n.run, declines: true}
	w.do(p, &call{what: fmt.Sprint("decline an invitation to ", one.Table), inviting: &op}, func(context.Context) error {
		return n.lobby.Decline(p.ID, one.Number)
	})
}

// checkInvitationHistory checks that at each server the invitations to each person have a linear
// history. What another server does may take effect at any time after it was sent.
func (w *world) checkInvitationHistory() {
	if w.lossy {
		return
	}
	type place struct {
		to player.ID
		at string
	}
	histories := map[place][]porcupine.Operation{}
	for _, o := range w.lists {
		op := o.Input.(inviting)
		histories[place{op.to, op.at}] = append(histories[place{op.to, op.at}], o)
	}
	for _, c := range w.calls {
		if c.inviting == nil || c.answered != 0 && refusedService(c.err) {
			continue
		}
		if c.inviting.declines && c.err == nil {
			w.counted.add("declined invitations")
		}
		for where, list := range histories {
			if where.to != c.inviting.to {
				continue
			}
			end := int64(math.MaxInt64)
			if where.at == c.inviting.at && c.answered != 0 && c.err == nil {
				end = c.answered
			}
			histories[where] = append(list, porcupine.Operation{Input: *c.inviting, Call: c.sent, Return: end})
		}
	}
	for where, history := range histories {
		if !porcupine.CheckOperations(invitationModel, history) {
			w.broken("real time", "the invitations to %s at %s have no linear history: %+v", where.to, where.at, history)
		}
	}
}

// refusedService reports whether a service has refused something, so that it had no effect.
func refusedService(err error) bool {
	var why *refusal.Error
	return refused(err) || errors.As(err, &why) && !slices.Contains(notStored, why.Reason)
}

// invite invites somebody to a table.
func (w *world) invite(p *person) {
	for _, id := range p.tables() {
		if v := p.watching[id].view; v != nil && v.Phase == table.Waiting && (v.Host.ID == p.ID || v.Held(p.ID) != 0) {
			free := slices.DeleteFunc(slices.Clone(w.people), func(q *person) bool { return q.at == nil || v.Held(q.ID) != 0 })
			if len(free) == 0 {
				continue
			}
			other, n := free[w.n(len(free))], p.at
			e := expected{invitation: invitation{p.ID, id}, to: other, in: other.inbox, at: other.at, sentAt: time.Now()}
			op := inviting{invitation: invitation{p.ID, id}, to: other.ID, at: n.run}
			w.do(p, &call{what: fmt.Sprint("invite ", other.Name, " to ", id), inviting: &op}, func(context.Context) error {
				err := n.lobby.Invite(p.Player, id, rules.NoSeat, other.ID)
				if err == nil && !n.dead.Load() {
					w.mu.Lock()
					defer w.mu.Unlock()
					e.storedAt = time.Now()
					w.invited = append(w.invited, e)
				}
				return err
			})
			return
		}
	}
}

// shownWithin is how soon an invitation must be shown at every server.
const shownWithin = 5 * time.Second

// checkInvitations checks that everybody sees the invitations that they have got.
func (w *world) checkInvitations() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.invited = slices.DeleteFunc(w.invited, func(e expected) bool {
		trouble := e.to.inbox != e.in || e.in == nil || e.at.troubled() || w.db.waits || time.Now().Before(w.healAt)
		if !trouble { // an invitation disappears when the table has no seat for the player any more
			open := func(seat table.SeatView) bool { return seat.Open }
			seated := func(seat table.SeatView) bool { return seat.Player.ID == e.to.ID }
			line := e.at.lobby.Line("", e.table)
			trouble = line == nil || line.Phase != table.Waiting ||
				!slices.ContainsFunc(line.Seats[:], open) || slices.ContainsFunc(line.Seats[:], seated)
		}
		for _, at := range []time.Time{e.at.calmed(), w.healAt, w.restarted} {
			trouble = trouble || at.After(e.sentAt)
		}
		switch {
		case trouble || e.in.shown[e.invitation]:
			return true
		case time.Since(e.storedAt) < shownWithin:
			return false
		}
		w.broken("told", "%s at %s does not see the invitation of %s to table %d", e.to.Name, e.at.name, e.from, e.table)
		return true
	})
}

// calmed returns when the last trouble of a server ended.
func (n *server) calmed() time.Time {
	if n == nil {
		return time.Time{}
	}
	return n.calm
}

// seeking is an operation on the seeks of one person: the person seeks a game or cancels, or a game for
// which the person has waited starts.
type seeking struct {
	cancels bool
	starts  table.ID // not 0 if a game starts
}

// seekModel is the sequential specification of the seeks of one person. However often the person seeks,
// one game starts; after a cancellation none does.
var seekModel = porcupine.Model{
	Init: func() any { return false },
	Step: func(state, input, _ any) (bool, any) {
		waits, op := state.(bool), input.(seeking)
		if op.starts != 0 {
			return waits, false
		}
		return true, !op.cancels
	},
	Equal: func(a, b any) bool { return a == b },
}

// checkSeekHistory checks that the seeks of each person have a linear history: a person who seeks is
// paired once. Games at which the person took the seat by hand do not count.
func (w *world) checkSeekHistory(logs map[table.ID]*logged) {
	if w.lossy {
		return
	}
	type seat struct {
		table table.ID
		who   player.ID
	}
	histories, byHand := map[player.ID][]porcupine.Operation{}, map[seat]bool{}
	for _, c := range w.calls {
		if c.command != nil && c.command.Kind == table.Sit {
			byHand[seat{c.table, c.by.ID}] = true
		}
		if c.seeking == nil || c.answered != 0 && refusedService(c.err) {
			continue
		}
		end := int64(math.MaxInt64)
		if c.answered != 0 && c.err == nil {
			end = c.answeredAt.UnixNano()
		}
		histories[c.by.ID] = append(histories[c.by.ID], porcupine.Operation{Input: *c.seeking, Call: c.sentAt.UnixNano(), Return: end})
	}
	for id, l := range logs {
		begins := slices.IndexFunc(l.events, func(e table.Event) bool { return e.Kind == table.Started })
		if !l.events[0].Terms.Seek || begins < 0 {
			continue
		}
		s, err := fold.Replay(l.events[:begins+1], variants.New, nil)
		a := w.db.appendOf(id, begins+1)
		if err != nil || a == nil {
			continue
		}
		for _, p := range w.people {
			if s.HeldBy(p.ID) != 0 && !byHand[seat{id, p.ID}] {
				w.counted.add("pairings")
				op := porcupine.Operation{Input: seeking{starts: id}, Call: a.sent.UnixNano(), Return: a.at.UnixNano()}
				histories[p.ID] = append(histories[p.ID], op)
			}
		}
	}
	for who, history := range histories {
		if !porcupine.CheckOperations(seekModel, history) {
			w.broken("once", "the seeks of %s have no linear history: %+v", who, history)
		}
	}
}

// checkPauses checks that all nodes count the same leaves of each player as the logs, each once, so
// that they pause the same players equally long.
func (w *world) checkPauses(logs map[table.ID]*logged) {
	left := map[player.ID][]time.Time{}
	for id, l := range logs {
		s, err := fold.Replay(l.events, variants.New, nil)
		if err != nil {
			w.broken("once", "the log of table %d: %v", id, err)
			continue
		}
		for _, leave := range s.Fairness.Left {
			w.counted.add("leaves")
			left[leave.Player] = append(left[leave.Player], leave.At)
		}
	}
	for who, times := range left {
		want := table.PauseAfter(times)
		for _, n := range w.up() {
			if n.clock.Now().Sub(want.Last) > 12*time.Hour { // a server may have forgotten these leaves
				continue
			}
			if got := n.lobby.PairingPause(who); got.Left != want.Left || !got.Until.Equal(want.Until) {
				w.broken("once", "%s pauses %s as %+v; the logs say %+v", n.name, who, got, want)
			}
		}
	}
}
