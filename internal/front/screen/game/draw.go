package game

import (
	"fmt"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Picture returns the scene: the part of the screen that does not depend on what this viewer
// types or selects.
func (t *Screen) Picture() scene.Scene {
	e, v := t.env, t.View
	s := scene.Scene{
		Width: e.Width, Height: e.Height, Styles: e.Styles, Pieces: e.Pieces,
		Size: t.Board.Drawn().Size, Turned: t.Board.turned,
		View: v, Mine: v.Held(e.Me.ID), Shown: *t.History.past.shown(), At: t.History.LookedAt(), Back: t.History.past.looking,
		Study: t.Study != nil, Analysis: t.analysis.newest(),
		ChatKey: kit.KeyName(kit.TableKeys, kit.WriteChat), MistakeKey: kit.KeyName(kit.FinishedKeys, kit.NextMistake),
	}
	if s.Study {
		s.Score = t.Study.score
	}
	for seat := range rules.Seat(rules.SeatCount) {
		s.Clocks[seat] = t.clocks.clockText(seat)
		s.Away[seat] = t.absent().Text(seat)
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
	s := t.Picture()
	scene.Compose(s, g)
	l := t.layout(&s)
	t.Input.drawMarks(g, &s, &l)
	t.waiting.drawMenu(g, l.Menu)
	t.chat.markNew(g, &s, &l)
	if end := t.headerEnd(&s); end != s.Spectators() && s.Header() {
		s.DrawHeader(g, end)
	}
	t.foot.drawNotice(g, &s, g.Height-2)
	t.foot.draw(g, g.Height-1)
}

// layout returns the layout of the scene. It records whether the analysis and the chat are
// visible.
func (t *Screen) layout(s *scene.Scene) scene.Layout {
	l := s.Layout()
	t.env.DialogArea = l.Free
	if t.View.Phase == table.Playing && t.View.Clock != nil {
		t.env.ClockArea = l.Panel
	}
	t.analysis.drawn, t.chat.read.drawn = l.Analysis.Height > 0, l.Chat.Height > 0
	return l
}

// sharedKey contains everything that determines the screen of a spectator who has not typed
// or selected anything.
type sharedKey struct {
	scene       scene.Scene // includes the view of the table; the key hints depend on it
	end, notice string
	ended       bool
	seen        int // number of the last chat line before those that this screen marks as new
}

// SharedKey returns a value that is equal for all spectators whose screens look the same,
// so that they can share one drawing. It returns nil if the screen shows something that
// other spectators do not see, such as a seat of the viewer, typed text or a refusal.
func (t *Screen) SharedKey() any {
	in := &t.Input
	if t.View == nil || t.Study != nil || t.View.Phase == table.Waiting || t.seats.seated() ||
		in.typing() != nil || in.Line.Text != "" || in.refused() != "" || in.Selection.Lifted != rules.NoSquare || t.chat.wroteNew() {
		return nil
	}
	s := t.Picture()
	t.layout(&s)
	return sharedKey{s, t.headerEnd(&s), t.foot.notice(), t.Link.ended(), min(t.chat.read.lastSeen, newestLine(t.View))}
}

func (t *Screen) drawUnopened(g *draw.Grid) {
	e := t.env
	e.Styles.Header(g, fmt.Sprintf("Table %d", t.Id), "")
	text := "Opening table ..."
	if t.Link.Failed != "" {
		text = t.Link.Failed
	}
	for i, line := range draw.Wrap(text, g.Width-4) {
		g.Text(2, 2+i, g.Width-4, line, e.Styles.Text)
	}
	e.Hints(g, 0, kit.Hint("esc", "back"))
}

// headerEnd returns the text on the right of the first line: the number of unread chat
// lines, "television" if the screen switches to more active tables by itself, and the number
// of spectators.
func (t *Screen) headerEnd(s *scene.Scene) string {
	parts := []string{t.chat.unreadText()}
	if t.tv.channel != nil {
		parts = append(parts, "television")
	}
	if watching := s.Spectators(); watching != "" {
		parts = append(parts, watching)
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}

// drawMarks marks squares of the board for this viewer only: the cursor, the lifted piece and
// its targets, and premoves.
func (in *input) drawMarks(g *draw.Grid, s *scene.Scene, l *scene.Layout) {
	if s.View.Phase != table.Playing || s.Back {
		return
	}
	v := s.Board()
	shared := v.Marks
	in.mark(v)
	v.Redraw(g, l.Board.X, l.Board.Y, &shared)
}

// mark adds the viewer's own marks to a board: the cursor, the lifted piece and its targets,
// and premoves.
func (in *input) mark(v *board.View) {
	if in.t.seats.seated() {
		v.Marks[in.Selection.Cursor] |= board.Cursor
	}
	for _, p := range in.t.View.Premoves {
		if !p.Dropped {
			scene.MarkPath(v, p.Action, board.Premove)
		}
	}
	if in.removing() {
		for _, a := range in.t.View.Legal {
			v.Marks[a.From] |= board.Take
		}
	}
	if in.Selection.Lifted != rules.NoSquare {
		v.Lift(in.Selection.Lifted, in.from(in.Selection.Lifted))
	}
}
