package screen

import (
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
)

// withMessages returns a driver of the lobby of a server with direct messages and lobby chat.
func withMessages(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	cfg.Messages = uitest.OpenMail(t)
	cfg.Player, cfg.Named = uitest.People[0], true
	d := newDriver(t, cfg)
	d.Env.Clock = func() time.Time { return uitest.Noon.Add(time.Hour) }
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: uitest.LobbyView()})
	return d
}

func TestDirectMessageArrives(t *testing.T) {
	inky, blinky := uitest.People[0], uitest.People[1]
	d := withMessages(t, kit.Config{})
	d.Write(blinky, inky, "good evening")
	d.Sees("Message from Blinky: good evening", "ctrl+r read", "ctrl+x dismiss")
	if d.Bells != 1 {
		t.Errorf("%d bells for a message", d.Bells)
	}
	d.Keys("ctrl+x")
	d.Lacks("good evening")
	d.Sees("1 unread")
	d.Keys("m")
	d.Sees("▸○ Blinky", "12:00 Blinky  good evening")
	d.Write(blinky, inky, "are you there?")
	d.Lacks("Message from Blinky")
	d.Sees("Blinky  are you there?")
	d.Keys("q")
	d.Lacks("unread")
}

func TestAnswerFromAnotherScreen(t *testing.T) {
	d := withMessages(t, kit.Config{})
	d.Keys("?")
	d.Write(uitest.People[2], uitest.People[0], "hello")
	d.Keys("ctrl+r")
	d.Sees("▸○ "+uitest.People[2].Name, "Pinky  hello")
	d.Keys("esc")
	d.Sees("Keys in the lobby")
}

// A line about a followed player does not hide a direct message. The line disappears
// after some seconds.
func TestFollowedPlayerConnects(t *testing.T) {
	d := withMessages(t, kit.Config{})
	text, _ := present.Followed(&view.Followed{Player: uitest.People[1]})
	line := kit.MailMsg{News: []kit.MailNews{{Text: text}}}
	d.Send(line)
	d.Sees("Blinky, whom you follow, has connected")
	if len(d.Ticks) == 0 || d.Bells != 0 {
		t.Errorf("%d timers, %d bells", len(d.Ticks), d.Bells)
	}
	d.Write(uitest.People[2], uitest.People[0], "hello")
	d.Send(line)
	d.Sees(": hello")
}

// messageScenes are the keys that lead to screens of messages.
var messageScenes = map[string][]string{
	"messages": {"m"}, "messages-write": {"m", "enter", "Until tomorrow"}, "messages-lobby": {"\""},
	"lobby-chat": {"'", "Good evening"},
}

// withLetters returns a driver of a lobby with chat and messages, after some keys.
func withLetters(t *testing.T, cfg kit.Config, keys ...string) *driver {
	d := withMessages(t, cfg)
	d.Write(uitest.People[1], player.Player{}, "Who plays Forchess tonight?")
	d.Write(uitest.People[3], player.Player{}, "I do, after nine")
	d.Write(
		uitest.People[1],
		uitest.People[0],
		"That was a fine sacrifice in the last game. Would you show me the line with the knight again, when you have a moment?",
	)
	d.Write(uitest.People[0], uitest.People[1], "Gladly")
	d.Write(uitest.People[2], uitest.People[0], "Rematch?")
	d.Write(uitest.People[1], uitest.People[0], "Thank you!")
	d.Keys("ctrl+x")
	d.Keys(keys...)
	return d
}

func TestGoldenFramesOfMessages(t *testing.T) {
	for name, keys := range messageScenes {
		var frames []uitest.Frame
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			frames = append(frames, uitest.FrameOf(withLetters(t, kit.Config{Width: size[0], Height: size[1]}, keys...)))
		}
		uitest.CompareGolden(t, filepath.Join("testdata", "screens", name+".txt"), frames...)
	}
}
