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

	mu      sync.Mutex
	mails   map[player.ID]*mail
	sent    map[player.ID]*rate.Limiter // of people who have sent some lately
	letters int                         // so far
	called  map[call]bool               // who was invited to a rematch
	closed  bool
}

// Bounds on invitations, so that nobody is pestered.
const (
	lettersKept = 8                // that wait for one person
	lettersSent = 8                // by one person in spell
	spell       = 10 * time.Minute // also how long an invitation stands, and a refusal
	mutesKept   = 64               // of one person
	mutersKept  = 4096             // people who are away and have muted somebody
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
type mail struct {
	letters []Invitation // oldest first
	boxes   map[*Inbox]bool
	muted   map[player.ID]bool      // whose invitations do not reach him
	refused map[player.ID]time.Time // whose he declined, and when
}

// Inbox is where one session learns of its owner's invitations.
type Inbox struct {
	invitations *invitations
	owner       player.ID
	box         *table.Mailbox[[]Invitation]
}

// Inbox lets a session of a player hear of his invitations. The first Take gives
// those that stand at once, each further one waits for news and gives all that
// stand then. All his sessions hear the same. The lobby never waits for a reader.
func (l *Lobby) Inbox(owner player.ID) *Inbox { return l.invitations.inbox(owner) }

func (in *invitations) inbox(owner player.ID) *Inbox {
	b := &Inbox{invitations: in, owner: owner, box: table.NewMailbox[[]Invitation]()}
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.mailOf(owner)
	b.box.Put(slices.Clone(m.letters))
	if in.closed {
		b.box.Close()
		return b
	}
	m.boxes[b] = true
	return b
}

// Take waits for the next list. It returns false when there are none to come, or
// ctx is done.
func (b *Inbox) Take(ctx context.Context) ([]Invitation, bool) { return b.box.Take(ctx) }

// Close ends the listening. It may be called more than once.
func (b *Inbox) Close() {
	in := b.invitations
	in.mu.Lock()
	defer in.mu.Unlock()
	b.box.Close()
	if m := in.mails[b.owner]; m != nil {
		delete(m.boxes, b)
		in.tidy(b.owner)
	}
}

// mailOf is called with the lock held.
func (in *invitations) mailOf(id player.ID) *mail {
	m := in.mails[id]
	if m == nil {
		m = &mail{boxes: map[*Inbox]bool{}, muted: map[player.ID]bool{}, refused: map[player.ID]time.Time{}}
		in.mails[id] = m
	}
	return m
}

// tidy forgets the mail of who is away and muted nobody, and beyond a bound of
// who did. The lock is held.
func (in *invitations) tidy(id player.ID) {
	m := in.mails[id]
	if m == nil || in.presence.has(id) || len(m.boxes) > 0 {
		return
	}
	m.letters = nil
	clear(m.refused)
	if len(m.muted) == 0 || len(in.mails) > mutersKept {
		delete(in.mails, id)
	}
}

func (m *mail) tell() {
	for b := range m.boxes {
		b.box.Put(slices.Clone(m.letters))
	}
}

// forget drops what is old. The lock is held.
func (in *invitations) forget(now time.Time) {
	old := func(at time.Time) bool { return now.Sub(at) >= spell }
	maps.DeleteFunc(in.sent, func(_ player.ID, l *rate.Limiter) bool { return l.TokensAt(now) >= lettersSent })
	maps.DeleteFunc(in.called, func(c call, _ bool) bool { return in.directory.summary(c.table) == nil })
	for _, m := range in.mails {
		maps.DeleteFunc(m.refused, func(_ player.ID, at time.Time) bool { return old(at) })
	}
}

// Decline refuses an invitation: who sent it cannot send another for a while.
func (l *Lobby) Decline(me player.ID, number int) error { return l.invitations.decline(me, number) }

func (in *invitations) decline(me player.ID, number int) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.mailOf(me)
	defer in.tidy(me)
	i := slices.IndexFunc(m.letters, func(i Invitation) bool { return i.Number == number })
	if i < 0 {
		return NoInvitation.Refuse()
	}
	if m.letters[i].Evening == "" {
		m.refused[m.letters[i].From.ID] = in.now()
	}
	m.letters = slices.Delete(m.letters, i, i+1)
	m.tell()
	return nil
}

// MuteCaller keeps the invitations of somebody from a player, or lets them reach
// him again.
func (l *Lobby) MuteCaller(me, whom player.ID, muted bool) error {
	return l.invitations.mute(me, whom, muted)
}

func (in *invitations) mute(me, whom player.ID, muted bool) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.mailOf(me)
	defer in.tidy(me)
	if !muted {
		delete(m.muted, whom)
		return nil
	}
	if len(m.muted) >= mutesKept {
		return ManyMuted.Refuse()
	}
	m.muted[whom] = true
	m.letters = slices.DeleteFunc(m.letters, func(i Invitation) bool { return i.From.ID == whom && i.Evening == "" })
	m.tell()
	return nil
}

// sort drops invitations that lead nowhere any more, and returns when the next one
// will be old; zero if none stands.
func (in *invitations) sort() (next time.Time) {
	in.mu.Lock()
	defer in.mu.Unlock()
	now := in.now()
	for id, m := range in.mails {
		before := len(m.letters)
		m.letters = slices.DeleteFunc(m.letters, func(i Invitation) bool { return !i.Until.After(now) || !in.leads(i, id) })
		if len(m.letters) != before {
			m.tell()
		}
		for _, i := range m.letters {
			next = soonest(next, i.Until)
		}
	}
	return next
}

// leads reports whether an invitation still leads to a table that its receiver
// does not sit at.
func (in *invitations) leads(i Invitation, to player.ID) bool {
	s := in.directory.summary(i.Table)
	if s == nil {
		return false
	}
	waits := func(task table.Task) bool {
		return slices.ContainsFunc(s.Seats[:], func(seat table.SeatSummary) bool { return seat.Player.ID == to && seat.Task == task })
	}
	if i.Evening != "" {
		return waits(ToReady)
	}
	if i.Rematch {
		return waits(ToRematch)
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
	in.tidy(id)
}

// callFor is how long players are called to the table of a round.
const callFor = time.Hour

// toBoard calls a player who is connected to the table of a round. That is no
// invitation of a person's, so no bound on those holds, and nobody is muted by it.
func (in *invitations) toBoard(whom player.ID, c evening.Assignment) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.presence.has(whom) {
		return
	}
	in.letters++
	m := in.mailOf(whom)
	m.letters = append(m.letters, Invitation{
		Number: in.letters, From: c.From, Table: c.Table, Title: c.Title, Seat: c.Seat,
		Evening: c.Evening, Round: c.Round, SeatName: c.SeatName, Until: in.now().Add(callFor),
	})
	m.tell()
	in.changed()
}

// close tells nobody of invitations any more.
func (in *invitations) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	for _, m := range in.mails {
		for b := range m.boxes {
			b.box.Close()
		}
	}
}
