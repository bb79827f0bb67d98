package simulation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/anishathalye/porcupine"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
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

// names are the names that accounts claim. There are more names than accounts.
var names = []string{"Red", "Blue", "Gold", "Pink"}

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
	if w.oneIn(2) {
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
		if c.naming == nil {
			continue
		}
		out, end := c.named, c.answered
		switch {
		case errors.Is(c.err, player.Taken.Refuse(c.naming.claims)):
			out.taken = true
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

// inbox shows a person's invitations at one server.
type inbox struct {
	*lobby.Inbox
	ready atomic.Bool
	shown map[invitation]bool
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
	to     *person
	in     *inbox
	at     *server
	sentAt time.Time
}

func newInbox(n *server, owner player.ID) *inbox {
	in := &inbox{Inbox: n.lobby.Inbox(owner), shown: map[invitation]bool{}}
	in.Notify(func() { in.ready.Store(true) })
	return in
}

// read takes the newest list of invitations.
func (in *inbox) read() {
	for in.ready.Swap(false) {
		list, ok := in.Take(context.Background())
		if !ok {
			return
		}
		for _, one := range list {
			in.shown[invitation{one.From.ID, one.Table}] = true
		}
		in.Notify(func() { in.ready.Store(true) })
	}
}

// invite invites somebody to a table.
func (w *world) invite(p *person) {
	for _, id := range p.tables() {
		if v := p.watching[id].view; v != nil && v.Phase == table.Waiting && (v.Host.ID == p.ID || v.Held(p.ID) != 0) {
			other, n := w.people[w.n(len(w.people))], p.at
			e := expected{invitation{p.ID, id}, other, other.inbox, other.at, time.Now()}
			w.do(p, &call{what: fmt.Sprint("invite ", other.Name, " to ", id)}, func(context.Context) error {
				err := n.lobby.Invite(p.Player, id, rules.NoSeat, other.ID)
				if err == nil && !n.dead.Load() {
					w.mu.Lock()
					defer w.mu.Unlock()
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
		if !trouble { // an invitation disappears when the game starts
			line, ok := e.at.lobby.Line("", e.table)
			trouble = !ok || line.Phase != table.Waiting
		}
		for _, at := range []time.Time{e.at.calmed(), w.healAt, w.restarted} {
			trouble = trouble || at.After(e.sentAt)
		}
		switch {
		case trouble || e.in.shown[e.invitation]:
			return true
		case time.Since(e.sentAt) < shownWithin:
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
