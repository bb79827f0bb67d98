package profile

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// Settings is the screen of the player's settings. It shows a sample of the pieces.
type Settings struct {
	env      *kit.Env
	selected int
	// vacationNote says why the last change of the player's vacation failed.
	vacationNote string
}

func NewSettings(e *kit.Env) *Settings { return &Settings{env: e} }

func (s *Settings) Start() tea.Cmd { return nil }

func (s *Settings) Stop() {}

func (s *Settings) Overlay() bool { return false }

func (s *Settings) Title() string { return "Settings: Quadrille" }

func (s *Settings) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg.String()), nil
	case vacationMsg:
		if msg.s == s {
			s.vacationNote = msg.note
		}
	case tea.MouseClickMsg:
		if i := msg.Y - settingsTop; i >= 0 && i < len(player.Options) {
			s.selected = i
			s.turn(1)
		}
	}
	return kit.Stay, nil
}

func (s *Settings) key(key string) kit.Step {
	switch kit.ActionOf(key, kit.SettingsKeys) {
	case kit.GoBack:
		return kit.Leave
	case kit.CursorLeft:
		s.turn(-1)
	case kit.CursorRight:
		s.turn(1)
	case kit.TakeVacation:
		return s.askVacation()
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: kit.DefaultGame()})
	default:
		s.selected = kit.MoveSelection(s.selected, len(player.Options), key)
	}
	return kit.Stay
}

func (s *Settings) turn(by int) {
	which := player.Setting(s.selected)
	turned := s.env.Settings.Next(which, by)
	s.env.Choose(player.Choice{Setting: which, Value: turned.Get(which)})
}

const settingsTop = 2

func (s *Settings) Draw(g *draw.Grid) {
	e := s.env
	e.Styles.Header(g, "Settings", kit.Shown(e.Me.Name, 20))
	for i := range player.Options {
		s.drawOption(g, settingsTop+i, player.Setting(i))
	}
	y := settingsTop + len(player.Options) + 1
	for _, line := range draw.Wrap(present.Capital(player.Options[s.selected].Help), g.Width-4) {
		g.Text(2, y, g.Width-4, line, e.Styles.Text)
		y++
	}
	y = s.drawVacation(g, s.drawNote(g, y)) + 1
	e.DrawSample(g, 2, y, g.Height-2-y)
	e.Hints(g, 1, kit.HintsOf(kit.SettingsKeys, kit.CursorUp, kit.CursorRight, kit.OpenHelp, kit.GoBack)...)
}

// drawOption draws a setting with its values, and marks the chosen value.
func (s *Settings) drawOption(g *draw.Grid, y int, which player.Setting) {
	ink := s.env.Styles
	look, sign := ink.Text, "  "
	if int(which) == s.selected {
		look, sign = ink.Accent, "> "
	}
	g.Text(1, y, 12, sign+which.String(), look)
	x := 14
	for _, value := range player.Options[which].Values {
		look, text := ink.Faint, " "+value+" "
		if value == s.env.Settings.Get(which) {
			look, text = ink.Strong, "["+value+"]"
			if int(which) == s.selected {
				look = ink.Chosen
			}
		}
		x += g.Text(x, y, g.Width-x-1, text, look) + 1
	}
}

// drawNote draws the reason why settings are not saved or why there are no colours. It
// returns the index of the next free line.
func (s *Settings) drawNote(g *draw.Grid, y int) int {
	e := s.env
	text, look := "", e.Styles.Faint
	switch {
	case e.Saving.Failed != "":
		text, look = "! "+present.Capital(e.Saving.Failed), e.Styles.Alarm
	case e.Me.ID.Guest():
		text = "You are a guest: settings last until you quit. To save them, connect with an SSH key."
	case e.Cfg.NoColor:
		text = "NO_COLOR is set on your computer, so no colours are sent."
	case e.Profile() <= colorprofile.ASCII && e.Settings.Get(player.Colour) == "auto":
		text = "Your terminal reports no colours. If it supports colours, choose how many here."
	}
	if text == "" {
		return y
	}
	for _, line := range draw.Wrap(text, g.Width-4) {
		g.Text(2, y, g.Width-4, line, look)
		y++
	}
	return y
}

func (s *Settings) DrawCompact(g *draw.Grid, y int) {
	which := player.Setting(s.selected)
	g.Text(0, y, g.Width, "< "+which.String()+": "+s.env.Settings.Get(which)+" >", s.env.Styles.Text)
}
