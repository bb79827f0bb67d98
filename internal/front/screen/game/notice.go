package game

import (
	"strings"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// notice is the text to the right of the text that says whose turn it is.
type notice struct {
	x    int // column of the text
	text string
	kind noticeKind
}

// noticeKind determines how a notice looks.
type noticeKind uint8

const (
	plainNotice noticeKind = iota
	alarmNotice
	faintNotice
	linkNotice
)

func (n *notice) draw(g *draw.Grid, y int, ink *draw.Styles) {
	room := g.Width - n.x - 1
	if n.kind == linkNotice {
		ink.DrawLink(g, n.x, y, room, n.text, ink.Text)
		return
	}
	looks := [...]draw.Style{plainNotice: ink.Accent, alarmNotice: ink.Alarm, faintNotice: ink.Faint}
	g.Text(n.x, y, room, n.text, looks[n.kind])
}

// notice returns the most important notice. The parameter `above` is the part of a refusal
// that does not fit beside the move line.
func (t *Screen) notice(f *frame, above string) notice {
	x, after := f.scene.TurnEnd()+3, f.scene.AfterTurn()
	if above != "" {
		return notice{after, above, alarmNotice}
	}
	if text := f.words.Closed(); t.Subscription.closed && text != "" {
		return notice{x, text, alarmNotice}
	}
	if f.Fault != "" {
		return notice{x, f.Fault, alarmNotice}
	}
	if text := t.sentence(f); text != "" {
		return notice{x, text, plainNotice}
	}
	if f.Phase == table.Finished {
		return notice{x, t.env.PageOf(f.View), linkNotice}
	}
	return notice{after, t.Input.underCursor(f.seen), faintNotice}
}

// sentence returns the most important sentence. Questions come first, then the number of the earlier
// position if the board shows one, the viewer's own requests, and the state of the game.
func (t *Screen) sentence(f *frame) string {
	v := f.seen
	for _, line := range [...]func() string{
		f.card.line,
		func() string { return t.questions.line(v) },
		func() string {
			if f.layout.Analysis.Height > 0 {
				return ""
			}
			return judgementLine(&f.scene)
		},
		func() string { return t.History.line(v.View) },
		v.lessonEnd,
		func() string { return t.news.text },
		func() string { return strings.Join(v.words.Requests(), "; ") },
		v.premoveLine,
		v.absenceLine, v.rematchLine, v.words.Removed,
		func() string {
			if v.Phase != table.Waiting {
				return ""
			}
			return t.Subscription.Target.Note
		},
		func() string {
			if f.layout.Panel.Width > 0 { // the panel shows the result
				return ""
			}
			return v.words.ResultLine()
		},
		v.turnNotice,
		func() string { return v.words.FirstMove(v.now, time.Minute) },
	} {
		if text := line(); text != "" {
			return text
		}
	}
	return ""
}

// lessonEnd says how to go on after a lesson. It returns "" before its end.
func (v seen) lessonEnd() string {
	if !v.words.LessonOver() {
		return ""
	}
	if next := v.study.score.Next(); next != nil {
		return present.LessonEnd(next.Title)
	}
	return present.LessonEnd("")
}

// absenceLine returns a line that says who is away, that a seat is open, or that the game is
// adjourned, and the key of the menu with what the viewer can do about it.
func (v seen) absenceLine() string {
	text, menu := v.words.Absence(), kit.KeyName(kit.TableKeys, kit.TableMenu)
	switch {
	case text == "" || v.words.MyVote() != "":
		return text
	case len(v.words.Choices(v.now)) > 0:
		return text + ". Vote: " + menu
	case v.words.Vacant() != 0:
		return text + ": " + menu
	}
	return text
}

// underCursor returns a description of the square under the cursor, and of the move there. Only players of a running game have
// a cursor.
func (in *input) underCursor(v seen) string {
	if v.Phase != table.Playing || v.words.Held == 0 {
		return ""
	}
	f, at, lifted := v.facts(), in.Selection.Cursor, in.Selection.Lifted
	text := f.Geometry.Name(at)
	if v.Position.Board[at].IsPiece() {
		text = present.Square(v.View, at, present.Style{})
	}
	switch {
	case lifted == rules.NoSquare || at == v.Lifted:
	case lifted == at:
		text += ", lifted"
	default:
		text = rules.DescribePiece(f, v.Position.Board[lifted], lifted) + " to " + text
	}
	return text
}

// turnNotice returns what is special about a turn, and the key for it. It returns "" for an ordinary turn.
func (v seen) turnNotice() string {
	text := v.words.TurnNotice()
	switch {
	case v.back:
		return ""
	case v.choosing() && text != "":
		return "Press Enter to " + strings.ToLower(text[:1]) + text[1:]
	}
	return text
}
