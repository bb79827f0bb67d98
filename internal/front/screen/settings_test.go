package screen

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/rules/variants"
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

// TestSettingsListAllValues checks that the settings for themes, piece sets and sizes of
// squares offer every possible value.
func TestSettingsListAllValues(t *testing.T) {
	themes, pieces, sizes := []string{"auto"}, []string{"auto"}, []string{"auto"}
	for _, theme := range assets.Themes {
		themes = append(themes, theme.Name)
	}
	for _, set := range assets.Sets {
		pieces = append(pieces, set.Name)
	}
	for _, s := range board.Sizes {
		sizes = append(sizes, fmt.Sprintf("%dx%d", s.W, s.H))
	}
	for which, want := range map[player.Setting][]string{player.Theme: themes, player.Pieces: pieces, player.Size: sizes} {
		if got := fmt.Sprint(player.Options[which].Values); got != fmt.Sprint(want) {
			t.Errorf("values of %s are %s, want %s", which, got, want)
		}
	}
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
	if again.Env.Styles.Theme.Name != "contrast" || again.table().Drawn().Chosen().Name != "chessmen" {
		t.Error("the settings were lost")
	}
	again.Keys("zz9", "enter")
	if again.Bells != 0 {
		t.Error("the bell rang")
	}
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

// Quitting waits until all changes are saved, even if the disk is slow.
func TestQuitWaitsForSave(t *testing.T) {
	m := &memory{}
	r := inLobby(t, kit.Config{Services: service.Services{Memory: m}}).root()
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

func TestSettingsScreenShowsSample(t *testing.T) {
	m := &memory{}
	d := inLobby(t, kit.Config{Services: service.Services{Memory: m}})
	d.Keys("ctrl+s")
	d.Sees("Settings", "▸ Theme", "< auto >", "auto follows your terminal", "wK")
	for range 5 {
		d.Keys("right")
	}
	d.Sees("< mono >")
	if !d.Env.Styles.Theme.Plain {
		t.Error("no setting was changed")
	}
	d.Keys("left", "down", "right")
	d.Sees("▸ Pieces", "< letters >")
	d.Keys("right", "down")
	d.Sees("chessmen", "♚", "Largest size of a square")
	d.Keys("end", "home", "up", "q")
	d.Sees("New table")
	if got := strings.Join(m.calls, " "); !strings.Contains(got, "theme=mono") || !strings.HasSuffix(got, "pieces=chessmen") {
		t.Errorf("calls %s", got)
	}
	m.err = errors.New("the disk is full")
	d.Keys("ctrl+s", "right")
	d.Sees("The disk is full")
	for y, line := range d.Text() {
		if strings.Contains(line, "  Bell") {
			d.Send(tea.MouseClickMsg{X: 3, Y: y, Button: tea.MouseLeft})
		}
	}
	d.Sees("▸ Bell", "< off >")
	d.Keys("ctrl+s")
	d.Lacks("Settings")
}

func TestSquareSizeIsLimited(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 200, Height: 60})
	free := d.table().Drawn().Size
	d.Env.Choose(player.Choice{Setting: player.Size, Value: "5x2"})
	if got := d.table().Drawn().Size; got != (board.Size{W: 5, H: 2}) || free.W <= 5 {
		t.Errorf("squares are %v, and %v without the setting", got, free)
	}
	d.Keys("+")
	if got := d.table().Drawn().Size; got != (board.Size{W: 6, H: 2}) {
		t.Errorf("after + the size is %v", got)
	}
}

// The screen adapts to the replies of the terminal, whenever they arrive. The settings take
// precedence over the replies.
func TestTerminalReplies(t *testing.T) {
	d := inLobby(t, kit.Config{})
	out := func() kit.Output {
		o := d.root().Output()
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
	if poor.root().Output().Profile != colorprofile.ASCII {
		t.Error("NO_COLOR had no effect")
	}
	poor.Keys("ctrl+s")
	poor.Sees("NO_COLOR is set")
	plain := inLobby(t, kit.Config{})
	plain.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	plain.Keys("ctrl+s")
	plain.Sees("Your terminal reports no colours")
}

func TestFirstVisitAsksAboutPieces(t *testing.T) {
	m := &memory{}
	d := newDriver(t, kit.Config{Services: service.Services{Directory: directory{}, Memory: m}, Player: player.Player{ID: "SHA256:new"}})
	d.Keys("Sue", "enter")
	d.Sees("1  Letters", "1  Letters", "2  Chessmen", "3  Drawn", "wK", "♚", "[Dark]", "f first lesson")
	d.Keys("ctrl+s") // this key does nothing on this screen
	d.Keys("2", "right")
	d.Sees("▸ 2  Chessmen", "[Light]")
	if got := strings.Join(m.calls, " "); got != "SHA256:new pieces=chessmen SHA256:new theme=light" {
		t.Errorf("calls %s", got)
	}
	d.Keys("left", "left")
	d.Sees("[Monochrome]")
	d.Keys("enter")
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	d.Sees("New table")
}

func TestFirstVisitOffersLesson(t *testing.T) {
	d := newDriver(t, kit.Config{Services: service.Services{Directory: directory{}}, Player: player.Player{ID: "SHA256:new"}})
	d.Keys("Sue", "enter", "f")
	d.Sees(fmt.Sprintf("1 Lessons %d", len(variants.All())), "▸  Your first game")
	d.Keys("esc")
	d.Sees("Quadrille")
	if len(d.Stack.Screens) != 1 {
		t.Errorf("%d screens", len(d.Stack.Screens))
	}
}
