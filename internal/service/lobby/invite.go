package lobby

import (
	"context"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Invite invites a connected player to a table, either to a given seat or to any open one.
// If the player has muted the sender, the invitation is not delivered, but Invite returns no
// error.
func (l *Lobby) Invite(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) error {
	return l.invitations.invite(by, id, seat, invitee)
}

// CheckInvite returns why Invite would refuse an invitation now, or nil. It leaves out the limits
// on the number of invitations.
func (l *Lobby) CheckInvite(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) error {
	_, _, err := l.invitations.check(table.WithBotMark(l.cfg.Rights, by), id, seat, invitee)
	return err
}

// InviteOrAdmit invites a player to any open seat of a table. If the table is private and the
// player is not connected, it only admits the player, and returns connected as false.
func (l *Lobby) InviteOrAdmit(ctx context.Context, by player.Player, id table.ID, invitee player.Player) (connected bool, err error) {
	err = l.Invite(by, id, rules.NoSeat, invitee.ID)
	s := l.tables.directory.summary(id)
	if refusal.Of(err) != NotConnected || s == nil || s.Terms.Private == table.ForAll {
		return err == nil, err
	}
	if s.VisibleTo(table.ViewerOf(invitee.ID, l.cfg.Rights)) {
		return false, nil
	}
	if err := s.Terms.Admits(table.WithBotMark(l.cfg.Rights, invitee)); err != nil {
		return false, err
	}
	if err := l.invitations.mayTalk(by.ID); err != nil {
		return false, err
	}
	return false, l.Admit(ctx, by, id, invitee)
}

func (in *invitations) invite(by player.Player, id table.ID, seat rules.Seat, invitee player.ID) error {
	by = table.WithBotMark(in.rights, by)
	s, called, err := in.check(by, id, seat, invitee)
	if err != nil {
		return err
	}
	line := in.directory.line(id)
	if line == nil {
		return noTable(id)
	}
	admit := func() error { return nil }
	if !s.VisibleTo(table.ViewerOf(invitee, in.rights)) {
		admit = func() error {
			ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
			defer cancel()
			return in.admit(ctx, by, id, called)
		}
	}
	invitation := view.Invitation{From: by, Table: id, Title: line.Title, Seat: seat}
	if seat < rules.SeatCount {
		invitation.SeatName = line.SeatNames[seat]
	}
	return in.deliver(by, invitee, invitation, admit)
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
	atTable := by.Name != "" && (v.Host.ID == by.ID || v.Held(by.ID) != 0)
	switch {
	case !atTable && v.Terms.Private != table.ForAll && (in.rights == nil || !in.rights.Moderator(by.ID)):
		return NotHost.Refuse()
	case !atTable:
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

// deliver delivers an invitation, or returns an error if a limit is exceeded. Before the
// delivery, it calls `admit`, which admits the invitee to a private table.
func (in *invitations) deliver(by player.Player, invitee player.ID, invitation view.Invitation, admit func() error) error {
	now := in.clock.Steady()
	invitation.Until = in.clock.Now().Add(invitationTime)
	spent, err := in.spend(by, invitee, invitation, now)
	if err != nil {
		return err
	}
	if err := admit(); err != nil {
		if spent {
			in.sent.Spend(by.ID, -1, now) // a refused invitation does not count
		}
		return err
	}
	return in.change(invitationChange{Kind: invited, To: invitee, Invitation: invitation})
}

// spend counts an invitation against the limits, unless the invitee already has the
// invitation. Such an invitation is delivered again, because the invitee may have dismissed
// it.
func (in *invitations) spend(by player.Player, invitee player.ID, invitation view.Invitation, now time.Time) (spent bool, err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.forgetExpired(now)
	m := in.receivedBy(invitee)
	switch {
	case slices.ContainsFunc(m.invitations, sameAs(invitation)):
		return false, nil
	case !m.refused[by.ID].IsZero():
		return false, Declined.Refuse()
	case in.sent.Wait(by.ID, 1, now) > 0:
		return false, TooManySent.Refuse()
	case len(m.invitations) >= maxWaitingInvitations:
		return false, TooManyOpen.Refuse()
	}
	in.sent.Spend(by.ID, 1, now)
	return true, nil
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
		waits := s.Player.ID != "" && !v.Rematch.Accepted.Has(rules.Seat(seat))
		if waits && in.presence.has(s.Player.ID) && !in.invitedToRematch(v.ID, s.Player.ID) {
			f := v.Variant.Facts()
			invitation := view.Invitation{
				From: from, Table: v.ID, Title: f.Title, Seat: rules.Seat(seat), SeatName: f.Seats[seat], Rematch: true,
			}
			// Ignore the error: the next pass tries again, and the player also sees the offer at the table.
			_ = in.deliver(from, s.Player.ID, invitation, func() error { return nil })
		}
	}
}

// invitedToRematch reports whether an invitation to the rematch of a table was already
// delivered to a player.
func (in *invitations) invitedToRematch(id table.ID, invitee player.ID) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.rematchInvited[rematchInvitation{id, invitee}]
}

// rematchInvitation identifies an invitation to the rematch of a table.
type rematchInvitation struct {
	table   table.ID
	invitee player.ID
}
