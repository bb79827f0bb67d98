package game

import (
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// key handles a key press.
func (t *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	key := msg.String()
	t.Input.last.note(key, t.Input.prompt != nil)
	if t.View == nil {
		return kit.Step{Leave: key == "esc" || key == "q" || key == "enter"}, nil
	}
	v := t.seen()
	if t.chat.drawn {
		t.chat.markSeen(t.View)
	}
	t.news.text = ""
	if playing := t.autoplay.on; playing {
		if t.autoplay.on = false; key == "space" || key == "esc" {
			return kit.Stay, nil
		}
	}
	if t.Input.prompt == nil && t.card.seeksAnother(v, key) {
		return t.another()
	}
	if analyse := kit.ActionOf(key, kit.FinishedKeys) == kit.ShowAnalysis && t.analysis.run == nil; !analyse || v.Phase != table.Finished {
		if t.card.close() && (key == "enter" || key == "space") { // the card of a result also shows the analysis that a key starts
			return kit.Stay, nil
		}
	}
	switch {
	case t.Input.prompt != nil:
		// other players' questions can be answered meanwhile
		if d := kit.ActionOf(key, kit.TableKeys); d == kit.Accept || d == kit.Decline {
			return t.doAtTable(d)
		}
		return t.carryOut(t.Input.promptKey(v, msg))
	case v.Phase == table.Waiting:
		return t.waitingKey(key)
	case t.Input.Line.Text != "" && t.Input.editKey(msg):
		return kit.Stay, nil
	case v.beginsMove(msg.Text):
		t.beginLine(msg)
		return kit.Stay, nil
	case v.Phase == table.Finished:
		return t.do(kit.ActionOf(key, kit.FinishedKeys, kit.TableKeys), msg)
	case v.reading():
		return t.do(kit.ActionOf(key, kit.AnnotatedKeys, kit.TableKeys), msg)
	}
	return t.do(kit.ActionOf(key, kit.TableKeys), msg)
}

// do executes the action of a key. A key without an action may be the first character of
// a typed move.
func (t *Screen) do(d kit.Action, msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	if t.doOnBoard(d) {
		return kit.Stay, nil
	}
	v := t.seen()
	switch d {
	case kit.Select:
		if t.Input.Line.Text != "" {
			return t.carryOut(t.Input.enterLine(v))
		}
		if v.words.LessonOver() && !v.back {
			return t.nextLesson(), nil
		}
		if why := t.Input.unconfirmed(v, t.Input.Selection.Cursor); why != "" {
			return kit.Stay, t.refuse(why, aboutPosition)
		}
		return t.carryOut(t.Input.point(v, t.Input.Selection.Cursor))
	case kit.GoBack:
		return t.back(v)
	case kit.NextCandidate:
		t.Input.guess(v, t.Drawn().Order(), 1)
	case kit.PreviousCandidate:
		t.Input.guess(v, t.Drawn().Order(), -1)
	case kit.NoAction:
		t.beginLine(msg)
	default:
		t.Input.refuse("", aboutTable) // clear the refusal, which would seem to be about the new question
		return t.doAtTable(d)
	}
	return kit.Stay, nil
}

// doAtTable executes actions that concern the whole table or open another screen.
func (t *Screen) doAtTable(d kit.Action) (kit.Step, tea.Cmd) {
	v := t.seen()
	switch d {
	case kit.OpenHelp:
		return kit.Visit(v.help()), nil
	case kit.WriteChat:
		return t.carryOut(v.writeChat())
	case kit.ReadChat:
		return t.readChat(), nil
	case kit.Accept, kit.Decline:
		return t.carryOut(t.questions.answer(v, d == kit.Accept))
	case kit.OfferTakeback:
		return t.carryOut(v.askTakeback())
	case kit.OfferDraw:
		return t.carryOut(v.askDraw())
	case kit.Resign:
		return t.carryOut(v.askResign())
	case kit.TableMenu:
		return t.carryOut(v.tableMenu(t.bots(), kit.CanReport(t.env)))
	case kit.ShareGame:
		if why := v.words.CannotShare(); why != "" {
			return kit.Stay, t.refuse(why, aboutTable)
		}
		return kit.Enter(kit.NewShareReader(t.env, t.View, v.at)), nil
	case kit.AnalysisBoard:
		return t.carryOut(v.analyse())
	case kit.NextTable:
		return t.nextTable(1)
	case kit.PreviousTable:
		return t.nextTable(-1)
	case kit.Television:
		return kit.Stay, t.switchTelevision()
	}
	return t.doAfterGame(v, d)
}

// doAfterGame executes the action of a key that works after the game.
func (t *Screen) doAfterGame(v seen, d kit.Action) (kit.Step, tea.Cmd) {
	switch {
	case d == kit.ShowAnalysis && v.analysable():
		return kit.Stay, t.analysis.toggle(t.ctx, t.requestAnalysis())
	case d == kit.NextMistake && v.analysable():
		return kit.Stay, t.toMistake(1)
	case d == kit.PreviousMistake && v.analysable():
		return kit.Stay, t.toMistake(-1)
	case d == kit.Autoplay && v.analysable() && len(v.Moves) > 0:
		return kit.Stay, t.toggleAutoplay()
	case v.words.CannotPlayAgain() != "":
		return kit.Stay, nil
	}
	switch d {
	case kit.NewTable:
		return t.another()
	case kit.OfferRematch, kit.OfferRotatedRematch:
		return t.carryOut(v.rematch(d == kit.OfferRotatedRematch))
	case kit.InviteSamePlayers:
		return kit.Stay, t.inviteAll()
	case kit.GoToRematch:
		return t.carryOut(v.toRematch())
	}
	return kit.Stay, nil
}

// beginLine starts the move line with a typed character. It ignores the key if no game is
// running, and in an annotated game.
func (t *Screen) beginLine(msg tea.KeyPressMsg) {
	v := t.seen()
	if v.Phase != table.Playing || v.reading() || v.words.LessonOver() {
		return
	}
	if r, _ := utf8.DecodeRuneInString(msg.Text); unicode.IsLetter(r) || unicode.IsDigit(r) || v.beginsMove(msg.Text) {
		t.Input.Refusal = ""
		t.Input.Line.Key(msg)
	}
}

// back undoes one thing: it clears the typed line and the refusal, puts the lifted piece
// back, shows the newest position again or cancels the premove. If none of these is
// possible, it leaves the table.
func (t *Screen) back(v seen) (kit.Step, tea.Cmd) {
	in := &t.Input
	switch premove := v.keptPremove(); {
	case in.Line.Text != "" || in.Refusal != "":
		in.clear()
	case in.Selection.Lifted != rules.NoSquare && !v.words.MustMove():
		in.deselect()
	case v.back:
		t.History.toEnd()
	case premove != nil:
		return t.carryOut(send(table.Command{Kind: table.CancelPremove, Seat: premove.Seat}))
	default:
		return t.carryOut(v.askLeave())
	}
	return kit.Stay, nil
}

// doOnBoard executes an action that moves the cursor, looks back or forward, or changes how
// the board is drawn. It returns false for any other action.
func (t *Screen) doOnBoard(d kit.Action) bool {
	switch d {
	case kit.CursorUp:
		t.moveCursor(0, -1)
	case kit.CursorDown:
		t.moveCursor(0, 1)
	case kit.CursorLeft:
		t.moveCursor(-1, 0)
	case kit.CursorRight:
		t.moveCursor(1, 0)
	case kit.LargerSquares:
		t.resize(1)
	case kit.SmallerSquares:
		t.resize(-1)
	case kit.RotateBoard:
		t.Board.turn(t.View.Variant.Facts().Geometry)
	case kit.NextPieceSet:
		t.env.NextPieceSet(t.Drawn().Chosen())
	default:
		v := t.seen()
		n, looks := target(d, v.at, len(v.Moves))
		if looks {
			t.look(n)
		}
		return looks
	}
	return true
}

func (t *Screen) resize(by int) {
	t.Board.resize(by, func() board.Size { return t.Drawn().Size })
}

func (t *Screen) moveCursor(right, down int) {
	t.Input.Refusal = ""
	t.Input.Selection.Cursor = t.Drawn().Step(t.Input.Selection.Cursor, right, down)
}

// look shows the position after n actions. It puts a lifted piece back, except one that was
// touched at a touch-move table.
func (t *Screen) look(n int) {
	t.History.look(t.View, n)
	t.Input.refuse("", aboutTable) // it may have been about the position that the board showed
	v := t.seen()
	if v.back && !v.words.MustMove() {
		t.Input.deselect()
	}
	t.analysis.look(v.at)
}
