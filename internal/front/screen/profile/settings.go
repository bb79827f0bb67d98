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

// Settings is the screen of the player's settings. It shows a sample of the pieces. A change
// has an effect at once.
type Settings struct {
	env  *kit.Env
	form kit.Form
	// vacationNote says why the last change of the player's vacation failed.
	vacationNote string
}

func NewSettings(e *kit.Env) *Settings {
	s := &Settings{env: e}
	for i := range player.Options {
		o := &player.Options[i]
		s.form.Fields = append(s.form.Fields, kit.Field{
			Label: present.Setting(o.Name), Help: o.Help, Strict: true, Choices: o.Values,
			Line: kit.Line{Text: e.Settings.Get(player.Setting(i))},
		})
	}
	return s
}

func (s *Settings) Start() tea.Cmd { return nil }

func (s *Settings) Stop() {}

func (s *Settings) Overlay() bool { return false }

func (s *Settings) Title() string { return "Settings: Quadrille" }

func (s *Settings) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg), nil
	case vacationMsg:
		if msg.s == s {
			s.vacationNote = msg.note
		}
	case tea.MouseClickMsg:
		if s.form.Click(msg.X, msg.Y) {
			s.turn(tea.KeyPressMsg{Code: tea.KeyRight})
		}
	}
	s.follow()
	return kit.Stay, nil
}

// follow shows the values of all settings: some have keys of their own on every screen.
func (s *Settings) follow() {
	for i := range s.form.Fields {
		s.form.Fields[i].Line.Text = s.env.Settings.Get(player.Setting(i))
	}
}

func (s *Settings) key(msg tea.KeyPressMsg) kit.Step {
	s.follow()
	switch key := msg.String(); kit.ActionOf(key, kit.SettingsKeys) {
	case kit.GoBack:
		return kit.Leave
	case kit.CursorRight:
		s.turn(tea.KeyPressMsg{Code: tea.KeyRight})
	case kit.TakeVacation:
		return s.askVacation()
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: kit.DefaultGame()})
	default:
		s.turn(msg)
	}
	return kit.Stay
}

// turn gives a key to the form, and stores a value that it has changed.
func (s *Settings) turn(msg tea.KeyPressMsg) {
	if s.form.Key(msg) == kit.FormTurned {
		s.env.Choose(player.Choice{Setting: player.Setting(s.form.At), Value: s.form.Field().Line.Text})
	}
}

func (s *Settings) Draw(g *draw.Grid) {
	e := s.env
	f := kit.Frame{Place: "Settings", Keys: kit.HintsOf(kit.SettingsKeys, kit.CursorUp, kit.CursorRight, kit.OpenHelp, kit.GoBack)}
	body := e.Frame(g, &f)
	s.follow()
	list, side := kit.Beside(body)
	texts, look := s.notes()
	p := kit.Panel{Title: "Settings", State: "saved at once", Focus: true}
	if e.Me.ID.Guest() {
		p.State = "until you quit"
	}
	if side.Width > 0 {
		sample := kit.Panel{Title: "Preview"}
		inner := sample.Draw(g, draw.Box{X: side.X, Y: side.Y, Width: side.Width, Height: side.Height - len(texts) - 2}, &e.Ink)
		e.DrawSample(g, inner)
		notes := kit.Panel{Title: "Notes"}
		side.Y, side.Height = side.Y+side.Height-len(texts)-2, len(texts)+2
		box := notes.Draw(g, side, &e.Ink)
		for i, line := range texts {
			g.Text(box.X, box.Y+i, box.Width, line, look)
		}
		s.form.Draw(g, p.Draw(g, list, &e.Ink), &e.Ink)
		return
	}
	inner := p.Draw(g, list, &e.Ink)
	below, need := len(texts), len(s.form.Fields)+3
	y := inner.Y + inner.Height - below
	if room := inner.Height - below - need; room >= 2 { // the sample is the first to go
		y -= 2
		e.DrawSample(g, draw.Box{X: inner.X, Y: y, Width: inner.Width, Height: 1})
		y, below = y+2, below+3
	}
	for i, line := range texts {
		g.Text(inner.X, y+i, inner.Width, line, look)
	}
	inner.Height -= below
	s.form.Draw(g, inner, &e.Ink)
}

// notes returns why settings are not saved or why there are no colours, and the state of the
// player's vacation.
func (s *Settings) notes() (lines []string, look draw.Style) {
	e := s.env
	width := kit.SideWidth - 4
	if e.Width < kit.SideMinimum {
		width = max(10, e.Width-4)
	}
	text, look := "", e.Ink.Faint
	switch {
	case e.Saving.Failed != "":
		text, look = present.Capital(e.Saving.Failed), e.Ink.Alarm
	case e.Me.ID.Guest():
		text = "You are a guest: settings last until you quit. To save them, connect with an SSH key."
	case e.Cfg.NoColor:
		text = "NO_COLOR is set on your computer, so no colours are sent."
	case e.Profile() <= colorprofile.ASCII && e.Settings.Get(player.Colour) == "auto":
		text = "Your terminal reports no colours. If it supports colours, choose how many here."
	}
	for _, part := range []string{text, s.vacation()} {
		if part != "" {
			lines = append(lines, draw.Wrap(part, width)...)
		}
	}
	return lines, look
}

func (s *Settings) DrawCompact(g *draw.Grid, y int) {
	g.Text(0, y, g.Width, s.form.Compact(), s.env.Ink.Text)
}

// KeyGroups returns the keys of the screen.
func (s *Settings) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.InSettings} }

// Typing reports whether letters go to a line of text.
func (s *Settings) Typing() bool { return false }
