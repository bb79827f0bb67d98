package screen

import (
	"context"
	"errors"
	"strings"
	"testing"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"

	"github.com/charmbracelet/colorprofile"
)

// TestMessagesAreNotInSharedFrames checks that a direct message is drawn only for the person who
// got it, whoever draws first.
func TestMessagesAreNotInSharedFrames(t *testing.T) {
	mail := kit.MailMsg{News: []kit.MailNews{{Text: "Carl: my secret", Direct: true, From: player.Player{ID: "SHA256:c", Name: "Carl"}}}}
	for _, otherFirst := range []bool{false, true} {
		cfg := kit.Config{Width: 100, Height: 30}
		all := wire.NewShared()
		see := func(d *driver) string {
			return string(wire.New("vt100", colorprofile.ASCII, 100, 30).Frame(nil, d.Model.View(), all))
		}
		view := uitest.ViewAfter(t, uitest.Recorded(t)[:3])
		reader := atTable(t, player.Player{ID: "SHA256:a", Name: "Ann"}, view, cfg)
		other := atTable(t, player.Player{ID: "SHA256:b", Name: "Bea"}, view, cfg)
		if otherFirst {
			see(other)
		}
		reader.Send(mail)
		if !strings.Contains(see(reader), "my secret") {
			t.Errorf("the reader does not see the message (other first: %t)", otherFirst)
		}
		if strings.Contains(see(other), "my secret") {
			t.Errorf("another spectator sees the message (other first: %t)", otherFirst)
		}
	}
}

// TestJoinScreenOpensNoOtherScreens checks that people who are not members of a members-only club
// cannot go from the screen for invitations to messages or settings.
func TestJoinScreenOpensNoOtherScreens(t *testing.T) {
	d := withMessages(t, kit.Config{Width: 100, Height: 30})
	d.Write(uitest.People[1], player.Player{}, "members only talk")
	cfg := kit.Config{
		Width: 100, Height: 30, NeedsInvitation: true, Player: uitest.People[2], Named: true,
		Join: func(context.Context, string) (club.Role, error) { return club.Guest, errors.New("no") },
	}
	cfg.Messages = d.Env.Cfg.Messages
	joining := newDriver(t, cfg)
	before := strings.Join(joining.Text()[:29], "\n")
	for _, key := range []string{"ctrl+r", "ctrl+s"} {
		joining.Keys(key)
		if now := strings.Join(joining.Text()[:29], "\n"); now != before {
			t.Errorf("%s opens another screen:\n%s", key, now)
		}
	}
}

// failingMemory fails at the first attempt.
type failingMemory struct {
	stored   []player.Choice
	attempts int
	unsure   bool // whether the first attempt stores its choices nevertheless
}

func (*failingMemory) Recall(context.Context, player.ID) (player.Settings, error) {
	return player.Settings{}, nil
}

func (m *failingMemory) Remember(_ context.Context, _ player.ID, choices ...player.Choice) error {
	m.attempts++
	if m.attempts > 1 || m.unsure {
		m.stored = append(m.stored, choices...)
	}
	if m.attempts == 1 {
		return errors.New("disk is full")
	}
	return nil
}

// TestSettingsThatWereNotStoredAreStoredLater checks that the next change also stores a choice
// that could not be stored.
func TestSettingsThatWereNotStoredAreStoredLater(t *testing.T) {
	memory := &failingMemory{}
	cfg := kit.Config{Player: uitest.People[0], Named: true}
	cfg.Memory = memory
	d := newDriver(t, cfg)
	d.Keys("ctrl+g", "ctrl+t")
	if want := d.Env.Settings.Since(player.Settings{}); memory.attempts != 2 || len(memory.stored) != len(want) || len(want) != 2 {
		t.Errorf("%d attempts, stored %v, want %v", memory.attempts, memory.stored, want)
	}
}

// TestChoiceIsTakenBackAfterAnUnsureAttempt changes a setting and changes it back, after an attempt
// that failed but stored the choice.
func TestChoiceIsTakenBackAfterAnUnsureAttempt(t *testing.T) {
	memory := &failingMemory{unsure: true}
	cfg := kit.Config{Player: uitest.People[0], Named: true}
	cfg.Memory = memory
	d := newDriver(t, cfg)
	before := d.Env.Settings.Get(player.Bell)
	d.Keys("ctrl+g", "ctrl+g")
	if list := memory.stored; len(list) != 2 || list[0].Value == before || list[1] != (player.Choice{Setting: player.Bell, Value: before}) {
		t.Errorf("stored %v, want the bell to be %s", list, before)
	}
}
