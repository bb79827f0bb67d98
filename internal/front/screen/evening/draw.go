package evening

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// board is a board of the current round.
type board struct {
	*pairing.Game
	number int
	waits  bool // whether the game at its table has not started
	seats  [rules.SeatCount]string
}

// newBoards returns the empty list of the boards of a round.
func newBoards(me player.ID) kit.List[board] {
	own := func(b board) bool {
		return slices.ContainsFunc(b.Seats[:], func(p player.Player) bool { return p.ID == me })
	}
	return kit.List[board]{
		Key: func(b board) any { return b.number }, Own: own,
		Text: func(b board) string {
			text := fmt.Sprint("board ", b.number, " table ", b.Table)
			for _, p := range b.Seats {
				text += " " + p.Name
			}
			return text
		},
		Columns: []kit.Column[board]{
			{Head: "Board", Width: 5, Right: true, Show: func(p *kit.Pen, b board) { p.End(fmt.Sprint(b.number), p.Strong) }},
			{Head: "Table", Width: 5, Rank: 3, Right: true, Show: func(p *kit.Pen, b board) {
				if b.Table != 0 {
					p.End(fmt.Sprint(b.Table), p.Faint)
				}
			}},
			{Head: "Seats", Width: 7, Rank: 1, Full: 4*kit.NameRoom - 1, Wide: 2, Grow: 4 * 14, Show: func(p *kit.Pen, b board) {
				p.Seats(b.cells(me, p.Ink))
			}},
			{Head: "Points", Width: 14, Grow: 9, Rank: 1, Show: func(p *kit.Pen, b board) {
				look := p.Faint
				switch {
				case b.State == pairing.Open && own(b):
					look = p.Accent
				case b.State == pairing.Void:
					look = p.Alarm
				case b.HasScores():
					look = p.Text
				}
				p.Put(cmp.Or(present.BoardPoints(b.Game), present.BoardState(b.Game, b.waits)), look)
			}},
		},
	}
}

// cells returns the seats of a board. The names of those with the most points are bold.
func (b *board) cells(me player.ID, ink *kit.Ink) (cells [rules.SeatCount]kit.SeatCell) {
	best := slices.Max(b.Scores[:])
	for seat, p := range b.Seats {
		cells[seat] = kit.SeatCell{Army: kit.ArmyOf(b.seats[seat]), Name: p, Look: ink.Text}
		if p.ID == me || best > 0 && b.Scores[seat] == best {
			cells[seat].Look = ink.Strong
		}
	}
	return cells
}

// newStandings returns the empty list of the standings.
func newStandings(me player.ID) kit.List[pairing.Standing] {
	cell := func(at int) func(p *kit.Pen, st pairing.Standing) {
		return func(p *kit.Pen, st pairing.Standing) { p.End(st.Cells()[at], p.Text) }
	}
	return kit.List[pairing.Standing]{
		Key: func(st pairing.Standing) any { return st.Player.ID }, Empty: "Nobody has joined yet.",
		Own:  func(st pairing.Standing) bool { return st.Player.ID == me },
		Text: func(st pairing.Standing) string { return st.Player.Name },
		Columns: []kit.Column[pairing.Standing]{
			{Head: "Place", Width: 5, Rank: 1, Right: true, Show: cell(0)},
			{Head: "Player", Width: 14, Grow: 6, Show: func(p *kit.Pen, st pairing.Standing) {
				look := p.Text
				switch {
				case st.Player.ID == me:
					look = p.Strong
				case !st.Present:
					look = p.Faint
				}
				p.Put(present.ListedName(st.Player), look)
			}, Less: func(a, b pairing.Standing) int {
				return cmp.Compare(player.Fold(a.Player.Name), player.Fold(b.Player.Name))
			}},
			{Head: "Points", Width: 6, Rank: 2, Right: true, Show: cell(2)},
			{Head: "Games", Width: 5, Rank: 4, Right: true, Show: cell(3)},
			{Head: "Per game", Width: 8, Rank: 3, Right: true, Show: cell(4)},
			{Head: "Byes", Width: 4, Rank: 5, Right: true, Show: cell(5)},
			{Head: "", Width: 4, Rank: 6, Show: func(p *kit.Pen, st pairing.Standing) { p.Put(st.Cells()[6], p.Faint) }},
		},
	}
}

// see shows the latest state of the evening.
func (s *Screen) see() {
	var list []board
	if n := len(s.one.Rounds); n > 0 {
		games := s.one.Rounds[n-1].Games
		for i := range games {
			line := s.env.Cfg.Lobby.Line(s.env.Me.ID, table.ID(games[i].Table))
			list = append(list, board{&games[i], i + 1, line != nil && line.Phase == table.Waiting, s.one.Seats})
		}
	}
	s.boards.Empty = present.EveningState(s.one)
	s.boards.Set(list)
	s.standings.Set(s.one.Standings())
}

// bothWidth is the least width of a terminal that shows boards and standings side by side.
const bothWidth = 100

// shows reports whether the standings, or else the boards, are on the screen.
func (s *Screen) shows(standings bool) bool {
	return s.env.Width >= bothWidth || s.inTable == standings
}

func (s *Screen) Draw(g *draw.Grid) {
	e := s.env
	f := kit.Frame{
		Place: "Evening", What: player.Shown(s.one.Name, 40), Status: s.place(), Keys: s.hints(),
	}
	if s.note != "" {
		f.Status = present.Capital(player.Shown(s.note, max(0, g.Width-3)))
	}
	body := e.Frame(g, &f)
	round := "Boards"
	if n := len(s.one.Rounds); n > 0 {
		round = fmt.Sprintf("Round %d", n)
	}
	people := present.Count(len(s.one.People), "player")
	if body.Width < bothWidth {
		s.panel = kit.Panel{Focus: true, State: s.filter(), Tabs: []kit.Tab{
			{Label: round, Count: s.boards.Count(0), Open: !s.inTable}, {Label: "Standings", Count: s.standings.Count(0), Open: s.inTable},
		}}
		inner := s.panel.Draw(g, body, &e.Ink)
		if s.inTable {
			s.standings.Draw(g, inner, &e.Ink, true)
			return
		}
		s.drawBoards(g, body, inner, true)
		return
	}
	right := 46
	if body.Width >= 160 {
		right = 66
	}
	left, side := body, body
	left.Width -= right
	side.X, side.Width = left.Width, right
	s.panel = kit.Panel{Title: round, About: s.boards.Filter(), Focus: !s.inTable, State: s.boards.Count(0)}
	s.drawBoards(g, left, s.panel.Draw(g, left, &e.Ink), !s.inTable)
	standings := kit.Panel{Title: "Standings", About: s.standings.Filter(), Focus: s.inTable, State: people}
	s.standings.Draw(g, standings.Draw(g, side, &e.Ink), &e.Ink, s.inTable)
}

// filter returns the filter of the list that is shown.
func (s *Screen) filter() string {
	if s.inTable {
		return s.standings.Filter()
	}
	return s.boards.Filter()
}

// drawBoards draws the boards of the round, the byes, and a remark on the selected board.
func (s *Screen) drawBoards(g *draw.Grid, panel, inner draw.Box, focus bool) {
	if text := s.remark(); text != "" && inner.Height > 6 {
		inner = kit.Foot(g, panel, inner, text, focus, &s.env.Ink)
	}
	s.boards.Draw(g, inner, &s.env.Ink, focus)
}

// remark returns a remark on the selected board, and the byes.
func (s *Screen) remark() string {
	n := len(s.one.Rounds)
	if n == 0 {
		return ""
	}
	var texts []string
	if b, ok := s.boards.Selected(); ok {
		texts = present.BoardRemarks(b.Game)
	}
	if byes := s.one.Rounds[n-1].Byes; len(byes) > 0 {
		names := make([]string, len(byes))
		for i, p := range byes {
			names[i] = p.Shown(player.MaxNameCells)
		}
		texts = append(texts, present.SitOut(names))
	}
	return present.Capital(player.Shown(strings.Join(texts, "; "), 200))
}

// helpKey opens the help.
var helpKey = kit.Hint("?", "help")

// hints returns the keys for the last lines of the screen.
func (s *Screen) hints() []kit.KeyHint {
	if s.Typing() {
		return []kit.KeyHint{kit.Hint("enter", "find"), kit.Hint("esc", "cancel")}
	}
	list := []kit.Action{kit.Select}
	if s.mayJoin() {
		list = append(list, kit.JoinOrLeave)
	}
	if s.runs() {
		list = append(list, kit.StartNextRound)
	}
	hints := kit.HintsOf(kit.EveningKeys, append(list, kit.SwitchList)...)
	return append(hints, helpKey, kit.HintOf(kit.EveningKeys, kit.GoBack), kit.Hint("/", "filter"))
}
