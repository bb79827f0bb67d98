package game

import (
	"slices"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/table"
	"quadrille/rules"
)

// key handles a key press.
func (t *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	key := msg.String()
	t.keys.note(key, t.Input.prompt != nil)
	t.chat.read.markSeen(t.View)
	t.requests.ended = ""
	switch {
	case t.View == nil:
		if key == "esc" || key == "q" || key == "enter" {
			return kit.Leave, nil
		}
		return kit.Stay, nil
	case t.Input.prompt != nil:
		return t.Input.promptKey(msg)
	case t.View.Phase == table.Waiting:
		return t.waiting.waitingKey(key)
	case t.Input.Line.Text != "" && t.editKey(msg):
		return kit.Stay, nil
	case t.beginsMove(msg.Text):
		return t.begin(msg)
	case t.View.Phase == table.Finished:
		return t.do(kit.ActionOf(key, kit.FinishedKeys, kit.TableKeys), msg)
	case t.lesson.reading():
		return t.do(kit.ActionOf(key, kit.AnnotatedKeys, kit.TableKeys), msg)
	}
	return t.do(kit.ActionOf(key, kit.TableKeys), msg)
}

// editKey passes a key to the move line unless the line is empty. It reports whether the
// line used the key.
func (t *Screen) editKey(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "?":
		return false
	case "space": // part of the move, as in "N k3"; it does not play the move
		if t.Input.refusedLine == t.Input.Line.Text {
			return true
		}
	case "left", "right", "delete", "backspace", "ctrl+u": // if the typed line is empty, these keys act on the board
		t.Input.refusedLine = ""
	default:
		if msg.Text == "" {
			return false
		}
		if t.clearRefused() && kit.ActionOf(msg.String(), kit.TableKeys) != kit.NoAction {
			return false
		}
	}
	if !t.Input.Line.Key(msg) {
		return false
	}
	t.Input.guesses, t.Input.Refusal = guesses{}, ""
	return true
}

// clearRefused clears the move line if it was refused and has not been edited since, so that
// typing starts a new move. It reports whether it cleared the line.
func (t *Screen) clearRefused() bool {
	refused := t.Input.refusedLine != "" && t.Input.Line.Text == t.Input.refusedLine
	if refused {
		t.Input.Line.Text = ""
	}
	t.Input.refusedLine = ""
	return refused
}

func (t *Screen) paste(msg tea.PasteMsg) tea.Cmd {
	switch {
	case t.Input.prompt != nil:
		t.Input.prompt.line.Paste(msg)
		return t.Input.promptTook()
	case t.View != nil && t.View.Phase == table.Playing:
		t.clearRefused()
		t.Input.Line.Paste(msg)
		t.Input.guesses = guesses{}
	}
	return nil
}

// do executes the action of a key. A key without an action may be the first character of
// a typed move.
func (t *Screen) do(d kit.Action, msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	if t.doOnBoard(d) {
		return kit.Stay, nil
	}
	switch d {
	case kit.Select:
		if t.Input.Line.Text != "" {
			return t.Input.enterLine()
		}
		if why := t.Input.unconfirmed(t.Input.Selection.Cursor); why != "" {
			return kit.Stay, t.Link.refuse(why)
		}
		return t.Input.point(t.Input.Selection.Cursor)
	case kit.GoBack:
		return t.back()
	case kit.NextCandidate:
		t.Input.guess(1)
	case kit.PreviousCandidate:
		t.Input.guess(-1)
	case kit.NoAction:
		return t.begin(msg)
	default:
		t.Input.refuse("") // clear the refusal, which would seem to be about the new question
		return t.doAtTable(d)
	}
	return kit.Stay, nil
}

// Game returns the help page about the game of the table.
func (t *Screen) Game() nav.Help {
	f := t.View.Variant.Facts()
	return nav.Help{Game: f.Name, Facts: f}
}

// doAtTable executes actions that concern the whole table or open another screen.
func (t *Screen) doAtTable(d kit.Action) (kit.Step, tea.Cmd) {
	switch d {
	case kit.OpenHelp:
		return kit.Visit(t.Game()), nil
	case kit.WriteChat:
		return kit.Stay, t.chat.openPrompt()
	case kit.ReadChat:
		return kit.Enter(t.chat.newChatReader()), nil
	case kit.Accept, kit.Decline:
		return t.requests.answer(d == kit.Accept)
	case kit.OfferTakeback:
		return t.requests.askTakeback()
	case kit.OfferDraw:
		return t.requests.askDraw()
	case kit.Resign:
		return t.requests.askResign()
	case kit.TableMenu:
		return t.waiting.openMenu()
	case kit.ShareGame:
		if t.Study != nil {
			return kit.Stay, t.Link.refuse("the game on an analysis board is not stored")
		}
		return kit.Enter(kit.NewShareReader(t.env, t.View, t.History.LookedAt())), nil
	case kit.AnalysisBoard:
		return t.lesson.analyse()
	case kit.NextTable:
		return t.tv.next(1)
	case kit.PreviousTable:
		return t.tv.next(-1)
	case kit.Television:
		return t.tv.switchTelevision()
	}
	return t.requests.doAfterGame(d)
}

// beginsMove reports whether an action that removes a piece or chooses an army begins with the
// given text. All other actions begin with a letter.
func (t *Screen) beginsMove(text string) bool {
	if text == "" || !t.Input.removing() && !t.Input.choosing() {
		return false
	}
	return slices.ContainsFunc(t.View.Legal, func(a rules.Action) bool {
		return rules.IsPrefix(t.View.Variant, &t.View.Position, t.View.Actor, a, rules.Typed(text))
	})
}

// begin starts the move line with a typed character. It ignores the key if no game is
// running.
func (t *Screen) begin(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	r, _ := utf8.DecodeRuneInString(msg.Text)
	if t.View.Phase == table.Playing && (unicode.IsLetter(r) || unicode.IsDigit(r) || t.beginsMove(msg.Text)) {
		t.Input.Refusal = ""
		t.Input.Line.Key(msg)
	}
	return kit.Stay, nil
}

// back undoes one thing: it clears the typed line and the refusal, puts the lifted piece
// back, shows the newest position again or cancels the premove. If none of these is
// possible, it leaves the table.
func (t *Screen) back() (kit.Step, tea.Cmd) {
	switch {
	case t.Input.Line.Text != "" || t.Input.Refusal != "":
		t.Input.Line.Text, t.Input.Refusal, t.Input.guesses = "", "", guesses{}
	case t.Input.Selection.Lifted != rules.NoSquare && !t.Input.mustMove():
		t.Input.Selection.Lifted = rules.NoSquare
	case t.History.past.looking:
		t.History.past.looking = false
	case t.Premoves.kept() != nil:
		return kit.Stay, t.Premoves.cancel()
	default:
		return t.requests.askLeave(), nil
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
		t.Board.resize(1)
	case kit.SmallerSquares:
		t.Board.resize(-1)
	case kit.RotateBoard:
		t.Board.turn()
	case kit.NextPieceSet:
		t.env.NextPieceSet(t.Board.Drawn().Chosen())
	default:
		return t.History.doLook(d)
	}
	return true
}

func (t *Screen) moveCursor(right, down int) {
	t.Input.Refusal = ""
	t.Input.Selection.Cursor = t.Board.Drawn().Step(t.Input.Selection.Cursor, right, down)
}
