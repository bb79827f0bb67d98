package tui

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// hereWidth is the column of those who are here.
const hereWidth = 24

func (l *lobbyScreen) draw(g *board.Grid) {
	e := l.env
	e.header(g, l.headline(), shown(e.me.Name, 20))
	if l.view == nil {
		g.Text(2, listTop, g.Width, "Coming in ...", e.ink.faint)
		return
	}
	l.drawDue(g, 1)
	l.rows = l.arrange()
	room := g.Height - listTop - 2
	l.scroll(room)
	number, columns := 0, l.columns()
	for i := range l.rows {
		if y := listTop + i - l.top; y >= listTop && y < listTop+room {
			l.drawRow(g, 1, y, g.Width-hereWidth-3, &l.rows[i], number, columns)
		}
		if l.rows[i].head == "" {
			number++
		}
	}
	l.drawWelcome(g, listTop+len(l.rows)+1, g.Width-hereWidth-3)
	l.drawHere(g, g.Width-hereWidth, listTop, room)
	e.drawGreeting(g, 1, g.Height-2)
	x := 1
	if l.note != "" {
		x += 1 + g.Text(1, g.Height-1, g.Width-2, capital(l.note), e.ink.accent)
	}
	hints := hintsOf(lobbyKeys, doHere, newTable, readGames, openHelp, goBack, otherList, followLiveliest)
	if mayLookAfter(e) {
		hints = slices.Insert(hints, 2, hintOf(deskEntry, openDesk))
	}
	e.hints(g, x, hints...)
}

// headline tells where one is, and of the evening that is on.
func (l *lobbyScreen) headline() string {
	if l.view == nil || l.view.Evening == nil {
		return l.env.houseName()
	}
	one := l.view.Evening
	round := "about to begin"
	if n := len(one.Rounds); n > 0 {
		round = fmt.Sprintf("round %d", n)
	}
	return fmt.Sprintf("%s, %s: %s for %s", player.Shown(one.Name, 30), round, keyName(houseKeys, openEvening), hintOf(houseKeys, openEvening)[1])
}

// scroll keeps the selected line in sight.
func (l *lobbyScreen) scroll(room int) {
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
	l.top = window(at, len(l.rows), room)
}

// columns is the widest game and the widest clock of the tables, so that neither is
// cut.
func (l *lobbyScreen) columns() (widths [2]int) {
	for i := range l.view.Tables {
		game, clock := gameAndClock(&l.view.Tables[i])
		widths = [2]int{max(widths[0], board.TextWidth(game)), max(widths[1], board.TextWidth(clock))}
	}
	return widths
}

// gameAndClock is what is played at a table, in a word each; but a game that an
// option makes another one goes by its whole title.
func gameAndClock(s *lobby.Summary) (game, clock string) {
	if s.Terms.Clock != (table.Clock{}) {
		clock = s.Terms.Clock.String()
	}
	game = capital(s.Terms.Game)
	if !strings.HasPrefix(s.Title, game) {
		game = s.Title
	}
	return game, clock
}

func (l *lobbyScreen) drawRow(g *board.Grid, x, y, width int, r *lobbyRow, number int, columns [2]int) {
	ink := l.env.ink
	if r.head != "" {
		g.Text(x, y, width, r.head, ink.accent)
		return
	}
	look, sign := ink.text, "  "
	if number == l.selected && !l.people.on {
		look, sign = ink.chosen, "> "
		g.Bar(x, y, width, look)
	}
	if r.table == nil {
		g.Text(x, y, width, sign+"New table ...", look)
		return
	}
	s := r.table
	game, clock := gameAndClock(s)
	what := fmt.Sprintf("%s%4d  %-*s  ", sign, s.ID, columns[0], game)
	if columns[1] > 0 {
		what += fmt.Sprintf("%-*s  ", columns[1], clock)
	}
	how, who := summary(s, width-board.TextWidth(what))
	used := g.Text(x, y, width, what+how, look) + 2
	if room := width - used; room >= nameRoom {
		g.Text(x+used, y, room, who, look)
	}
}

// nameRoom is the cells in which names still tell something.
const nameRoom = 8

// summary is what one wants to know of a table: how it stands, as far as there is
// room, and who is there.
func summary(s *lobby.Summary, room int) (how, who string) {
	var names []string
	taken, seats := 0, 0
	for i := range s.Seats {
		if s.Seats[i].Closed {
			continue
		}
		seats++
		if s.Seats[i].Player.ID != "" {
			taken++
			names = append(names, s.Seats[i].Player.Shown(20))
		}
	}
	who = strings.Join(names, ", ")
	if s.Terms.Rated {
		who = "rated  " + who
	}
	if s.Terms.Private != table.ForAll {
		who = "private  " + who
	}
	if s.Strength > 0 {
		who = fmt.Sprintf("strength %d  %s", s.Strength, who)
	}
	switch s.Phase {
	case table.Waiting:
		return fmt.Sprintf("%d of %d", taken, seats), who
	case table.Finished:
		return ended(s.Result, room), who
	}
	return progress(s, room), who
}

func (l *lobbyScreen) foot(g *board.Grid, y int) {
	text := "New table"
	if l.view != nil && l.selected > 0 {
		s := &l.view.Tables[l.selected-1]
		text = fmt.Sprintf("Table %d: ", s.ID)
		how, who := summary(s, g.Width-len(text)-2)
		text += how + "  " + who
	}
	g.Text(0, y, g.Width, "> "+text, l.env.ink.text)
}

// progress is how far a game is, whose turn it is, and how many watch: in fewer
// words where there is little room.
func progress(s *lobby.Summary, room int) string {
	turn, short := "", ""
	switch {
	case s.Adjourned:
		turn, short = ", adjourned", ", adjourned"
	case slices.ContainsFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Vacant }):
		turn, short = ", a seat is free", ", a seat is free"
	case s.Turn < rules.SeatCount:
		turn, short = ", "+s.SeatNames[s.Turn]+" to move", ", "+s.SeatNames[s.Turn]
	}
	text, watched := fmt.Sprintf("move %d", s.Moves), ""
	if s.Watchers > 0 {
		watched = fmt.Sprintf(", %d watching", s.Watchers)
	}
	for _, text := range [...]string{text + turn + watched, text + short + watched} {
		if board.TextWidth(text) <= room {
			return text
		}
	}
	return text + watched
}

// ended is how a game ended, as people say it: no more than who won, where there is
// little room.
func ended(result string, room int) string {
	who, why, _ := strings.Cut(result, ": ")
	for ending, words := range endings {
		if ending.String() == why {
			why = words
		}
	}
	switch text := who + ": " + why; {
	case who == "drawn":
		return why
	case why == "" || board.TextWidth(text) > room:
		return who
	default:
		return text
	}
}
