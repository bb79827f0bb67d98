package welcome

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/club"
)

// inside returns the screens after a first visit.
func inside() []kit.Screen { return []kit.Screen{uitest.Place{Place: nav.Table{ID: 12}}} }

// newcomer returns a driver of a screen of somebody who has no name yet.
func newcomer(t testing.TB, cfg kit.Config, screen func(*kit.Env) kit.Screen) *uitest.Driver {
	t.Helper()
	cfg.Player, cfg.Directory = player.Player{ID: "SHA256:new"}, uitest.Directory{Taken: map[string]bool{"Inky": true}}
	return uitest.Open(t, cfg, screen)
}

func TestNameIsClaimed(t *testing.T) {
	d := newcomer(t, kit.Config{}, func(e *kit.Env) kit.Screen { return NewName(e, inside) })
	d.Sees("Choose the name that other players see", "Name  _")
	d.Keys("Inky", "enter")
	d.Sees("Name  Inky_", "Somebody else is called Inky")
	d.Keys("esc", "enter")
	if d.Bells != 2 {
		t.Errorf("%d bells for two refusals", d.Bells)
	}
	d.Keys("admin", "enter")
	d.Sees("Name  admin_")
	d.Keys("ctrl+u", "Sux", "backspace", "e", "enter")
	if d.Env.Me.Name != "Sue" {
		t.Fatalf("the name is %q", d.Env.Me.Name)
	}
	d.Goes(nav.Table{ID: 12})
}

// A name that nobody may have is refused before the server is asked, and drawn without control
// characters.
func TestHostileNamesAreRefused(t *testing.T) {
	d := newcomer(t, kit.Config{}, func(e *kit.Env) kit.Screen { return NewName(e, inside) })
	for _, name := range hostile.Strings {
		if _, err := player.CleanName(name); err == nil {
			continue
		}
		d.Keys("ctrl+u")
		d.Send(tea.PasteMsg{Content: name})
		d.Keys("enter")
		for _, line := range d.Text() {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' }) {
				t.Errorf("%q is drawn as %q", name, line)
			}
		}
		if d.Env.Me.Name != "" {
			d.Env.Me.Name = ""
			d = newcomer(t, kit.Config{}, func(e *kit.Env) kit.Screen { return NewName(e, inside) })
		}
	}
}

func TestInvitationCode(t *testing.T) {
	var codes []string
	cfg := kit.Config{NeedsInvitation: true, Join: func(_ context.Context, code string) (club.Role, error) {
		codes = append(codes, code)
		if code != "k7f3" {
			return club.Guest, errors.New("there is no invitation with this code")
		}
		return club.Member, nil
	}}
	for _, size := range [][2]int{{46, 16}, {80, 24}, {200, 60}} {
		cfg.Width, cfg.Height = size[0], size[1]
		codes = nil
		d := newcomer(t, cfg, func(e *kit.Env) kit.Screen { return NewJoin(e, inside) })
		d.Reads("This club is for members only.")
		d.Sees("Code  _")
		d.Keys("esc", "q", "enter") // Esc does not leave this screen
		d.Sees("Code  q_")
		d.Reads("There is no invitation with this code")
		d.Keys("ctrl+u", "k7f3", "enter")
		d.Goes(nav.Table{ID: 12})
		if !slices.Equal(codes, []string{"q", "k7f3"}) {
			t.Errorf("the server was asked for %q", codes)
		}
	}
}

func firstLook(t testing.TB, cfg kit.Config) *uitest.Driver {
	t.Helper()
	return newcomer(t, cfg, func(e *kit.Env) kit.Screen { return NewFirstLook(e, inside) })
}

func TestFirstVisitAsksAboutPieces(t *testing.T) {
	d := firstLook(t, kit.Config{})
	d.Sees("1  Letters", "2  Chessmen", "3  Drawn", "wK", "♚", "[Dark]", "f first lesson")
	d.Keys("2", "right")
	d.Sees("▸ 2  Chessmen", "[Light]")
	if pieces, theme := d.Env.Settings.Get(player.Pieces), d.Env.Settings.Get(player.Theme); pieces != "chessmen" || theme != "light" {
		t.Errorf("pieces %s, theme %s", pieces, theme)
	}
	d.Keys("left", "left")
	d.Sees("[Monochrome]")
	d.Keys("enter")
	d.Goes(nav.Table{ID: 12})
}

func TestFirstVisitOffersLesson(t *testing.T) {
	d := firstLook(t, kit.Config{})
	d.Keys("f")
	d.Goes(nav.Archive{})
	d.Goes(nav.Table{ID: 12})
}

// On each terminal, the screen shows all piece sets, and the chosen one as a sample.
func TestFirstLookOnAllTerminals(t *testing.T) {
	for _, size := range [][2]int{{46, 16}, {80, 24}, {120, 40}, {200, 60}} {
		d := firstLook(t, kit.Config{Width: size[0], Height: size[1]})
		for i, set := range assets.Sets {
			first, _, _ := strings.Cut(set.Title, " ")
			d.Sees(fmt.Sprintf("%d  %s", i+1, first))
		}
		d.Sees("[Dark] Light")
	}
	d := firstLook(t, kit.Config{NoColor: true})
	d.Sees("Your terminal shows no colours, so all themes look the same.")
	d.Send(tea.WindowSizeMsg{Width: 44, Height: 6})
	d.Sees("Pieces: auto")
	d.Keys("1")
	d.Sees("Pieces: letters")
}
