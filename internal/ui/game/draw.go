package game

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
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

// Drawn is the board as it is drawn now.
func (t *Screen) Drawn() *board.View {
	e := t.env
	v := &board.View{
		Variant: t.View.Variant, Position: &t.past.shown().position,
		Turned: t.Board.turned, Theme: e.Styles.Theme, Men: e.Men,
	}
	v.Size = t.sizeFor(v, e.Width, e.Height)
	return v
}

// sizeFor is the largest square with which board and panel fit, changed by what
// was asked for. The board comes first: the panel gives way to it, it never to
// the panel.
func (t *Screen) sizeFor(v *board.View, width, height int) board.Size {
	rows := height - 3
	best, ok := v.Fit(width-panelWide-2, rows)
	if !ok {
		best, _ = v.Fit(width-1, rows)
	}
	i := slices.Index(board.Sizes, t.env.NoLarger(best)) + t.Board.larger
	wanted := board.Sizes[max(0, min(i, len(board.Sizes)-1))]
	if limit, _ := v.Fit(width-1, rows); limit.W < wanted.W {
		return limit
	}
	return wanted
}

func (t *Screen) Draw(g *board.Grid) {
	if t.View == nil {
		t.drawClosed(g)
		return
	}
	t.past.spots = nil
	if t.judging != nil {
		t.judging.drawn = false
	}
	v := t.Drawn()
	t.mark(v)
	rows := g.Height - 3
	x := 1 + v.Width() + 2
	below := t.movesBelow(g.Width-x, rows-v.Height())
	t.Board.At = kit.Spot{X: 1, Y: 1 + max(0, rows-v.Height())/2}
	if below {
		t.Board.At.Y = 1
		t.env.Aside = kit.Box{X: 1, Y: 1 + v.Height(), Width: g.Width - 2, Height: rows - v.Height()}
		t.drawStory(g, 1, 1+v.Height(), g.Width-2, rows-v.Height())
	}
	v.Draw(g, t.Board.At.X, t.Board.At.Y)
	if t.myTurn() && !t.View.Adjourned {
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
	t.env.Header(g, t.headline(g.Width-4-len(audience)), audience)
	t.drawNotice(g, g.Height-2)
	t.drawLine(g, g.Height-1)
}

// drawCorners marks the board's border while it is this person's turn: the
// corners at the terminal's edge cost the fewest bytes.
func (t *Screen) drawCorners(g *board.Grid, v *board.View) {
	look := t.env.Styles.Accent
	g.Set(t.Board.At.X-1, t.Board.At.Y, "┏", look)
	g.Set(t.Board.At.X-1, t.Board.At.Y+v.Height()-1, "┗", look)
}

// movesBelow reports whether the list of moves stands below the board: there is
// room, and too little beside it.
func (t *Screen) movesBelow(beside, below int) bool {
	return t.View.Phase != table.Waiting && beside < panelWide-1 && below >= movesMin
}

func (t *Screen) drawClosed(g *board.Grid) {
	e := t.env
	e.Header(g, fmt.Sprintf("Table %d", t.Id), "")
	text := "Opening the table ..."
	if t.Failed != "" {
		text = t.Failed
	}
	for i, line := range kit.Wrap(text, g.Width-4) {
		g.Text(2, 2+i, g.Width-4, line, e.Styles.Text)
	}
	e.Hints(g, 0, [2]string{"esc", "back"})
}

// headline is the game, the table and what it is played with, a little closer
// together where it would be cut otherwise.
func (t *Screen) headline(room int) string {
	v := t.View
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
func (t *Screen) place() string {
	switch {
	case t.Study == nil:
		return fmt.Sprintf("table %d", t.View.ID)
	case t.Study.Score != nil:
		return t.Study.Score.Title
	}
	return "a study of yours"
}

// audience is what stands at the end of the first line: what was said and is not
// on the screen, the television, and how many look on.
func (t *Screen) audience() string {
	parts := []string{t.unheard()}
	if t.channel != nil {
		parts = append(parts, "television")
	}
	if t.View.Watchers > 0 {
		parts = append(parts, fmt.Sprintf("%d watching", t.View.Watchers))
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}

// mark says of every square what there is to say.
func (t *Screen) mark(v *board.View) {
	t.markLast(v)
	t.markKings(v)
	if t.View.Phase == table.Playing && !t.past.looking {
		t.markHand(v)
	}
}

// markKings marks those that stand in check or are mated.
func (t *Screen) markKings(v *board.View) {
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
func (t *Screen) markHand(v *board.View) {
	if t.seated() { // who looks on has nothing to point at
		v.Marks[t.Hand.Cursor] |= board.Cursor
	}
	if t.View.Lifted != rules.NoSquare {
		v.Marks[t.View.Lifted] |= board.Lifted
	}
	for _, p := range t.View.Premoves {
		if !p.Dropped {
			markPath(v, p.Action, board.Premove)
		}
	}
	if t.removing() {
		for _, a := range t.View.Legal {
			v.Marks[a.From] |= board.Take
		}
	}
	if t.Hand.Lifted != rules.NoSquare {
		v.Lift(t.Hand.Lifted, t.from(t.Hand.Lifted))
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

func (t *Screen) markLast(v *board.View) {
	for i := t.LookedAt() - 1; i >= 0; i-- {
		if a := t.View.Moves[i].Action; a.OnBoard() {
			markPath(v, a, board.Last)
			return
		}
	}
}

// drawLine is the move line: what is typed, and beside it why it was refused.
func (t *Screen) drawLine(g *board.Grid, y int) {
	e := t.env
	_, refusal := t.refused()
	x := t.drawTyped(g, 1, y, refusal)
	switch {
	case t.prompt != nil:
		e.Hints(g, x, [2]string{"enter", "send"}, [2]string{"esc", "not now"})
	case t.View.Phase == table.Waiting:
		e.Hints(g, x, append(kit.HintsOf(kit.WaitingKeys, kit.DoHere), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.TalkLine)...)...)
	case t.View.Phase == table.Finished && t.Study == nil && t.seated():
		again := kit.HintsOf(kit.AfterKeys, kit.PlayAgain, kit.PlayOnward, kit.InviteAgain)
		if t.View.Next != 0 {
			again = kit.HintsOf(kit.AfterKeys, kit.GoToRematch, kit.InviteAgain)
		}
		again = append(again, t.judgingHint()...)
		e.Hints(g, x, append(again, kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.LookBack, kit.TalkLine)...)...)
	case t.View.Phase == table.Finished && t.Study == nil:
		e.Hints(g, x, append(t.judgingHint(), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.LookBack, kit.TableNext, kit.FollowLiveliest, kit.TalkLine, kit.TurnBoard, kit.LargerSquares)...)...)
	case t.reading():
		e.Hints(g, x, append(t.judgingHint(), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.LookBack, kit.TurnBoard, kit.LargerSquares)...)...)
	case !t.seated(), t.out():
		e.Hints(g, x, kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.TableNext, kit.FollowLiveliest, kit.LookBack, kit.TalkLine, kit.TurnBoard, kit.LargerSquares)...)
	default:
		e.Hints(g, x, kit.HintsOf(kit.TableKeys, t.playingHints()...)...)
	}
}

// playingHints are the keys that are for something while one plays.
func (t *Screen) playingHints() []kit.Action {
	list := []kit.Action{kit.OpenHelp, kit.GoBack, kit.DoHere, kit.GuessNext, kit.LookBack, kit.AboutDraw, kit.AboutResigning}
	if !t.View.Terms.Touch {
		list = append(list, kit.AskUndo)
	}
	if t.mayTalk() {
		list = append(list, kit.TalkLine)
	}
	return append(list, kit.TurnBoard, kit.LargerSquares)
}

// drawTyped draws the line and the refusal and returns where they end.
func (t *Screen) drawTyped(g *board.Grid, x, y int, refusal string) int {
	ink := t.env.Styles
	if t.prompt != nil {
		x = t.drawPrompt(g, x, y)
	} else if t.moveWidth() > 0 {
		x += g.Text(x, y, 7, "Move: ", ink.Faint)
		x += g.Text(x, y, g.Width-x-1, t.Line.Text, ink.Strong)
		x += g.Text(x, y, 1, "_", ink.Strong)
		x++
	}
	if refusal != "" {
		x += g.Text(x+1, y, g.Width-x-2, refusal, ink.Alarm) + 1
	}
	return x + 1
}

// moveWidth is the cells of the move line, none where nothing is to be typed.
func (t *Screen) moveWidth() int {
	if t.Line.Text == "" && (t.View.Phase != table.Playing || !t.seated() || t.out() || t.reading()) {
		return 0
	}
	return len("Move: ") + board.TextWidth(t.Line.Text) + len("_ ")
}

func (t *Screen) Foot(g *board.Grid, y int) {
	if t.View == nil {
		g.Text(0, y, g.Width, t.Failed, t.env.Styles.Text)
		return
	}
	x := t.drawTurn(g, 0, y)
	refusal := ""
	if t.Refusal != "" {
		refusal = "! " + kit.Capital(t.Refusal)
	}
	t.drawTyped(g, x+1, y, refusal)
}
