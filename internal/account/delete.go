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
	Club     *club.House
	Accounts player.Accounts
	Lobby    *lobby.Lobby
}

// Delete deletes an account and returns who stands in its games from then on. Whoever
// sits at a table or is on the list of an evening is refused. It is not interrupted:
// half of it is nothing.
func (d Deleter) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, &player.KeyRefusal{Reason: player.KeylessGuest}
	}
	if sits := d.Lobby.Sitting(id); len(sits) > 0 {
		return player.Player{}, fmt.Errorf("that account sits at table %s: end the game there, or stand up, first", strings.Trim(fmt.Sprint(sits), "[]"))
	}
	if on := d.Lobby.Evenings().On(); on != nil && on.Knows(id) {
		return player.Player{}, fmt.Errorf("that account is on the list of evening %d: wait until it is over", on.Number)
	}
	ctx = context.WithoutCancel(ctx)
	if err := d.Club.Leave(ctx, id); err != nil {
		return player.Player{}, err
	}
	heir, err := d.Accounts.Leave(ctx, id)
	if err == nil {
		d.Lobby.Succeed(ctx, id, heir)
	}
	return heir, err
}

// Erase deletes somebody's account at their request, by an owner or on the server's
// machine. The audit has who did it and why, and the name that stands in the games.
func (d Deleter) Erase(ctx context.Context, by, whom player.ID, reason string) (player.Player, error) {
	err := d.Club.MayDealWith(by, whom, reason)
	if err == nil {
		err = d.Club.May(by, club.Owner)
	}
	if err != nil {
		return player.Player{}, err
	}
	heir, err := d.Delete(ctx, whom)
	if err != nil {
		return player.Player{}, err
	}
	return heir, d.Club.Note(context.WithoutCancel(ctx), club.Deed{By: by, Verb: club.Erased, Whom: heir.ID, Reason: reason})
}
