package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/tui/board"
)

// shelf is the games that are there to be read, and the first lessons.
type shelf struct {
	env      *env
	scores   []*assets.Score // lessons first
	selected int
	refusal  string
}

func newShelf(e *env) *shelf {
	s := &shelf{env: e}
	for _, lessons := range []bool{true, false} {
		for i := range assets.Scores {
			if score := &assets.Scores[i]; score.Lesson == lessons {
				s.scores = append(s.scores, score)
			}
		}
	}
	return s
}

func (s *shelf) start() tea.Cmd { return nil }
func (s *shelf) stop()          {}
func (s *shelf) dialog() bool   { return false }
func (s *shelf) title() string  { return "Games: Quadrille" }

func (s *shelf) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg.String()), nil
	case tea.MouseClickMsg:
		for n := range s.scores {
			if s.line(n) == msg.Y {
				s.selected = n
				return s.open(), nil
			}
		}
	}
	return stay, nil
}

func (s *shelf) key(key string) step {
	switch key {
	case "esc", "q":
		return leave
	case "enter", "space":
		return s.open()
	case "?":
		return enter(newHelp(s.env, gameOf{name: s.scores[s.selected].Game}))
	}
	s.selected = choose(s.selected, len(s.scores), key)
	return stay
}

// line is where a game's title stands: below the heading of its part.
func (s *shelf) line(n int) int {
	y := listTop + 1 + n
	if !s.scores[n].Lesson {
		y += 2
	}
	return y
}

func (s *shelf) open() step {
	study, err := readScore(s.scores[s.selected])
	if err != nil {
		s.refusal = err.Error()
		return stay
	}
	return enter(newStudyScreen(s.env, study))
}

func (s *shelf) draw(g *board.Grid) {
	ink := s.env.ink
	s.env.header(g, "Games to read and to learn from", "")
	for n, score := range s.scores {
		y := s.line(n)
		switch {
		case n == 0:
			g.Text(1, y-1, g.Width-2, "A first game, two minutes long", ink.accent)
		case score.Lesson != s.scores[n-1].Lesson:
			g.Text(1, y-1, g.Width-2, "Games with notes", ink.accent)
		}
		look, sign := ink.text, "  "
		if n == s.selected {
			look, sign = ink.chosen, "> "
		}
		g.Text(1, y, g.Width-2, sign+score.Title, look)
	}
	g.Text(1, g.Height-2, g.Width-2, s.refusal, ink.alarm)
	s.env.hints(g, 1, [2]string{"enter", "open"}, [2]string{"?", "help"}, [2]string{"esc", "back"})
}

func (s *shelf) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, "> "+s.scores[s.selected].Title, s.env.ink.text)
}
