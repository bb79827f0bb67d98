package main

import (
	"context"
	"errors"

	"quadrille/internal/notify"
	"quadrille/internal/player"
)

// accounts is the store's accounts. When one is deleted, what is held in memory
// besides is read again.
type accounts struct {
	player.Accounts
	reports *notify.Reports
	hooks   *notify.Webhooks
}

// Delete deletes what is stored of an account; see [player.Accounts].
func (a accounts) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	if err := a.hooks.Drop(ctx, id); err != nil {
		return player.Player{}, err
	}
	heir, err := a.Accounts.Delete(ctx, id)
	return heir, errors.Join(err, a.reports.Reload(ctx))
}
