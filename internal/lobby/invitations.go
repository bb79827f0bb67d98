package lobby

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/evening"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// invitations are the calls to tables that stand, and what keeps them few.
type invitations struct {
	rights    table.Rights
	now       func() time.Time
	directory *directory
	presence  *presence
	changed   func()
	// admit opens a private table to somebody.
	admit func(ctx context.Context, by player.Player, id table.ID, whom player.Player) error

	mu             sync.Mutex
	players        map[player.ID]*received
	sent           map[player.ID]*rate.Limiter // of people who have sent some lately
	lastNumber     int                         // so far
	rematchInvited map[rematchInvitation]bool  // who was invited to a rematch
	closed         bool
}

// Bounds on invitations, so that nobody is pestered.
const (
	maxWaitingInvitations = 8                // that wait for one person
	maxSentInvitations    = 8                // by one person in invitationTime
	invitationTime        = 10 * time.Minute // also how long an invitation stands, and a refusal
	maxMutes              = 64               // of one person
	maxAwayMuters         = 4096             // people who are away and have muted somebody
)

// Invitation is a call to a table.
type Invitation struct {
	Number  int // of the invitation
	From    player.Player
	Table   table.ID
	Title   string     // the game's
	Seat    rules.Seat // NoSeat: any that is open
	Rematch bool       // Table is the old one: there he says yes
	Evening string     // its name, where the house calls to a board of its round
	Round   int        // of that evening
	// SeatName is the seat's word, at an evening.
	SeatName string
	Until    time.Time
}

// mail is what there is for one person; guarded by the lock of the invitations.
type received struct {
	invitations []Invitation // oldest first
	inboxes     map[*Inbox]bool
	muted       map[player.ID]bool      // whose invitations do not reach him
	refused     map[player.ID]time.Time // whose he declined, and when
}

// Inbox is where one session learns of its owner's invitations.
type Inbox struct {
	invitations *invitations
	owner       player.ID
	mailbox     *table.Mailbox[[]Invitation]
}

// Inbox lets a session of a player hear of his invitations. The first Take gives
// those that stand at once, each further one waits for news and gives all that
// stand then. All his sessions hear the same. The lobby never waits for a reader.
func (l *Lobby) Inbox(owner player.ID) *Inbox { return l.invitations.inbox(owner) }

func (in *invitations) inbox(owner player.ID) *Inbox {
	b := &Inbox{invitations: in, owner: owner, mailbox: table.NewMailbox[[]Invitation]()}
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.receivedBy(owner)
	b.mailbox.Put(slices.Clone(m.invitations))
	if in.closed {
		b.mailbox.Close()
		return b
	}
	m.inboxes[b] = true
	return b
}

// Take waits for the next list. It returns false when there are none to come, or
// ctx is done.
func (b *Inbox) Take(ctx context.Context) ([]Invitation, bool) { return b.mailbox.Take(ctx) }

// Close ends the listening. It may be called more than once.
func (b *Inbox) Close() {
	in := b.invitations
	in.mu.Lock()
	defer in.mu.Unlock()
	b.mailbox.Close()
	if m := in.players[b.owner]; m != nil {
		delete(m.inboxes, b)
		in.prune(b.owner)
	}
}

// receivedBy is called with the lock held.
func (in *invitations) receivedBy(id player.ID) *received {
	m := in.players[id]
	if m == nil {
		m = &received{inboxes: map[*Inbox]bool{}, muted: map[player.ID]bool{}, refused: map[player.ID]time.Time{}}
		in.players[id] = m
	}
	return m
}

// tidy forgets the mail of who is away and muted nobody, and beyond a bound of
// who did. The lock is held.
func (in *invitations) prune(id player.ID) {
	m := in.players[id]
	if m == nil || in.presence.has(id) || len(m.inboxes) > 0 {
		return
	}
	m.invitations = nil
	clear(m.refused)
	if len(m.muted) == 0 || len(in.players) > maxAwayMuters {
		delete(in.players, id)
	}
}

func (m *received) publish() {
	for b := range m.inboxes {
		b.mailbox.Put(slices.Clone(m.invitations))
	}
}

// forget drops what is old. The lock is held.
func (in *invitations) forgetExpired(now time.Time) {
	old := func(at time.Time) bool { return now.Sub(at) >= invitationTime }
	maps.DeleteFunc(in.sent, func(_ player.ID, l *rate.Limiter) bool { return l.TokensAt(now) >= maxSentInvitations })
	maps.DeleteFunc(in.rematchInvited, func(c rematchInvitation, _ bool) bool { return in.directory.summary(c.table) == nil })
	for _, m := range in.players {
		maps.DeleteFunc(m.refused, func(_ player.ID, at time.Time) bool { return old(at) })
	}
}

// Decline refuses an invitation: who sent it cannot send another for a while.
func (l *Lobby) Decline(me player.ID, number int) error { return l.invitations.decline(me, number) }

func (in *invitations) decline(me player.ID, number int) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.receivedBy(me)
	defer in.prune(me)
	i := slices.IndexFunc(m.invitations, func(i Invitation) bool { return i.Number == number })
	if i < 0 {
		return NoInvitation.Refuse()
	}
	if m.invitations[i].Evening == "" {
		m.refused[m.invitations[i].From.ID] = in.now()
	}
	m.invitations = slices.Delete(m.invitations, i, i+1)
	m.publish()
	return nil
}

// MuteInvitations keeps the invitations of somebody from a player, or lets them reach
// him again.
func (l *Lobby) MuteInvitations(me, whom player.ID, muted bool) error {
	return l.invitations.mute(me, whom, muted)
}

func (in *invitations) mute(me, whom player.ID, muted bool) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.receivedBy(me)
	defer in.prune(me)
	if !muted {
		delete(m.muted, whom)
		return nil
	}
	if len(m.muted) >= maxMutes {
		return ManyMuted.Refuse()
	}
	m.muted[whom] = true
	m.invitations = slices.DeleteFunc(m.invitations, func(i Invitation) bool { return i.From.ID == whom && i.Evening == "" })
	m.publish()
	return nil
}

// sort drops invitations that lead nowhere any more, and returns when the next one
// will be old; zero if none stands.
func (in *invitations) expire() (next time.Time) {
	in.mu.Lock()
	defer in.mu.Unlock()
	now := in.now()
	for id, m := range in.players {
		before := len(m.invitations)
		m.invitations = slices.DeleteFunc(m.invitations, func(i Invitation) bool { return !i.Until.After(now) || !in.valid(i, id) })
		if len(m.invitations) != before {
			m.publish()
		}
		for _, i := range m.invitations {
			next = soonest(next, i.Until)
		}
	}
	return next
}

// leads reports whether an invitation still leads to a table that its receiver
// does not sit at.
func (in *invitations) valid(i Invitation, to player.ID) bool {
	s := in.directory.summary(i.Table)
	if s == nil {
		return false
	}
	waits := func(task table.Task) bool {
		return slices.ContainsFunc(s.Seats[:], func(seat table.SeatSummary) bool { return seat.Player.ID == to && seat.Task == task })
	}
	if i.Evening != "" {
		return waits(table.ToReady)
	}
	if i.Rematch {
		return waits(table.ToRematch)
	}
	open := slices.ContainsFunc(s.Seats[:], func(seat table.SeatSummary) bool { return seat.Open })
	return open && s.Phase != table.Finished && s.Held(to) == 0
}

// soonest is the earlier of two times of which zero means never.
func soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// left forgets the mail of somebody who has no connection any more.
func (in *invitations) left(id player.ID) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.prune(id)
}

// boardInvitationTime is how long players are called to the table of a round.
const boardInvitationTime = time.Hour

// inviteToBoard calls a player who is connected to the table of a round. That is no
// invitation of a person's, so no bound on those holds, and nobody is muted by it.
func (in *invitations) inviteToBoard(whom player.ID, c evening.Assignment) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.presence.has(whom) {
		return
	}
	in.lastNumber++
	m := in.receivedBy(whom)
	m.invitations = append(m.invitations, Invitation{
		Number: in.lastNumber, From: c.From, Table: c.Table, Title: c.Title, Seat: c.Seat,
		Evening: c.Evening, Round: c.Round, SeatName: c.SeatName, Until: in.now().Add(boardInvitationTime),
	})
	m.publish()
	in.changed()
}

// close tells nobody of invitations any more.
func (in *invitations) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	for _, m := range in.players {
		for b := range m.inboxes {
			b.mailbox.Close()
		}
	}
}
