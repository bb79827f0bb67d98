package tui

import (
	"slices"
	"time"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// ladderScreen is who plays how well, a game and form at a time.
type ladderScreen struct {
	env      *env
	classes  []club.Class // in which anybody has a rating
	at       club.Class   // the one that is shown
	all      bool         // those too who have not played for long
	list     []club.Standing
	selected int
	top      int // lines that are scrolled away
	asked    int // how often; answers to other questions are not wanted any more
	there    bool
	typing   bool // whose page to look for is being typed
	line     line
	note     string
}

// ladderMsg is an answer.
type ladderMsg struct {
	s       *ladderScreen
	asked   int
	classes []club.Class
	at      club.Class
	list    []club.Standing
	err     error
}

// nameMsg is who has the name that was typed.
type nameMsg struct {
	s    *ladderScreen
	name string
	who  player.Player
	ok   bool
	err  error
}

func newLadderScreen(e *env, at nav.Ladder) *ladderScreen {
	return &ladderScreen{env: e, at: at.Class, all: at.All, line: line{limit: player.MaxNameCells}}
}

func (s *ladderScreen) start() tea.Cmd { return s.ask() }
func (s *ladderScreen) stop()          {}
func (s *ladderScreen) dialog() bool   { return false }
func (s *ladderScreen) title() string  { return "Ladder: Quadrille" }

// ask asks for the ladder of a class, of the first if there is none yet.
func (s *ladderScreen) ask() tea.Cmd {
	s.asked++
	e, msg, since := s.env, ladderMsg{s: s, asked: s.asked, at: s.at}, time.Time{}
	if !s.all {
		since = e.now.Add(-club.Active)
	}
	return func() tea.Msg {
		msg.classes, msg.err = e.cfg.Ladder.Classes(e.ctx)
		if msg.err != nil || len(msg.classes) == 0 {
			return msg
		}
		if !slices.Contains(msg.classes, msg.at) {
			msg.at = msg.classes[0]
		}
		msg.list, msg.err = e.cfg.Ladder.Standings(e.ctx, msg.at, since)
		return msg
	}
}

func (s *ladderScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.typing {
			return stay, s.typed(msg)
		}
		return s.key(msg.String())
	case tea.PasteMsg:
		if s.typing {
			s.line.paste(msg)
		}
	case tea.MouseClickMsg:
		return s.click(msg)
	case tea.MouseWheelMsg:
		s.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case ladderMsg:
		if msg.s == s && msg.asked == s.asked {
			return stay, s.take(msg)
		}
	case nameMsg:
		if msg.s == s {
			return s.called(msg)
		}
	}
	return stay, nil
}

func (s *ladderScreen) take(msg ladderMsg) tea.Cmd {
	if msg.err != nil {
		s.note = msg.err.Error()
		return s.env.bell()
	}
	s.classes, s.at, s.list, s.there = msg.classes, msg.at, msg.list, true
	s.selected = max(0, slices.IndexFunc(s.list, func(st club.Standing) bool { return st.Player.ID == s.env.me.ID }))
	return nil
}

func (s *ladderScreen) key(key string) (step, tea.Cmd) {
	s.note = ""
	switch deedOf(key, ladderKeys) {
	case goBack:
		return leave, nil
	case doHere:
		return s.open(), nil
	case cursorRight:
		return stay, s.turn(1)
	case cursorLeft:
		return stay, s.turn(-1)
	case otherForm:
		return stay, s.turnForm()
	case showAll:
		s.all = !s.all
		return stay, s.ask()
	case searchText:
		s.typing, s.line.text = true, ""
	case myPage:
		return visit(nav.Profile{Player: s.env.me}), nil
	case openHelp:
		return visit(nav.Help{Game: s.game()}), nil
	default:
		s.choose(key)
	}
	return stay, nil
}

func (s *ladderScreen) choose(key string) {
	s.selected = choose(s.selected, max(1, len(s.list)), key)
}

// game is the one whose ladder this is, or the first on offer.
func (s *ladderScreen) game() string {
	if s.at.Game != "" {
		return s.at.Game
	}
	return s.env.house.offers()[0].Name
}

func (s *ladderScreen) open() step {
	if s.selected >= len(s.list) {
		return stay
	}
	return visit(nav.Profile{Player: s.list[s.selected].Player})
}

// turn goes to the next game, in the same form where there is that.
func (s *ladderScreen) turn(by int) tea.Cmd {
	games := s.games()
	if len(games) < 2 {
		s.note = "there is no other game that anybody has a rating in"
		return s.env.bell()
	}
	at := slices.Index(games, s.at.Game)
	to := club.Class{Game: games[(at+by+len(games))%len(games)], Form: s.at.Form}
	if !slices.Contains(s.classes, to) {
		to = s.classes[slices.IndexFunc(s.classes, func(c club.Class) bool { return c.Game == to.Game })]
	}
	s.at = to
	return s.ask()
}

// turnForm goes to the other form of the game.
func (s *ladderScreen) turnForm() tea.Cmd {
	i := slices.IndexFunc(s.classes, func(c club.Class) bool { return c.Game == s.at.Game && c.Form != s.at.Form })
	if i < 0 {
		s.note = "nobody has a rating in another form of this game"
		return s.env.bell()
	}
	s.at = s.classes[i]
	return s.ask()
}

// games are those in which anybody has a rating.
func (s *ladderScreen) games() (list []string) {
	for _, c := range s.classes {
		list = append(list, c.Game)
	}
	return slices.Compact(list)
}

func (s *ladderScreen) click(msg tea.MouseClickMsg) (step, tea.Cmd) {
	i := msg.Y - ladderTop + s.top
	if msg.Y < ladderTop || msg.Y >= ladderTop+s.room() || i >= len(s.list) {
		return stay, nil
	}
	s.selected = i
	return s.open(), nil
}

// typed is a key while a name is being typed.
func (s *ladderScreen) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		if s.typing = false; s.line.text == "" {
			return nil
		}
		e, name := s.env, s.line.text
		return func() tea.Msg {
			who, ok, err := e.cfg.Ladder.Called(e.ctx, name)
			return nameMsg{s, name, who, ok, err}
		}
	case "esc":
		s.typing = false
	default:
		s.line.key(msg)
	}
	return nil
}

// called opens the page of who was looked for.
func (s *ladderScreen) called(msg nameMsg) (step, tea.Cmd) {
	switch {
	case msg.err != nil:
		s.note = msg.err.Error()
	case !msg.ok:
		s.note = "nobody here is called " + shown(msg.name, player.MaxNameCells)
	default:
		return visit(nav.Profile{Player: msg.who}), nil
	}
	return stay, s.env.bell()
}

func (s *ladderScreen) foot(g *board.Grid, y int) {
	text := "Ladder"
	if s.at.Game != "" {
		text += ": " + className(s.at)
	}
	if s.typing {
		text = "Name: " + s.line.text + "_"
	}
	g.Text(0, y, g.Width, text, s.env.ink.text)
}
