package tui

import (
	"fmt"
	"slices"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// root is the program's model: the stack of screens, and what they share.
type root struct {
	env     *env
	calls   calls
	stack   []screen
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
	r.env.now = r.env.clock()
	cmd := r.take(msg)
	if keep := r.env.keep(); keep != nil {
		cmd = tea.Batch(cmd, keep)
	}
	return r, cmd
}

func (r *root) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.env.width, r.env.height = max(msg.Width, 0), max(msg.Height, 0)
		return nil
	case keptMsg:
		r.env.storedSettings(msg)
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
	case lobbyMsg:
		return r.lobbyNews(msg)
	case noticesMsg:
		return r.env.notices.take(r.env, msg.list)
	}
	if cmd, known := r.callNews(msg); known {
		return cmd
	}
	if r.env.heard(msg) {
		return nil
	}
	if isInput(msg) {
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
func (r *root) lobbyNews(msg lobbyMsg) tea.Cmd {
	i := slices.Index(r.stack, screen(msg.l))
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
	switch d := deedOf(msg.String(), commonKeys); d {
	case endProgram:
		return r.askToQuit(), true
	case drawAnew:
		return tea.ClearScreen, true
	case nextColours:
		r.env.nextTheme()
		return nil, true
	case bellSwitch:
		return r.turnBell(), true
	case settle:
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
	to, cmd := r.stack[i].update(msg)
	if to.leave {
		r.stack[i].stop()
		r.stack = append(r.stack[:i], r.stack[i+1:]...)
		cmd, r.held = tea.Batch(cmd, r.held), nil
	}
	for n, next := range r.following(to) {
		at := len(r.stack)
		if to.leave { // in its place, below what lies over it
			at = i + n
		}
		r.stack = slices.Insert(r.stack, at, next)
		cmd = tea.Batch(cmd, r.begin(next))
	}
	if to.quit || len(r.stack) == 0 {
		return r.quit()
	}
	return cmd
}

// following are the screens to which a step leads.
func (r *root) following(to step) []screen {
	list := to.next
	for _, p := range to.to {
		list = append(list, r.make(p))
	}
	return list
}

// make makes the screen of a place.
func (r *root) make(p nav.Place) screen {
	e := r.env
	switch p := p.(type) {
	case nav.Table:
		return newTableScreen(e, p)
	case nav.Score:
		return newScoreScreen(e, p.Score)
	case nav.NewTable:
		return newCreate(e, p)
	case nav.Archive:
		return newShelf(e)
	case nav.Record:
		return newRecordScreen(e, p.ID)
	case nav.Profile:
		return newPage(e, p.Player)
	case nav.Ladder:
		return newLadderScreen(e, p)
	case nav.Settings:
		return newSettings(e)
	case nav.Evening:
		return newEveningScreen(e, p.Evening)
	case nav.Admin:
		return newDesk(e)
	case nav.Help:
		return newHelp(e, p)
	}
	panic(fmt.Sprintf("no screen for %T", p))
}

// begin starts a screen. Invitations and notices are followed from the lobby on.
func (r *root) begin(s screen) tea.Cmd {
	if _, ok := s.(*lobbyScreen); ok {
		return tea.Batch(r.openInbox(), r.env.notices.follow(r.env), s.start())
	}
	return s.start()
}

// askToQuit ends the program, but asks somebody who plays whether he means it.
// Asked already, it does not ask again.
func (r *root) askToQuit() tea.Cmd {
	for _, s := range r.stack {
		if d, ok := s.(*dialog); ok && d.quitting {
			return r.quit()
		}
	}
	for _, s := range r.stack {
		if t, ok := s.(*tableScreen); ok && t.inGame() {
			d := newDialog(r.env, "Leave Quadrille?",
				"You have a seat in a game. It stays yours: come back the same way. A running clock goes on.",
				choice{label: "Stay"}, choice{label: "Leave", to: step{quit: true}})
			d.quitting = true
			r.stack = append(r.stack, d)
			return d.start()
		}
	}
	return r.quit()
}

func (r *root) quit() tea.Cmd {
	for _, s := range r.stack {
		s.stop()
	}
	r.stack, r.leaving = nil, true
	return r.leave()
}

// leave ends the program as soon as all that was chosen is kept.
func (r *root) leave() tea.Cmd {
	switch keep := r.env.keep(); {
	case keep != nil:
		return keep
	case r.env.keeping: // its keptMsg is on the way
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
		title = r.stack[r.base()].title()
	}
	// A frame in which nothing is new stays the same string: who compares sees that
	// at a glance, and there is one of them.
	if frame := draw(e.width, e.height, e.ink.text, e.pen, r.draw); frame != r.drawn {
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
	for i > 0 && r.stack[i].dialog() {
		i--
	}
	return i
}

func (r *root) draw(g *board.Grid) {
	e := r.env
	if len(r.stack) == 0 {
		return
	}
	if e.width < needWidth || e.height < needHeight {
		for y, text := range wrap(fmt.Sprintf("Quadrille needs %d x %d; this is %d x %d.", needWidth, needHeight, e.width, e.height), e.width) {
			if y < max(1, e.height-1) {
				g.Text(0, y, e.width, text, e.ink.text)
			}
		}
		if e.height > 1 {
			r.stack[len(r.stack)-1].foot(g, e.height-1)
		}
		return
	}
	e.aside = box{}
	for _, s := range r.stack[r.base():] {
		s.draw(g)
	}
	e.notices.draw(g, e.ink)
	r.drawCall(g)
	if r.told != "" {
		banner(g, e.ink, r.told, "")
	}
}

// turnBell has the bell ring or not, and says which: nobody hears that it is off.
func (r *root) turnBell() tea.Cmd {
	e := r.env
	e.settings = e.settings.Turned(player.Bell, 1)
	r.told = "The bell is " + e.settings.Get(player.Bell)
	return e.bell()
}

// openSettings shows the settings over whatever is there, once the person has a
// name to keep them by.
func (r *root) openSettings() (tea.Cmd, bool) {
	switch top := r.stack[len(r.stack)-1].(type) {
	case *nameScreen, *firstLook:
		return nil, false
	case *settingsScreen:
		return r.give(len(r.stack)-1, tea.KeyPressMsg{Code: tea.KeyEscape}), true
	default:
		if top.dialog() {
			return nil, true
		}
	}
	r.stack = append(r.stack, r.make(nav.Settings{}))
	return nil, true
}

// Output is what the terminal has, or what the person says that it has.
func (r *root) Output() Output {
	return Output{r.env.profile(), r.env.either(player.Sync, r.env.terminal.atomic)}
}

// New is the model of a session's program.
func New(cfg Config) tea.Model {
	return newRoot(newEnv(cfg))
}

func newRoot(e *env) *root {
	first := func() []screen {
		screens := []screen{newLobbyScreen(e)}
		if open := e.cfg.Open; open != nil {
			screens = append(screens, newTableScreen(e, *open))
		}
		return screens
	}
	if lobby := first; !e.cfg.Named {
		first = func() []screen {
			return []screen{newNameScreen(e, func() []screen { return []screen{newFirstLook(e, lobby)} })}
		}
	}
	r := &root{env: e}
	if e.cfg.Outside { // who stays outside takes no name from those inside
		r.stack = []screen{newJoinScreen(e, first)}
	} else {
		r.stack = first()
	}
	return r
}
