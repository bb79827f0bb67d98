package profile

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
)

// Ladder is the screen that lists players by rating in one class. A class is a game, either
// with teams or free-for-all.
type Ladder struct {
	env      *kit.Env
	Classes  []club.Class // the classes in which players have ratings
	at       club.Class   // the class that is shown
	all      bool         // whether to list inactive players, too
	list     []club.Standing
	selected int
	top      int // number of lines scrolled off the top
	Asked    int // number of queries so far; only the result of the latest query is used
	there    bool
	typing   bool // whether the player is typing a name
	Line     kit.Line
	note     string
}

// LadderMsg carries the result of a query of the ladder.
type LadderMsg struct {
	S       *Ladder
	Asked   int
	Classes []club.Class
	At      club.Class
	list    []club.Standing
	err     error
}

// nameMsg carries the player who was found by name.
type nameMsg struct {
	s    *Ladder
	name string
	who  player.Player
	ok   bool
	err  error
}

func NewLadder(e *kit.Env, at nav.Ladder) *Ladder {
	return &Ladder{env: e, at: at.Class, all: at.All, Line: kit.Line{Limit: player.MaxNameCells}}
}

func (s *Ladder) Start() tea.Cmd { return s.ask() }

func (s *Ladder) Stop() {}

func (s *Ladder) Overlay() bool { return false }

func (s *Ladder) Title() string { return "Ladder: Quadrille" }

// ask queries the ladder of the chosen class, or of the first class if none is chosen.
func (s *Ladder) ask() tea.Cmd {
	s.Asked++
	e, msg, since := s.env, LadderMsg{S: s, Asked: s.Asked, At: s.at}, time.Time{}
	if !s.all {
		since = e.Now.Add(-club.Active)
	}
	return func() tea.Msg {
		msg.Classes, msg.err = e.Cfg.Ladder.Classes(e.Ctx)
		if msg.err != nil || len(msg.Classes) == 0 {
			return msg
		}
		if !slices.Contains(msg.Classes, msg.At) {
			msg.At = msg.Classes[0]
		}
		msg.list, msg.err = e.Cfg.Ladder.Standings(e.Ctx, msg.At, since)
		return msg
	}
}

func (s *Ladder) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.typing {
			return kit.Stay, s.typed(msg)
		}
		return s.key(msg.String())
	case tea.PasteMsg:
		if s.typing {
			s.Line.Paste(msg)
		}
	case tea.MouseClickMsg:
		return s.click(msg)
	case tea.MouseWheelMsg:
		s.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case LadderMsg:
		if msg.S == s && msg.Asked == s.Asked {
			return kit.Stay, s.take(msg)
		}
	case nameMsg:
		if msg.s == s {
			return s.called(msg)
		}
	}
	return kit.Stay, nil
}

func (s *Ladder) take(msg LadderMsg) tea.Cmd {
	if msg.err != nil {
		s.note = msg.err.Error()
		return s.env.Bell()
	}
	s.Classes, s.at, s.list, s.there = msg.Classes, msg.At, msg.list, true
	s.selected = max(0, slices.IndexFunc(s.list, func(st club.Standing) bool { return st.Player.ID == s.env.Me.ID }))
	return nil
}

func (s *Ladder) key(key string) (kit.Step, tea.Cmd) {
	s.note = ""
	switch kit.ActionOf(key, kit.LadderKeys) {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.Select:
		return s.open(), nil
	case kit.CursorRight:
		return kit.Stay, s.turn(1)
	case kit.CursorLeft:
		return kit.Stay, s.turn(-1)
	case kit.SwitchForm:
		return kit.Stay, s.turnForm()
	case kit.ToggleInactive:
		s.all = !s.all
		return kit.Stay, s.ask()
	case kit.SearchText:
		s.typing, s.Line.Text = true, ""
	case kit.OwnProfile:
		return kit.Visit(nav.Profile{Player: s.env.Me}), nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: s.game()}), nil
	default:
		s.choose(key)
	}
	return kit.Stay, nil
}

func (s *Ladder) choose(key string) {
	s.selected = kit.MoveSelection(s.selected, max(1, len(s.list)), key)
}

// game returns the game whose ladder is shown. If none is chosen, it returns the first game
// in the server's list.
func (s *Ladder) game() string {
	if s.at.Game != "" {
		return s.at.Game
	}
	return kit.DefaultGame()
}

func (s *Ladder) open() kit.Step {
	if s.selected >= len(s.list) {
		return kit.Stay
	}
	return kit.Visit(nav.Profile{Player: s.list[s.selected].Player})
}

// turn shows the ladder of another game, `by` places further in the list of games. It keeps
// the form (teams or free-for-all) if that game has ratings for this form.
func (s *Ladder) turn(by int) tea.Cmd {
	games := s.games()
	if len(games) < 2 {
		s.note = "no other game has ratings yet"
		return s.env.Bell()
	}
	at := slices.Index(games, s.at.Game)
	to := club.Class{Game: games[(at+by+len(games))%len(games)], Form: s.at.Form}
	if !slices.Contains(s.Classes, to) {
		to = s.Classes[slices.IndexFunc(s.Classes, func(c club.Class) bool { return c.Game == to.Game })]
	}
	s.at = to
	return s.ask()
}

// turnForm shows the ladder of the same game in its other form: teams or free-for-all.
func (s *Ladder) turnForm() tea.Cmd {
	i := slices.IndexFunc(s.Classes, func(c club.Class) bool { return c.Game == s.at.Game && c.Form != s.at.Form })
	if i < 0 {
		s.note = "this game has no other ladder yet"
		return s.env.Bell()
	}
	s.at = s.Classes[i]
	return s.ask()
}

// games returns the names of the games that have ratings.
func (s *Ladder) games() (list []string) {
	for _, c := range s.Classes {
		list = append(list, c.Game)
	}
	return slices.Compact(list)
}

func (s *Ladder) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	i := msg.Y - LadderTop + s.top
	if msg.Y < LadderTop || msg.Y >= LadderTop+s.room() || i >= len(s.list) {
		return kit.Stay, nil
	}
	s.selected = i
	return s.open(), nil
}

// typed handles a key while the player is typing a name.
func (s *Ladder) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		if s.typing = false; s.Line.Text == "" {
			return nil
		}
		e, name := s.env, s.Line.Text
		return func() tea.Msg {
			who, ok, err := e.Cfg.Ladder.Called(e.Ctx, name)
			return nameMsg{s, name, who, ok, err}
		}
	case "esc":
		s.typing = false
	default:
		s.Line.Key(msg)
	}
	return nil
}

// called opens the profile of the player who was found by name.
func (s *Ladder) called(msg nameMsg) (kit.Step, tea.Cmd) {
	switch {
	case msg.err != nil:
		s.note = msg.err.Error()
	case !msg.ok:
		s.note = "no player is called " + kit.Shown(msg.name, player.MaxNameCells)
	default:
		return kit.Visit(nav.Profile{Player: msg.who}), nil
	}
	return kit.Stay, s.env.Bell()
}

func (s *Ladder) DrawCompact(g *draw.Grid, y int) {
	text := "Ladder"
	if s.at.Game != "" {
		text += ": " + present.ShortClass(s.at.Game, s.at.Form)
	}
	if s.typing {
		text = "Name: " + s.Line.Marked()
	}
	g.Text(0, y, g.Width, text, s.env.Styles.Text)
}
