package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/tui/nav"

	"quadrille/assets"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
)

// shelf is the games that are there to be looked at: first lessons, games with
// notes, and all that were played here to their end.
type shelf struct {
	env      *env
	scores   []*assets.Score // lessons first
	found    finds
	selected int // a score, or a game that was found
	rows     []shelfRow
	top      int // lines that are scrolled away
	refusal  string
}

// shelfRow is one line: a heading, a game, or nothing.
type shelfRow struct {
	head string
	item int // -1 on other lines
}

func newShelf(e *env) *shelf {
	s := &shelf{env: e, found: finds{env: e, line: line{limit: 60}}}
	for _, lessons := range []bool{true, false} {
		for i := range assets.Scores {
			if score := &assets.Scores[i]; score.Lesson == lessons {
				s.scores = append(s.scores, score)
			}
		}
	}
	return s
}

func (s *shelf) start() tea.Cmd { return s.found.look() }
func (s *shelf) stop()          {}
func (s *shelf) dialog() bool   { return false }
func (s *shelf) title() string  { return "Games: Quadrille" }

func (s *shelf) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.found.typing {
			return stay, s.typed(msg)
		}
		return s.key(msg.String())
	case tea.PasteMsg:
		if s.found.typing {
			s.found.line.paste(msg)
		}
	case tea.MouseClickMsg:
		return s.click(msg)
	case tea.MouseWheelMsg:
		return stay, s.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case foundMsg:
		if msg.f == &s.found {
			s.refusal = s.found.took(msg)
			s.selected = min(s.selected, s.count()-1)
		}
	}
	return stay, nil
}

// count is how many things can be selected.
func (s *shelf) count() int { return len(s.scores) + len(s.found.games) }

func (s *shelf) key(key string) (step, tea.Cmd) {
	s.refusal = ""
	switch deedOf(key, shelfKeys) {
	case goBack:
		if s.found.filter != "" {
			s.found.line.text = ""
			return stay, s.found.anew("")
		}
		return leave, nil
	case doHere:
		return s.open(false), nil
	case openStart:
		return s.open(true), nil
	case showRecord:
		return s.openRecord()
	case filterGames:
		s.found.typing, s.found.line.text = true, ""
		return stay, nil
	case openHelp:
		return visit(nav.Help{Game: s.game()}), nil
	}
	return stay, s.choose(key)
}

// typed is a key while what to look for is being typed.
func (s *shelf) typed(msg tea.KeyPressMsg) tea.Cmd {
	s.refusal = ""
	switch msg.String() {
	case "enter":
		cmd, err := s.found.search()
		if err != nil {
			s.refusal = err.Error()
			return s.env.bell()
		}
		s.selected = len(s.scores)
		return cmd
	case "esc":
		s.found.typing, s.found.line.text = false, s.found.filter
	default:
		s.found.line.key(msg)
	}
	return nil
}

// choose moves the selection, and has more looked for before its end is reached.
func (s *shelf) choose(key string) tea.Cmd {
	s.selected = choose(s.selected, s.count(), key)
	if s.selected >= s.count()-10 {
		return s.found.more()
	}
	return nil
}

func (s *shelf) click(msg tea.MouseClickMsg) (step, tea.Cmd) {
	i := msg.Y - listTop + s.top
	if msg.Y < listTop || i >= len(s.rows) || s.rows[i].item < 0 {
		return stay, nil
	}
	s.selected = s.rows[i].item
	return s.open(false), nil
}

// chosen is the game that is selected, nil on a score.
func (s *shelf) chosen() *table.Found {
	if i := s.selected - len(s.scores); i >= 0 && i < len(s.found.games) {
		return &s.found.games[i]
	}
	return nil
}

func (s *shelf) game() string {
	if f := s.chosen(); f != nil {
		return f.Game
	}
	return s.scores[s.selected].Game
}

func (s *shelf) open(fromStart bool) step {
	if f := s.chosen(); f != nil {
		return visit(nav.Table{ID: f.ID, FromStart: fromStart})
	}
	return visit(nav.Score{Score: s.scores[s.selected]})
}

func (s *shelf) openRecord() (step, tea.Cmd) {
	f := s.chosen()
	if f == nil {
		s.refusal = "only games that were played here have a record"
		return stay, s.env.bell()
	}
	return enter(newRecordScreen(s.env, f.ID)), nil
}

func (s *shelf) foot(g *board.Grid, y int) {
	text := "> "
	switch f := s.chosen(); {
	case s.found.typing:
		text = "Look for: " + s.found.line.text + "_"
	case f != nil:
		text += foundLine(f)
	default:
		text += s.scores[s.selected].Title
	}
	g.Text(0, y, g.Width, text, s.env.ink.text)
}
