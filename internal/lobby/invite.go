package lobby

import (
	"context"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Invite invites a connected player to a table, either to a given seat or to any open one.
// If the player has muted the sender, the invitation is not delivered, but Invite returns no
// error.
func (l *Lobby) Invite(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) error {
	return l.invitations.invite(by, id, seat, invitee)
}

func (in *invitations) invite(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) error {
	by = table.WithBotMark(in.rights, by)
	if err := in.prepare(by, id, seat, invitee); err != nil {
		return err
	}
	line, ok := in.directory.line(id)
	if !ok {
		return noTable(id)
	}
	return in.deliver(by, invitee, Invitation{From: by, Table: id, Title: line.Title, Seat: seat})
}

// prepare checks an invitation. If the table is private, it also admits the invited player.
func (in *invitations) prepare(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) error {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	s, called, err := in.check(by, id, seat, invitee)
	if err != nil || s.VisibleTo(table.ViewerOf(invitee, in.rights)) {
		return err
	}
	return in.admit(ctx, by, id, called)
}

// check returns the table's summary and the invited player, or a refusal.
func (in *invitations) check(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) (*table.Summary, player.Player, error) {
	s := in.directory.summary(id)
	if s == nil || !s.VisibleTo(table.ViewerOf(by.ID, in.rights)) {
		return nil, player.Player{}, noTable(id)
	}
	who, connected := in.presence.find(invitee)
	if !connected || who.Name == "" {
		who = player.Player{}
	}
	if err := in.mayInvite(s, by, seat, who, invitee); err != nil {
		return nil, player.Player{}, err
	}
	return s, who, in.mayTalk(by.ID)
}

// mayTalk returns an error for an account that the club has muted.
func (in *invitations) mayTalk(id player.ID) error {
	if in.rights == nil {
		return nil
	}
	return table.MayChat(in.rights, id)
}

func (in *invitations) mayInvite(v *table.Summary, by player.Player, seat rules.Seat, who player.Player, invitee player.ID) error {
	open := slices.ContainsFunc(v.Seats[:], func(s table.SeatSummary) bool { return s.Open })
	if seat < rules.SeatCount {
		open = v.Seats[seat].Open
	}
	switch {
	case by.Name == "" || v.Host.ID != by.ID && v.Held(by.ID) == 0:
		return NotAtTable.Refuse()
	case who.ID == "":
		return NotConnected.Refuse()
	case v.Held(invitee) != 0 || invitee == by.ID:
		return HasSeat.Refuse()
	case !open || v.Phase == table.Finished:
		return NoOpenSeat.Refuse()
	}
	return v.Terms.Admits(table.WithBotMark(in.rights, who))
}

// deliver delivers an invitation, or returns an error if a limit is exceeded.
func (in *invitations) deliver(by player.Player, invitee player.ID, invitation Invitation) error {
	invitation.Until = in.clock.Now().Add(invitationTime)
	if err := in.spend(by, invitee, invitation, in.clock.Steady()); err != nil {
		return err
	}
	return in.change(invitationChange{Kind: invited, To: invitee, Invitation: invitation})
}

// spend counts an invitation against the limits, unless the invitee already has the
// invitation. Such an invitation is delivered again, because the invitee may have dismissed
// it.
func (in *invitations) spend(by player.Player, invitee player.ID, invitation Invitation, now time.Time) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.forgetExpired(now)
	m := in.receivedBy(invitee)
	switch {
	case slices.ContainsFunc(m.invitations, invitation.same):
		return nil
	case !m.refused[by.ID].IsZero():
		return Declined.Refuse()
	case in.sent[by.ID] != nil && in.sent[by.ID].TokensAt(now) < 1:
		return TooManySent.Refuse()
	case len(m.invitations) >= maxWaitingInvitations:
		return TooManyOpen.Refuse()
	}
	if in.sent[by.ID] == nil {
		in.sent[by.ID] = rate.NewLimiter(rate.Every(invitationTime/maxSentInvitations), maxSentInvitations)
	}
	in.sent[by.ID].AllowN(now, 1)
	return nil
}

// inviteToRematch invites the players who have not yet accepted a rematch.
func (in *invitations) inviteToRematch(v *table.View) {
	var from player.Player
	for seat, s := range v.Seats {
		if v.Rematch.Accepted.Has(rules.Seat(seat)) {
			from = s.Player
			break
		}
	}
	for seat, s := range v.Seats {
		if s.Player.ID != "" && !v.Rematch.Accepted.Has(rules.Seat(seat)) && in.presence.has(s.Player.ID) && in.firstForRematch(v.ID, s.Player.ID) {
			invitation := Invitation{From: from, Table: v.ID, Title: v.Variant.Facts().Title, Seat: rules.Seat(seat), Rematch: true}
			_ = in.deliver(from, s.Player.ID, invitation) // ignore the error, because the player also sees the offer of the rematch at the table
		}
	}
}

// firstForRematch records an invitation to the rematch of a table. It reports whether this is
// the player's first invitation to that rematch.
func (in *invitations) firstForRematch(id table.ID, invitee player.ID) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	one := rematchInvitation{id, invitee}
	first := !in.rematchInvited[one]
	in.rematchInvited[one] = true
	return first
}

// rematchInvitation identifies an invitation to the rematch of a table.
type rematchInvitation struct {
	table   table.ID
	invitee player.ID
}
