package uitest

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
)

// Place is a screen that tests use in place of a screen of another package. It only records
// which screen was opened.
type Place struct{ Place nav.Place }

func (p Place) Start() tea.Cmd                     { return nil }
func (p Place) Update(tea.Msg) (kit.Step, tea.Cmd) { return kit.Stay, nil }
func (p Place) Draw(g *draw.Grid)                  { p.DrawCompact(g, 0) }
func (p Place) DrawCompact(g *draw.Grid, y int) {
	g.Text(0, y, g.Width, fmt.Sprintf("%T", p.Place), draw.Style{})
}
func (p Place) Title() string { return fmt.Sprintf("%T", p.Place) }
func (p Place) Overlay() bool { return false }
func (p Place) Stop()         {}

// model runs a stack of screens without the root model.
type model struct {
	env   *kit.Env
	stack *kit.Stack
	first []kit.Screen
}

// New returns a driver. The function `first` returns the initial screens. The function `open`
// returns the screen for a place; if it returns nil, the driver shows a [Place] instead.
func New(t testing.TB, cfg kit.Config, first func(*kit.Env) []kit.Screen, open func(*kit.Env, nav.Place) kit.Screen) *Driver {
	t.Helper()
	return Drive(t, cfg, func(e *kit.Env) (kit.Model, *kit.Stack) {
		stack := kit.NewStack(e, func(p nav.Place) kit.Screen {
			if s := open(e, p); s != nil {
				return s
			}
			return Place{p}
		})
		return &model{e, stack, first(e)}, stack
	})
}

func (m *model) Init() tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range m.first {
		cmds = append(cmds, m.stack.Push(s))
	}
	return tea.Batch(cmds...)
}

func (m *model) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	m.env.Now = m.env.Clock()
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		m.env.Width, m.env.Height = size.Width, size.Height
		return m, nil
	}
	if m.env.TakeReply(msg) {
		return m, nil
	}
	cmd, quit := m.stack.Update(msg)
	if quit {
		m.stack.Stop()
		return m, tea.Quit
	}
	return m, cmd
}

func (m *model) View() wire.View {
	v := wire.View{Draw: m.stack.Draw, Ground: m.env.Styles.Text, Theme: m.env.Styles.Theme}
	if front := m.stack.Front(); front != nil {
		v.Title = front.Title()
	}
	return v
}
