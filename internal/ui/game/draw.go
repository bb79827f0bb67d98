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

// scene draws the board and what is around it.
type scene struct {
	t     *Screen
	Board seating
}

// What the panel beside the board wants, and what it needs to be of any use; and
// the lines that the list of moves needs below the board.
const (
	panelWide   = 33
	panelNarrow = 20
	panelMax    = 56
	movesMin    = 5
)

// Drawn is the board as it is drawn now.
func (sc *scene) Drawn() *board.View {
	e := sc.t.env
	v := &board.View{
		Variant: sc.t.View.Variant, Position: &sc.t.History.past.shown().position,
		Turned: sc.Board.turned, Theme: e.Styles.Theme, Men: e.Men,
	}
	v.Size = sc.sizeFor(v, e.Width, e.Height)
	return v
}

// sizeFor is the largest square with which board and panel fit, changed by what
// was asked for. The board comes first: the panel gives way to it, it never to
// the panel.
func (sc *scene) sizeFor(v *board.View, width, height int) board.Size {
	rows := height - 3
	best, ok := v.Fit(width-panelWide-2, rows)
	if !ok {
		best, _ = v.Fit(width-1, rows)
	}
	i := slices.Index(board.Sizes, sc.t.env.NoLarger(best)) + sc.Board.larger
	wanted := board.Sizes[max(0, min(i, len(board.Sizes)-1))]
	if limit, _ := v.Fit(width-1, rows); limit.W < wanted.W {
		return limit
	}
	return wanted
}

func (t *Screen) Draw(g *board.Grid) {
	if t.View == nil {
		t.Scene.drawClosed(g)
		return
	}
	t.History.past.spots = nil
	if t.analysis.judging != nil {
		t.analysis.judging.drawn = false
	}
	v := t.Scene.Drawn()
	t.Scene.mark(v)
	rows := g.Height - 3
	x := 1 + v.Width() + 2
	below := t.History.movesBelow(g.Width-x, rows-v.Height())
	t.Scene.Board.At = kit.Spot{X: 1, Y: 1 + max(0, rows-v.Height())/2}
	if below {
		t.Scene.Board.At.Y = 1
		t.env.Aside = kit.Box{X: 1, Y: 1 + v.Height(), Width: g.Width - 2, Height: rows - v.Height()}
		t.lesson.drawStory(g, 1, 1+v.Height(), g.Width-2, rows-v.Height())
	}
	v.Draw(g, t.Scene.Board.At.X, t.Scene.Board.At.Y)
	if t.Input.myTurn() && !t.View.Adjourned {
		t.Scene.drawCorners(g, v)
	}
	if g.Width-x >= panelNarrow {
		height := rows - 1
		if below {
			height = v.Height() - 1
		}
		t.panel.drawPanel(g, x, 2, min(g.Width-x-1, panelMax), height, !below)
	}
	audience := t.Scene.audience()
	t.env.Header(g, t.Scene.headline(g.Width-4-len(audience)), audience)
	t.panel.drawNotice(g, g.Height-2)
	t.Scene.drawLine(g, g.Height-1)
}

// drawCorners marks the board's border while it is this person's turn: the
// corners at the terminal's edge cost the fewest bytes.
func (sc *scene) drawCorners(g *board.Grid, v *board.View) {
	look := sc.t.env.Styles.Accent
	g.Set(sc.Board.At.X-1, sc.Board.At.Y, "┏", look)
	g.Set(sc.Board.At.X-1, sc.Board.At.Y+v.Height()-1, "┗", look)
}

// movesBelow reports whether the list of moves stands below the board: there is
// room, and too little beside it.
func (hi *history) movesBelow(beside, below int) bool {
	return hi.t.View.Phase != table.Waiting && beside < panelWide-1 && below >= movesMin
}

func (sc *scene) drawClosed(g *board.Grid) {
	e := sc.t.env
	e.Header(g, fmt.Sprintf("Table %d", sc.t.Id), "")
	text := "Opening the table ..."
	if sc.t.Link.Failed != "" {
		text = sc.t.Link.Failed
	}
	for i, line := range kit.Wrap(text, g.Width-4) {
		g.Text(2, 2+i, g.Width-4, line, e.Styles.Text)
	}
	e.Hints(g, 0, [2]string{"esc", "back"})
}

// headline is the game, the table and what it is played with, a little closer
// together where it would be cut otherwise.
func (sc *scene) headline(room int) string {
	v := sc.t.View
	parts := []string{v.Variant.Facts().Title, sc.place()}
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
func (sc *scene) place() string {
	switch {
	case sc.t.Study == nil:
		return fmt.Sprintf("table %d", sc.t.View.ID)
	case sc.t.Study.score != nil:
		return sc.t.Study.score.Title
	}
	return "a study of yours"
}

// audience is what stands at the end of the first line: what was said and is not
// on the screen, the television, and how many look on.
func (sc *scene) audience() string {
	parts := []string{sc.t.chat.unheard()}
	if sc.t.tv.channel != nil {
		parts = append(parts, "television")
	}
	if sc.t.View.Watchers > 0 {
		parts = append(parts, fmt.Sprintf("%d watching", sc.t.View.Watchers))
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}

// mark says of every square what there is to say.
func (sc *scene) mark(v *board.View) {
	sc.markLast(v)
	sc.markKings(v)
	if sc.t.View.Phase == table.Playing && !sc.t.History.past.looking {
		sc.markHand(v)
	}
}

// markKings marks those that stand in check or are mated.
func (sc *scene) markKings(v *board.View) {
	s := sc.t.History.past.shown()
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
func (sc *scene) markHand(v *board.View) {
	if sc.t.seats.seated() { // who looks on has nothing to point at
		v.Marks[sc.t.Input.Hand.Cursor] |= board.Cursor
	}
	if sc.t.View.Lifted != rules.NoSquare {
		v.Marks[sc.t.View.Lifted] |= board.Lifted
	}
	for _, p := range sc.t.View.Premoves {
		if !p.Dropped {
			markPath(v, p.Action, board.Premove)
		}
	}
	if sc.t.Input.removing() {
		for _, a := range sc.t.View.Legal {
			v.Marks[a.From] |= board.Take
		}
	}
	if sc.t.Input.Hand.Lifted != rules.NoSquare {
		v.Lift(sc.t.Input.Hand.Lifted, sc.t.Input.from(sc.t.Input.Hand.Lifted))
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

func (sc *scene) markLast(v *board.View) {
	for i := sc.t.History.LookedAt() - 1; i >= 0; i-- {
		if a := sc.t.View.Moves[i].Action; a.OnBoard() {
			markPath(v, a, board.Last)
			return
		}
	}
}

// drawLine is the move line: what is typed, and beside it why it was refused.
func (sc *scene) drawLine(g *board.Grid, y int) {
	e := sc.t.env
	_, refusal := sc.t.panel.refused()
	x := sc.drawTyped(g, 1, y, refusal)
	switch {
	case sc.t.Input.prompt != nil:
		e.Hints(g, x, [2]string{"enter", "send"}, [2]string{"esc", "not now"})
	case sc.t.View.Phase == table.Waiting:
		e.Hints(g, x, append(kit.HintsOf(kit.WaitingKeys, kit.DoHere), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.TalkLine)...)...)
	case sc.t.View.Phase == table.Finished && sc.t.Study == nil && sc.t.seats.seated():
		again := kit.HintsOf(kit.AfterKeys, kit.PlayAgain, kit.PlayOnward, kit.InviteAgain)
		if sc.t.View.Next != 0 {
			again = kit.HintsOf(kit.AfterKeys, kit.GoToRematch, kit.InviteAgain)
		}
		again = append(again, sc.t.analysis.judgingHint()...)
		e.Hints(g, x, append(again, kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.LookBack, kit.TalkLine)...)...)
	case sc.t.View.Phase == table.Finished && sc.t.Study == nil:
		e.Hints(g, x, append(sc.t.analysis.judgingHint(), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.LookBack, kit.TableNext, kit.FollowLiveliest, kit.TalkLine, kit.TurnBoard, kit.LargerSquares)...)...)
	case sc.t.lesson.reading():
		e.Hints(g, x, append(sc.t.analysis.judgingHint(), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.LookBack, kit.TurnBoard, kit.LargerSquares)...)...)
	case !sc.t.seats.seated(), sc.t.seats.out():
		e.Hints(g, x, kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.TableNext, kit.FollowLiveliest, kit.LookBack, kit.TalkLine, kit.TurnBoard, kit.LargerSquares)...)
	default:
		e.Hints(g, x, kit.HintsOf(kit.TableKeys, sc.playingHints()...)...)
	}
}

// playingHints are the keys that are for something while one plays.
func (sc *scene) playingHints() []kit.Action {
	list := []kit.Action{kit.OpenHelp, kit.GoBack, kit.DoHere, kit.GuessNext, kit.LookBack, kit.AboutDraw, kit.AboutResigning}
	if !sc.t.View.Terms.Touch {
		list = append(list, kit.AskUndo)
	}
	if sc.t.chat.mayTalk() {
		list = append(list, kit.TalkLine)
	}
	return append(list, kit.TurnBoard, kit.LargerSquares)
}

// drawTyped draws the line and the refusal and returns where they end.
func (sc *scene) drawTyped(g *board.Grid, x, y int, refusal string) int {
	ink := sc.t.env.Styles
	if sc.t.Input.prompt != nil {
		x = sc.t.Input.drawPrompt(g, x, y)
	} else if sc.moveWidth() > 0 {
		x += g.Text(x, y, 7, "Move: ", ink.Faint)
		x += sc.t.Input.Line.Draw(g, x, y, g.Width-x, ink.Strong) + 1
	}
	if refusal != "" {
		x += g.Text(x+1, y, g.Width-x-2, refusal, ink.Alarm) + 1
	}
	return x + 1
}

// moveWidth is the cells of the move line, none where nothing is to be typed.
func (sc *scene) moveWidth() int {
	if sc.t.Input.Line.Text == "" && (sc.t.View.Phase != table.Playing || !sc.t.seats.seated() || sc.t.seats.out() || sc.t.lesson.reading()) {
		return 0
	}
	return len("Move: ") + board.TextWidth(sc.t.Input.Line.Text) + len("_ ")
}

func (t *Screen) Foot(g *board.Grid, y int) {
	if t.View == nil {
		g.Text(0, y, g.Width, t.Link.Failed, t.env.Styles.Text)
		return
	}
	x := t.panel.drawTurn(g, 0, y)
	refusal := ""
	if t.Input.Refusal != "" {
		refusal = "! " + kit.Capital(t.Input.Refusal)
	}
	t.Scene.drawTyped(g, x+1, y, refusal)
}
