package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// What the panel beside the board wants, and what it needs to be of any use; and
// the lines that the list of moves needs below the board.
const (
	panelWide   = 33
	panelNarrow = 20
	panelMax    = 56
	movesMin    = 5
)

// drawn is the board as it is drawn now.
func (t *tableScreen) drawn() *board.View {
	e := t.env
	v := &board.View{
		Variant: t.view.Variant, Position: &t.past.shown().position,
		Turned: t.board.turned, Theme: e.ink.theme, Men: e.men,
	}
	v.Size = t.sizeFor(v, e.width, e.height)
	return v
}

// sizeFor is the largest square with which board and panel fit, changed by what
// was asked for. The board comes first: the panel gives way to it, it never to
// the panel.
func (t *tableScreen) sizeFor(v *board.View, width, height int) board.Size {
	rows := height - 3
	best, ok := v.Fit(width-panelWide-2, rows)
	if !ok {
		best, _ = v.Fit(width-1, rows)
	}
	i := slices.Index(board.Sizes, t.env.noLarger(best)) + t.board.larger
	wanted := board.Sizes[max(0, min(i, len(board.Sizes)-1))]
	if limit, _ := v.Fit(width-1, rows); limit.W < wanted.W {
		return limit
	}
	return wanted
}

func (t *tableScreen) draw(g *board.Grid) {
	if t.view == nil {
		t.drawClosed(g)
		return
	}
	t.past.spots = nil
	if t.judging != nil {
		t.judging.drawn = false
	}
	v := t.drawn()
	t.mark(v)
	rows := g.Height - 3
	x := 1 + v.Width() + 2
	below := t.movesBelow(g.Width-x, rows-v.Height())
	t.board.at = spot{x: 1, y: 1 + max(0, rows-v.Height())/2}
	if below {
		t.board.at.y = 1
		t.env.aside = box{1, 1 + v.Height(), g.Width - 2, rows - v.Height()}
		t.drawStory(g, 1, 1+v.Height(), g.Width-2, rows-v.Height())
	}
	v.Draw(g, t.board.at.x, t.board.at.y)
	if t.myTurn() && !t.view.Adjourned {
		t.drawCorners(g, v)
	}
	if g.Width-x >= panelNarrow {
		height := rows - 1
		if below {
			height = v.Height() - 1
		}
		t.drawPanel(g, x, 2, min(g.Width-x-1, panelMax), height, !below)
	}
	audience := t.audience()
	t.env.header(g, t.headline(g.Width-4-len(audience)), audience)
	t.drawNotice(g, g.Height-2)
	t.drawLine(g, g.Height-1)
}

// drawCorners marks the board's border while it is this person's turn: the
// corners at the terminal's edge cost the fewest bytes.
func (t *tableScreen) drawCorners(g *board.Grid, v *board.View) {
	look := t.env.ink.accent
	g.Set(t.board.at.x-1, t.board.at.y, "┏", look)
	g.Set(t.board.at.x-1, t.board.at.y+v.Height()-1, "┗", look)
}

// movesBelow reports whether the list of moves stands below the board: there is
// room, and too little beside it.
func (t *tableScreen) movesBelow(beside, below int) bool {
	return t.view.Phase != table.Waiting && beside < panelWide-1 && below >= movesMin
}

func (t *tableScreen) drawClosed(g *board.Grid) {
	e := t.env
	e.header(g, fmt.Sprintf("Table %d", t.id), "")
	text := "Opening the table ..."
	if t.failed != "" {
		text = t.failed
	}
	for i, line := range wrap(text, g.Width-4) {
		g.Text(2, 2+i, g.Width-4, line, e.ink.text)
	}
	e.hints(g, 0, [2]string{"esc", "back"})
}

// headline is the game, the table and what it is played with, a little closer
// together where it would be cut otherwise.
func (t *tableScreen) headline(room int) string {
	v := t.view
	parts := []string{v.Variant.Facts().Title, t.place()}
	for _, name := range slices.Sorted(maps.Keys(v.Terms.Options)) {
		parts = append(parts, name+" "+v.Terms.Options[name])
	}
	if v.Terms.Clock != (table.Clock{}) {
		parts = append(parts, v.Terms.Clock.String())
	}
	if v.Terms.Touch {
		parts = append(parts, "touch and move")
	}
	if v.Terms.Rated {
		parts = append(parts, "rated")
	}
	if v.Terms.Private != table.ForAll {
		parts = append(parts, "private")
	}
	if text := strings.Join(parts, " - "); board.TextWidth(text) <= room {
		return text
	}
	return strings.Join(parts, ", ")
}

// place is where the board stands.
func (t *tableScreen) place() string {
	switch {
	case t.study == nil:
		return fmt.Sprintf("table %d", t.view.ID)
	case t.study.score != nil:
		return t.study.score.Title
	}
	return "a study of yours"
}

// audience is what stands at the end of the first line: what was said and is not
// on the screen, the television, and how many look on.
func (t *tableScreen) audience() string {
	parts := []string{t.unheard()}
	if t.channel != nil {
		parts = append(parts, "television")
	}
	if t.view.Watchers > 0 {
		parts = append(parts, fmt.Sprintf("%d watching", t.view.Watchers))
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}

// mark says of every square what there is to say.
func (t *tableScreen) mark(v *board.View) {
	t.markLast(v)
	t.markKings(v)
	if t.view.Phase == table.Playing && !t.past.looking {
		t.markHand(v)
	}
}

// markKings marks those that stand in check or are mated.
func (t *tableScreen) markKings(v *board.View) {
	s := t.past.shown()
	for seat := range rules.Seat(rules.SeatCount) {
		king := s.position.King[seat]
		if king == rules.NoSquare {
			continue
		}
		if s.check.Has(seat) {
			v.Marks[king] |= board.Check
		}
		if s.mated.Has(seat) {
			v.Marks[king] |= board.Mated
		}
	}
}

// markHand marks the cursor, what is lifted and where it may go, and what waits for
// this person's turn.
func (t *tableScreen) markHand(v *board.View) {
	if t.seated() { // who looks on has nothing to point at
		v.Marks[t.hand.cursor] |= board.Cursor
	}
	if t.view.Lifted != rules.NoSquare {
		v.Marks[t.view.Lifted] |= board.Lifted
	}
	for _, p := range t.view.Premoves {
		if !p.Dropped {
			markPath(v, p.Action, board.Premove)
		}
	}
	if t.removing() {
		for _, a := range t.view.Legal {
			v.Marks[a.From] |= board.Take
		}
	}
	if t.hand.lifted != rules.NoSquare {
		v.Lift(t.hand.lifted, t.from(t.hand.lifted))
	}
}

// markPath marks where an action comes from and goes to.
func markPath(v *board.View, a rules.Action, mark board.Mark) {
	for _, sq := range [...]rules.Square{a.From, a.To} {
		if sq != rules.NoSquare {
			v.Marks[sq] |= mark
		}
	}
}

func (t *tableScreen) markLast(v *board.View) {
	for i := t.lookedAt() - 1; i >= 0; i-- {
		if a := t.view.Moves[i].Action; a.OnBoard() {
			markPath(v, a, board.Last)
			return
		}
	}
}

// drawLine is the move line: what is typed, and beside it why it was refused.
func (t *tableScreen) drawLine(g *board.Grid, y int) {
	e := t.env
	_, refusal := t.refused()
	x := t.drawTyped(g, 1, y, refusal)
	switch {
	case t.prompt != nil:
		e.hints(g, x, [2]string{"enter", "send"}, [2]string{"esc", "not now"})
	case t.view.Phase == table.Waiting:
		e.hints(g, x, append(hintsOf(waitingKeys, doHere), hintsOf(tableKeys, openHelp, goBack, talkLine)...)...)
	case t.view.Phase == table.Finished && t.study == nil && t.seated():
		again := hintsOf(afterKeys, playAgain, playOnward, inviteAgain)
		if t.view.Next != 0 {
			again = hintsOf(afterKeys, goToRematch, inviteAgain)
		}
		again = append(again, t.judgingHint()...)
		e.hints(g, x, append(again, hintsOf(tableKeys, openHelp, goBack, lookBack, talkLine)...)...)
	case t.view.Phase == table.Finished && t.study == nil:
		e.hints(g, x, append(t.judgingHint(), hintsOf(tableKeys, openHelp, goBack, lookBack, tableNext, followLiveliest, talkLine, turnBoard, largerSquares)...)...)
	case t.reading():
		e.hints(g, x, append(t.judgingHint(), hintsOf(tableKeys, openHelp, goBack, lookBack, turnBoard, largerSquares)...)...)
	case !t.seated(), t.out():
		e.hints(g, x, hintsOf(tableKeys, openHelp, goBack, tableNext, followLiveliest, lookBack, talkLine, turnBoard, largerSquares)...)
	default:
		e.hints(g, x, hintsOf(tableKeys, t.playingHints()...)...)
	}
}

// playingHints are the keys that are for something while one plays.
func (t *tableScreen) playingHints() []deed {
	list := []deed{openHelp, goBack, doHere, guessNext, lookBack, aboutDraw, aboutResigning}
	if !t.view.Terms.Touch {
		list = append(list, askUndo)
	}
	if t.mayTalk() {
		list = append(list, talkLine)
	}
	return append(list, turnBoard, largerSquares)
}

// drawTyped draws the line and the refusal and returns where they end.
func (t *tableScreen) drawTyped(g *board.Grid, x, y int, refusal string) int {
	ink := t.env.ink
	if t.prompt != nil {
		x = t.drawPrompt(g, x, y)
	} else if t.moveWidth() > 0 {
		x += g.Text(x, y, 7, "Move: ", ink.faint)
		x += g.Text(x, y, g.Width-x-1, t.line.text, ink.strong)
		x += g.Text(x, y, 1, "_", ink.strong)
		x++
	}
	if refusal != "" {
		x += g.Text(x+1, y, g.Width-x-2, refusal, ink.alarm) + 1
	}
	return x + 1
}

// moveWidth is the cells of the move line, none where nothing is to be typed.
func (t *tableScreen) moveWidth() int {
	if t.line.text == "" && (t.view.Phase != table.Playing || !t.seated() || t.out() || t.reading()) {
		return 0
	}
	return len("Move: ") + board.TextWidth(t.line.text) + len("_ ")
}

func (t *tableScreen) foot(g *board.Grid, y int) {
	if t.view == nil {
		g.Text(0, y, g.Width, t.failed, t.env.ink.text)
		return
	}
	x := t.drawTurn(g, 0, y)
	refusal := ""
	if t.refusal != "" {
		refusal = "! " + capital(t.refusal)
	}
	t.drawTyped(g, x+1, y, refusal)
}
