package kit

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/player"
)

// terminalInfo holds what the server knows about a terminal. At first, that is what the
// variable TERM implies; the replies of the terminal add to it.
type terminalInfo struct {
	profile colorprofile.Profile
	light   bool // whether the background of the terminal is light
	Atomic  bool // whether the terminal supports synchronized output
	alerts  alerts
}

// TakeReply handles a reply of the terminal. It reports whether msg is such a reply.
func (e *Env) TakeReply(msg tea.Msg) bool {
	if e.Terminal.alerts.takeReply(msg) {
		e.restyle()
		return true
	}
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
	e.restyle()
	return true
}

// Enabled reports whether a setting is on. For a setting that is neither on nor off, it
// returns the parameter `auto`.
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

// Profile returns the colour profile of the session. NO_COLOR overrides the player's
// setting.
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

// slowRoundTrip is the longest round trip at which moves are shown in motion. With a longer one,
// the second step would arrive when the next player is already thinking.
const slowRoundTrip = 120 * time.Millisecond

// Motion reports whether a move is shown in two steps.
func (e *Env) Motion() bool {
	if e.Settings.Get(player.Motion) == "off" || e.Settings.Get(player.Sync) == "off" || e.Styles.Theme.Plain || e.Cfg.RoundTrip == nil {
		return false
	}
	took, known := e.Cfg.RoundTrip()
	return known && took <= slowRoundTrip
}

// letterSet is the piece set that every terminal shows.
var letterSet = assets.SetNamed("letters")

// ASCII reports whether the screens contain no other characters than those of ASCII, because the locale of
// the client has no UTF-8. A player who has chosen other pieces than letters sees all characters.
func (e *Env) ASCII() bool {
	chosen := assets.SetNamed(e.Settings.Get(player.Pieces))
	return e.Cfg.ASCII && (chosen == nil || chosen == letterSet)
}

// restyle computes the styles again, from the settings and the capabilities of the terminal.
func (e *Env) restyle() {
	e.ChosenTheme = assets.ThemeNamed(e.Settings.Get(player.Theme))
	if e.ChosenTheme == nil { // the player has chosen no theme: use one that suits the background of the terminal
		e.ChosenTheme = assets.Themes[0]
		if e.Terminal.light {
			e.ChosenTheme = assets.ThemeNamed("light")
		}
	}
	theme := e.ChosenTheme
	switch profile := e.Profile(); {
	case profile <= colorprofile.ASCII:
		theme = assets.Colourless
	case profile == colorprofile.ANSI:
		theme = theme.InSixteen(e.Cfg.Term == "linux")
	}
	e.Styles = draw.NewStyles(theme)
	e.Styles.Links, e.Styles.Signs = e.Terminal.alerts.links, signsFor(e.Cfg.Term, e.Profile())
	e.Pieces = assets.SetNamed(e.Settings.Get(player.Pieces))
	if e.ASCII() {
		e.Pieces, e.Styles.Signs = letterSet, &draw.ASCIISigns
	}
	e.Ink = newInk(e.Styles, e.Profile())
}

// Look holds the properties of the screens that an answer of the terminal can change.
type Look struct {
	profile      colorprofile.Profile
	theme        *assets.Theme
	links, focus bool
}

// Look returns what the terminal's answers so far mean for the screen.
func (e *Env) Look() Look {
	return Look{e.Profile(), e.Styles.Theme, e.Styles.Links, e.ReportFocus()}
}

// Choose changes settings of the player. They are stored after the current Bubble Tea
// message has been handled.
func (e *Env) Choose(choices ...player.Choice) {
	e.Settings = e.Settings.With(choices...)
	e.restyle()
}

// NextTheme selects the theme after the current one.
func (e *Env) NextTheme() {
	i := slices.Index(assets.Themes, e.ChosenTheme)
	e.Choose(player.Choice{Setting: player.Theme, Value: assets.Themes[(i+1)%len(assets.Themes)].Name})
}

// NextPieceSet selects the piece set after s.
func (e *Env) NextPieceSet(s *assets.Set) {
	i := slices.Index(assets.Sets, s)
	e.Choose(player.Choice{Setting: player.Pieces, Value: assets.Sets[(i+1)%len(assets.Sets)].Name})
}

// LimitSize limits the size of squares to the maximum that the player has chosen, if any.
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
