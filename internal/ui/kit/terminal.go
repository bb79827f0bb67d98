package kit

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/ui/board"
)

// answers is what a terminal has told about itself. It may never do so: then
// what its name says holds.
type answers struct {
	profile colorprofile.Profile
	light   bool // its background
	Atomic  bool // it can hold a frame back until all of it has come
}

// Heard takes an answer of the terminal's, if it is one.
func (e *Env) TakeReply(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		e.Terminal.profile = msg.Profile
	case tea.CapabilityMsg:
		if name, _, _ := strings.Cut(msg.Content, "="); name == "RGB" || name == "Tc" {
			e.Terminal.profile = max(e.Terminal.profile, colorprofile.TrueColor)
		}
	case tea.BackgroundColorMsg:
		e.Terminal.light = msg.Color != nil && !msg.IsDark()
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeSynchronizedOutput {
			e.Terminal.Atomic = msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset
		}
	default:
		return false
	}
	e.dress()
	return true
}

// Either is a setting that is on or off, or by itself what the terminal says.
func (e *Env) Enabled(which player.Setting, auto bool) bool {
	switch e.Settings.Get(which) {
	case "on":
		return true
	case "off":
		return false
	}
	return auto
}

var profiles = map[string]colorprofile.Profile{
	"none": colorprofile.ASCII, "16": colorprofile.ANSI, "256": colorprofile.ANSI256, "true": colorprofile.TrueColor,
}

// Profile is the colours that are sent. NO_COLOR is stronger than what was chosen
// some other day.
func (e *Env) Profile() colorprofile.Profile {
	p, ok := profiles[e.Settings.Get(player.Colour)]
	if !ok {
		p = e.Terminal.profile
	}
	if e.Cfg.NoColor {
		p = min(p, colorprofile.ASCII)
	}
	return p
}

// dress draws everything as the settings and the terminal want it from now on.
func (e *Env) dress() {
	e.Palette.Profile = e.Profile()
	e.ChosenTheme = assets.ThemeNamed(e.Settings.Get(player.Theme))
	if e.ChosenTheme == nil { // as the terminal is
		e.ChosenTheme = assets.Themes[0]
		if e.Terminal.light {
			e.ChosenTheme = assets.ThemeNamed("light")
		}
	}
	worn := e.ChosenTheme
	if e.Palette.Profile <= colorprofile.ASCII {
		worn = assets.Colourless
	}
	e.Styles, e.Palette.Theme = stylesOf(worn), worn
	e.Pieces = assets.SetNamed(e.Settings.Get(player.Pieces))
}

// Choose changes settings. They are kept as soon as the message is done with that
// changed them; see keep.
func (e *Env) Choose(choices ...player.Choice) {
	e.Settings = e.Settings.With(choices...)
	e.dress()
}

// NextTheme wears the theme after the one that is worn.
func (e *Env) NextTheme() {
	i := slices.Index(assets.Themes, e.ChosenTheme)
	e.Choose(player.Choice{Setting: player.Theme, Value: assets.Themes[(i+1)%len(assets.Themes)].Name})
}

// NextPieceSet draws boards with the set of chessmen after that one.
func (e *Env) NextPieceSet(s *assets.Set) {
	i := slices.Index(assets.Sets, s)
	e.Choose(player.Choice{Setting: player.Pieces, Value: assets.Sets[(i+1)%len(assets.Sets)].Name})
}

// LimitSize is a size of squares, or the largest that this person wants.
func (e *Env) LimitSize(s board.Size) board.Size {
	wide, high, chosen := strings.Cut(e.Settings.Get(player.Size), "x")
	if !chosen {
		return s
	}
	w, _ := strconv.Atoi(wide)
	h, _ := strconv.Atoi(high)
	if s.W > w {
		return board.Size{W: w, H: h}
	}
	return s
}
