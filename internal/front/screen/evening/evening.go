package evening

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/evening/pairing"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Screen shows the boards of the current round and the standings.
type Screen struct {
	env    *kit.Env
	ctx    context.Context
	cancel context.CancelFunc
	watch  kit.Watcher[*view.Lobby]
	One    *pairing.Evening // the latest state of the evening
	over   bool
	pager  kit.Pager

	asked int    // number of the round whose start the player was asked to confirm; 0 if none
	note  string // result of the last action
}

// NewsMsg carries a watcher of the lobby, a view of the lobby, or the result of a command.
type NewsMsg struct {
	S      *Screen
	watch  kit.Watcher[*view.Lobby]
	View   *view.Lobby
	result *commandResult
}

func New(e *kit.Env, one *pairing.Evening) *Screen {
	s := &Screen{env: e, One: one, pager: kit.NewPager(kit.EveningKeys)}
	s.ctx, s.cancel = context.WithCancel(e.Ctx)
	return s
}

func (s *Screen) Overlay() bool { return false }

func (s *Screen) Stop() { s.cancel() }

func (s *Screen) Title() string { return player.Shown(s.One.Name, 40) + ": Quadrille" }

func (s *Screen) Start() tea.Cmd {
	return func() tea.Msg {
		watch := s.env.Cfg.Lobby.WatchFor(s.env.Me.ID)
		context.AfterFunc(s.ctx, watch.Close)
		return NewsMsg{S: s, watch: watch}
	}
}

func (s *Screen) wait() tea.Cmd {
	watch := s.watch
	return s.env.Wait(watch, func() tea.Msg {
		view, ok := watch.Take(s.ctx)
		if !ok {
			return nil
		}
		return NewsMsg{S: s, View: view}
	})
}

func (s *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.MouseWheelMsg:
		s.pager.Update(msg)
	case NewsMsg:
		if msg.S == s {
			return kit.Stay, s.news(msg)
		}
	}
	return kit.Stay, nil
}

func (s *Screen) news(msg NewsMsg) tea.Cmd {
	switch {
	case msg.result != nil:
		return s.commandDone(*msg.result)
	case msg.watch != nil:
		s.watch = msg.watch
	case msg.View.Evening == nil: // the evening is over; the screen keeps showing the final standings
		s.over = true
	default:
		s.One, s.over = msg.View.Evening, false
	}
	return s.wait()
}

func (s *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	did := kit.ActionOf(msg.String(), kit.EveningKeys)
	if did != kit.StartNextRound {
		s.asked, s.note = 0, ""
	}
	switch did {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.StartNextRound:
		return kit.Stay, s.nextRound()
	case kit.JoinOrLeave:
		return kit.Stay, s.joinOrLeave()
	case kit.Select:
		if g, _ := s.mine(); g != nil && g.Table != 0 {
			return kit.Visit(nav.Table{ID: table.ID(g.Table)}), nil
		}
		return kit.Stay, s.env.Bell()
	default:
		s.pager.Show(s.Lines(), s.room())
		s.pager.Update(msg)
	}
	return kit.Stay, nil
}

// mine returns the player's game in this round, and their seat in it.
func (s *Screen) mine() (*pairing.Game, rules.Seat) {
	number := s.One.BoardOf(s.env.Me.ID)
	if number == 0 {
		return nil, rules.NoSeat
	}
	g := &s.One.Rounds[len(s.One.Rounds)-1].Games[number-1]
	for seat, p := range g.Seats {
		if p.ID == s.env.Me.ID {
			return g, rules.Seat(seat)
		}
	}
	return nil, rules.NoSeat
}

// place returns a text that says at which board and table the player plays.
func (s *Screen) place() string {
	g, seat := s.mine()
	switch {
	case s.over:
		return "The evening is over."
	case len(s.One.Rounds) == 0 && (!s.One.Open || s.One.IsPresent(s.env.Me.ID)):
		return "The first round has not started."
	case g == nil && s.One.IsPresent(s.env.Me.ID):
		return "You sit out this round."
	case g == nil && s.One.Open && s.mayJoin():
		return "Anybody may join this tournament. Press " + kit.KeyName(kit.EveningKeys, kit.JoinOrLeave) + "."
	case g == nil:
		return "You are not playing in this evening."
	case g.State != pairing.Open:
		return "Your game is over. The next round starts when all games are over."
	case g.Table == 0:
		return fmt.Sprintf("You play at board %d. Its table is being opened.", s.One.BoardOf(s.env.Me.ID))
	}
	return fmt.Sprintf("You play at board %d, table %d, as %s.", s.One.BoardOf(s.env.Me.ID), g.Table, s.One.Seats[seat])
}

// Lines returns the pairings of the round and the standings as lines of text.
func (s *Screen) Lines() (lines []string) {
	text := ""
	if n := len(s.One.Rounds); n > 0 {
		text = fmt.Sprintf("Round %d\n", n) + s.One.RoundText(n) + "\n"
	}
	text += "Standings\n" + s.One.StandingsText()
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// Names reports whether a line contains the player's name `who`. It ignores places where
// this name is part of another name.
func (s *Screen) Names(line, who string) bool {
	for at := range len(line) - len(who) + 1 {
		if line[at:min(at+len(who), len(line))] != who {
			continue
		}
		before, after := line[:at], line[at+len(who):]
		seat := slices.ContainsFunc(s.One.Seats[:], func(word string) bool { return strings.HasSuffix(before, word+" ") })
		begins := seat || strings.HasSuffix(before, "  ") || strings.HasSuffix(before, ", ")
		if begins && (after == "" || strings.HasPrefix(after, ",") || strings.HasPrefix(after, "  ")) {
			return true
		}
	}
	return false
}

// room returns the number of screen lines available for the text.
func (s *Screen) room() int { return max(1, s.env.Height-5) }

func (s *Screen) Draw(g *draw.Grid) {
	ink := s.env.Styles
	s.env.Styles.Header(g, player.Shown(s.One.Name, 40), kit.Shown(s.env.Me.Name, player.MaxNameCells))
	g.Text(1, 1, g.Width-2, s.place(), ink.Good)
	lines := s.Lines()
	s.pager.Show(lines, s.room())
	me := kit.Shown(s.env.Me.Name, player.MaxNameCells)
	for i, line := range lines[s.pager.Top():s.pager.End()] {
		look := ink.Text
		switch {
		case !strings.HasPrefix(line, " "):
			look = ink.Accent
		case s.Names(line, me):
			look = ink.Strong
		}
		g.Text(0, 3+i, g.Width, line, look)
	}
	switch {
	case s.note != "":
		g.Text(1, g.Height-2, g.Width-1, present.Capital(player.Shown(s.note, g.Width-3)), ink.Accent)
	case s.pager.More():
		g.Text(1, g.Height-2, g.Width-1, "more below", ink.Faint)
	}
	s.env.Hints(g, 1, kit.HintsOf(kit.EveningKeys, s.actions()...)...)
}

// actions returns the actions that get key hints.
func (s *Screen) actions() (list []kit.Action) {
	if g, _ := s.mine(); g != nil && g.Table != 0 {
		list = append(list, kit.Select)
	}
	if s.mayJoin() {
		list = append(list, kit.JoinOrLeave)
	}
	if s.mayStart() {
		list = append(list, kit.StartNextRound)
	}
	return append(list, kit.CursorUp, kit.GoBack)
}

func (s *Screen) DrawCompact(g *draw.Grid, y int) {
	g.Text(0, y, g.Width, s.place(), s.env.Styles.Text)
}
