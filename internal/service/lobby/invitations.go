package lobby

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// invitations holds the open invitations to tables and enforces their limits.
type invitations struct {
	rights    table.Rights
	logger    *slog.Logger
	clock     *clock.Clock
	directory *directory
	presence  *presence
	changed   func()
	blocked   func(by player.ID) map[player.ID]bool // see [Config]
	// admit gives a player access to a private table.
	admit func(ctx context.Context, by player.Player, id table.ID, invitee player.Player) error
	// loaded returns a table, or nil if it is not in memory.
	loaded func(table.ID) *live.Table
	news   news.Log // tells other nodes of changes; nil if there are no other nodes

	mu             sync.Mutex
	players        map[player.ID]*received
	sent           *reserve.Buckets[player.ID]
	lastNumber     int64                      // number of the latest change of an invitation; only used if there are no other nodes
	lastRead       int64                      // number of the latest change that was read from the log in the field `news`
	rematchInvited map[rematchInvitation]bool // the invitations that were sent for rematches
	closed         bool
}

// Limits on invitations.
const (
	maxWaitingInvitations = 8 // maximum number of open invitations to one player
	maxSentInvitations    = 8 // maximum number of invitations that one player may send in invitationTime
	// lifetime of an invitation; after declining one, a player gets none from its sender for this long
	invitationTime = 10 * time.Minute
	maxMutes       = 64   // maximum number of senders whose invitations one player may mute
	maxAwayMuters  = 4096 // maximum number of disconnected players whose lists of muted senders are kept
)

// openInvitation is an invitation that has not expired.
type openInvitation struct {
	view.Invitation
	expires time.Time // the time Until, by the steady clock
}

// received holds the invitations to one player, and the senders whom this player has muted
// or declined. It is guarded by invitations.mu.
type received struct {
	invitations []openInvitation // oldest first
	inboxes     map[*Inbox]bool
	muted       map[player.ID]bool      // muted senders
	refused     map[player.ID]time.Time // for each sender, when the player last declined an invitation from them
}

// Inbox delivers a player's invitations to one session.
type Inbox struct {
	invitations *invitations
	owner       player.ID
	mailbox     *table.Mailbox[[]view.Invitation]
}

// Inbox subscribes a session to its player's invitations. The first call of Take returns
// the open invitations without waiting. Each later call waits for a change, and then
// returns all open invitations.
func (l *Lobby) Inbox(owner player.ID) *Inbox { return l.invitations.inbox(owner) }

func (in *invitations) inbox(owner player.ID) *Inbox {
	b := &Inbox{invitations: in, owner: owner, mailbox: table.NewMailbox[[]view.Invitation]()}
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.receivedBy(owner)
	b.mailbox.Put(m.open())
	if in.closed {
		b.mailbox.Close()
		return b
	}
	m.inboxes[b] = true
	return b
}

// Take waits for the next list of open invitations. It returns false after Close, or when
// ctx is done.
func (b *Inbox) Take(ctx context.Context) ([]view.Invitation, bool) { return b.mailbox.Take(ctx) }

// Notify registers a function that is called once, as soon as Take would return without
// waiting. The function must not block.
func (b *Inbox) Notify(ready func()) { b.mailbox.Notify(ready) }

// Close ends the subscription. It may be called more than once.
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

// receivedBy returns a player's entry in the map `in.players`, and adds one if necessary. The
// lock must be held.
func (in *invitations) receivedBy(id player.ID) *received {
	m := in.players[id]
	if m == nil {
		m = &received{inboxes: map[*Inbox]bool{}, muted: map[player.ID]bool{}, refused: map[player.ID]time.Time{}}
		in.players[id] = m
	}
	return m
}

// prune deletes a disconnected player's entry from in.players, but keeps the list of muted
// senders unless there are more than maxAwayMuters entries. The lock must be held.
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

// open returns the open invitations.
func (m *received) open() []view.Invitation {
	list := make([]view.Invitation, len(m.invitations))
	for i := range m.invitations {
		list[i] = m.invitations[i].Invitation
	}
	return list
}

func (m *received) publish() {
	for b := range m.inboxes {
		b.mailbox.Put(m.open())
	}
}

// forgetExpired deletes records of declined and rematch invitations that are no longer needed. The
// lock must be held.
func (in *invitations) forgetExpired(now time.Time) {
	old := func(at time.Time) bool { return now.Sub(at) >= invitationTime }
	maps.DeleteFunc(in.rematchInvited, func(c rematchInvitation, _ bool) bool { return in.summary(c.table) == nil })
	for _, m := range in.players {
		maps.DeleteFunc(m.refused, func(_ player.ID, at time.Time) bool { return old(at) })
	}
}

// Decline declines an invitation. Its sender cannot invite the player again for some
// minutes.
func (l *Lobby) Decline(me player.ID, number int) error { return l.invitations.decline(me, number) }

func (in *invitations) decline(me player.ID, number int) error {
	in.mu.Lock()
	var list []view.Invitation
	if m := in.players[me]; m != nil {
		list = m.open()
	}
	in.mu.Unlock()
	i := slices.IndexFunc(list, func(i view.Invitation) bool { return i.Number == number })
	if i < 0 {
		return NoInvitation.Refuse()
	}
	return in.change(invitationChange{Kind: declined, To: me, Invitation: list[i]})
}

// MuteInvitations stops the delivery of one sender's invitations to a player, or resumes it.
func (l *Lobby) MuteInvitations(me, other player.ID, muted bool) error {
	return l.invitations.mute(me, other, muted)
}

func (in *invitations) mute(me, other player.ID, mute bool) error {
	if !mute {
		return in.change(invitationChange{Kind: unmuted, To: me, Other: other})
	}
	in.mu.Lock()
	m := in.players[me]
	many := m != nil && len(m.muted) >= maxMutes
	in.mu.Unlock()
	if many {
		return ManyMuted.Refuse()
	}
	return in.change(invitationChange{Kind: muted, To: me, Other: other})
}

// expire removes invitations that have expired or can no longer be accepted. It returns the
// time of the steady clock at which the next invitation expires, or zero if there are none.
func (in *invitations) expire() (next time.Time) {
	in.mu.Lock()
	defer in.mu.Unlock()
	now := in.clock.Steady()
	for id, m := range in.players {
		before := len(m.invitations)
		if before == 0 {
			continue // as for most of the connected players
		}
		m.invitations = slices.DeleteFunc(m.invitations, func(i openInvitation) bool {
			return !i.expires.After(now) || !in.valid(i.Invitation, id)
		})
		if len(m.invitations) != before {
			m.publish()
		}
		for _, i := range m.invitations {
			next = clock.Earliest(next, i.expires)
		}
		if len(m.invitations) == 0 {
			in.prune(id)
		}
	}
	return next
}

// summary returns the summary of a table, or nil if the table is neither in the directory nor in
// memory. The directory does not have aborted games, whose players may have a rematch.
func (in *invitations) summary(id table.ID) *table.Summary {
	if s := in.directory.summary(id); s != nil {
		return s
	}
	if t := in.loaded(id); t != nil {
		return t.View().Summary
	}
	return nil
}

// valid reports whether an invitation can still be accepted.
func (in *invitations) valid(i view.Invitation, to player.ID) bool {
	s := in.summary(i.Table)
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
	return open && !in.blocked(to)[i.From.ID] && s.Phase != table.Finished && s.Held(to) == 0
}

// left is called when a player has disconnected.
func (in *invitations) left(id player.ID) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.prune(id)
}

// boardInvitationTime is how long an invitation to a table of an evening stays open.
const boardInvitationTime = time.Hour

// inviteToBoard invites a connected player to the table to which the evening has assigned
// them. Limits and mutes do not apply.
func (in *invitations) inviteToBoard(invitee player.ID, c evening.Assignment) {
	if !in.presence.has(invitee) {
		return
	}
	err := in.change(invitationChange{Kind: invited, To: invitee, Invitation: view.Invitation{
		From: c.From, Table: c.Table, Title: c.Title, Seat: c.Seat,
		Evening: c.Evening, Round: c.Round, SeatName: c.SeatName, Until: in.clock.Now().Add(boardInvitationTime),
	}})
	if err != nil {
		in.logger.Warn("cannot invite a player of an evening to their table", slog.Int64("table", int64(c.Table)), slog.Any("error", err))
	}
}

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
