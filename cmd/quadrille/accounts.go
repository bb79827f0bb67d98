package main

import (
	"context"
	"errors"

	"quadrille/internal/player"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/vacation"
)

// accounts is the account store of the running server. When it deletes an account, it also
// removes the account from the services that hold data of accounts in memory: webhooks,
// reports, messages and vacations.
type accounts struct {
	player.Accounts
	reports   *notify.Reports
	hooks     *notify.Webhooks
	messages  *messages.Service // nil if this process has not loaded the messages
	vacations *vacation.Service // nil if this process has not loaded the vacations
}

// Delete deletes an account; see [player.Accounts].
func (a accounts) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	if err := a.hooks.Drop(ctx, id); err != nil {
		return player.Player{}, err
	}
	anonymous, err := a.Accounts.Delete(ctx, id)
	return anonymous, errors.Join(err, a.reload(ctx))
}

// reload makes the services read their data again, after an account has been deleted.
func (a accounts) reload(ctx context.Context) (err error) {
	if a.messages != nil {
		err = errors.Join(err, a.messages.Reload(ctx))
	}
	if a.vacations != nil {
		err = errors.Join(err, a.vacations.Reload(ctx))
	}
	return errors.Join(err, a.reports.Reload(ctx))
}
