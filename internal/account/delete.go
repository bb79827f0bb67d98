// Package account deletes accounts: what is stored of somebody, their role, and their
// name in the games that stay.
package account

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
)

// Deleter deletes accounts.
type Deleter struct {
	Club     *club.Club
	Accounts player.Accounts
	Lobby    *lobby.Lobby
}

// Delete deletes an account for its owner, and returns who stands in its games from
// then on. Whoever sits at a table or is on the list of an evening is refused.
func (d Deleter) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	return d.delete(ctx, id, "you sit", "you are")
}

// delete is not interrupted: half of it is nothing.
func (d Deleter) delete(ctx context.Context, id player.ID, sit, are string) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.KeylessGuest.Refuse()
	}
	if sits := d.Lobby.Sitting(id); len(sits) > 0 {
		return player.Player{}, fmt.Errorf("%s at table %s: end the game there, or leave the seat, first", sit, strings.Trim(fmt.Sprint(sits), "[]"))
	}
	if on := d.Lobby.Evenings().Current(); on != nil && on.Includes(id) {
		return player.Player{}, fmt.Errorf("%s on the list of evening %d: wait until it is over", are, on.Number)
	}
	ctx = context.WithoutCancel(ctx)
	if err := d.Club.Roles.Leave(ctx, id); err != nil {
		return player.Player{}, err
	}
	heir, err := d.Accounts.Delete(ctx, id)
	if err == nil {
		d.Lobby.ReplaceAccount(ctx, id, heir)
	}
	return heir, err
}

// Erase deletes somebody's account at their request, by an owner or on the server's
// machine. The audit has who did it and why, and the name that stands in the games.
func (d Deleter) Erase(ctx context.Context, by, whom player.ID, reason string) (player.Player, error) {
	err := d.Club.Roles.MayDealWith(by, whom, reason)
	if err == nil {
		err = d.Club.Roles.May(by, club.Owner)
	}
	if err != nil {
		return player.Player{}, err
	}
	heir, err := d.delete(ctx, whom, "that account sits", "that account is")
	if err != nil {
		return player.Player{}, err
	}
	return heir, d.Club.Audit.Note(context.WithoutCancel(ctx), club.AuditEntry{By: by, Action: club.AccountErased, Target: heir.ID, Reason: reason})
}
