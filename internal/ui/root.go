package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/player"
	"quadrille/internal/ui/admin"
	"quadrille/internal/ui/archive"
	"quadrille/internal/ui/board"
	eveningui "quadrille/internal/ui/evening"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
	"quadrille/internal/ui/nav"
	"quadrille/internal/ui/profile"
	"quadrille/internal/ui/welcome"
)

// Output is how frames are to be sent.
type Output struct {
	Profile colorprofile.Profile
	Atomic  bool
}

// root is the program's model: the stack of screens, and what they share.
type root struct {
	env     *kit.Env
	calls   calls
	stack   []kit.Screen
	held    tea.Cmd // what a hidden lobby does when it is seen again
	told    string  // what the last key did that could not be seen
	leaving bool    // once the settings are kept
	drawn   string  // the last frame
}

// Init starts the first screens.
func (r *root) Init() tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range r.stack {
		cmds = append(cmds, r.begin(s))
	}
	return tea.Batch(cmds...)
}

// Update passes a message on. It never waits: whatever could is a tea.Cmd.
func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	r.env.Now = r.env.Clock()
	cmd := r.take(msg)
	if keep := r.env.Keep(); keep != nil {
		cmd = tea.Batch(cmd, keep)
	}
	return r, cmd
}

func (r *root) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.env.Width, r.env.Height = max(msg.Width, 0), max(msg.Height, 0)
		return nil
	case kit.KeptMsg:
		r.env.StoredSettings(msg)
		if r.leaving {
			return r.leave()
		}
		return nil
	case tea.KeyPressMsg:
		r.told = ""
		if cmd, known := r.common(msg); known {
			return cmd
		}
		if msg.String() == "alt+esc" { // twice, so fast that it came at once
			esc := tea.KeyPressMsg{Code: tea.KeyEscape}
			return tea.Batch(r.give(len(r.stack)-1, esc), r.give(len(r.stack)-1, esc))
		}
		return r.give(len(r.stack)-1, oneEnter(msg))
	case lobbyui.NewsMsg:
		return r.lobbyNews(msg)
	case kit.ReportedMsg:
		r.told = kit.Capital(msg.Text)
		if msg.Refused {
			return r.env.Bell()
		}
		return nil
	case kit.NoticesMsg:
		return r.env.Notices.Take(r.env, msg.List)
	}
	if cmd, known := r.callNews(msg); known {
		return cmd
	}
	if r.env.Heard(msg) {
		return nil
	}
	if kit.IsInput(msg) {
		return r.give(len(r.stack)-1, msg)
	}
	var cmds []tea.Cmd
	for i := len(r.stack) - 1; i >= 0; i-- {
		cmds = append(cmds, r.give(i, msg))
	}
	return tea.Batch(cmds...)
}

// lobbyNews gives the lobby its news. A lobby that other screens hide asks for no
// more of it: each move at any table of the house is news, and whoever plays
// would draw a frame for it in which nothing is new.
func (r *root) lobbyNews(msg lobbyui.NewsMsg) tea.Cmd {
	i := slices.Index(r.stack, kit.Screen(msg.L))
	cmd := r.give(i, msg)
	if i < r.base() {
		r.held, cmd = cmd, nil
	}
	return cmd
}

// oneEnter makes one key of all that mean Enter: the keypad's, and the line feed
// that programs send.
func oneEnter(msg tea.KeyPressMsg) tea.KeyPressMsg {
	if msg.Code == tea.KeyKpEnter || msg.String() == "ctrl+j" {
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	}
	return msg
}

// common are the keys that mean the same on every screen.
func (r *root) common(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch d := kit.ActionOf(msg.String(), kit.CommonKeys); d {
	case kit.EndProgram:
		return r.askToQuit(), true
	case kit.DrawAnew:
		return tea.ClearScreen, true
	case kit.NextColours:
		r.env.NextTheme()
		return nil, true
	case kit.BellSwitch:
		return r.turnBell(), true
	case kit.Settle:
		return r.openSettings()
	default:
		return r.callDeed(d)
	}
}

// give hands a message to one screen and goes where that leads.
func (r *root) give(i int, msg tea.Msg) tea.Cmd {
	if i < 0 || i >= len(r.stack) {
		return nil
	}
	to, cmd := r.stack[i].Update(msg)
	if to.Leave {
		r.stack[i].Stop()
		r.stack = append(r.stack[:i], r.stack[i+1:]...)
		cmd, r.held = tea.Batch(cmd, r.held), nil
	}
	for n, next := range r.following(to) {
		at := len(r.stack)
		if to.Leave { // in its place, below what lies over it
			at = i + n
		}
		r.stack = slices.Insert(r.stack, at, next)
		cmd = tea.Batch(cmd, r.begin(next))
	}
	if to.Quit || len(r.stack) == 0 {
		return r.quit()
	}
	return cmd
}

// following are the screens to which a step leads.
func (r *root) following(to kit.Step) []kit.Screen {
	list := to.Next
	for _, p := range to.To {
		list = append(list, r.make(p))
	}
	return list
}

// make makes the screen of a place.
func (r *root) make(p nav.Place) kit.Screen {
	e := r.env
	switch p := p.(type) {
	case nav.Table:
		return game.New(e, p)
	case nav.Score:
		return game.NewScore(e, p.Score)
	case nav.NewTable:
		return lobbyui.NewTableForm(e, p)
	case nav.Archive:
		return archive.New(e)
	case nav.Record:
		return archive.NewRecord(e, p.ID)
	case nav.Profile:
		return profile.NewPage(e, p.Player)
	case nav.Ladder:
		return profile.NewLadder(e, p)
	case nav.Settings:
		return profile.NewSettings(e)
	case nav.Evening:
		return eveningui.New(e, p.Evening)
	case nav.Admin:
		return admin.New(e)
	case nav.Help:
		return newHelp(e, p)
	}
	panic(fmt.Sprintf("no screen for %T", p))
}

// begin starts a screen. Invitations and notices are followed from the lobby on.
func (r *root) begin(s kit.Screen) tea.Cmd {
	if _, ok := s.(*lobbyui.Screen); ok {
		return tea.Batch(r.openInbox(), r.env.Notices.Follow(r.env), s.Start())
	}
	return s.Start()
}

// askToQuit ends the program, but asks somebody who plays whether he means it.
// Asked already, it does not ask again.
func (r *root) askToQuit() tea.Cmd {
	for _, s := range r.stack {
		if d, ok := s.(*kit.Dialog); ok && d.Quitting {
			return r.quit()
		}
	}
	for _, s := range r.stack {
		if t, ok := s.(*game.Screen); ok && t.InGame() {
			d := kit.NewDialog(r.env, "Leave Quadrille?",
				"You have a seat in a game. It stays yours: come back the same way. A running clock goes on.",
				kit.Choice{Label: "Stay"}, kit.Choice{Label: "Leave", To: kit.Step{Quit: true}})
			d.Quitting = true
			r.stack = append(r.stack, d)
			return d.Start()
		}
	}
	return r.quit()
}

func (r *root) quit() tea.Cmd {
	for _, s := range r.stack {
		s.Stop()
	}
	r.stack, r.leaving = nil, true
	return r.leave()
}

// leave ends the program as soon as all that was chosen is kept.
func (r *root) leave() tea.Cmd {
	switch keep := r.env.Keep(); {
	case keep != nil:
		return keep
	case r.env.Keeping: // its keptMsg is on the way
		return nil
	}
	return tea.Quit
}

// Smallest terminal that is fully usable.
const needWidth, needHeight = 80, 24

// View draws the topmost full screen and the dialogs over it.
func (r *root) View() tea.View {
	e := r.env
	title := "Quadrille"
	if len(r.stack) > 0 {
		title = r.stack[r.base()].Title()
	}
	// A frame in which nothing is new stays the same string: who compares sees that
	// at a glance, and there is one of them.
	if frame := kit.Frame(e.Width, e.Height, e.Styles.Text, e.Pen, r.draw); frame != r.drawn {
		r.drawn = frame
	}
	v := tea.NewView(r.drawn)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = title
	return v
}

// base is the topmost screen that is no dialog.
func (r *root) base() int {
	i := len(r.stack) - 1
	for i > 0 && r.stack[i].Overlay() {
		i--
	}
	return i
}

func (r *root) draw(g *board.Grid) {
	e := r.env
	if len(r.stack) == 0 {
		return
	}
	if e.Width < needWidth || e.Height < needHeight {
		for y, text := range kit.Wrap(fmt.Sprintf("Quadrille needs %d x %d; this is %d x %d.", needWidth, needHeight, e.Width, e.Height), e.Width) {
			if y < max(1, e.Height-1) {
				g.Text(0, y, e.Width, text, e.Styles.Text)
			}
		}
		if e.Height > 1 {
			r.stack[len(r.stack)-1].Foot(g, e.Height-1)
		}
		return
	}
	e.Aside = kit.Box{}
	for _, s := range r.stack[r.base():] {
		s.Draw(g)
	}
	e.Notices.Draw(g, e.Styles)
	r.drawCall(g)
	if r.told != "" {
		banner(g, e.Styles, r.told, "")
	}
}

// turnBell has the bell ring or not, and says which: nobody hears that it is off.
func (r *root) turnBell() tea.Cmd {
	e := r.env
	e.Settings = e.Settings.Turned(player.Bell, 1)
	r.told = "The bell is " + e.Settings.Get(player.Bell)
	return e.Bell()
}

// openSettings shows the settings over whatever is there, once the person has a
// name to keep them by.
func (r *root) openSettings() (tea.Cmd, bool) {
	switch top := r.stack[len(r.stack)-1].(type) {
	case *welcome.Name, *welcome.FirstLook:
		return nil, false
	case *profile.Settings:
		return r.give(len(r.stack)-1, tea.KeyPressMsg{Code: tea.KeyEscape}), true
	default:
		if top.Overlay() {
			return nil, true
		}
	}
	r.stack = append(r.stack, r.make(nav.Settings{}))
	return nil, true
}

// Output is what the terminal has, or what the person says that it has.
func (r *root) Output() Output {
	return Output{r.env.Profile(), r.env.Either(player.Sync, r.env.Terminal.Atomic)}
}

// Config is what a session knows when its screens start.
type Config = kit.Config

// New is the model of a session's program.
func New(cfg kit.Config) tea.Model {
	return newRoot(kit.NewEnv(cfg))
}

func newRoot(e *kit.Env) *root {
	first := func() []kit.Screen {
		screens := []kit.Screen{lobbyui.New(e)}
		if open := e.Cfg.Open; open != nil {
			screens = append(screens, game.New(e, *open))
		}
		return screens
	}
	if lobby := first; !e.Cfg.Named {
		first = func() []kit.Screen {
			return []kit.Screen{welcome.NewName(e, func() []kit.Screen { return []kit.Screen{welcome.NewFirstLook(e, lobby)} })}
		}
	}
	r := &root{env: e}
	if e.Cfg.Outside { // who stays outside takes no name from those inside
		r.stack = []kit.Screen{welcome.NewJoin(e, first)}
	} else {
		r.stack = first()
	}
	return r
}
