package plain

import (
	"context"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/player"
)

// twoPlayers seats two people at a table for two players and starts the game.
func twoPlayers(t *testing.T, more string) (h *testLobby, inky, blinky *talker) {
	t.Helper()
	h = newTestLobby(t)
	inky, blinky = h.come("Inky"), h.come("Blinky")
	h.table("chess4 armies=white,black "+more, inky, blinky)
	inky.hear("Your move, White.")
	return h, inky, blinky
}

func TestTakingBack(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=none")
	inky.tell("k7", "You play pawn from m7 to k7.\nBlack to move.")
	blinky.hear("Your move, Black.")
	inky.tell("takeback", "You asked to take back k7.")
	blinky.hear("Inky proposes to take back k7.\nType \"accept takeback\" or \"decline takeback\".")
	blinky.tell("decline takeback", "You declined Inky's takeback.")
	inky.hear("Blinky declined your takeback.")
	inky.tell("takeback", "That takeback was declined")
	blinky.tell("d8", "You play pawn from b8 to d8.")
	inky.hear("Your move, White.")
	blinky.tell("takeback", "You asked to take back d8.")
	inky.hear("Type \"accept takeback\" or \"decline takeback\".")
	inky.tell("accept takeback", "1 move was taken back.\nBlack to move.")
	blinky.hear("1 move was taken back.\nYour move, Black.")
	blinky.tell("history", "1: Inky, White: pawn from m7 to k7.\n")
}

// A premove is shown only to the player who entered it.
func TestPremoves(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=none")
	blinky.tell("premove b8 d8", "Premove b8-d8: to cancel it, type \"cancel premove\".")
	blinky.tell("cancel premove", "Premove cancelled.")
	blinky.tell("premove d8 d9", "You have no piece on d8")
	blinky.tell("premove a5-c6", "Premove a5-c6: to cancel it")
	inky.tell("k7", "Blinky, Black: knight from a5 to c6.")
	blinky.hear("You play knight from a5 to c6.")
	blinky.tell("premove a8 n7", "Premove a8-n7: to cancel it")
	inky.tell("premove k7 j7", "It is white's turn; make a move, not a premove")
	inky.tell("m8-l8", "You play pawn from m8 to l8.")
	blinky.hear("Premove a8-n7 was not legal and was cancelled.")
	if said := inky.hear("Black to move."); strings.Contains(said, "later") || strings.Contains(said, "a8") {
		t.Errorf("an opponent heard: %q", said)
	}
}

func TestVoting(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=5+10")
	inky.tell("vote replace", "No player is away")
	inky.tell("vote adjourn", "You voted to adjourn the game.")
	blinky.hear("Inky votes to adjourn the game.")
	inky.tell("unvote", "")
	inky.tell("vote adjourn", "You voted to adjourn the game.")
	blinky.tell("vote adjourn", "The game is adjourned: the clocks are stopped until all are back, or enough players vote to resume.")
	inky.hear("The game is adjourned")
	inky.tell("tables", ", adjourned, ")
	inky.tell("k7", "The game is adjourned until all are back")
	for _, p := range []*talker{inky, blinky} {
		p.types("vote resume\n")
	}
	inky.hear("The game continues.")
	inky.hear("Your move, White.")
	blinky.hear("White to move.")
}

func TestBeforeTheGame(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky := h.come("Inky"), h.come("Blinky")
	blinky.hear("You are in the lobby: no tables")
	inky.tell("new quadrochess chat=open", "Table 1 is open.")
	blinky.hear("Table 1: Quadrochess, no clock, opened by Inky, waiting for players")
	inky.tell("invite Nobody", "No player is called \"Nobody\"")
	inky.tell("invite O'Neill 3rd", "No player is called \"O'Neill 3rd\"")
	inky.tell("sit white a", "You sit down as White A.\nWhen you are ready, type \"ready\".")
	inky.tell("invite blinky", "Blinky is invited to table 1.")
	blinky.hear("Inky invites you: table 1, Quadrochess, 10 minutes left. Type \"sit 1\" or \"ignore 1\".")
	blinky.tell("invitations", "Inky invites you: table 1")
	blinky.tell("waiting", "Inky invites you: table 1")
	blinky.tell("sit 1 Black A", "You sit down as Black A.")
	inky.hear("Blinky sits down as Black A.")
	blinky.tell("sit purple", "There is no seat \"purple\"; the seats are white-a, black-a, black-b, white-b.")
	blinky.tell("sit white-a", "Inky has that seat")
	blinky.tell("accept chat", "You agree to chat during the game.")
	inky.hear("Blinky agrees to chat during the game.")
	blinky.tell("chat hello", "Sent.")
	inky.hear("Blinky says: hello.")
	inky.tell("mute Blinky", "You muted Blinky.")
	blinky.tell("chat hello", "The host of this table has muted you")
	inky.tell("unmute blinky", "You unmuted Blinky.")
	inky.tell("unseat black a", "The host removed Blinky from")
	blinky.hear("The host removed you from")
	blinky.tell("ready", "You have no seat at this table.")
	inky.tell("stand", "You stand up from White A.")
	inky.tell("board", "White A: king d1, queen e1, rooks a1 and h1")
	inky.tell("square d1", "d1: white king, moved by White A, in zone A.")
	inky.tell("turn", "Waiting for players.")
	inky.tell("moves", "The game starts when every seat is taken and every player is ready.")
	inky.tell("leave", "You are in the lobby: 1 table, and 2 people are here.")
	blinky.tell("tables", "Table 1: Quadrochess")
	blinky.tell("table 9", "No table 9")
	blinky.tell("table x", "\"x\" is not the number of a table; type \"tables\" to list them.")
}

func TestInvitations(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky := h.come("Inky"), h.come("Blinky")
	blinky.hear("You are in the lobby")
	inky.tell("new verney clock=none", "Table 1 is open.")
	inky.tell("invite blinky", "Blinky is invited to table 1.")
	blinky.hear("Inky invites you: table 1, Verney's Four-handed Chess, 10 minutes left. Type \"sit 1\" or \"ignore 1\".")
	blinky.tell("invitations", "Inky invites you: table 1")
	blinky.tell("ignore 1", "Invitation 1 declined.")
	blinky.tell("invitations", "You have no invitations.")
	blinky.tell("ignore 1", "That invitation has expired.")
	inky.tell("invite blinky", "Your invitation was declined; wait 10 minutes before you invite that player again.")
}

// Plain mode tells players in the lobby when a table waits for their move.
func TestWaitingTasks(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=5+10")
	blinky.tell("leave", "You keep your seat, and your clock keeps running: to return, type \"table 1\".")
	inky.tell("k7", "Black to move.")
	blinky.hear("Your move: table 1, Chess4, Black, 5 minutes left")
	blinky.tell("waiting", "Your move: table 1, Chess4")
	blinky.tell("table 1", "The game is running, 1 move was played.\n1: Inky, White: pawn from m7 to k7.\nYour move, Black.")
	inky.tell("waiting", "Nothing waits for you.")
}

// TestGuestGetsReturnCode checks that a guest who takes a seat gets a code with which they
// can return to the seat later.
func TestGuestGetsReturnCode(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("guest-k7f3", func(cfg *Config) { cfg.ReturnCode = "k7f3-9mpw-x2qd-h8ta" })
	p.tell("new forchess clock=none", "Table 1 is open.")
	p.tell("sit", "You are a guest: to return later, write down the code k7f3-9mpw-x2qd-h8ta.")
	p.hear("ssh HOST return k7f3-9mpw-x2qd-h8ta.")
}

// The bell rings only for the player who turned it on.
func TestBell(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=none")
	blinky.tell("bell", "The bell is on.")
	inky.tell("k7", "Black to move.")
	blinky.hear("\aYour move, Black.")
	blinky.mu.Lock()
	defer blinky.mu.Unlock()
	if n := strings.Count(blinky.all.String(), "\a"); n != 1 {
		t.Errorf("the bell rang %d times", n)
	}
	text := strings.ReplaceAll(blinky.all.String(), "\a", "")
	blinky.all.Reset()
	blinky.all.WriteString(text) // record the output without the bells: the check at the end of a session accepts no bells
}

// TestSettingsAreStored checks that changed settings are stored for a player with an
// account, but not for a guest.
func TestSettingsAreStored(t *testing.T) {
	h := newTestLobby(t)
	kept := &memory{}
	p := h.come("Inky", func(cfg *Config) {
		cfg.Memory = kept
		cfg.Settings = cfg.Settings.With(player.Choice{Setting: player.Spelling, Value: "words"})
	})
	p.tell("new forchess clock=none", "Table 1 is open.")
	p.tell("square a1", "Alfa 1: southwest king.")
	p.tell("spell off", "Spelling is off.")
	p.tell("square a1", "a1: southwest king.")
	p.tell("spell perhaps", "Type \"on\" or \"off\".")
	p.tell("short", "Short sentences.")
	q := h.come("guest", func(cfg *Config) { cfg.Memory, cfg.Player.ID = kept, "guest:x" })
	q.tell("long", "Full sentences.")
	if said := q.tell("people", "2 people are here"); strings.Contains(said, "guest") {
		t.Errorf("a guest heard %q", said)
	}
	p.tell("quit", "Goodbye.")
	want := []player.Choice{{Setting: player.Spelling, Value: "letters"}, {Setting: player.Speech, Value: "short"}}
	if !slices.Equal(kept.choices, want) {
		t.Errorf("kept %v", kept.choices)
	}
}

// memory stores the settings of one account.
type memory struct{ choices []player.Choice }

func (m *memory) Recall(context.Context, player.ID) (player.Settings, error) {
	return player.Settings{}.With(m.choices...), nil
}

func (m *memory) Remember(_ context.Context, id player.ID, choices ...player.Choice) error {
	if id.Guest() {
		return player.GuestSettings.Refuse()
	}
	for _, c := range choices {
		if _, err := player.ParseChoice(c.Setting.String(), c.Value); err != nil {
			return err
		}
	}
	m.choices = append(m.choices, choices...)
	return nil
}

func TestAbort(t *testing.T) {
	_, inky, blinky := twoPlayers(t, "clock=5+10")
	inky.tell("k7", "You play pawn from m7 to k7.")
	blinky.hear("You have 2 minutes for your first move")
	blinky.tell("abort", "Abort the game? Not every seat has moved. An aborted game has no result and is not rated. Type yes or no.")
	blinky.tell("no", "Cancelled")
	blinky.tell("abort", "Type yes or no.")
	blinky.tell("yes", "The game is over: Aborted by Blinky")
	inky.hear("The game is over: Aborted by Blinky")
}

// TestTeamChat checks that partners see their team chat, and that opponents and spectators
// do not see it.
func TestTeamChat(t *testing.T) {
	h := newTestLobby(t)
	var players []*talker
	for _, name := range []string{"Inky", "Blinky", "Pinky", "Clyde"} {
		players = append(players, h.come(name))
	}
	sue := h.come("Sue")
	players[0].tell("new chess4 teams=on clock=none", "Table 1 is open.")
	for i, p := range players {
		p.tell("sit 1 "+[]string{"white", "silver", "black", "gold"}[i], "You sit down as")
	}
	sue.tell("table 1", "no clock, team chat during the game.")
	for _, p := range players {
		p.tell("ready", "")
	}
	players[3].hear("The game starts.")
	players[0].tell("team trade queens", "Sent.")
	players[2].hear("Inky says to your team: trade queens.")
	players[3].tell("team chat no trades", "Sent.")
	players[1].hear("Clyde says to your team: no trades.")
	sue.tell("team hello", "You have no seat at this table.")
	players[0].tell("k7", "Silver to move.")
	for _, p := range []*talker{players[1], players[3], sue} {
		p.hear("pawn from m7 to k7")
		p.mu.Lock()
		if strings.Contains(p.all.String(), "queens") {
			t.Errorf("others read the team chat:\n%s", p.all.String())
		}
		p.mu.Unlock()
	}
}
