package screen

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/view"
	"quadrille/internal/store"
)

// withMessages returns a driver of the lobby of a server with direct messages and lobby chat.
func withMessages(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "data"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	theClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range uitest.People {
		if _, err := db.Accounts.Claim(t.Context(), p.ID, p.Name); err != nil {
			t.Fatal(err)
		}
	}
	cfg.Messages, err = messages.Open(t.Context(), messages.Config{
		Store: db.Messages(), Rights: theClub, Names: db.Accounts, Memory: db.Settings,
		Clock: clocktest.At(func() time.Time { return uitest.Noon }),
	})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Player, cfg.Named = uitest.People[0], true
	d := newDriver(t, cfg)
	d.Env.Clock = func() time.Time { return uitest.Noon.Add(time.Hour) }
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	return d
}

// writes stores a message and delivers it to the session of the driver. If the recipient is
// messages.Lobby, the message is a line of lobby chat, otherwise a direct message.
func (d *driver) writes(by, to player.Player, text string) {
	d.T.Helper()
	mail, ctx := d.Env.Cfg.Messages, d.Env.Ctx
	msg := kit.MailMsg{}
	var err error
	if to.ID == messages.Lobby {
		_, err = mail.Say(ctx, by, text)
	} else {
		var m messages.Message
		m, err = mail.Send(ctx, by, to, text)
		msg.News = []kit.MailNews{{Text: mail.Sentence(ctx, &m), Direct: true, From: by}}
	}
	if err != nil {
		d.T.Fatal(err)
	}
	msg.Lobby = mail.Lines(ctx, mail.LobbyChat(d.Env.Me.ID))
	d.Send(msg)
}

func TestDirectMessageArrives(t *testing.T) {
	inky, blinky := uitest.People[0], uitest.People[1]
	d := withMessages(t, kit.Config{})
	d.writes(blinky, inky, "good evening")
	d.Sees("Message from Blinky: good evening", "ctrl+r read", "ctrl+x dismiss")
	if d.Bells != 1 {
		t.Errorf("%d bells for a message", d.Bells)
	}
	d.Keys("ctrl+x")
	d.Lacks("good evening")
	d.Sees("1 unread")
	d.Keys("m")
	d.Sees("▸○ Blinky", "12:00 Blinky  good evening")
	d.writes(blinky, inky, "are you there?")
	d.Lacks("Message from Blinky")
	d.Sees("Blinky  are you there?")
	d.Keys("enter", "yes", "enter")
	d.Sees("12:00 You     yes", "To Blinky: _")
	d.Send(tea.WindowSizeMsg{Width: 46, Height: 16})
	d.Sees("To Blinky: _")
	d.Keys("esc")
	d.Sees("12:00 You     yes")
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Keys("q")
	d.Lacks("unread")
}

func TestAnswerFromAnotherScreen(t *testing.T) {
	d := withMessages(t, kit.Config{})
	d.Keys("?")
	d.writes(uitest.People[2], uitest.People[0], "hello")
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
	d.writes(uitest.People[2], uitest.People[0], "hello")
	d.Send(line)
	d.Sees(": hello")
}

func TestLobbyChat(t *testing.T) {
	d := withMessages(t, kit.Config{Width: 120, Height: 40})
	d.writes(uitest.People[1], player.Player{}, "anybody for a game?")
	d.Sees("Lobby chat", "Blinky  anybody for a game?")
	d.Keys("'", "in a minute", "enter")
	d.Lacks("Lobby chat: ")
	d.Send(kit.MailMsg{Lobby: d.Env.Cfg.Messages.Lines(d.Env.Ctx, d.Env.Cfg.Messages.LobbyChat(""))})
	d.Sees("Inky  in a minute")
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Lacks("anybody for a game?")
	d.Keys("'", "me too", "enter")
	d.Sees("Blinky  anybody for a game?")
}

func TestFollowAndBlockOnProfile(t *testing.T) {
	d := withMessages(t, kit.Config{})
	me, blinky := uitest.People[0].ID, uitest.People[1]
	d.Do(d.Stack.Open(nav.Profile{Player: blinky}))
	d.Sees("m message", "f follow", "b block")
	d.Keys("f")
	d.Sees("You follow Blinky", "f unfollow")
	d.Keys("f", "f")
	d.Keys("b")
	d.Sees("Block Blinky?")
	d.Keys("b")
	d.Sees("Blinky is blocked", "b unblock", "blocked by you")
	if mail := d.Env.Cfg.Messages; !mail.Blocks(me, blinky.ID) || mail.Follows(me, blinky.ID) {
		t.Error("the player is not blocked, or still followed")
	}
	d.Keys("b")
	d.Sees("Blinky is no longer blocked")
	d.Keys("m", "sorry", "enter")
	d.Sees("You  sorry")
}

// messageScenes are the keys that lead to screens of messages.
var messageScenes = map[string][]string{
	"messages": {"m"}, "messages-write": {"m", "enter", "Until tomorrow"}, "messages-lobby": {"\""},
	"lobby-chat": {"'", "Good evening"},
}

// withLetters returns a driver of a lobby with chat and messages, after some keys.
func withLetters(t *testing.T, cfg kit.Config, keys ...string) *driver {
	d := withMessages(t, cfg)
	d.writes(uitest.People[1], player.Player{}, "Who plays Forchess tonight?")
	d.writes(uitest.People[3], player.Player{}, "I do, after nine")
	d.writes(
		uitest.People[1],
		uitest.People[0],
		"That was a fine sacrifice in the last game. Would you show me the line with the knight again, when you have a moment?",
	)
	d.writes(uitest.People[0], uitest.People[1], "Gladly")
	d.writes(uitest.People[2], uitest.People[0], "Rematch?")
	d.writes(uitest.People[1], uitest.People[0], "Thank you!")
	d.Keys("ctrl+x")
	d.Keys(keys...)
	return d
}

func TestGoldenFramesOfMessages(t *testing.T) {
	for name, keys := range messageScenes {
		var frames []uitest.Frame
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			frames = append(frames, uitest.FrameOf(withLetters(t, kit.Config{Width: size[0], Height: size[1]}, keys...).Driver))
		}
		uitest.CompareGolden(t, filepath.Join("testdata", "screens", name+".txt"), frames...)
	}
}
