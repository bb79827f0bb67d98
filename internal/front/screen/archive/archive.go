package archive

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/table"
)

// Screen lists lessons, annotated games, and the finished games of this server.
type Screen struct {
	env       *kit.Env
	annotated []*assets.AnnotatedGame // the lessons, followed by the annotated games
	Found     kit.GameList
	selected  int // index of the selected lesson or game
	rows      []listRow
	top       int // number of lines scrolled off the top
	refusal   string
}

// listRow is one line of the list: a heading, a lesson or game, or an empty line.
type listRow struct {
	head string
	item int // index of the lesson or game; -1 if the line is neither
}

func New(e *kit.Env) *Screen {
	s := &Screen{env: e, Found: kit.GameList{Env: e, Line: kit.Line{Limit: 60}}}
	for _, lessons := range []bool{true, false} {
		for i := range assets.AnnotatedGames {
			if game := &assets.AnnotatedGames[i]; game.Lesson == lessons {
				s.annotated = append(s.annotated, game)
			}
		}
	}
	return s
}

func (s *Screen) Start() tea.Cmd { return s.Found.Look() }

func (s *Screen) Stop() {}

func (s *Screen) Overlay() bool { return false }

func (s *Screen) Title() string { return "Games: Quadrille" }

func (s *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.Found.Typing {
			return kit.Stay, s.typed(msg)
		}
		return s.key(msg.String())
	case tea.PasteMsg:
		if s.Found.Typing {
			s.Found.Line.Paste(msg)
		}
	case tea.MouseClickMsg:
		return s.click(msg)
	case tea.MouseWheelMsg:
		return kit.Stay, s.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case kit.GamesMsg:
		if msg.F == &s.Found {
			var next tea.Cmd
			next, s.refusal = s.Found.Add(msg)
			s.selected = min(s.selected, s.count()-1)
			return kit.Stay, next
		}
	}
	return kit.Stay, nil
}

// count returns the number of items that can be selected.
func (s *Screen) count() int { return len(s.annotated) + len(s.Found.Games) }

func (s *Screen) key(key string) (kit.Step, tea.Cmd) {
	s.refusal = ""
	switch kit.ActionOf(key, kit.ArchiveKeys) {
	case kit.GoBack:
		if s.Found.Filter != "" {
			s.Found.Line.Text = ""
			return kit.Stay, s.Found.Restart("")
		}
		return kit.Leave, nil
	case kit.Select:
		return s.open(false), nil
	case kit.OpenAtStart:
		return s.open(true), nil
	case kit.ShowRecord:
		return s.openRecord()
	case kit.FilterGames:
		s.Found.Typing, s.Found.Line.Text = true, ""
		return kit.Stay, nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: s.game()}), nil
	}
	return kit.Stay, s.choose(key)
}

// typed handles a key while the player is typing a filter.
func (s *Screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	s.refusal = ""
	switch msg.String() {
	case "enter":
		cmd, err := s.Found.Search()
		if err != nil {
			s.refusal = err.Error()
			return s.env.Bell()
		}
		s.selected = len(s.annotated)
		return cmd
	case "esc":
		s.Found.Typing, s.Found.Line.Text = false, s.Found.Filter
	default:
		s.Found.Line.Key(msg)
	}
	return nil
}

// choose moves the selection. Near the end of the list, it also loads more games.
func (s *Screen) choose(key string) tea.Cmd {
	s.selected = kit.MoveSelection(s.selected, s.count(), key)
	if s.selected >= s.count()-10 {
		return s.Found.More()
	}
	return nil
}

func (s *Screen) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	i := msg.Y - kit.ListTop + s.top
	if msg.Y < kit.ListTop || i >= len(s.rows) || s.rows[i].item < 0 {
		return kit.Stay, nil
	}
	s.selected = s.rows[i].item
	return s.open(false), nil
}

// chosen returns the selected finished game, or nil if a lesson or an annotated game is
// selected.
func (s *Screen) chosen() *table.Found {
	if i := s.selected - len(s.annotated); i >= 0 && i < len(s.Found.Games) {
		return &s.Found.Games[i]
	}
	return nil
}

// annotatedGame returns the selected lesson or annotated game if [Screen.chosen] returns nil.
// While a search loads its first games, the selection is behind the end of the list; then it
// returns the last annotated game.
func (s *Screen) annotatedGame() *assets.AnnotatedGame {
	return s.annotated[min(s.selected, len(s.annotated)-1)]
}

func (s *Screen) game() string {
	if f := s.chosen(); f != nil {
		return f.Game
	}
	return s.annotatedGame().Game
}

func (s *Screen) open(fromStart bool) kit.Step {
	if f := s.chosen(); f != nil {
		return kit.Visit(nav.Table{ID: f.ID, FromStart: fromStart})
	}
	return kit.Visit(nav.AnnotatedGame{AnnotatedGame: s.annotatedGame()})
}

func (s *Screen) openRecord() (kit.Step, tea.Cmd) {
	f := s.chosen()
	if f == nil {
		s.refusal = "only finished games of this server have a record; select one below"
		return kit.Stay, s.env.Bell()
	}
	return kit.Enter(NewRecord(s.env, f.ID)), nil
}

func (s *Screen) DrawCompact(g *draw.Grid, y int) {
	text := "> "
	switch f := s.chosen(); {
	case s.Found.Typing:
		text = "Find: " + s.Found.Line.Marked()
	case f != nil:
		text += kit.GameLine(f)
	default:
		text += s.annotatedGame().Title
	}
	g.Text(0, y, g.Width, text, s.env.Styles.Text)
}
