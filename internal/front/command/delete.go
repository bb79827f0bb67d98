package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// onEvening returns the error with which deleteAccount refuses to delete a player's account while they
// are on the list of a club evening, or nil if they are not. The text begins with `are`: "you are".
func (s *Session) onEvening(id player.ID, are string) error {
	on := s.Lobby.Evenings().Current()
	if on == nil || !on.Includes(id) {
		return nil
	}
	return fmt.Errorf("%s on the player list of evening %d: wait until the evening ends", are, on.Number)
}

// deleteAccount deletes an account, and returns the anonymous player that replaces it in games. It
// returns an error, whose text begins with `sit` or `are`, if the player has a seat at a table or is on
// the list of a club evening. It continues if ctx is cancelled, so that no account is left half deleted.
func (s *Session) deleteAccount(ctx context.Context, id player.ID, sit, are string) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.KeylessGuest.Refuse()
	}
	if sits := s.Lobby.Sitting(id); len(sits) > 0 {
		return player.Player{}, fmt.Errorf(
			"%s at table %s: finish the game or leave the seat first",
			sit,
			strings.Trim(fmt.Sprint(sits), "[]"),
		)
	}
	if err := s.onEvening(id, are); err != nil {
		return player.Player{}, err
	}
	ctx = context.WithoutCancel(ctx)
	if err := s.Club.Roles.Leave(ctx, id); err != nil {
		return player.Player{}, err
	}
	anonymous, err := s.Accounts.Delete(ctx, id)
	if err == nil {
		s.Lobby.ReplaceAccount(ctx, id, anonymous)
	}
	return anonymous, err
}

// eraseAccount deletes an account after its owner has asked the club to do so. Only an owner of the
// club or the administrator of the server's machine may call it. The audit entry records who
// deleted the account, the reason, and the anonymous ID.
func (s *Session) eraseAccount(ctx context.Context, by, target player.ID, reason string) (player.Player, error) {
	err := s.Club.Roles.MayActOn(by, target, reason)
	if err == nil {
		err = s.Club.Roles.May(by, club.Owner)
	}
	if err != nil {
		return player.Player{}, err
	}
	anonymous, err := s.deleteAccount(ctx, target, "that player has a seat", "that player is")
	if err != nil {
		return player.Player{}, err
	}
	return anonymous, s.Club.Audit.Note(
		context.WithoutCancel(ctx),
		club.AuditEntry{By: by, Action: club.AccountErased, Target: anonymous.ID, Reason: reason},
	)
}
