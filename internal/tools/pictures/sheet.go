package main

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
	"golang.org/x/image/draw"

	"quadrille/assets"
	"quadrille/internal/front/screen"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// sheetSizes are the sizes of terminals on a contact sheet.
var sheetSizes = [][2]int{{46, 16}, {80, 24}, {100, 30}, {120, 40}, {200, 60}, {300, 100}}

// sheetDepths are the numbers of colours, for each of which there is a contact sheet.
var sheetDepths = []struct {
	name    string
	profile colorprofile.Profile
}{{"true", colorprofile.TrueColor}, {"256", colorprofile.ANSI256}, {"16", colorprofile.ANSI}}

// sheetScreen is a screen on a contact sheet.
type sheetScreen struct {
	who   player.Player
	open  table.ID // table to open; 0 for the lobby
	shows string   // text whose appearance shows that the screen is complete
	keys  []tea.KeyPressMsg
	then  string // text that the screen shows after the keys were pressed
}

var spectator = player.Player{ID: "SHA256:sue", Name: "Sue"}

// paintSheets paints a contact sheet for each theme and each number of colours. Each sheet has a row
// for each screen and a column for each size.
func (s *studio) paintSheets(ctx context.Context) error {
	return withLobby(ctx, func(tables *lobby.Lobby) error {
		screens, err := s.sheetScreens(ctx, tables)
		if err != nil {
			return err
		}
		for _, theme := range assets.Themes {
			for _, depth := range sheetDepths {
				name := theme.Name + "-" + depth.name
				if err := s.paintSheet(ctx, tables, screens, theme.Name, depth.profile, name); err != nil {
					return fmt.Errorf("contact sheet %s: %w", name, err)
				}
			}
		}
		return nil
	})
}

// sheetScreens opens the tables that the contact sheets show, and returns the screens.
func (s *studio) sheetScreens(ctx context.Context, tables *lobby.Lobby) ([]sheetScreen, error) {
	games := variants.All()
	first, last := games[0].Name, games[len(games)-1].Name
	waiting, err := s.sheetTable(ctx, tables, first, "", 2)
	if err != nil {
		return nil, err
	}
	playing, err := s.sheetTable(ctx, tables, first, "", rules.SeatCount)
	if err != nil {
		return nil, err
	}
	other, err := s.sheetTable(ctx, tables, last, "", rules.SeatCount)
	if err != nil {
		return nil, err
	}
	over, err := s.sheetTable(ctx, tables, first, "resign resign resign", rules.SeatCount)
	if err != nil {
		return nil, err
	}
	enter := tea.KeyPressMsg{Code: tea.KeyEnter}
	return []sheetScreen{
		{who: people[0], shows: "Tables"},
		{who: people[0], open: waiting.View().ID, shows: "Waiting"},
		{
			who:   people[playing.View().Actor],
			open:  playing.View().ID,
			shows: "Your move",
			keys:  []tea.KeyPressMsg{{Code: tea.KeyTab}, {Code: tea.KeyTab}, enter},
			then:  "lifted",
		},
		{who: spectator, open: other.View().ID, shows: " to move"},
		{who: people[winner(over.View())], open: over.View().ID, shows: "Game over"},
		{who: people[0], shows: "Inky", keys: []tea.KeyPressMsg{{Code: '?', Text: "?"}}, then: "Help"},
	}, nil
}

func winner(v *table.View) rules.Seat {
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Position.Outcome.Winners.Has(seat) {
			return seat
		}
	}
	return 0
}

// sheetTable opens a table where some players sit. If there are four players, it plays the
// recorded moves of the game, followed by the moves in `further`.
func (s *studio) sheetTable(ctx context.Context, tables *lobby.Lobby, game, further string, seated int) (*live.Table, error) {
	terms, err := setup.ParseTerms([]string{game, "clock=5+10"})
	if err != nil {
		return nil, err
	}
	t, err := tables.Create(ctx, people[0], terms)
	if err != nil {
		return nil, err
	}
	for _, p := range people[:seated] {
		_ = t.Watch(p) // watch, so that the player is present until the lobby closes
	}
	if seated < rules.SeatCount {
		for seat, p := range people[:seated] {
			if err := t.Do(ctx, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}); err != nil {
				return nil, err
			}
		}
		return t, nil
	}
	text, err := os.ReadFile(filepath.Join(s.dir, game+".txt"))
	if err != nil {
		return nil, err
	}
	return t, play(ctx, t, append(rules.SplitRecord(string(text)), strings.Fields(further)...))
}

// scale is the factor by which the contact sheet reduces the screens.
const scale = 2

func (s *studio) paintSheet(
	ctx context.Context, tables *lobby.Lobby, screens []sheetScreen, theme string, depth colorprofile.Profile, name string,
) error {
	var width, height int
	for _, size := range sheetSizes {
		width += (size[0]*cellWidth + 4*margin) / scale
		height = max(height, (size[1]*2*cellWidth+4*margin)/scale)
	}
	sheet := image.NewRGBA(image.Rect(0, 0, width, height*len(screens)))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{0x60}), image.Point{}, draw.Src)
	for i, screen := range screens {
		x := 0
		for _, size := range sheetSizes {
			shot, err := screen.shoot(ctx, tables, size, theme, depth)
			if err != nil {
				return fmt.Errorf("screen %d at %v: %w", i+1, size, err)
			}
			img, err := s.paint(terminal{shot})
			if err != nil {
				return err
			}
			at := image.Rect(0, 0, img.Bounds().Dx()/scale, img.Bounds().Dy()/scale).Add(image.Pt(x+margin/scale, i*height+margin/scale))
			draw.ApproxBiLinear.Scale(sheet, at, img, img.Bounds(), draw.Src, nil)
			x += (size[0]*cellWidth + 4*margin) / scale
		}
	}
	return writeImage(filepath.Join(s.sheets, "contact-"+name+".png"), sheet)
}

// tooSmall begins the text that every screen shows if the terminal is too small.
const tooSmall = "Quadrille needs"

// shoot opens a screen and returns the terminal that shows it.
func (c *sheetScreen) shoot(
	ctx context.Context, tables *lobby.Lobby, size [2]int, theme string, depth colorprofile.Profile,
) (*vt.Emulator, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cfg := kit.Config{
		Services: service.Services{Lobby: tables}, Player: c.who, Named: true, Width: size[0], Height: size[1], Context: ctx,
		Settings: player.Settings{}.With(
			player.Choice{Setting: player.Theme, Value: theme},
		),
	}
	if c.open != 0 {
		cfg.Open = &nav.Table{ID: c.open}
	}
	screen, end := runOn(ctx, cfg, depth)
	defer end()
	if err := screen.until(ctx, c.shows, tooSmall); err != nil {
		return nil, err
	}
	for _, key := range c.keys {
		screen.program.Send(key)
	}
	if err := screen.until(ctx, c.then, tooSmall); err != nil {
		return nil, err
	}
	screen.freeze()
	return screen.screen, nil
}

// runOn runs the screens of a session on a terminal. It returns the terminal and a function
// that ends the session.
func runOn(ctx context.Context, cfg kit.Config, depth colorprofile.Profile) (*watched, func()) {
	w := &watched{screen: vt.NewEmulator(cfg.Width, cfg.Height), changed: make(chan struct{}, 1)}
	go func() { _, _ = io.Copy(io.Discard, w.screen) }() // discard the terminal's replies
	ctx, cancel := context.WithCancel(ctx)
	w.program = uitest.Run(ctx, screen.New(cfg), cfg.Width, cfg.Height, depth, w)
	return w, func() { cancel(); <-w.program.Ended }
}
