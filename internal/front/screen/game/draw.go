package game

import (
	"fmt"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// frame holds the contents of one drawing of the screen.
type frame struct {
	seen
	scene   scene.Scene
	layout  scene.Layout
	card    *openCard // nil if no card is open
	end     string    // the text on the right of the first line
	notice  notice
	refusal string // the part of a refusal that is beside the move line
	bots    bool   // whether the server has bots
	ink     *kit.Ink
}

// frame returns what the screen shows now.
func (t *Screen) frame() *frame {
	f := &frame{seen: t.seen(), scene: t.picture(), bots: t.bots(), ink: &t.env.Ink}
	f.layout = f.scene.Layout()
	f.card = t.card.laidOut(f)
	t.chat.drawn = f.layout.Chat.Height > 0
	f.end = t.headerEnd(f)
	above := ""
	above, f.refusal = t.Input.refused(f)
	f.notice = t.notice(f, above)
	return f
}

// picture returns the scene: the part of the screen that does not depend on what this viewer
// types or selects.
func (t *Screen) picture() scene.Scene {
	e, v := t.env, t.seen()
	s := scene.Scene{
		Width: e.Width, Height: e.Height, Styles: e.Styles, Pieces: e.Pieces,
		Size: t.drawn().Size, Turned: t.Board.turned,
		View: v.View, Seats: v.words.Seats, Own: v.words.Turn.Own, Shown: *t.History.shown(), At: v.at, Back: v.back,
		Status: v.words.Status(), Study: v.study != nil, Task: v.words.LessonTask(), Analysis: t.analysis.newest(),
		Chat: v.words.Chat(), ChatKey: kit.KeyName(kit.TableKeys, kit.WriteChat),
		MistakeKey: kit.KeyName(kit.FinishedKeys, kit.NextMistake),
	}
	if s.Study {
		s.Score = v.study.score
	}
	s.OwnResult, _ = v.words.OwnResult()
	s.Away = present.AwayTexts(v.View, v.now)
	for seat, clock := range present.Clocks(v.View, v.now) {
		s.Clocks[seat] = clock.Column()
	}
	return s
}

// Draw draws the part of the screen that is the same for many viewers, and then what only
// this viewer sees: the marks on squares and on new chat lines, the menu, and the two lines
// at the bottom.
func (t *Screen) Draw(g *draw.Grid) {
	if t.View == nil {
		t.drawUnopened(g)
		return
	}
	t.draw(g, t.frame())
}

func (t *Screen) draw(g *draw.Grid, f *frame) {
	ink := &t.env.Styles
	t.env.DialogArea = f.layout.Free
	if f.Phase == table.Playing && f.Clock != nil {
		t.env.ClockArea = f.layout.Panel
	}
	scene.Compose(&f.scene, &f.layout, g)
	t.Input.drawMarks(g, f)
	t.motion.draw(g, f, t.FirstLasts() > 0)
	if f.layout.Menu.Width > 0 {
		on := t.server()
		t.waiting.draw(g, f.layout.Menu, f.seen, on, t.invitation(), f.ink)
	}
	if f.end != f.scene.Spectators() {
		f.scene.DrawHeader(g, &f.layout, f.end)
	}
	f.card.draw(g, f)
	t.chat.markNew(g, &f.scene, &f.layout, f.me.ID)
	f.notice.draw(g, g.Height-2, ink)
	x, hints, last := t.Input.drawFoot(g, f, ink)
	t.env.Hints(g, x, hints, last)
}

// sharedKey contains everything that determines the screen of a spectator who has not typed
// or selected anything.
type sharedKey struct {
	scene  scene.Scene // includes the view of the table; the key hints depend on it
	end    string
	notice notice
	seen   int // number of the last chat line before those that this screen marks as new
}

// Shared returns a value that is equal for all spectators whose screens look the same, so that
// they can share one drawing, and a function that draws it. It returns nil if the screen shows
// something that other spectators do not see, such as a seat of the viewer, typed text or a
// refusal.
func (t *Screen) Shared() (any, func(*draw.Grid)) {
	v, in := t.seen(), &t.Input
	if v.View == nil || v.study != nil || v.Phase == table.Waiting || v.words.Held != 0 || t.card.shown != "" ||
		in.typing() || in.Refusal != "" || in.Selection.Lifted != rules.NoSquare || t.chat.wroteNew(v) {
		return nil, nil
	}
	f := t.frame()
	return sharedKey{f.scene, f.end, f.notice, min(t.chat.lastSeen, present.NewestChat(v.View))}, func(g *draw.Grid) { t.draw(g, f) }
}

func (t *Screen) drawUnopened(g *draw.Grid) {
	e := t.env
	text := "Opening table ..."
	if t.Subscription.Failed != "" {
		text = t.Subscription.Failed
	}
	b := e.Frame(g, &kit.Frame{Place: fmt.Sprintf("Table %d", t.Id), Keys: []kit.KeyHint{kit.Hint("esc", "back")}})
	g.Prose(draw.Inside(b), text, e.Styles.Text)
}

// headerEnd returns the text on the right of the first line: the numbers of unread messages and
// chat lines, "television" if the screen switches to more active tables by itself, and the number
// of spectators.
func (t *Screen) headerEnd(f *frame) string {
	var parts []string
	if n := t.env.Unread; n > 0 {
		parts = append(parts, fmt.Sprintf("%d unread", n))
	}
	if f.layout.Chat.Height == 0 {
		parts = append(parts, t.chat.unreadText(f.seen))
	}
	if t.tv.watch != nil {
		parts = append(parts, "television")
	}
	if watching := f.scene.Spectators(); watching != "" {
		parts = append(parts, watching)
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}

// drawMarks marks squares of the board for this viewer only: the cursor, the lifted piece and
// its targets, and premoves.
func (in *input) drawMarks(g *draw.Grid, f *frame) {
	if f.Phase != table.Playing || f.back {
		return
	}
	v := f.scene.Board()
	shared := v.Marks
	in.mark(f.seen, v)
	v.Redraw(g, f.layout.Board.X, f.layout.Board.Y, &shared)
}

// DrawCompact draws the only line that fits into a very small terminal.
func (t *Screen) DrawCompact(g *draw.Grid, y int) {
	if t.View == nil {
		g.Text(0, y, g.Width, t.Subscription.Failed, t.env.Styles.Text)
		return
	}
	s := t.picture()
	x := s.DrawTurn(g, 0, y)
	refusal := ""
	if t.Input.Refusal != "" {
		refusal = "! " + present.Capital(t.Input.Refusal)
	}
	t.Input.drawTyped(g, x+1, y, t.seen(), refusal, &t.env.Styles)
}

// Title returns the title of the terminal window. It says when it is the viewer's turn. It
// does not name the seat to move, so that spectators do not get a new title with each move.
func (t *Screen) Title() string {
	if v := t.seen(); v.View != nil {
		return v.words.WindowTitle()
	}
	return fmt.Sprintf("%d: opening", t.Id)
}
