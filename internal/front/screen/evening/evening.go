package evening

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Screen shows the boards of the current round and the standings.
type Screen struct {
	env       *kit.Env
	ctx       context.Context
	cancel    context.CancelFunc
	watch     kit.Watcher[*view.Lobby]
	one       *pairing.Evening // the latest state of the evening
	boards    kit.List[board]
	standings kit.List[pairing.Standing]
	panel     kit.Panel // has the tabs where only one list is shown at a time
	inTable   bool      // whether keys go to the standings, not to the boards

	asked int    // number of the round whose start the player was asked to confirm; 0 if none
	note  string // result of the last action
}

// newsMsg carries a watcher of the lobby, a view of the lobby, or the result of a command.
type newsMsg struct {
	s      *Screen
	watch  kit.Watcher[*view.Lobby]
	view   *view.Lobby
	result *commandResult
}

func New(e *kit.Env, one *pairing.Evening) *Screen {
	s := &Screen{env: e, one: one, boards: newBoards(e.Me.ID), standings: newStandings(e.Me.ID)}
	s.ctx, s.cancel = context.WithCancel(e.Ctx)
	s.see()
	s.inTable = len(one.Rounds) == 0
	s.boards.Select(one.BoardOf(e.Me.ID))
	return s
}

func (s *Screen) Overlay() bool { return false }

func (s *Screen) Stop() { s.cancel() }

func (s *Screen) Title() string { return player.Shown(s.one.Name, 40) + ": Quadrille" }

func (s *Screen) Start() tea.Cmd {
	return func() tea.Msg {
		watch := s.env.Cfg.Lobby.WatchFor(s.env.Me.ID)
		context.AfterFunc(s.ctx, watch.Close)
		return newsMsg{s: s, watch: watch}
	}
}

func (s *Screen) wait() tea.Cmd {
	watch := s.watch
	return s.env.Wait(watch, func() tea.Msg {
		view, ok := watch.Take(s.ctx)
		if !ok {
			return nil
		}
		return newsMsg{s: s, view: view}
	})
}

func (s *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.PasteMsg:
		s.boards.Paste(msg)
		s.standings.Paste(msg)
	case tea.MouseClickMsg:
		return s.click(msg)
	case tea.MouseWheelMsg:
		if s.standings.Has(msg.X, msg.Y) && s.shows(true) {
			s.standings.Wheel(msg)
		} else {
			s.boards.Wheel(msg)
		}
	case newsMsg:
		if msg.s == s {
			return kit.Stay, s.news(msg)
		}
	}
	return kit.Stay, nil
}

func (s *Screen) news(msg newsMsg) tea.Cmd {
	switch {
	case msg.result != nil:
		return s.commandDone(*msg.result)
	case msg.watch != nil:
		s.watch = msg.watch
	case msg.view.Evening == nil: // the evening is over; the screen keeps showing the final standings
		if s.one.Over.IsZero() {
			final := *s.one
			final.Over = s.env.Now
			s.one = &final
			s.see()
		}
	default:
		begins := len(msg.view.Evening.Rounds) > len(s.one.Rounds)
		s.one = msg.view.Evening
		s.see()
		if begins { // everybody wants to know first where they play
			s.inTable = false
			s.boards.Select(s.one.BoardOf(s.env.Me.ID))
		}
	}
	return s.wait()
}

func (s *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	did := kit.ActionOf(msg.String(), kit.EveningKeys)
	if did != kit.StartNextRound {
		s.asked, s.note = 0, ""
	}
	if s.inTable && s.standings.Update(msg) || !s.inTable && s.boards.Update(msg) {
		return kit.Stay, nil
	}
	switch did {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.SwitchList:
		s.inTable = !s.inTable
	case kit.StartNextRound:
		return kit.Stay, s.nextRound()
	case kit.JoinOrLeave:
		return kit.Stay, s.joinOrLeave()
	case kit.Select:
		return s.open()
	}
	if msg.String() == helpKey.Key {
		return kit.Visit(nav.Help{Game: s.one.Game}), nil
	}
	return kit.Stay, nil
}

// open opens the table of the selected board, or the profile of the selected player.
func (s *Screen) open() (kit.Step, tea.Cmd) {
	if st, ok := s.standings.Selected(); ok && s.inTable {
		return kit.Visit(nav.Profile{Player: st.Player}), nil
	}
	if b, ok := s.boards.Selected(); ok && b.Table != 0 {
		return kit.Visit(nav.Table{ID: table.ID(b.Table)}), nil
	}
	return kit.Stay, s.env.Bell()
}

func (s *Screen) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	switch i := s.panel.TabAt(msg.X, msg.Y); {
	case i >= 0:
		s.inTable = i == 1
		return kit.Stay, nil
	case s.shows(true) && s.standings.Click(msg.X, msg.Y):
		s.inTable = true
	case s.shows(false) && s.boards.Click(msg.X, msg.Y):
		s.inTable = false
	default:
		return kit.Stay, nil
	}
	return s.open()
}

// place returns a text that says where the player plays, or how they can join.
func (s *Screen) place() string {
	text, mayJoin := present.EveningPlace(s.one, s.env.Me.ID)
	if mayJoin {
		text += " Press " + kit.KeyName(kit.EveningKeys, kit.JoinOrLeave) + "."
	}
	return text
}

func (s *Screen) DrawCompact(g *draw.Grid, y int) {
	g.Text(0, y, g.Width, s.place(), s.env.Ink.Text)
}

// KeyGroups returns the keys of the screen.
func (s *Screen) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.AtEvening} }

// Typing reports whether letters go to the filter of a list.
func (s *Screen) Typing() bool { return s.boards.Typing() || s.standings.Typing() }
