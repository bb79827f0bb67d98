package live_test

import (
	"errors"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// asBotAccount returns p marked as a bot account.
func asBotAccount(p player.Player) player.Player {
	p.BotAccount = true
	return p
}

// TestBotAccountNeedsMarkToSit checks that a program can take a seat only after its
// account has been stored as a bot account.
func TestBotAccountNeedsMarkToSit(t *testing.T) {
	rights := &testRights{markErr: errors.New("full")}
	b := newTableWithRights(t, rights, verney)
	b.wantRefusal(table.Command{By: asBotAccount(pinky), Kind: table.Sit, Seat: gold}, table.CannotStore)
	rights.markErr = nil
	b.log.fail(errors.New("full too"))
	b.wantRefusal(table.Command{By: asBotAccount(pinky), Kind: table.Sit, Seat: gold}, table.CannotStore)
	if !rights.BotAccount(pinky.ID) || b.View().Held(pinky.ID) != 0 {
		t.Errorf("marked %v, seats %v", rights.botAccounts, b.View().Held(pinky.ID))
	}
	b.log.fix()
}
