package lobby

import (
	"fmt"
	"slices"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// playersWidth is the width of the list of players in cells.
const playersWidth = 24

func (l *Screen) Draw(g *board.Grid) {
	e := l.env
	e.Styles.Header(g, l.headline(), kit.Shown(e.Me.Name, 20))
	if l.view == nil {
		g.Text(2, kit.ListTop, g.Width, "Opening the lobby ...", e.Styles.Faint)
		return
	}
	l.drawDue(g, 1)
	l.rows = l.arrange()
	room := g.Height - kit.ListTop - 2
	l.scroll(room)
	number, columns := 0, l.columns()
	for i := range l.rows {
		if y := kit.ListTop + i - l.top; y >= kit.ListTop && y < kit.ListTop+room {
			l.drawRow(g, 1, y, g.Width-playersWidth-3, &l.rows[i], number, columns)
		}
		if l.rows[i].head == "" {
			number++
		}
	}
	l.drawNoTables(g, kit.ListTop+len(l.rows)+1, g.Width-playersWidth-3)
	l.drawPlayers(g, g.Width-playersWidth, kit.ListTop, room)
	e.DrawGreeting(g, 1, g.Height-2)
	x := 1
	if l.note != "" {
		x += 1 + g.Text(1, g.Height-1, g.Width-2, phrase.Capital(l.note), e.Styles.Accent)
	}
	hints := kit.HintsOf(kit.LobbyKeys, kit.Select, kit.NewTable, kit.OpenArchive, kit.OpenHelp, kit.GoBack, kit.SwitchList, kit.Television)
	if kit.CanAdminister(e) {
		hints = slices.Insert(hints, 2, kit.HintOf(kit.AdminKeys, kit.OpenAdmin))
	}
	e.Hints(g, x, hints...)
}

// headline returns the club's name, or the current evening and its key.
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

// scroll keeps the selected line visible.
func (l *Screen) scroll(room int) {
	at, number := 0, 0
	for i := range l.rows {
		if l.rows[i].head != "" {
			continue
		}
		if number == l.selected {
			at = i
		}
		number++
	}
	l.top = kit.Window(at, len(l.rows), room)
}

// columns returns the widths of the columns for games and clocks.
func (l *Screen) columns() (widths [2]int) {
	for i := range l.view.Tables {
		game, clock := kit.GameAndClock(&l.view.Tables[i])
		widths = [2]int{max(widths[0], board.TextWidth(game)), max(widths[1], board.TextWidth(clock))}
	}
	return widths
}

func (l *Screen) drawRow(g *board.Grid, x, y, width int, r *lobbyRow, number int, columns [2]int) {
	ink := l.env.Styles
	if r.head != "" {
		g.Text(x, y, width, r.head, ink.Accent)
		return
	}
	look, sign := ink.Text, "  "
	if number == l.selected && !l.players.on {
		look, sign = ink.Chosen, "> "
		g.Bar(x, y, width, look)
	}
	if r.table == nil {
		g.Text(x, y, width, sign+"New table ...", look)
		return
	}
	s := r.table
	game, clock := kit.GameAndClock(s)
	what := fmt.Sprintf("%s%4d  %-*s  ", sign, s.ID, columns[0], game)
	if columns[1] > 0 {
		what += fmt.Sprintf("%-*s  ", columns[1], clock)
	}
	how, who := kit.Summary(s, width-board.TextWidth(what))
	used := g.Text(x, y, width, what+how, look) + 2
	if room := width - used; room >= nameRoom {
		g.Text(x+used, y, room, who, look)
	}
}

// nameRoom is the least width in which names are drawn.
const nameRoom = 8

func (l *Screen) DrawCompact(g *board.Grid, y int) {
	text := "New table"
	if l.view != nil && l.selected > 0 {
		s := &l.view.Tables[l.selected-1]
		text = fmt.Sprintf("Table %d: ", s.ID)
		how, who := kit.Summary(s, g.Width-len(text)-2)
		text += how + "  " + who
	}
	g.Text(0, y, g.Width, "> "+text, l.env.Styles.Text)
}
