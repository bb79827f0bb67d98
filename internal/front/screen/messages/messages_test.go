package messages

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/messages"
	"quadrille/internal/table"
)

// open returns a driver of the screen of messages of Inky.
func open(t testing.TB, cfg kit.Config, at nav.Messages) *uitest.Driver {
	t.Helper()
	if cfg.Messages == nil {
		cfg.Messages = uitest.OpenMail(t)
	}
	cfg.Player, cfg.Named = uitest.People[0], true
	cfg.Clock = clocktest.At(func() time.Time { return uitest.Noon.Add(time.Hour) })
	return uitest.Open(t, cfg, func(e *kit.Env) kit.Screen { return New(e, at) })
}

// withLetters returns a driver of a screen with the lobby chat and two conversations, of which the
// one with Pinky is unread.
func withLetters(t testing.TB, cfg kit.Config) *uitest.Driver {
	t.Helper()
	inky, blinky, pinky := uitest.People[0], uitest.People[1], uitest.People[2]
	d := open(t, cfg, nav.Messages{To: blinky})
	d.Write(blinky, inky, "good evening")
	d.Write(pinky, inky, "Rematch?")
	d.Write(pinky, inky, "Or not?")
	d.Write(blinky, player.Player{}, "anybody for a game?")
	return d
}

func TestConversation(t *testing.T) {
	inky, blinky := uitest.People[0], uitest.People[1]
	d := open(t, kit.Config{}, nav.Messages{})
	d.Write(blinky, inky, "good evening")
	d.Keys("down")
	d.Sees("▸○ Blinky", "12:00 Blinky  good evening")
	d.Write(blinky, inky, "are you there?")
	d.Sees("Blinky  are you there?")
	d.Keys("enter", "yes", "enter")
	d.Sees("12:00 You     yes", "To Blinky: _")
	d.Send(tea.WindowSizeMsg{Width: 46, Height: 16})
	d.Sees("To Blinky: _")
	d.Keys("esc")
	d.Sees("12:00 You     yes")
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Keys("q")
	d.Closes()
}

// The list has the lobby chat first, then the conversations, the newest first, with the number of
// messages that are not read.
func TestListOfConversations(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := withLetters(t, kit.Config{Width: size[0], Height: size[1]})
		d.Reads("Lobby chat Pinky 2 Blinky")
		d.Sees("▸○ Blinky", "12:00 Blinky  good evening", "Today")
		d.Keys("up")
		d.Sees("▸○ Pinky", "─ new ─", "12:00 Pinky  Rematch?", "12:00 Pinky  Or not?")
		d.Lacks(" 2 ")
		d.Keys("up")
		d.Sees("12:00 Blinky  anybody for a game?")
	}
}

func TestKeysOfMessages(t *testing.T) {
	blinky := uitest.People[1]
	d := withLetters(t, kit.Config{})
	d.Keys("p")
	d.Goes(nav.Profile{Player: blinky})
	d.Keys("?")
	d.Goes(nav.Help{Game: kit.DefaultGame()})
	d.Keys("home", "p") // the lobby chat has no profile
	d.Sees("▸● Lobby chat")
	d.Keys("enter", "in a minute", "enter")
	d.Sees("Inky    in a minute", "Lobby chat: _")
	d.Keys("not sent", "esc", "/", "pin")
	d.Sees("▸○ Pinky", "─ new ─")
	d.Lacks("Blinky")
	d.Keys("esc", "enter")
	d.Send(tea.PasteMsg{Content: "and more"})
	d.Sees("To Pinky: not sentand more_")
}

func TestMessagesWithoutAny(t *testing.T) {
	d := open(t, kit.Config{}, nav.Messages{})
	d.Sees("Lobby chat", "Nobody has written here yet.")
	d.Keys("enter", "enter") // sends nothing
	d.Sees("Lobby chat: _")
	d = open(t, kit.Config{}, nav.Messages{To: uitest.People[1], Write: true})
	d.Sees("▸○ Blinky", "No messages yet.", "To Blinky: _")
	d.Keys(strings.Repeat("long ", 40))
	d.Sees("long _")
	d.Keys("enter")
	d.Reads("12:00 You long long long")
}

// TestLobbyChatDuringAGame checks that the lobby chat is hidden from a player in a live game.
func TestLobbyChatDuringAGame(t *testing.T) {
	d := open(t, kit.Config{}, nav.Messages{})
	d.Backend.PlayWith(t, table.Terms{Game: "chess4", Clock: table.Clock{Start: time.Hour}}, [4]player.Player(uitest.People[:4]), nil)
	d.Keys("home")
	d.Sees("The lobby chat is shown after your game.")
	d.Lacks("Nobody has written here yet.")
}

// A message that is refused stays in the line, and the status says why.
func TestRefusedMessage(t *testing.T) {
	d := open(t, kit.Config{}, nav.Messages{To: uitest.People[1], Write: true})
	if err := d.Env.Cfg.Messages.Block(t.Context(), uitest.People[1], uitest.People[0], true); err != nil {
		t.Fatal(err)
	}
	d.Keys("hello", "enter")
	d.Sees("To Blinky: hello_", "That person does not accept messages from you")
	if d.Bells != 1 {
		t.Errorf("%d bells", d.Bells)
	}
}

func TestDays(t *testing.T) {
	s := &Screen{env: &kit.Env{Now: uitest.Noon}}
	for days, want := range map[int]string{0: "Today", 1: "Yesterday", 2: "Thursday 19 November"} {
		if got := s.day(uitest.Noon.AddDate(0, 0, -days)); got != want {
			t.Errorf("%d days ago is %q, want %q", days, got, want)
		}
	}
}

// rawMessages is a store with a direct message and a line of lobby chat, whose text a real
// server would refuse. It is also a directory in which every account has a name that a real
// server would refuse.
type rawMessages struct {
	messages.Store
	uitest.Directory
	player.Memory
	text string
}

func (r *rawMessages) DropMessages(context.Context, time.Time) error          { return nil }
func (r *rawMessages) Relations(context.Context) ([]messages.Relation, error) { return nil, nil }
func (r *rawMessages) Pending(context.Context) ([]messages.Message, error)    { return nil, nil }

func (r *rawMessages) Messages(_ context.Context, of player.ID) ([]messages.Message, error) {
	return []messages.Message{{Number: 1, At: uitest.Noon, From: uitest.People[1].ID, To: of, Text: r.text, Read: true}}, nil
}

func (r *rawMessages) Lookup(_ context.Context, id player.ID) (player.Player, bool, error) {
	return player.Player{ID: id, Name: r.text}, true, nil
}

func (r *rawMessages) Recall(context.Context, player.ID) (player.Settings, error) {
	return player.Settings{}, nil
}

// TestHostileTextInMessages checks that names and texts on the screen of messages consist of
// printable characters, whatever text is stored, and do not change the first and the last
// line.
func TestHostileTextInMessages(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	theClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	screen := func(text string, size [2]int, keys ...string) *uitest.Driver {
		t.Helper()
		raw := &rawMessages{text: text}
		mail, err := messages.Open(t.Context(), messages.Config{
			Store: raw, Rights: theClub, Names: raw, Memory: raw, Clock: clocktest.At(func() time.Time { return uitest.Noon }),
		})
		if err != nil {
			t.Fatal(err)
		}
		cfg := kit.Config{Width: size[0], Height: size[1]}
		cfg.Messages = mail
		d := open(t, cfg, nav.Messages{})
		d.Keys(keys...)
		return d
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, keys := range [][]string{{"home"}, {"home", "down"}} {
			harmless := screen("tame", size, keys...).Text()
			if !slices.ContainsFunc(harmless, func(line string) bool { return strings.Contains(line, "tame  tame") }) {
				t.Fatalf("the message is missing:\n%s", strings.Join(harmless, "\n"))
			}
			for i, text := range hostile.Strings {
				if i%12 != 0 {
					continue
				}
				lines := screen(text, size, keys...).Text()
				if len(lines) != len(harmless) || lines[0] != harmless[0] || lines[len(lines)-1] != harmless[len(lines)-1] {
					t.Fatalf("%v, %v with %q:\n%s", size, keys, text, strings.Join(lines, "\n"))
				}
				for _, line := range lines {
					if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
						t.Errorf("%v, %v with %q: the line %q", size, keys, text, line)
					}
				}
			}
		}
	}
}
