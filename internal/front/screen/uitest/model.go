package uitest

import (
	"fmt"
	"reflect"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
)

// Place is a screen that tests use in place of a screen of another package. It only records
// which screen was opened, and closes with Esc.
type Place struct{ Place nav.Place }

func (p Place) Start() tea.Cmd { return nil }
func (p Place) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok && p.Place != nil && key.Code == tea.KeyEscape {
		return kit.Leave, nil
	}
	return kit.Stay, nil
}
func (p Place) Draw(g *draw.Grid) { p.DrawCompact(g, 0) }
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

// Home returns a driver of the visitor Sue, unless cfg names another player. It shows a [Place],
// and so do the screens that other screens open.
func Home(t testing.TB, cfg kit.Config) *Driver {
	t.Helper()
	if cfg.Player.ID == "" {
		cfg.Player, cfg.Named = Spectator, true
	}
	return New(t, cfg, func(e *kit.Env) []kit.Screen { return []kit.Screen{Place{}} },
		func(*kit.Env, nav.Place) kit.Screen { return nil })
}

// Open returns a driver of one screen, above the [Place] that Home shows.
func Open(t testing.TB, cfg kit.Config, screen func(*kit.Env) kit.Screen) *Driver {
	t.Helper()
	d := Home(t, cfg)
	d.Do(d.Stack.Push(screen(d.Env)))
	return d
}

// Goes fails the test unless the screen of a place was opened last, and closes it.
func (d *Driver) Goes(want nav.Place) {
	d.T.Helper()
	got, ok := d.Stack.Top().(Place)
	if !ok || !cmp.Equal(got.Place, want, cmp.Exporter(func(reflect.Type) bool { return true })) {
		d.T.Fatalf("the screen %T, %+v is open, want %T, %+v", d.Stack.Top(), got.Place, want, want)
	}
	d.Keys("esc")
}

// Closes fails the test unless the screen that [Open] has opened is closed.
func (d *Driver) Closes() {
	d.T.Helper()
	if got := d.Stack.Top(); len(d.Stack.Screens) != 1 {
		d.T.Fatalf("the screen %T is open", got)
	}
}

func (m *model) Init() tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range m.first {
		cmds = append(cmds, m.stack.Push(s))
	}
	return tea.Batch(cmds...)
}

func (m *model) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	m.env.Begin()
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
