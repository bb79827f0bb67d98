package profile

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Ladder is the screen that lists players by rating in one class. A class is a game, either
// with teams or free-for-all.
type Ladder struct {
	env     *kit.Env
	classes []club.Class // the classes in which players have ratings
	at      club.Class   // the class that is shown
	all     bool         // whether to list inactive players, too
	list    kit.List[club.Standing]
	online  map[player.ID]bool
	beside  career // of the selected player
	asked   int    // number of queries so far; only the result of the latest query is used
	there   bool
	panel   kit.Panel
	note    string
}

// ladderMsg carries the result of a query of the ladder.
type ladderMsg struct {
	s       *Ladder
	asked   int
	classes []club.Class
	at      club.Class
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
	s := &Ladder{env: e, at: at.Class, all: at.All}
	s.list = kit.List[club.Standing]{
		Key:     func(st club.Standing) any { return st.Player.ID },
		Text:    func(st club.Standing) string { return st.Player.Name },
		NoMatch: "Nobody on this ladder matches. Press enter to look for an account with this name.",
		Own:     func(st club.Standing) bool { return st.Player.ID == e.Me.ID },
		Columns: []kit.Column[club.Standing]{
			{Head: "#", Width: 4, Right: true, Show: func(p *kit.Pen, st club.Standing) {
				look := p.Faint
				if st.Place <= 3 {
					look = p.Accent
				}
				p.End(fmt.Sprint(st.Place), look)
			}},
			{
				Head: "  Player", Width: 2 + player.MaxNameCells, Show: s.showName,
				Less: func(a, b club.Standing) int {
					return cmp.Compare(player.Fold(a.Player.Name), player.Fold(b.Player.Name))
				},
			},
			{Head: "Rating", Width: 6, Rank: 1, Right: true, Show: func(p *kit.Pen, st club.Standing) {
				p.End(fmt.Sprint(st.Rating.Shown()), p.Strong)
			}},
			{
				Head: "±", Width: 4, Rank: 3, Right: true,
				Show: func(p *kit.Pen, st club.Standing) { p.End(fmt.Sprint(st.Rating.Doubt()), p.Faint) },
				Less: func(a, b club.Standing) int { return cmp.Compare(a.Rating.Doubt(), b.Rating.Doubt()) },
			},
			{
				Head: "Games", Width: 5, Rank: 2, Right: true,
				Show: func(p *kit.Pen, st club.Standing) { p.End(fmt.Sprint(st.Games), p.Text) },
				Less: func(a, b club.Standing) int { return cmp.Compare(b.Games, a.Games) },
			},
			{
				Head: "Last game", Width: 10, Rank: 4, Right: true, Show: func(p *kit.Pen, st club.Standing) {
					p.End(kit.Ago(e.Now.Sub(st.Last)), p.Faint)
				},
				Less: func(a, b club.Standing) int { return b.Last.Compare(a.Last) },
			},
			{Head: "Strength", Width: 24, Grow: 40, Rank: 5, Show: s.showBar},
		},
	}
	return s
}

// showName shows whether a player is connected, and their name.
func (s *Ladder) showName(p *kit.Pen, st club.Standing) {
	look := p.Text
	if st.Player.ID == s.env.Me.ID {
		look = p.Strong
	}
	if s.online[st.Player.ID] {
		p.Put(p.Signs.Here, p.Good)
	} else {
		p.Put(p.Signs.Free, p.Faint)
	}
	p.Skip(1)
	p.Put(present.ListedName(st.Player), look)
}

// showBar shows the rating as a bar: the best player of the ladder has a full one.
func (s *Ladder) showBar(p *kit.Pen, st club.Standing) {
	if list := s.list.All(); len(list) > 0 {
		p.Meter(p.Room(), max(0, st.Rating.Shown()), max(1, list[0].Rating.Shown()), p.Area)
	}
}

func (s *Ladder) Start() tea.Cmd { return s.ask() }

func (s *Ladder) Stop() {}

func (s *Ladder) Overlay() bool { return false }

func (s *Ladder) Title() string { return "Ladder: Quadrille" }

// ask queries the ladder of the chosen class, or of the first class if none is chosen.
func (s *Ladder) ask() tea.Cmd {
	s.asked++
	e, msg, since := s.env, ladderMsg{s: s, asked: s.asked, at: s.at}, time.Time{}
	if !s.all {
		since = e.Now.Add(-club.Active)
	}
	return func() tea.Msg {
		msg.classes, msg.err = e.Cfg.Ladder.Classes(e.Ctx)
		if msg.err != nil || len(msg.classes) == 0 {
			return msg
		}
		if !slices.Contains(msg.classes, msg.at) {
			msg.at = msg.classes[0]
		}
		msg.list, msg.err = e.Cfg.Ladder.Standings(e.Ctx, msg.at, since)
		return msg
	}
}

func (s *Ladder) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		step, cmd := s.key(msg)
		return step, tea.Batch(cmd, s.askBeside())
	case tea.PasteMsg:
		s.list.Paste(msg)
	case tea.MouseClickMsg:
		step, cmd := s.click(msg)
		return step, tea.Batch(cmd, s.askBeside())
	case tea.MouseWheelMsg:
		s.list.Wheel(msg)
		return kit.Stay, s.askBeside()
	case tea.WindowSizeMsg:
		return kit.Stay, s.askBeside()
	case careerMsg:
		if msg.of == &s.beside {
			s.beside.take(msg)
			return kit.Stay, s.askBeside()
		}
	case ladderMsg:
		if msg.s == s && msg.asked == s.asked {
			return kit.Stay, s.take(msg)
		}
	case nameMsg:
		if msg.s == s {
			return s.called(msg)
		}
	}
	return kit.Stay, nil
}

func (s *Ladder) take(msg ladderMsg) tea.Cmd {
	if msg.err != nil {
		s.note = msg.err.Error()
		return s.env.Bell()
	}
	s.classes, s.at, s.there = msg.classes, msg.at, true
	s.online = s.env.Online()
	s.list.Empty = s.empty(len(msg.list))
	s.list.Set(msg.list)
	s.list.Select(s.env.Me.ID)
	return s.askBeside()
}

// askBeside loads the results of the selected player, if there is room to show them.
func (s *Ladder) askBeside() tea.Cmd {
	st, ok := s.list.Selected()
	if !ok || s.env.Width < kit.SideMinimum || !s.beside.begin(st.Player.ID, s.at) {
		return nil
	}
	e, me, who := s.env, s.env.Me, st.Player.ID
	return func() tea.Msg {
		msg := careerMsg{of: &s.beside}
		if msg.list, msg.err = e.Cfg.Ladder.Record(e.Ctx, who); msg.err != nil || who == me.ID || me.Name == "" {
			return msg
		}
		msg.games, msg.err = e.Cfg.Lobby.SearchFor(e.Ctx, me.ID, table.Search{Player: who, Name: me.Name, Limit: kit.GamesPage})
		return msg
	}
}

func (s *Ladder) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	s.note = ""
	if key := msg.String(); key == "enter" && s.list.Typing() {
		if _, n := s.list.At(); n == 0 {
			return kit.Stay, s.call(s.list.TakeFilter())
		}
	}
	if s.list.Update(msg) {
		return kit.Stay, nil
	}
	switch kit.ActionOf(msg.String(), kit.LadderKeys) {
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
	case kit.OwnProfile:
		return kit.Visit(nav.Profile{Player: s.env.Me}), nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: s.game()}), nil
	}
	return kit.Stay, nil
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
	if st, ok := s.list.Selected(); ok {
		return kit.Visit(nav.Profile{Player: st.Player})
	}
	return kit.Stay
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
	if !slices.Contains(s.classes, to) {
		to = s.classes[slices.IndexFunc(s.classes, func(c club.Class) bool { return c.Game == to.Game })]
	}
	s.at = to
	return s.ask()
}

// turnForm shows the ladder of the same game in its other form: teams or free-for-all.
func (s *Ladder) turnForm() tea.Cmd {
	i := slices.IndexFunc(s.classes, func(c club.Class) bool { return c.Game == s.at.Game && c.Form != s.at.Form })
	if i < 0 {
		s.note = "this game has no other ladder yet"
		return s.env.Bell()
	}
	s.at = s.classes[i]
	return s.ask()
}

// games returns the names of the games that have ratings.
func (s *Ladder) games() (list []string) {
	for _, c := range s.classes {
		list = append(list, c.Game)
	}
	return slices.Compact(list)
}

func (s *Ladder) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	if i := s.panel.TabAt(msg.X, msg.Y); i >= 0 {
		return kit.Stay, s.turn(i - slices.Index(s.games(), s.at.Game))
	}
	if s.list.Click(msg.X, msg.Y) {
		return s.open(), nil
	}
	return kit.Stay, nil
}

// call looks for a player who is not on the ladder.
func (s *Ladder) call(name string) tea.Cmd {
	if name == "" {
		return nil
	}
	e := s.env
	return func() tea.Msg {
		who, ok, err := e.Cfg.Ladder.Called(e.Ctx, name)
		return nameMsg{s, name, who, ok, err}
	}
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

func (s *Ladder) Draw(g *draw.Grid) {
	e := s.env
	f := kit.Frame{Place: "Ladder", Status: present.Capital(s.note), Refused: true, Keys: s.hints()}
	if s.at.Game != "" {
		f.What = present.Class(s.at.Game, s.at.Form)
	}
	body := e.Frame(g, &f)
	list, side := kit.Beside(body)
	st, ok := s.list.Selected()
	if !ok {
		list = body
	}
	s.drawTabs()
	inner := s.panel.Draw(g, list, &e.Ink)
	if ok && side.Width > 0 {
		s.beside.draw(g, side, &e.Ink, st.Player, e.Me.ID, e.Now)
	} else if inner.Height > 8 {
		inner = kit.Foot(g, list, inner, "± is the uncertainty of a rating. It falls with every rated game.", true, &e.Ink)
	}
	s.list.Draw(g, inner, &e.Ink, true)
}

// drawTabs names the games that have ratings, and says which players are listed.
func (s *Ladder) drawTabs() {
	s.panel = kit.Panel{Title: "Ladder", Focus: true}
	for _, game := range s.games() {
		s.panel.Tabs = append(s.panel.Tabs, kit.Tab{Label: present.Capital(game), Open: game == s.at.Game})
	}
	switch typed := s.list.Filter(); {
	case typed != "":
		s.panel.State = typed
	case !s.there, len(s.classes) == 0:
	case s.all:
		s.panel.State = fmt.Sprintf("%s, all %s", s.at.Form, s.list.Count(0))
	default:
		s.panel.State = fmt.Sprintf("%s, %s in 90 days", s.at.Form, s.list.Count(0))
	}
}

// empty returns what is shown in place of an empty ladder.
func (s *Ladder) empty(players int) string {
	switch {
	case len(s.classes) == 0:
		return "No ratings yet. Open a table with a rated game."
	case players == 0:
		return "No rated games in the last 90 days. Press " + kit.KeyName(kit.LadderKeys, kit.ToggleInactive) + " for all players."
	}
	return ""
}

// hints returns the keys for the last lines of the screen.
func (s *Ladder) hints() []kit.KeyHint {
	if s.list.Typing() {
		return []kit.KeyHint{kit.Hint("enter", "find"), kit.Hint("esc", "cancel")}
	}
	return kit.HintsOf(kit.LadderKeys, kit.Select, kit.SearchText, kit.CursorRight, kit.SwitchForm, kit.ToggleInactive, kit.OwnProfile,
		kit.OpenHelp, kit.GoBack)
}

func (s *Ladder) DrawCompact(g *draw.Grid, y int) {
	text := "Ladder"
	if s.at.Game != "" {
		text += ": " + present.ShortClass(s.at.Game, s.at.Form)
	}
	if typed := s.list.Filter(); typed != "" {
		text = typed
	} else if st, ok := s.list.Selected(); ok {
		text += fmt.Sprintf(": %d %s", st.Place, present.ListedName(st.Player))
	}
	g.Text(0, y, g.Width, text, s.env.Ink.Text)
}

// KeyGroups returns the keys of the screen.
func (s *Ladder) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.OnLadder} }

// Typing reports whether letters go to a line of text.
func (s *Ladder) Typing() bool { return s.list.Typing() }
