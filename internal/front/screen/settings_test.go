package screen

import (
	"context"
	"fmt"
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
)

// memory stores settings, and records the calls of its method Remember.
type memory struct {
	calls []string
	kept  player.Settings
	err   error
}

func (m *memory) Recall(context.Context, player.ID) (player.Settings, error) { return m.kept, nil }

func (m *memory) Remember(_ context.Context, id player.ID, choices ...player.Choice) error {
	for _, c := range choices {
		m.calls = append(m.calls, fmt.Sprintf("%s %s=%s", id, c.Setting, c.Value))
	}
	if m.err == nil {
		m.kept = m.kept.With(choices...)
	}
	return m.err
}

func TestSettingKeysAreSaved(t *testing.T) {
	m := &memory{}
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Services: service.Services{Memory: m}})
	d.Keys("ctrl+t", "P", "ctrl+g", "ctrl+t")
	want := "[SHA256:inky theme=light SHA256:inky pieces=chessmen SHA256:inky bell=off SHA256:inky theme=contrast]"
	if fmt.Sprint(m.calls) != want {
		t.Errorf("calls %s", m.calls)
	}
	again := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Services: service.Services{Memory: m}, Settings: m.kept})
	if again.Env.Styles.Theme.Name != "contrast" || tableOf(again).Drawn().Chosen().Name != "chessmen" {
		t.Error("the settings were lost")
	}
	again.Keys("zz9", "enter")
	if again.Bells != 0 {
		t.Error("the bell rang")
	}
}

// Quitting waits until all changes are saved, even if the disk is slow.
func TestQuitWaitsForSave(t *testing.T) {
	m := &memory{}
	r := rootOf(inLobby(t, kit.Config{Services: service.Services{Memory: m}}))
	press := func(key string) tea.Cmd {
		_, cmd := r.Update(tea.KeyPressMsg(uitest.KeyNames[key]))
		return cmd
	}
	store := press("ctrl+t")
	press("ctrl+g")
	for range 2 {
		if press("ctrl+c") != nil {
			t.Fatal("the session ended while a value was being saved")
		}
	}
	for range 2 {
		_, cmd := r.Update(store())
		store = cmd
	}
	if _, over := store().(tea.QuitMsg); !over {
		t.Error("the session did not end")
	}
	if m.kept.Get(player.Theme) != "light" || m.kept.Get(player.Bell) != "off" {
		t.Errorf("saved %v", m.kept)
	}
}

func TestGuestSettingsLastOneSession(t *testing.T) {
	m := &memory{}
	d := newDriver(t, kit.Config{Services: service.Services{Memory: m}, Player: player.Player{ID: "guest:x", Name: "guest-x"}, Named: true})
	d.Keys("ctrl+t", "ctrl+s")
	d.Sees("You are a guest")
	if len(m.calls) != 0 || d.Env.ChosenTheme.Name != "light" {
		t.Errorf("calls %s, theme %s", m.calls, d.Env.ChosenTheme.Name)
	}
}

// The screen adapts to the replies of the terminal, whenever they arrive. The settings take
// precedence over the replies.
func TestTerminalReplies(t *testing.T) {
	d := inLobby(t, kit.Config{})
	out := func() kit.Output {
		o := rootOf(d).Output()
		return kit.Output{Profile: o.Profile, Atomic: o.Atomic}
	}
	d.Send(tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
	if out() != (kit.Output{Profile: colorprofile.ANSI256}) || d.Env.Styles.Theme.Name != "dark" {
		t.Errorf("before any reply: %+v, %s", out(), d.Env.Styles.Theme.Name)
	}
	d.Send(tea.CapabilityMsg{Content: "Smulx=x"})
	d.Send(tea.CapabilityMsg{})
	d.Send(tea.BackgroundColorMsg{})
	if out().Profile != colorprofile.ANSI256 || d.Env.Styles.Theme.Name != "dark" {
		t.Error("a reply to another request had an effect")
	}
	d.Send(tea.CapabilityMsg{Content: "RGB=8"})
	d.Send(tea.BackgroundColorMsg{Color: color.White})
	d.Send(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
	if out() != (kit.Output{Profile: colorprofile.TrueColor, Atomic: true}) || d.Env.Styles.Theme.Name != "light" {
		t.Errorf("after the replies: %v, %s", out(), d.Env.Styles.Theme.Name)
	}
	d.Env.Choose(player.Choice{Setting: player.Colour, Value: "16"}, player.Choice{Setting: player.Sync, Value: "off"},
		player.Choice{Setting: player.Theme, Value: "dark"})
	if out() != (kit.Output{Profile: colorprofile.ANSI, Atomic: false}) || d.Env.Styles.Theme.Name != "dark" {
		t.Errorf("with another setting: %v, %s", out(), d.Env.Styles.Theme.Name)
	}
	d.Env.Choose(player.Choice{Setting: player.Colour, Value: "none"}, player.Choice{Setting: player.Sync, Value: "on"})
	if out() != (kit.Output{Profile: colorprofile.ASCII, Atomic: true}) || !d.Env.Styles.Theme.Plain {
		t.Errorf("with NO_COLOR: %v, %s", out(), d.Env.Styles.Theme.Name)
	}
	poor := inLobby(t, kit.Config{NoColor: true, Settings: player.Settings{}.With(player.Choice{Setting: player.Colour, Value: "true"})})
	if rootOf(poor).Output().Profile != colorprofile.ASCII {
		t.Error("NO_COLOR had no effect")
	}
	poor.Keys("ctrl+s")
	poor.Sees("NO_COLOR is set")
	plain := inLobby(t, kit.Config{})
	plain.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	plain.Keys("ctrl+s")
	plain.Sees("Your terminal reports no colours")
}

// A first visit leads from the question for a name over that for the pieces to the table that
// the player asked for. The settings do not open before that.
func TestFirstVisit(t *testing.T) {
	d := newDriver(t, kit.Config{
		Services: service.Services{Directory: uitest.Directory{}}, Player: player.Player{ID: "SHA256:new"}, Open: &nav.Table{ID: 12},
	})
	d.Keys("ctrl+s", "Sue", "enter", "ctrl+s")
	d.Sees("1  Letters")
	d.Keys("enter")
	d.Show(uitest.ViewAfter(t, nil))
	d.Sees("White to move")
}

// If a setting changes while an earlier change is being saved, the last value is saved, even
// if the player quits immediately.
func TestLastSettingIsSaved(t *testing.T) {
	m := &memory{}
	e := kit.NewEnv(kit.Config{Services: service.Services{Memory: m}, Player: uitest.People[0]})
	e.NextTheme()
	first := e.SaveSettings()
	e.NextTheme()
	if e.SaveSettings() != nil {
		t.Fatal("two values are being saved at once")
	}
	e.Choose(player.Choice{Setting: player.Bell, Value: "off"})
	e.SettingsSaved(first().(kit.SavedMsg))
	e.SettingsSaved(e.SaveSettings()().(kit.SavedMsg))
	if e.SaveSettings() != nil || m.kept != e.Settings || m.kept.Get(player.Theme) != "contrast" {
		t.Errorf("saved %v of %v", m.kept, e.Settings)
	}
}
