package game

import (
	"errors"
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

func TestChat(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], uitest.Chatting(t), kit.Config{Width: size[0], Height: size[1]})
		d.Keys("'", "hello k7?")
		d.Sees("Chat: hello k7?_")
		d.Keys("enter")
		d.Asks(table.Chat)
		if a := d.Backend.Commands[0]; a.Text != "hello k7?" {
			t.Errorf("the chat line is %q", a.Text)
		}
		d.Lacks("Chat: hello")
		d.Show(uitest.Chatting(t, uitest.Line(30, uitest.People[0], "hello k7?"), uitest.Line(31, uitest.People[1], "good evening")))
		d.Sees("Inky: hello k7?", "* Blinky: good evening")
		d.Keys("left") // any key marks the chat line as seen
		d.Lacks("* Blinky")
	}
}

func TestRefusedChatLineStays(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.Chatting(t), kit.Config{Width: 120, Height: 40})
	d.Backend.Answer = func(table.Command) error { return errors.New("too many chat lines") }
	d.Keys("'", "again", "enter")
	d.Sees("Chat: again_", "Too many chat lines")
	d.Keys("esc")
	d.Lacks("Chat: again", "Too many")
	d.Keys("k7", "enter") // after Esc has closed the chat prompt, typed text is a move again, not a chat line
	if a := d.Backend.Commands[1]; a.Kind != table.Play {
		t.Errorf("the command is %+v", a)
	}
}

func TestChatIsOffForPlayersOnly(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("'")
	d.Sees("Chat is off during this game")
	d = atTable(t, uitest.Spectator, v, kit.Config{})
	d.Keys("'", "who wins?")
	d.Sees("Spectator chat: who wins?_")
	v.SpectatorChat = []table.ChatLine{uitest.Line(9, uitest.People[3], "black does")}
	d.Show(v)
	d.Sees("(Clyde) black does")
}

// TestNothingIsDrawnAfterChat checks that the screen draws nothing to the right of chat. Chat
// may contain text that is written from right to left.
func TestNothingIsDrawnAfterChat(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(
			t,
			uitest.People[0],
			uitest.Chatting(t, uitest.Line(9, uitest.People[1], "שלום")),
			kit.Config{Width: size[0], Height: size[1]},
		)
		for _, row := range d.Text() {
			if i := strings.Index(row, "שלום"); i >= 0 && strings.TrimSpace(row[i+len("שלום"):]) != "" {
				t.Errorf("%q", row)
			}
		}
		d.Sees("Blinky: שלום")
	}
}

func TestChatHidesBeforeMoves(t *testing.T) {
	v := uitest.Chatting(t, uitest.Line(9, uitest.People[1], "hm"))
	v.Moves = uitest.ViewAfter(t, uitest.Recorded(t)[:8]).Moves
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 80, Height: 24})
	d.Sees("Blinky: hm", " 1 ")
	v = uitest.GameView(t, "forchess", nil, nil) // this game shows the list of moves below the board
	v.ChatOpen, v.Chat = true, []table.ChatLine{uitest.Line(9, uitest.People[1], "hm")}
	d = atTable(t, uitest.People[0], v, kit.Config{Width: 80, Height: 24})
	seen := strings.Contains(strings.Join(d.Text(), "\n"), "Blinky: hm")
	if counted := strings.Contains(d.Text()[0], "* 1 new chat: \""); seen == counted {
		t.Errorf("drawn %v, counted %v:\n%s", seen, counted, strings.Join(d.Text(), "\n"))
	}
}

func TestChatReader(t *testing.T) {
	var lines []table.ChatLine
	for i := range 60 {
		lines = append(lines, uitest.Line(10+i, uitest.People[1], "line "+strings.Repeat("i", i)))
	}
	lines = append(lines, uitest.Line(90, uitest.People[2], strings.Repeat("w", 250)))
	d := atTable(t, uitest.People[0], uitest.Chatting(t, lines...), kit.Config{})
	d.Keys("\"")
	d.Sees("Chat", strings.Repeat("w", 60), "Pinky:")
	d.Keys("home")
	d.Sees("Blinky: line i")
	d.Keys("esc")
	d.Sees("Your move")
}

func TestHostMutesAndUnmutes(t *testing.T) {
	v := uitest.Chatting(t, uitest.Line(9, uitest.Spectator, "buy now"))
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Sees("Mute Sue")
	d.Choose("Mute Sue")
	if a := d.Backend.Commands[0]; a.Kind != table.Mute || a.Target.ID != uitest.Spectator.ID {
		t.Fatalf("the command is %+v", a)
	}
	v.Muted = []player.Player{uitest.Spectator}
	d.Show(v)
	d.Keys("ctrl+o")
	d.Sees("Unmute Sue")
	d = atTable(t, uitest.People[1], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Lacks("Mute", "Unmute")
}

// TestTeamChat checks that a player of a team game writes in the team chat. If players may
// also chat with everybody, Tab switches between the two chats. Spectators have no team chat.
func TestTeamChat(t *testing.T) {
	teams := func(open bool, lines ...table.ChatLine) *table.View {
		v := uitest.GameView(t, "chess4", map[string]string{"teams": "on"}, nil)
		v.ChatOpen, v.TeamChat = open, lines
		return v
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := atTable(t, uitest.People[0], teams(false), kit.Config{Width: size[0], Height: size[1]})
		d.Sees("Team chat ", "' write")
		d.Keys("'", "trade queens", "tab")
		d.Sees("Team chat: trade queens_", "enter send", "esc cancel")
		d.Lacks("tab to")
		d.Keys("enter")
		d.Asks(table.TeamChat)
		d.Show(teams(false, uitest.Line(30, uitest.People[0], "trade queens"), uitest.Line(31, uitest.People[2], "I agree")))
		d.Sees("Inky (team): trade queens", "* Pinky (team): I agree")
		d.Keys("\"")
		d.Sees("Pinky (team): I agree", "A name followed by (team) means team chat.")
	}
	d := atTable(t, uitest.People[0], teams(true), kit.Config{Width: 120, Height: 40})
	d.Keys("'", "hello")
	d.Sees("Team chat: hello_", "tab to all")
	d.Keys("tab")
	d.Sees("Chat: hello_", "tab to your team")
	d.Lacks("Team chat: hello")
	d.Keys("enter")
	d.Asks(table.Chat)
	if key, _ := d.table().Shared(); key != nil {
		t.Error("the screen of a player is shared")
	}
	d = atTable(t, uitest.Spectator, teams(false), kit.Config{Width: 120, Height: 40})
	d.Lacks("Team chat")
	d.Keys("'")
	d.Sees("Spectator chat:")
}
