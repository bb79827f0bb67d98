package screen

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/admin"
	"quadrille/internal/front/screen/archive"
	eveningui "quadrille/internal/front/screen/evening"
	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	messagesui "quadrille/internal/front/screen/messages"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/profile"
	"quadrille/internal/front/screen/welcome"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// root is the model of the program: the stack of screens and the state that they share.
type root struct {
	env        *kit.Env
	inbox      inbox
	stack      *kit.Stack
	report     string // text about what the last key did, drawn over the screens; empty if there is none
	leaving    bool   // whether to quit as soon as the settings are saved
	layoutSaid bool   // whether the screen has said how letters of another keyboard layout work
}

// Init starts the first screens.
func (r *root) Init() tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range r.first() {
		cmds = append(cmds, r.stack.Push(s))
	}
	return tea.Batch(cmds...)
}

// Update handles a message. It never blocks: slow work is a tea.Cmd.
func (r *root) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	r.env.Begin()
	cmd := r.take(msg)
	if save := r.env.SaveSettings(); save != nil {
		cmd = tea.Batch(cmd, save)
	}
	return r, cmd
}

func (r *root) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.env.Width, r.env.Height = max(msg.Width, 0), max(msg.Height, 0)
		return nil
	case kit.SavedMsg:
		r.env.SettingsSaved(msg)
		if r.leaving {
			return r.leave()
		}
		return nil
	case tea.KeyPressMsg:
		r.report = ""
		msg = r.letterKey(msg)
		if msg.Text == ":" && r.letters() {
			cmd, _ := r.openPalette()
			return cmd
		}
		if cmd, known := r.common(msg); known {
			return cmd
		}
		if msg.String() == "alt+esc" { // two presses of Esc that arrive together look like alt+esc
			esc := tea.KeyPressMsg{Code: tea.KeyEscape}
			return tea.Batch(r.give(esc), r.give(esc))
		}
		return r.give(oneEnter(msg))
	case tea.MouseClickMsg:
		if key, ok := r.clickedKey(msg); ok {
			return r.take(key)
		}
		return r.give(msg)
	case lobbyui.EnteredMsg: // follow invitations and notices from now on
		return tea.Batch(r.give(msg), r.openInbox(), r.env.Notices.Follow(r.env), r.env.Notices.Mail.Follow(r.env))
	case lobbyui.NewsMsg:
		return r.lobbyNews(msg)
	case kit.ReportedMsg:
		r.report = present.Capital(msg.Text)
		if msg.Refused {
			return r.env.Bell()
		}
		return r.env.Notices.Mail.Reload(r.env) // read the messages again: the player may have blocked somebody
	case kit.NoticesMsg:
		return r.env.Notices.Take(r.env, msg.List)
	case kit.MailMsg:
		return r.mailNews(msg)
	}
	if r.env.Notices.Mail.TakeTimeout(msg) {
		return nil
	}
	if cmd, known := r.inboxNews(msg); known {
		return cmd
	}
	if cmd, known := r.paletteNews(msg); known {
		return cmd
	}
	if r.env.TakeReply(msg) {
		return nil
	}
	return r.give(msg)
}

// give passes a message to the screens, and quits the program if a screen requests that.
func (r *root) give(msg tea.Msg) tea.Cmd { return r.ends(r.stack.Update(msg)) }

func (r *root) ends(cmd tea.Cmd, quit bool) tea.Cmd {
	if quit {
		return r.quit()
	}
	return cmd
}

// lobbyNews passes news to the lobby. If another screen covers the lobby, lobbyNews hides
// the lobby instead: otherwise every move at any table would make the server draw an
// unchanged frame for every player.
func (r *root) lobbyNews(msg lobbyui.NewsMsg) tea.Cmd {
	return r.ends(r.stack.UpdateOrHide(msg.L, msg))
}

// oneEnter converts the Enter key of the keypad, and the line feed that some programs send,
// to Enter.
func oneEnter(msg tea.KeyPressMsg) tea.KeyPressMsg {
	if msg.Code == tea.KeyKpEnter || msg.String() == "ctrl+j" {
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	}
	return msg
}

// common handles the keys that have the same meaning on every screen.
func (r *root) common(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch d := kit.ActionOf(msg.String(), kit.CommonKeys); d {
	case kit.QuitProgram:
		return r.askToQuit(), true
	case kit.Redraw:
		return tea.ClearScreen, true
	case kit.NextTheme:
		r.env.NextTheme()
		return nil, true
	case kit.ToggleBell:
		return r.turnBell(), true
	case kit.OpenSettings:
		return r.openSettings()
	case kit.OpenMessages:
		return r.openMessages()
	case kit.OpenPalette:
		return r.openPalette()
	default:
		return r.answerInvitation(d)
	}
}

// make returns a new screen for a [nav.Place].
func (r *root) make(p nav.Place) kit.Screen {
	e := r.env
	switch p := p.(type) {
	case nav.Table:
		return game.New(e, p)
	case nav.AnnotatedGame:
		return game.NewScore(e, p.AnnotatedGame)
	case nav.NewTable:
		return lobbyui.NewTableForm(e, p)
	case nav.Archive:
		return archive.New(e)
	case nav.Record:
		return archive.NewRecord(e, p.ID)
	case nav.Profile:
		return profile.NewProfile(e, p.Player)
	case nav.Ladder:
		return profile.NewLadder(e, p)
	case nav.Settings:
		return profile.NewSettings(e)
	case nav.Evening:
		return eveningui.New(e, p.Evening)
	case nav.Admin:
		return admin.New(e)
	case nav.Messages:
		return messagesui.New(e, p)
	case nav.Help:
		return newHelp(e, p, r.stack.Front())
	}
	panic(fmt.Sprintf("no screen for %T", p))
}

// askToQuit quits the program, unless the player is in a game. In a game, the first call opens
// a dialog, and a call while this dialog is open quits the program.
func (r *root) askToQuit() tea.Cmd {
	for _, s := range r.stack.Screens {
		if d, ok := s.(*kit.Dialog); ok && d.Quitting {
			return r.quit()
		}
	}
	for _, s := range r.stack.Screens {
		if t, ok := s.(*game.Screen); ok && t.SeatKept() != "" {
			d := kit.NewDialog(r.env, "Leave Quadrille?", t.SeatKept()+". Connect again to play.",
				kit.Choice{Label: "Stay"}, kit.Choice{Label: "Leave", To: kit.Step{Quit: true}})
			d.Quitting = true
			return r.stack.Push(d)
		}
	}
	return r.quit()
}

func (r *root) quit() tea.Cmd {
	r.stack.Stop()
	r.leaving = true
	return r.leave()
}

// leave quits as soon as the settings are saved.
func (r *root) leave() tea.Cmd {
	switch save := r.env.SaveSettings(); {
	case save != nil:
		return save
	case r.env.Saving.Busy: // wait for the SavedMsg of the save in progress
		return nil
	}
	return tea.Quit
}

// View returns the visible screens as cells, and the modes of the terminal.
func (r *root) View() wire.View {
	e := r.env
	v := wire.View{
		Draw: r.Draw, Ground: e.Styles.Text, Theme: e.Styles.Theme,
		Mouse: true, Focus: e.ReportFocus(), Paste: true,
	}
	if key, drawn := r.shared(); key != nil {
		v.Key, v.Draw = key, drawn
	} else if m, ok := r.stack.Top().(kit.Mover); ok && m.FirstLasts() > 0 && !r.covered() {
		v.First = m.First
	}
	if _, choosing := r.stack.Top().(*welcome.FirstLook); e.ASCII() && !choosing { // the first look shows what the terminal draws
		v.Key, v.Draw, v.First = nil, inASCII(v.Draw), inASCII(v.First)
	}
	if e.Settings.Get(player.Title) == "on" {
		v.Title = "Quadrille"
		if front := r.stack.Front(); front != nil {
			v.Title = front.Title()
		}
	}
	return v
}

// inASCII returns a function that draws the same with characters of ASCII only, or nil for nil.
func inASCII(drawn func(*draw.Grid)) func(*draw.Grid) {
	if drawn == nil {
		return nil
	}
	return func(g *draw.Grid) {
		drawn(g)
		g.ToASCII()
	}
}

// covered reports whether something is drawn over the screens.
func (r *root) covered() bool {
	return r.report != "" || r.env.Notices.Unread() || r.invitation() != nil
}

// shared returns a key that is equal for all sessions that show the same frame, and a function
// that draws the frame. It returns nil if other sessions may not use the frame, for example
// because it contains a notice or a message.
func (r *root) shared() (key any, drawn func(*draw.Grid)) {
	e := r.env
	screen, ok := r.stack.Top().(kit.Sharer)
	if !ok || e.Width < draw.NeedWidth || e.Height < draw.NeedHeight || r.covered() {
		return nil, nil
	}
	return screen.Shared()
}

// Draw draws the screens, then notices, invitations and reports over them.
func (r *root) Draw(g *draw.Grid) {
	r.stack.Draw(g)
	if r.stack.Top() == nil || draw.Small(g) {
		return
	}
	e := r.env
	if text, keys := e.Notices.Mail.Banner(); text != "" {
		kit.DrawBanner(e, g, text, keys, 1)
	}
	e.Notices.Draw(e, g)
	r.drawInvitation(g)
	if r.report != "" {
		kit.DrawBanner(e, g, r.report, "", 1)
	}
}

// turnBell turns the bell on or off, and reports the new state to the player.
func (r *root) turnBell() tea.Cmd {
	e := r.env
	e.Settings = e.Settings.Next(player.Bell, 1)
	r.report = "The bell is " + e.Settings.Get(player.Bell)
	return e.Bell()
}

// openSettings opens the settings over the current screen, unless the player has no name
// yet.
func (r *root) openSettings() (tea.Cmd, bool) {
	switch top := r.stack.Top().(type) {
	case *welcome.Name, *welcome.FirstLook, *welcome.Join:
		return nil, false
	case *profile.Settings:
		return r.give(tea.KeyPressMsg{Code: tea.KeyEscape}), true
	default:
		if top == nil || top.Overlay() {
			return nil, true
		}
	}
	return r.stack.Open(nav.Settings{}), true
}

// Output returns the way in which frames are sent. It depends on the terminal and the
// settings.
func (r *root) Output() kit.Output {
	e := r.env
	out := kit.Output{Profile: e.Profile(), Atomic: e.Enabled(player.Sync, e.Terminal.Atomic), Look: e.Look()}
	if top, ok := r.stack.Top().(interface{ Busy() bool }); ok {
		out.Busy = top.Busy()
	}
	if top, ok := r.stack.Top().(kit.Mover); ok {
		out.FirstLasts = top.FirstLasts()
	}
	return out
}

// New returns the model of a session's program.
func New(cfg kit.Config) kit.Model {
	return newRoot(kit.NewEnv(cfg))
}

func newRoot(e *kit.Env) *root {
	r := &root{env: e}
	r.stack = kit.NewStack(e, r.make)
	return r
}

// first returns the first screens of a session.
func (r *root) first() []kit.Screen {
	e := r.env
	if e.Cfg.NeedsInvitation { // join first: only members can choose a name
		return []kit.Screen{welcome.NewJoin(e, r.inside)}
	}
	return r.inside()
}

// inside returns the first screens of a player whom the club admits.
func (r *root) inside() []kit.Screen {
	e := r.env
	lobby := func() []kit.Screen {
		screens := []kit.Screen{lobbyui.New(e)}
		if open := e.Cfg.Open; open != nil {
			screens = append(screens, game.New(e, *open))
			if open.Back {
				r.report = fmt.Sprintf("Your game at table %d continues. Press esc for the lobby.", open.ID)
			}
		}
		if refused := e.Cfg.RefusedKey; refused != "" {
			screens = append(screens, kit.NewDialog(e, "You are a guest", refused,
				kit.Choice{Label: "Continue as guest"}, kit.Choice{Label: "Leave", To: kit.Step{Quit: true}}))
		}
		return screens
	}
	if e.Cfg.Named {
		return lobby()
	}
	return []kit.Screen{welcome.NewName(e, func() []kit.Screen { return []kit.Screen{welcome.NewFirstLook(e, lobby)} })}
}
