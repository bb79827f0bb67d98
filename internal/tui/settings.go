package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/tui/nav"

	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// settingsScreen is what somebody chooses for himself, and a sample of it.
type settingsScreen struct {
	env      *env
	selected int
}

func newSettings(e *env) *settingsScreen { return &settingsScreen{env: e} }

func (s *settingsScreen) start() tea.Cmd { return nil }
func (s *settingsScreen) stop()          {}
func (s *settingsScreen) dialog() bool   { return false }
func (s *settingsScreen) title() string  { return "Settings: Quadrille" }

func (s *settingsScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg.String()), nil
	case tea.MouseClickMsg:
		if i := msg.Y - settingsTop; i >= 0 && i < len(player.Options) {
			s.selected = i
			s.turn(1)
		}
	}
	return stay, nil
}

func (s *settingsScreen) key(key string) step {
	switch deedOf(key, settingsKeys) {
	case goBack:
		return leave
	case cursorLeft:
		s.turn(-1)
	case cursorRight:
		s.turn(1)
	case openHelp:
		return visit(nav.Help{Game: s.env.house.offers()[0].Name})
	default:
		s.selected = choose(s.selected, len(player.Options), key)
	}
	return stay
}

func (s *settingsScreen) turn(by int) {
	which := player.Setting(s.selected)
	turned := s.env.settings.Turned(which, by)
	s.env.choose(player.Choice{Setting: which, Value: turned.Get(which)})
}

const settingsTop = 2

func (s *settingsScreen) draw(g *board.Grid) {
	e := s.env
	e.header(g, "Settings", shown(e.me.Name, 20))
	for i := range player.Options {
		s.drawOption(g, settingsTop+i, player.Setting(i))
	}
	y := settingsTop + len(player.Options) + 1
	for _, line := range wrap(capital(player.Options[s.selected].Line), g.Width-4) {
		g.Text(2, y, g.Width-4, line, e.ink.text)
		y++
	}
	y = s.drawFate(g, y) + 1
	e.drawSample(g, 2, y, g.Height-2-y)
	e.hints(g, 1, hintsOf(settingsKeys, cursorUp, cursorRight, openHelp, goBack)...)
}

// drawOption draws a setting and its values, the chosen one marked.
func (s *settingsScreen) drawOption(g *board.Grid, y int, which player.Setting) {
	ink := s.env.ink
	look, sign := ink.text, "  "
	if int(which) == s.selected {
		look, sign = ink.accent, "> "
	}
	g.Text(1, y, 12, sign+which.String(), look)
	x := 14
	for _, value := range player.Options[which].Values {
		look, text := ink.faint, " "+value+" "
		if value == s.env.settings.Get(which) {
			look, text = ink.strong, "["+value+"]"
			if int(which) == s.selected {
				look = ink.chosen
			}
		}
		x += g.Text(x, y, g.Width-x-1, text, look) + 1
	}
}

// drawFate tells what the choices come to, as far as that cannot be seen.
func (s *settingsScreen) drawFate(g *board.Grid, y int) int {
	e := s.env
	text, look := "", e.ink.faint
	switch {
	case e.unkept != "":
		text, look = "! "+capital(e.unkept), e.ink.alarm
	case e.me.ID.Guest():
		text = "You are a guest: this holds until you leave. Who comes with a key finds it again."
	case e.cfg.NoColor:
		text = "NO_COLOR is set where you come from, so no colours are sent."
	case e.pen.profile <= colorprofile.ASCII && e.settings.Get(player.Colour) == "auto":
		text = "Your terminal says that it has no colours. If it has, choose how many."
	}
	if text == "" {
		return y
	}
	for _, line := range wrap(text, g.Width-4) {
		g.Text(2, y, g.Width-4, line, look)
		y++
	}
	return y
}

func (s *settingsScreen) foot(g *board.Grid, y int) {
	which := player.Setting(s.selected)
	g.Text(0, y, g.Width, "< "+which.String()+": "+s.env.settings.Get(which)+" >", s.env.ink.text)
}
