package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club/evening"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// eveningScreen is the evening that is on: who sits where, and the standings.
type eveningScreen struct {
	env    *env
	ctx    context.Context
	cancel context.CancelFunc
	watch  watcher[lobby.View]
	one    *evening.Evening // the last that was seen
	over   bool
	top    int

	asked int    // the round of which it was asked whether it is to begin
	note  string // what came of it
}

// eveningMsg is news for the screen: what it watches by, a view, or what came of
// beginning a round.
type eveningMsg struct {
	s     *eveningScreen
	watch watcher[lobby.View]
	view  *lobby.View
	began *begun
}

func newEveningScreen(e *env, one *evening.Evening) *eveningScreen {
	s := &eveningScreen{env: e, one: one}
	s.ctx, s.cancel = context.WithCancel(e.ctx)
	return s
}

func (s *eveningScreen) dialog() bool  { return false }
func (s *eveningScreen) stop()         { s.cancel() }
func (s *eveningScreen) title() string { return player.Shown(s.one.Name, 40) + ": Quadrille" }

func (s *eveningScreen) start() tea.Cmd {
	return func() tea.Msg {
		watch := s.env.house.watchLobby()
		context.AfterFunc(s.ctx, watch.Close)
		return eveningMsg{s: s, watch: watch}
	}
}

func (s *eveningScreen) wait() tea.Cmd {
	watch := s.watch
	return func() tea.Msg {
		view, ok := watch.Take(s.ctx)
		if !ok {
			return nil
		}
		return eveningMsg{s: s, view: view}
	}
}

func (s *eveningScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg.String())
	case tea.MouseWheelMsg:
		s.scroll(map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button])
	case eveningMsg:
		if msg.s == s {
			return stay, s.news(msg)
		}
	}
	return stay, nil
}

func (s *eveningScreen) news(msg eveningMsg) tea.Cmd {
	switch {
	case msg.began != nil:
		return s.hear(*msg.began)
	case msg.watch != nil:
		s.watch = msg.watch
	case msg.view.Evening == nil: // what it came to stays to be read
		s.over = true
	default:
		s.one, s.over = msg.view.Evening, false
	}
	return s.wait()
}

func (s *eveningScreen) key(key string) (step, tea.Cmd) {
	did := deedOf(key, eveningKeys)
	if did != nextRound {
		s.asked, s.note = 0, ""
	}
	switch did {
	case goBack:
		return leave, nil
	case nextRound:
		return stay, s.nextRound()
	case doHere:
		if g, _ := s.mine(); g != nil && g.Table != 0 {
			return visit(nav.Table{ID: table.ID(g.Table)}), nil
		}
		return stay, s.env.bell()
	case cursorUp:
		s.scroll(-1)
	case cursorDown:
		s.scroll(1)
	case pageUp:
		s.scroll(-s.room())
	case pageDown:
		s.scroll(s.room())
	}
	return stay, nil
}

// mine is the game of this round that the person plays, and his seat.
func (s *eveningScreen) mine() (*evening.Game, rules.Seat) {
	number := s.one.BoardOf(s.env.me.ID)
	if number == 0 {
		return nil, rules.NoSeat
	}
	g := &s.one.Rounds[len(s.one.Rounds)-1].Games[number-1]
	for seat, p := range g.Seats {
		if p.ID == s.env.me.ID {
			return g, rules.Seat(seat)
		}
	}
	return nil, rules.NoSeat
}

// place is where the person plays, in a sentence.
func (s *eveningScreen) place() string {
	g, seat := s.mine()
	switch {
	case s.over:
		return "The evening is over."
	case len(s.one.Rounds) == 0:
		return "The first round has not begun."
	case g == nil && s.one.IsHere(s.env.me.ID):
		return "You sit out this round."
	case g == nil:
		return "You do not take part."
	case g.State != evening.Open:
		return "Your game is over; the next round begins when all are."
	case g.Table == 0:
		return fmt.Sprintf("You are to play at board %d; its table is being made.", s.one.BoardOf(s.env.me.ID))
	}
	return fmt.Sprintf("You play at board %d, table %d, as %s.", s.one.BoardOf(s.env.me.ID), g.Table, s.one.Seats[seat])
}

// lines is the round and the standings.
func (s *eveningScreen) lines() (lines []string) {
	text := ""
	if n := len(s.one.Rounds); n > 0 {
		text = fmt.Sprintf("Round %d\n", n) + s.one.RoundText(n) + "\n"
	}
	text += "Standings\n" + s.one.StandingsText()
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// names reports whether a line is about somebody: his name stands there, and not as
// a part of another's.
func (s *eveningScreen) names(line, who string) bool {
	for at := range len(line) - len(who) + 1 {
		if line[at:min(at+len(who), len(line))] != who {
			continue
		}
		before, after := line[:at], line[at+len(who):]
		seat := slices.ContainsFunc(s.one.Seats[:], func(word string) bool { return strings.HasSuffix(before, word+" ") })
		begins := seat || strings.HasSuffix(before, "  ") || strings.HasSuffix(before, ", ")
		if begins && (after == "" || strings.HasPrefix(after, ",") || strings.HasPrefix(after, "  ")) {
			return true
		}
	}
	return false
}

// room is the lines for the text.
func (s *eveningScreen) room() int { return max(1, s.env.height-5) }

func (s *eveningScreen) scroll(by int) {
	s.top = max(0, min(s.top+by, len(s.lines())-s.room()))
}

func (s *eveningScreen) draw(g *board.Grid) {
	ink := s.env.ink
	s.env.header(g, player.Shown(s.one.Name, 40), shown(s.env.me.Name, player.MaxNameCells))
	g.Text(1, 1, g.Width-2, s.place(), ink.good)
	s.scroll(0)
	lines := s.lines()
	me := shown(s.env.me.Name, player.MaxNameCells)
	for i, line := range lines[s.top:min(s.top+s.room(), len(lines))] {
		look := ink.text
		switch {
		case !strings.HasPrefix(line, " "):
			look = ink.accent
		case s.names(line, me):
			look = ink.strong
		}
		g.Text(0, 3+i, g.Width, line, look)
	}
	switch {
	case s.note != "":
		g.Text(1, g.Height-2, g.Width-1, capital(player.Shown(s.note, g.Width-3)), ink.accent)
	case s.top+s.room() < len(lines):
		g.Text(1, g.Height-2, g.Width-1, "more below", ink.faint)
	}
	s.env.hints(g, 1, hintsOf(eveningKeys, s.deeds()...)...)
}

// deeds are what can be done here now, for the hints.
func (s *eveningScreen) deeds() (list []deed) {
	if g, _ := s.mine(); g != nil && g.Table != 0 {
		list = append(list, doHere)
	}
	if s.mayBegin() {
		list = append(list, nextRound)
	}
	return append(list, cursorUp, goBack)
}

func (s *eveningScreen) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, s.place(), s.env.ink.text)
}
