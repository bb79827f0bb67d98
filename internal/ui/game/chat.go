package game

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// chat shows and opens the table's chat.
type chat struct {
	t    *Screen
	talk talk
}

// Bounds on a line of talk as it is typed, and on the box that shows what was
// said: its fewest lines, and those that the list of moves keeps beside it.
const (
	TalkLimit = 300
	talkMin   = 4
	talkMax   = 14
	movesKeep = 9
)

// talk is what this person knows of what was said.
type talk struct {
	heard int  // the number of the newest line that he has seen, as far as the screen knows
	drawn bool // there was room for the newest lines
}

// attend notes that somebody sits before the screen: what stands on it is seen.
func (k *talk) attend(v *table.View) {
	if v != nil && k.drawn {
		k.heard = newestLine(v)
	}
}

func newestLine(v *table.View) int {
	newest := 0
	for _, list := range [...][]table.Line{v.Talk, v.Gallery} {
		if n := len(list); n > 0 {
			newest = max(newest, list[n-1].Number)
		}
	}
	return newest
}

// spoken is a line, and whether it is for those who look on alone.
type spoken struct {
	table.Line
	gallery bool
}

// said is all lines that this person may hear, in their order.
func said(v *table.View) []spoken {
	var list []spoken
	for _, l := range v.Talk {
		list = append(list, spoken{l, false})
	}
	for _, l := range v.Gallery {
		list = append(list, spoken{l, true})
	}
	slices.SortStableFunc(list, func(a, b spoken) int { return a.Number - b.Number })
	return list
}

// text is who said it, and what: what those who look on say stands in brackets.
func (s *spoken) text() string {
	text := player.Shown(s.Text, TalkLimit)
	if s.gallery {
		return fmt.Sprintf("(%s) %s", s.By.Shown(20), text)
	}
	return fmt.Sprintf("%s: %s", s.By.Shown(20), text)
}

// isNew reports whether a line came since a key was pressed last.
func (ch *chat) isNew(s *spoken) bool {
	return s.Number > ch.talk.heard && s.By.ID != ch.t.env.Me.ID
}

// mayTalk reports whether what this person says is heard by anybody now.
func (ch *chat) mayTalk() bool {
	return ch.t.Study == nil && (ch.t.View.TalkOpen || !ch.t.seats.seated())
}

// openTalk begins a line of talk.
func (ch *chat) openTalk() tea.Cmd {
	switch {
	case ch.t.Study != nil:
		return ch.t.Link.refuse("nobody else is here")
	case !ch.mayTalk():
		return ch.t.Link.refuse("talk is off while the game is on")
	}
	label := "Say:"
	if ch.t.View.Phase == table.Playing && !ch.t.seats.seated() {
		label = "To those who look on:"
	}
	ch.t.Input.Refusal = ""
	ch.t.Input.prompt = &prompt{label: label, line: kit.Line{Limit: TalkLimit}, does: table.Say, send: func(text string) tea.Cmd {
		if text == "" {
			ch.t.Input.prompt = nil
			return nil
		}
		return ch.t.Link.Act(table.Act{Do: table.Say, Seat: ch.t.seats.home(), Text: text})
	}}
	return nil
}

// talkHeight is the lines that what was said gets of a column: none where there
// is nothing to say or hear, or where the list of moves would have too few.
func (ch *chat) talkHeight(room int, moves bool) int {
	if ch.t.Study != nil || len(ch.t.View.Talk)+len(ch.t.View.Gallery) == 0 && !ch.mayTalk() {
		return 0
	}
	if moves {
		room = min(room-movesKeep, max(room/3, talkMin))
	}
	if room < talkMin {
		return 0
	}
	return min(room, talkMax)
}

// talkRow is one row of what was said.
type talkRow struct {
	text  string
	look  board.Style
	isNew bool
}

// talkRows is all that was said, as rows of that width.
func (ch *chat) talkRows(width int) []talkRow {
	var rows []talkRow
	for _, s := range said(ch.t.View) {
		look := ch.t.env.Styles.Text
		if s.gallery {
			look = ch.t.env.Styles.Faint
		}
		for i, text := range kit.Wrap(s.text(), width) {
			rows = append(rows, talkRow{text, look, i == 0 && ch.isNew(&s)})
		}
	}
	return rows
}

// drawTalk draws the newest lines that there is room for; like the list of moves
// it goes on by half of its rows at a time. Nothing stands to the right of them:
// some may be written from right to left.
func (ch *chat) drawTalk(g *board.Grid, x, y, width, height int) {
	ink := ch.t.env.Styles
	for dx := range width {
		g.Set(x+dx, y, "─", ink.Rule)
	}
	g.Text(x+1, y, width-1, " "+ch.talkHead()+" ", ink.Faint)
	rows := ch.talkRows(width - 2)
	rows = rows[page(len(rows), height-1):]
	for i, row := range rows {
		if row.isNew {
			g.Text(x, y+1+i, 1, newSign, ink.Alarm)
		}
		g.Text(x+2, y+1+i, width-2, row.text, row.look)
	}
}

// newSign stands beside what this person has not seen yet.
const newSign = "*"

func (ch *chat) talkHead() string {
	if !ch.mayTalk() {
		return "Talk is off"
	}
	return "Talk: press " + kit.KeyName(kit.TableKeys, kit.TalkLine)
}

// unheard is how many lines came since a key was pressed last, where there is no
// room for them.
func (ch *chat) unheard() string {
	if ch.talk.drawn {
		return ""
	}
	n := 0
	for _, s := range said(ch.t.View) {
		if ch.isNew(&s) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d said: %s", newSign, n, kit.KeyName(kit.TableKeys, kit.TalkScreen))
}
