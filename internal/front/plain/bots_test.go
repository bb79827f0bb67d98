package plain

import (
	"testing"

	"quadrille/internal/bot"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table/logtest"
)

// TestBotsThatWaitForReady uses a table whose bots wait until all players are ready. It
// checks that plain mode says when the bots will sit down.
func TestBotsThatWaitForReady(t *testing.T) {
	pool := bot.NewPool(1)
	t.Cleanup(pool.Close)
	sue := openTestLobby(t, lobby.Config{Store: logtest.NewMemory(), Bots: pool}).come("Sue")
	sue.tell("new chess4 bots=1", "To take the first open seat, type")
	sue.tell("sit white", "When you are ready, type \"ready\".")
	sue.hear("When all players are ready, level 1 bots take the open seats and the game starts.")
	sue.tell("ready", "Your move, White.")
}

// A bot that is added without a level gets the level set for the table.
func TestDefaultLevelOfABot(t *testing.T) {
	pool := bot.NewPool(1)
	t.Cleanup(pool.Close)
	sue := openTestLobby(t, lobby.Config{Store: logtest.NewMemory(), Bots: pool}).come("Sue")
	sue.tell("new chess4 bots=6", "To take the first open seat, type")
	sue.tell("add bot gold", "Bot 6 Oak sits down as Gold.")
	sue.tell("add bot 2 black", "Bot 2 Fir sits down as Black.")
}
