package lobby

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
)

// playersWidth is the width of the list of players, in cells.
const playersWidth = 24

// minWide is the minimum width of a terminal that shows the selected table beside the list.
const minWide = 120

func (l *Screen) wide() bool { return l.env.Width >= minWide }

// sideWidth returns the width of the part to the right of the list of tables. That part
// shows the players, and in a wide terminal also the selected table with its board.
func sideWidth(width int) int {
	switch {
	case width < minWide:
		return playersWidth
	case width < 170:
		return 46
	}
	return 74
}

func (l *Screen) Draw(g *draw.Grid) {
	e := l.env
	e.Styles.Header(g, l.headline(), l.listedText())
	l.drawPage(g)
	if l.view == nil {
		g.Text(2, kit.ListTop, g.Width, "Opening the lobby ...", e.Styles.Faint)
		return
	}
	l.drawDue(g, 1)
	side := draw.Box{X: g.Width - sideWidth(g.Width), Y: kit.ListTop, Width: sideWidth(g.Width) - 1, Height: g.Height - kit.ListTop - 2}
	list := draw.Box{X: 1, Y: kit.ListTop, Width: side.X - 4, Height: side.Height - 1}
	selected := l.list.current()
	if l.wide() {
		list.Height++
		if selected.table != nil {
			at := l.preview.draw(g, side, selected.table)
			side.Y, side.Height = at, max(0, side.Y+side.Height-at)
		}
	} else {
		l.drawDetail(g, l.detail(selected))
	}
	if height := l.chat.height(); height > 0 {
		list.Height -= height + 1
		l.chat.draw(g, draw.Box{X: list.X, Y: list.Y + list.Height + 1, Width: list.Width, Height: height})
	}
	l.drawLists(g, list, side)
	if l.wide() {
		e.DrawGreeting(g, 1, g.Height-2)
	}
	l.drawLast(g)
}

// drawLists draws the tables and the players, side by side. A narrow terminal has room only
// for the list in which the player moves the selection.
func (l *Screen) drawLists(g *draw.Grid, list, side draw.Box) {
	if g.Width < draw.NeedWidth {
		list.Width = g.Width - 2
		if l.players.on {
			l.drawPlayers(g, list.X, list.Y, list.Width, list.Height)
			return
		}
		l.list.draw(g, list)
		return
	}
	l.list.draw(g, list)
	l.drawPlayers(g, side.X, side.Y, side.Width, side.Height)
}

// drawPage draws the address of the web page in the middle of the first line.
func (l *Screen) drawPage(g *draw.Grid) {
	from := 4 + draw.TextWidth(l.headline())
	if address := l.env.Cfg.Share.Home(); address != "" {
		l.env.Styles.DrawLink(g, from, 0, g.Width-from-3-draw.TextWidth(l.listedText()), address, l.env.Styles.Bar())
	}
}

// drawDetail draws a description of the selected item, in the line above the club's
// greeting. If there is no greeting, a long description continues in the next line.
func (l *Screen) drawDetail(g *draw.Grid, text string) {
	ink := l.env.Styles.Faint
	lines := draw.Wrap(text, g.Width-2)
	if greeted := l.env.DrawGreeting(g, 1, g.Height-2); greeted || len(lines) == 1 {
		g.Text(1, g.Height-3, g.Width-2, text, ink)
		return
	}
	g.Text(1, g.Height-3, g.Width-2, lines[0], ink)
	g.Text(1, g.Height-2, g.Width-2, strings.Join(lines[1:], " "), ink)
}

// drawLast draws the last line: the result of the last action and the key hints.
func (l *Screen) drawLast(g *draw.Grid) {
	e := l.env
	if l.chat.typing {
		l.chat.drawTyping(g)
		return
	}
	x := 1
	if l.note != "" {
		x += 1 + g.Text(1, g.Height-1, g.Width-2, present.Capital(l.note), e.Styles.Accent)
	}
	hints := kit.HintsOf(kit.LobbyKeys, append([]kit.Action{kit.Select}, l.list.actions()...)...)
	hints = append(
		hints,
		kit.HintsOf(
			kit.LobbyKeys,
			kit.OpenHelp,
			kit.GoBack,
			kit.SwitchList,
			kit.Television,
			kit.OpenArchive,
			kit.FilterByGame,
			kit.FilterByPhase,
		)...)
	hints = append(hints, kit.HintsOf(kit.LobbyPlaceKeys, kit.OpenLadder, kit.OpenPrivateTable)...)
	if e.Cfg.Messages != nil {
		hints = slices.Insert(hints, len(l.list.actions())+4, kit.HintOf(kit.LobbyPlaceKeys, kit.OpenMessages))
	}
	if kit.CanAdminister(e) {
		hints = slices.Insert(hints, 1+len(l.list.actions()), kit.HintOf(kit.AdminKeys, kit.OpenAdmin))
	}
	e.Hints(g, x, hints...)
}

// listedText returns the text on the right of the first line: the filter, if one is set, the
// number of unread messages, and the player's name.
func (l *Screen) listedText() string {
	name := l.env.UnreadText() + kit.Shown(l.env.Me.Name, 20)
	if text := l.list.filter.text(); text != "" {
		return "Listed: " + text + "   " + name
	}
	return name
}

// detail returns a description of the selected item, in one line.
func (l *Screen) detail(i item) string {
	if i.table == nil {
		return actionRows[i.action].detail
	}
	return heading(i.table) + ". " + strings.Join(l.about(i.table), ". ")
}

// draw draws the list, scrolled so that the selected item is visible.
func (t *tableList) draw(g *draw.Grid, b draw.Box) {
	w := t.fit(b.Width - numberWidth)
	if t.l.wide() {
		t.drawColumns(g, b.X+numberWidth, b.Y, &w, t.l.env.Styles.Faint, func(c columnID) string { return columns[c].name })
		b.Y, b.Height = b.Y+1, b.Height-1
	}
	t.box = b
	t.layRows()
	t.top = draw.Window(t.rowOf(t.selected), len(t.rows), b.Height)
	for y := 0; y < b.Height && t.top+y < len(t.rows); y++ {
		t.drawRow(g, draw.Box{X: b.X, Y: b.Y + y, Width: b.Width, Height: 1}, &t.rows[t.top+y], &w)
	}
	if len(t.l.view.Tables) == 0 {
		t.drawNoTables(g, draw.Box{X: b.X, Y: b.Y + len(t.rows) + 1, Width: b.Width, Height: b.Height - len(t.rows) - 1})
	}
}

// numberWidth is the width of the start of a line: the sign that marks the selected line,
// the number of the table, and the sign that marks the player's own tables.
const numberWidth = 8

func (t *tableList) drawRow(g *draw.Grid, b draw.Box, r *lobbyRow, w *widths) {
	ink := t.l.env.Styles
	if r.item < 0 {
		g.Text(b.X, b.Y, b.Width, r.head, ink.Accent)
		return
	}
	i := t.items[r.item]
	look, sign := ink.Text, "  "
	if i.own {
		look = ink.Good
	}
	if r.item == t.selected && !t.l.players.on {
		look, sign = ink.Chosen, "> "
		g.Bar(b.X, b.Y, b.Width, look)
	}
	if i.table == nil {
		g.Text(b.X, b.Y, b.Width, sign+actionRows[i.action].label, look)
		return
	}
	mark := " "
	if i.own {
		mark = "*"
	}
	g.Text(b.X, b.Y, b.Width, fmt.Sprintf("%s%4d%s ", sign, i.table.ID, mark), look)
	if t.l.wide() {
		t.drawColumns(g, b.X+numberWidth, b.Y, w, look, func(c columnID) string { return columns[c].text(t.l, i.table) })
		return
	}
	t.drawBriefly(g, b.X+numberWidth, b.Y, b.Width-numberWidth, i.table, look)
}

// drawBriefly draws the game, the clock and the status of a table, and then as many of its
// players as fit.
func (t *tableList) drawBriefly(g *draw.Grid, x, y, width int, s *view.Summary, look draw.Style) {
	game, clock := kit.GameAndClock(s)
	what := draw.Pad(game, t.widest[gameColumn]) + "  "
	if t.widest[clockColumn] > 0 {
		what += draw.Pad(clock, t.widest[clockColumn]) + "  "
	}
	how, who := kit.Summary(s, width-draw.TextWidth(what))
	used := g.Text(x, y, width, what+how, look) + 2
	if room := width - used; room >= nameRoom {
		g.Text(x+used, y, room, who, look)
	}
}

// headline returns the name of the club. During an evening, it returns the name of the
// evening and the key that opens it.
func (l *Screen) headline() string {
	if l.view == nil || l.view.Evening == nil {
		return l.env.ClubName()
	}
	one := l.view.Evening
	round := "about to start"
	if n := len(one.Rounds); n > 0 {
		round = fmt.Sprintf("round %d", n)
	}
	return fmt.Sprintf("%s, %s. Press %s.", player.Shown(one.Name, 30), round, kit.KeyName(kit.LobbyPlaceKeys, kit.OpenEvening))
}

// nameRoom is the number of cells that must be free to draw the names of players. If fewer
// are free, no names are drawn.
const nameRoom = 8

func (l *Screen) DrawCompact(g *draw.Grid, y int) {
	i := l.list.current()
	if l.chat.typing {
		g.Text(0, y, g.Width, "Lobby chat: "+l.chat.line.Marked(), l.env.Styles.Text)
		return
	}
	text := actionRows[i.action].label
	if i.table != nil {
		text = fmt.Sprintf("Table %d: ", i.table.ID)
		how, who := kit.Summary(i.table, g.Width-len(text)-2)
		text += how + "  " + who
	}
	g.Text(0, y, g.Width, "> "+text, l.env.Styles.Text)
}
