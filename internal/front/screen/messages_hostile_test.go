package screen

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/messages"
)

// rawMessages is a store with a direct message and a line of lobby chat, whose text a real
// server would refuse. It is also a directory in which every account has a name that a real
// server would refuse.
type rawMessages struct {
	messages.Store
	directory
	player.Memory
	text string
}

func (r *rawMessages) DropMessages(context.Context, time.Time) error       { return nil }
func (r *rawMessages) Links(context.Context) ([]messages.Link, error)      { return nil, nil }
func (r *rawMessages) Pending(context.Context) ([]messages.Message, error) { return nil, nil }

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
	screen := func(text string, size [2]int, keys ...string) *driver {
		t.Helper()
		raw := &rawMessages{text: text}
		mail, err := messages.Open(t.Context(), messages.Config{
			Store: raw, Rights: theClub, Names: raw, Memory: raw, Clock: clocktest.At(func() time.Time { return uitest.Noon }),
		})
		if err != nil {
			t.Fatal(err)
		}
		d := inLobby(t, kit.Config{Width: size[0], Height: size[1], Player: uitest.People[0]})
		d.Env.Cfg.Messages, d.Env.Clock = mail, func() time.Time { return uitest.Noon }
		d.Send(
			kit.MailMsg{
				News: []kit.MailNews{
					{
						Text: mail.Sentence(
							t.Context(),
							&messages.Message{From: uitest.People[1].ID, To: uitest.People[0].ID, Text: text},
						),
						Direct: true,
						From:   uitest.People[1],
					},
				},
			},
		)
		d.Keys("ctrl+x")
		d.Keys(keys...)
		return d
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, keys := range [][]string{{"m"}, {"m", "down"}} {
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
