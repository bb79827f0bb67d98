package profile

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
)

func openSettings(t testing.TB, cfg kit.Config) *uitest.Driver {
	t.Helper()
	return uitest.Open(t, cfg, func(e *kit.Env) kit.Screen { return NewSettings(e) })
}

func TestSettingsScreenShowsSample(t *testing.T) {
	d := openSettings(t, kit.Config{})
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
	if got := d.Env.Settings.Get(player.Pieces); got != "chessmen" {
		t.Errorf("the pieces are %s", got)
	}
	d.Keys("?")
	d.Goes(nav.Help{Game: kit.DefaultGame()})
	for y, line := range d.Text() {
		if strings.Contains(line, "  Bell") {
			d.Send(tea.MouseClickMsg{X: 3, Y: y, Button: tea.MouseLeft})
		}
	}
	d.Sees("▸ Bell", "< off >")
	d.Env.Choose(player.Choice{Setting: player.Bell, Value: "on"}) // as its key on every screen does
	d.Sees("< on >")
	d.Keys("end", "home", "up", "q")
	d.Closes()
}

// The screen says why settings are not saved, and why there are no colours.
func TestNotesOfSettings(t *testing.T) {
	guest := player.Player{ID: "guest:x", Name: "guest-x"}
	for want, cfg := range map[string]kit.Config{
		"You are a guest: settings last until you quit.": {Player: guest, Named: true},
		"NO_COLOR is set on your computer":               {NoColor: true},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			cfg.Width, cfg.Height = size[0], size[1]
			openSettings(t, cfg).Reads(want)
		}
	}
	d := openSettings(t, kit.Config{})
	d.Env.Saving.Failed = "the disk is full"
	d.Sees("The disk is full")
	d.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	d.Env.Saving.Failed = ""
	d.Reads("Your terminal reports no colours.")
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 6})
	d.Sees("Theme: auto")
}

// TestVacationDialog checks that the dialog offers to start a vacation or, if the player is on
// vacation, to end it.
func TestVacationDialog(t *testing.T) {
	for away, want := range map[bool][]string{
		false: {"[ Cancel ]", "1 day", "3 days", "7 days", "9 days", "9 of 14 days are left"},
		true:  {"[ Cancel ]", "End my vacation", "You are on vacation until"},
	} {
		d := openSettings(t, kit.Config{Services: service.Services{Vacations: uitest.VacationsAtNoon(t, away)}})
		d.Sees("Press v for a vacation.")
		d.Keys("v")
		for _, text := range want {
			d.Reads(text)
		}
		if away {
			d.Lacks("3 days")
		}
	}
	cfg := kit.Config{Player: uitest.People[0], Named: true, Services: service.Services{Vacations: uitest.VacationsAtNoon(t, false)}}
	refused := openSettings(t, cfg)
	refused.Keys("v")
	refused.Choose("3 days") // the service knows no tables
	refused.Reads("The vacation is changed, but not yet at all tables")
	d := openSettings(t, kit.Config{})
	d.Keys("v") // this server has no vacations
	d.Sees("Settings")
	d.Lacks("vacation. ")
}
