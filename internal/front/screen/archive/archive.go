package archive

import (
	"cmp"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// tabID identifies a tab of the archive.
type tabID int

const (
	lessonsTab tabID = iota
	annotatedTab
	finishedTab
	tabCount
)

var tabNames = [tabCount]string{"Lessons", "Annotated games", "Finished games"}

// Screen lists lessons, annotated games, and the finished games of this server, in three tabs.
type Screen struct {
	env    *kit.Env
	tab    tabID
	texts  [finishedTab]kit.List[*assets.AnnotatedGame]
	Found  kit.Games
	panel  kit.Panel
	board  preview
	note   string
	failed bool
}

func New(e *kit.Env) *Screen {
	s := &Screen{env: e, Found: kit.NewGames(func() time.Time { return e.Now }, table.Search{})}
	var lists [finishedTab][]*assets.AnnotatedGame
	for i := range assets.AnnotatedGames {
		game, tab := &assets.AnnotatedGames[i], annotatedTab
		if game.Lesson {
			tab = lessonsTab
		}
		lists[tab] = append(lists[tab], game)
	}
	for tab := range lists {
		s.texts[tab] = newAnnotated(e)
		s.texts[tab].Set(lists[tab])
	}
	return s
}

// newAnnotated returns a list of lessons or annotated games. Complete lessons have a tick.
func newAnnotated(e *kit.Env) kit.List[*assets.AnnotatedGame] {
	return kit.List[*assets.AnnotatedGame]{
		Key:  func(a *assets.AnnotatedGame) any { return a },
		Text: func(a *assets.AnnotatedGame) string { return a.Title + " " + a.Game },
		Columns: []kit.Column[*assets.AnnotatedGame]{
			{Head: "Title", Width: 24, Grow: 60, Show: func(p *kit.Pen, a *assets.AnnotatedGame) {
				switch {
				case e.Learnt(a.Title):
					p.Put(e.Ink.Signs.Done+" ", p.Good)
				case a.Lesson:
					p.Put("  ", p.Text)
				}
				p.Put(a.Title, p.Text)
			}},
			{
				Head: "Game", Width: 12, Rank: 1,
				Show: func(p *kit.Pen, a *assets.AnnotatedGame) { p.Put(present.Capital(a.Game), p.Faint) },
				Less: func(a, b *assets.AnnotatedGame) int { return cmp.Compare(a.Game, b.Game) },
			},
			{Head: "Moves", Width: 5, Rank: 2, Right: true, Show: func(p *kit.Pen, a *assets.AnnotatedGame) {
				p.End(fmt.Sprint(len(a.Steps)), p.Faint)
			}},
		},
	}
}

func (s *Screen) Start() tea.Cmd {
	s.selectLesson()
	return tea.Batch(s.find(s.Found.Look()), s.env.ReadLessons())
}

// selectLesson selects the first lesson that the player has not completed, if there is one.
func (s *Screen) selectLesson() {
	lessons := &s.texts[lessonsTab]
	for _, a := range lessons.All() {
		if !s.env.Learnt(a.Title) {
			lessons.Select(a)
			return
		}
	}
}

func (s *Screen) Stop() {}

func (s *Screen) Overlay() bool { return false }

func (s *Screen) Title() string { return "Games: Quadrille" }

func (s *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	step, cmd := s.update(msg)
	return step, tea.Batch(cmd, s.askPreview())
}

func (s *Screen) update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.PasteMsg:
		if s.tab == finishedTab {
			s.Found.List.Paste(msg)
		} else {
			s.texts[s.tab].Paste(msg)
		}
	case tea.MouseClickMsg:
		return s.click(msg)
	case tea.MouseWheelMsg:
		if s.tab == finishedTab {
			s.Found.List.Wheel(msg)
			return kit.Stay, s.find(s.Found.More())
		}
		s.texts[s.tab].Wheel(msg)
	case kit.LessonsMsg:
		s.env.TakeLessons(msg)
		if at, _ := s.texts[lessonsTab].At(); at == 0 {
			s.selectLesson()
		}
	case previewMsg:
		if msg.s == s {
			s.board.asking, s.board.view = false, msg.view
		}
	case kit.GamesMsg:
		if msg.F == &s.Found {
			next, why := s.Found.Add(msg)
			if why != "" {
				return kit.Stay, tea.Batch(s.find(next), s.refuse(why))
			}
			return kit.Stay, s.find(next)
		}
	}
	return kit.Stay, nil
}

// find runs a query of the list.
func (s *Screen) find(q *table.Search) tea.Cmd { return s.env.FindGames(&s.Found, q) }

// refuse shows why something failed.
func (s *Screen) refuse(why string) tea.Cmd {
	s.note, s.failed = why, true
	return s.env.Bell()
}

func (s *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	s.note, s.failed = "", false
	if s.tab == finishedTab {
		next, used, err := s.Found.Key(msg)
		if err != nil {
			return kit.Stay, s.refuse(err.Error())
		}
		if used {
			return kit.Stay, s.find(next)
		}
	} else if s.texts[s.tab].Update(msg) {
		return kit.Stay, nil
	}
	switch key := msg.String(); kit.ActionOf(key, kit.ArchiveKeys) {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.Select:
		return s.open(false), nil
	case kit.OpenAtStart:
		return s.open(true), nil
	case kit.ShowRecord:
		return s.openRecord()
	case kit.NextList:
		s.tab = (s.tab + 1) % tabCount
	case kit.PreviousList:
		s.tab = (s.tab + tabCount - 1) % tabCount
	case kit.ListByNumber:
		s.tab = tabID(key[0] - '1')
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: s.game()}), nil
	}
	return kit.Stay, nil
}

func (s *Screen) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	if i := s.panel.TabAt(msg.X, msg.Y); i >= 0 {
		s.tab = tabID(i)
		return kit.Stay, nil
	}
	if s.tab == finishedTab && s.Found.List.Click(msg.X, msg.Y) || s.tab != finishedTab && s.texts[s.tab].Click(msg.X, msg.Y) {
		return s.open(false), nil
	}
	return kit.Stay, nil
}

// chosen returns the selected finished game, or nil.
func (s *Screen) chosen() *kit.Game {
	if f, ok := s.Found.List.Selected(); ok && s.tab == finishedTab {
		return &f
	}
	return nil
}

// annotated returns the selected lesson or annotated game, or nil.
func (s *Screen) annotated() *assets.AnnotatedGame {
	if s.tab == finishedTab {
		return nil
	}
	a, _ := s.texts[s.tab].Selected()
	return a
}

// game returns the game that the help should describe.
func (s *Screen) game() string {
	if f := s.chosen(); f != nil {
		return f.Found.Game
	}
	if a := s.annotated(); a != nil {
		return a.Game
	}
	return kit.DefaultGame()
}

func (s *Screen) open(fromStart bool) kit.Step {
	if f := s.chosen(); f != nil {
		return kit.Visit(nav.Table{ID: f.ID, FromStart: fromStart})
	}
	if a := s.annotated(); a != nil {
		return kit.Visit(nav.AnnotatedGame{AnnotatedGame: a})
	}
	return kit.Stay
}

func (s *Screen) openRecord() (kit.Step, tea.Cmd) {
	f := s.chosen()
	if f == nil {
		return kit.Stay, s.refuse("only finished games of this server have a record; press 3 to list them")
	}
	return kit.Enter(NewRecord(s.env, f.ID)), nil
}

func (s *Screen) Draw(g *draw.Grid) {
	e := s.env
	f := kit.Frame{Place: "Archive", Status: present.Capital(s.note), Refused: s.failed, Keys: s.hints()}
	body := e.Frame(g, &f)
	list, side := kit.Beside(body)
	s.drawTabs()
	inner := s.panel.Draw(g, list, &e.Ink)
	if s.tab == finishedTab {
		if f := s.chosen(); f != nil && side.Width > 0 {
			e.DrawGame(g, side, f)
			s.drawBoard(g, side, f)
		} else if f != nil && inner.Height > 8 {
			inner = kit.Foot(g, list, inner, kit.PlayersLine(f), true, &e.Ink)
		}
		s.Found.List.Draw(g, inner, &e.Ink, true)
		return
	}
	if a := s.annotated(); a != nil {
		if side.Width > 0 {
			s.drawAnnotated(g, side, a)
		} else if inner.Height > 8 {
			inner = kit.Foot(g, list, inner, a.Opening, true, &e.Ink)
		}
	}
	s.texts[s.tab].Draw(g, inner, &e.Ink, true)
}

// drawTabs names the tabs, and says what was searched for.
func (s *Screen) drawTabs() {
	s.panel = kit.Panel{Focus: true}
	for tab, name := range tabNames {
		t := kit.Tab{Label: fmt.Sprintf("%d %s", tab+1, name), Open: tabID(tab) == s.tab, Count: s.Found.Count()}
		if s.env.Width < draw.NeedWidth-8 && !t.Open {
			t.Label = fmt.Sprint(tab + 1)
		}
		if tabID(tab) != finishedTab {
			t.Count = s.texts[tab].Count(0)
		}
		s.panel.Tabs = append(s.panel.Tabs, t)
	}
	if s.panel.State = s.Found.About(); s.tab != finishedTab {
		s.panel.State = s.texts[s.tab].Filter()
	}
}

// drawAnnotated draws the beginning of a lesson or of an annotated game, and the board of its game if there is room.
func (s *Screen) drawAnnotated(g *draw.Grid, b draw.Box, a *assets.AnnotatedGame) {
	p := kit.Panel{Title: present.Game(a.Game)}
	inner := g.Prose(p.Draw(g, b, &s.env.Ink), a.Title, s.env.Ink.Strong).Below(1)
	inner = g.Prose(inner, a.Opening, s.env.Ink.Text).Below(1)
	if def, err := variants.Find(a.Game); err == nil {
		s.env.DrawOpening(g, inner, &def)
	}
}

// hints returns the keys for the last lines of the screen.
func (s *Screen) hints() []kit.KeyHint {
	if s.tab == finishedTab {
		if s.Found.List.Typing() {
			return []kit.KeyHint{kit.Hint("enter", "search all games"), kit.Hint("esc", "cancel")}
		}
		return kit.HintsOf(
			kit.ArchiveKeys, kit.Select, kit.FilterGames, kit.OpenAtStart, kit.ShowRecord, kit.NextList, kit.OpenHelp, kit.GoBack,
		)
	}
	return kit.HintsOf(kit.ArchiveKeys, kit.Select, kit.FilterGames, kit.NextList, kit.OpenHelp, kit.GoBack)
}

func (s *Screen) DrawCompact(g *draw.Grid, y int) {
	text := "> "
	switch f, a := s.chosen(), s.annotated(); {
	case s.tab == finishedTab && s.Found.List.Typing():
		text = s.Found.List.Filter()
	case f != nil:
		text += kit.GameLine(f)
	case a != nil:
		text += a.Title
	}
	g.Text(0, y, g.Width, text, s.env.Ink.Text)
}

// KeyGroups returns the keys of the screen.
func (s *Screen) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.InArchive} }

// Typing reports whether letters go to a line of text.
func (s *Screen) Typing() bool {
	if s.tab == finishedTab {
		return s.Found.List.Typing()
	}
	return s.texts[s.tab].Typing()
}
