package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// invitationChange is a change of a player's invitations. The nodes of a cluster tell each
// other of these changes, so that all sessions of a player have the same invitations.
type invitationChange struct {
	Kind       changeKind      `json:"kind"`
	To         player.ID       `json:"to"`                  // the player whose invitations change
	Invitation view.Invitation `json:"invitation,omitzero"` // the invitation that is sent or declined
	Other      player.ID       `json:"other,omitempty"`     // the sender whose invitations are muted or no longer muted
	At         time.Time       `json:"at,omitzero"`         // the time of the change; zero in changes of version 0.2.0 and older
}

// changeKind is the kind of a change of invitations.
type changeKind string

// The kinds of changes of invitations.
const (
	invited  changeKind = "invited"
	declined changeKind = "declined"
	muted    changeKind = "muted"
	unmuted  changeKind = "unmuted"
)

// change tells the other nodes of a change, and then applies the change to this node.
func (in *invitations) change(c invitationChange) error {
	c.At = in.clock.Now()
	number, err := in.publish(c)
	if err != nil {
		return table.NotStored(err)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.news == nil {
		in.lastNumber++
		number = in.lastNumber
	}
	in.apply(number, c)
	in.prune(c.To)
	return nil
}

// publish tells the other nodes of a change. It returns the number of the change, which is 0 if
// there are no other nodes.
func (in *invitations) publish(c invitationChange) (number int64, err error) {
	if in.news == nil {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	return in.news.Publish(ctx, news.Invitations, c)
}

// Invitations applies the changes that other nodes have made to invitations since the last
// call.
func (ch *Changes) Invitations(ctx context.Context) error {
	return ch.lobby.invitations.follow(ctx, false)
}

// follow applies the changes that other nodes have made since the last call. If the parameter `own` is
// true, it also applies those of this node.
func (in *invitations) follow(ctx context.Context, own bool) error {
	items, err := in.news.Topic(ctx, news.Invitations, in.lastRead)
	if err != nil {
		return err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, one := range items {
		var c invitationChange
		if err := json.Unmarshal(one.Data, &c); err != nil {
			return err
		}
		if own || !one.Own {
			in.apply(one.Number, c)
		}
		in.lastRead = one.Number
	}
	return nil
}

// ReloadInvitations applies all stored changes again. Call it when this node may have missed some, or
// when a standby may have replaced the database: it may lack changes, and give their numbers to others.
func (ch *Changes) ReloadInvitations(ctx context.Context) error {
	in := ch.lobby.invitations
	in.lastRead = 0
	return in.follow(ctx, true) // without this node's own changes, what it has declined would come back
}

// apply applies a change. A new invitation gets the change's `number`. The caller must hold
// the lock.
func (in *invitations) apply(number int64, c invitationChange) {
	m := in.receivedBy(c.To)
	switch i := c.Invitation; c.Kind {
	case invited:
		i.Number = int(number)
		if !c.At.IsZero() {
			i.Until = in.clock.Due(c.At, i.Until)
		}
		in.add(m, c.To, i)
	case declined:
		if i.Evening == "" {
			m.refused[i.From.ID] = in.clock.SteadyAt(cmp.Or(c.At, in.clock.Now()))
		}
		m.invitations = slices.DeleteFunc(m.invitations, sameAs(i))
	case muted:
		m.muted[c.Other] = true
		m.invitations = slices.DeleteFunc(m.invitations, func(i openInvitation) bool { return i.From.ID == c.Other && i.Evening == "" })
	case unmuted:
		delete(m.muted, c.Other)
	}
	m.publish()
}

// add adds an invitation to a player's list. It does not add an invitation that has expired,
// that the player already has, or whose sender the player has muted or blocked. The lock must
// be held.
func (in *invitations) add(m *received, to player.ID, i view.Invitation) {
	if i.Evening == "" && !i.Rematch {
		in.directory.invite(i.Table, to)
	}
	if i.Rematch {
		in.rematchInvited[rematchInvitation{i.Table, to}] = true
	}
	hidden := i.Evening == "" && (m.muted[i.From.ID] || in.blocked(to)[i.From.ID])
	expires := in.clock.SteadyAt(i.Until)
	if hidden || !expires.After(in.clock.Steady()) || slices.ContainsFunc(m.invitations, sameAs(i)) {
		return
	}
	m.invitations = append(m.invitations, openInvitation{i, expires})
	in.changed()
}

// sameAs returns a function that reports whether an invitation is from the same sender to the
// same table as the given one.
func sameAs(one view.Invitation) func(openInvitation) bool {
	return func(i openInvitation) bool { return i.From.ID == one.From.ID && i.Table == one.Table }
}
