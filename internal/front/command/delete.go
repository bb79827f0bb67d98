package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
)

// Deleter deletes accounts.
type Deleter struct {
	Club     *club.Club
	Accounts player.Accounts
	Lobby    *lobby.Lobby
}

// Delete deletes an account for the person who owns it, and returns the anonymous player
// that replaces the account in games. It returns an error if the player has a seat at a
// table or is on the list of a club evening.
func (d Deleter) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	return d.delete(ctx, id, "you sit", "you are")
}

// OnEvening returns the error with which Delete refuses to delete a player's account while they
// are on the list of a club evening, or nil if they are not.
func (d Deleter) OnEvening(id player.ID) error { return d.onEvening(id, "you are") }

func (d Deleter) onEvening(id player.ID, are string) error {
	on := d.Lobby.Evenings().Current()
	if on == nil || !on.Includes(id) {
		return nil
	}
	return fmt.Errorf("%s on the player list of evening %d: wait until the evening ends", are, on.Number)
}

// delete deletes an account. It continues if ctx is cancelled, so that no account is left
// half deleted.
func (d Deleter) delete(ctx context.Context, id player.ID, sit, are string) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.KeylessGuest.Refuse()
	}
	if sits := d.Lobby.Sitting(id); len(sits) > 0 {
		return player.Player{}, fmt.Errorf(
			"%s at table %s: finish the game or leave the seat first",
			sit,
			strings.Trim(fmt.Sprint(sits), "[]"),
		)
	}
	if err := d.onEvening(id, are); err != nil {
		return player.Player{}, err
	}
	ctx = context.WithoutCancel(ctx)
	if err := d.Club.Roles.Leave(ctx, id); err != nil {
		return player.Player{}, err
	}
	anonymous, err := d.Accounts.Delete(ctx, id)
	if err == nil {
		d.Lobby.ReplaceAccount(ctx, id, anonymous)
	}
	return anonymous, err
}

// erase deletes an account after its owner has asked the club to do so. Only an owner of the
// club or the administrator of the server's machine may call it. The audit entry records who
// deleted the account, the reason, and the anonymous ID.
func (d Deleter) erase(ctx context.Context, by, target player.ID, reason string) (player.Player, error) {
	err := d.Club.Roles.MayActOn(by, target, reason)
	if err == nil {
		err = d.Club.Roles.May(by, club.Owner)
	}
	if err != nil {
		return player.Player{}, err
	}
	anonymous, err := d.delete(ctx, target, "that player has a seat", "that player is")
	if err != nil {
		return player.Player{}, err
	}
	return anonymous, d.Club.Audit.Note(
		context.WithoutCancel(ctx),
		club.AuditEntry{By: by, Action: club.AccountErased, Target: anonymous.ID, Reason: reason},
	)
}
