package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// answers is what a terminal has told about itself. It may never do so: then
// what its name says holds.
type answers struct {
	profile colorprofile.Profile
	light   bool // its background
	atomic  bool // it can hold a frame back until all of it has come
}

// heard takes an answer of the terminal's, if it is one.
func (e *env) heard(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		e.terminal.profile = msg.Profile
	case tea.CapabilityMsg:
		if name, _, _ := strings.Cut(msg.Content, "="); name == "RGB" || name == "Tc" {
			e.terminal.profile = max(e.terminal.profile, colorprofile.TrueColor)
		}
	case tea.BackgroundColorMsg:
		e.terminal.light = msg.Color != nil && !msg.IsDark()
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeSynchronizedOutput {
			e.terminal.atomic = msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset
		}
	default:
		return false
	}
	e.dress()
	return true
}

// Output is how frames are to be sent.
type Output struct {
	Profile colorprofile.Profile
	Atomic  bool
}

// either is a setting that is on or off, or by itself what the terminal says.
func (e *env) either(which player.Setting, auto bool) bool {
	switch e.settings.Get(which) {
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

// profile is the colours that are sent. NO_COLOR is stronger than what was chosen
// some other day.
func (e *env) profile() colorprofile.Profile {
	p, ok := profiles[e.settings.Get(player.Colour)]
	if !ok {
		p = e.terminal.profile
	}
	if e.cfg.NoColor {
		p = min(p, colorprofile.ASCII)
	}
	return p
}

// dress draws everything as the settings and the terminal want it from now on.
func (e *env) dress() {
	e.pen.profile = e.profile()
	e.chosen = assets.ThemeNamed(e.settings.Get(player.Theme))
	if e.chosen == nil { // as the terminal is
		e.chosen = assets.Themes[0]
		if e.terminal.light {
			e.chosen = assets.ThemeNamed("light")
		}
	}
	worn := e.chosen
	if e.pen.profile <= colorprofile.ASCII {
		worn = assets.Colourless
	}
	e.ink, e.pen.theme = inkOf(worn), worn
	e.men = assets.SetNamed(e.settings.Get(player.Men))
}

// choose changes settings. They are kept as soon as the message is done with that
// changed them; see keep.
func (e *env) choose(choices ...player.Choice) {
	e.settings = e.settings.With(choices...)
	e.dress()
}

// nextTheme wears the theme after the one that is worn.
func (e *env) nextTheme() {
	i := slices.Index(assets.Themes, e.chosen)
	e.choose(player.Choice{Setting: player.Theme, Value: assets.Themes[(i+1)%len(assets.Themes)].Name})
}

// nextMen draws boards with the set of chessmen after that one.
func (e *env) nextMen(s *assets.Set) {
	i := slices.Index(assets.Sets, s)
	e.choose(player.Choice{Setting: player.Men, Value: assets.Sets[(i+1)%len(assets.Sets)].Name})
}

// noLarger is a size of squares, or the largest that this person wants.
func (e *env) noLarger(s board.Size) board.Size {
	wide, high, chosen := strings.Cut(e.settings.Get(player.Size), "x")
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
