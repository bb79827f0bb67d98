package tui

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// key is a key on the table's screen.
func (t *tableScreen) key(msg tea.KeyPressMsg) (step, tea.Cmd) {
	key := msg.String()
	t.talk.attend(t.view)
	t.became = ""
	switch {
	case t.view == nil:
		if key == "esc" || key == "q" || key == "enter" {
			return leave, nil
		}
		return stay, nil
	case t.prompt != nil:
		return t.promptKey(msg)
	case t.view.Phase == table.Waiting:
		return t.waitingKey(key)
	case t.line.text != "" && t.editKey(msg):
		return stay, nil
	case t.beginsMove(msg.Text):
		return t.begin(msg)
	case t.view.Phase == table.Finished:
		return t.deed(deedOf(key, afterKeys, tableKeys), msg)
	case t.reading():
		return t.deed(deedOf(key, notesKeys, tableKeys), msg)
	}
	return t.deed(deedOf(key, tableKeys), msg)
}

// editKey goes on with a line that was begun.
func (t *tableScreen) editKey(msg tea.KeyPressMsg) bool {
	if msg.String() == "?" || msg.String() == "space" {
		return false
	}
	if msg.Text != "" {
		t.beginAnew()
	}
	if !t.line.key(msg) {
		return false
	}
	t.guesses, t.refusal = guesses{}, ""
	return true
}

// beginAnew empties the line if it stands there as it was refused; who corrects it
// takes something away first.
func (t *tableScreen) beginAnew() {
	if t.refusedLine != "" && t.line.text == t.refusedLine {
		t.line.text = ""
	}
	t.refusedLine = ""
}

func (t *tableScreen) paste(msg tea.PasteMsg) tea.Cmd {
	switch {
	case t.prompt != nil:
		t.prompt.line.paste(msg)
		return t.promptTook()
	case t.view != nil && t.view.Phase == table.Playing:
		t.beginAnew()
		t.line.paste(msg)
		t.guesses = guesses{}
	}
	return nil
}

// deed does what a key is for; one that is for nothing may begin the move line.
func (t *tableScreen) deed(d deed, msg tea.KeyPressMsg) (step, tea.Cmd) {
	if t.boardDeed(d) {
		return stay, nil
	}
	switch d {
	case doHere:
		if t.line.text != "" {
			return t.enterLine()
		}
		return t.point(t.hand.cursor)
	case goBack:
		return t.back()
	case guessNext:
		t.guess(1)
	case guessBack:
		t.guess(-1)
	case none:
		return t.begin(msg)
	default:
		return t.tableDeed(d)
	}
	return stay, nil
}

// game is what help is asked about at this table.
func (t *tableScreen) game() nav.Help {
	f := t.view.Variant.Facts()
	return nav.Help{Game: f.Name, Facts: f}
}

// tableDeed is what is asked of the table, or opens another screen.
func (t *tableScreen) tableDeed(d deed) (step, tea.Cmd) {
	switch d {
	case openHelp:
		return visit(t.game()), nil
	case talkLine:
		return stay, t.openTalk()
	case talkScreen:
		return enter(t.newTalkScreen()), nil
	case sayYes, sayNo:
		return t.answer(d == sayYes)
	case askUndo:
		return t.askUndo()
	case aboutDraw:
		return t.askDraw()
	case aboutResigning:
		return t.askResign()
	case tableMenu:
		return t.openMenu()
	case analyse:
		return t.analyse()
	case tableNext:
		return t.hop(1)
	case tableBefore:
		return t.hop(-1)
	case followLiveliest:
		return t.switchTelevision()
	}
	return t.afterDeed(d)
}

// beginsMove reports whether a sign that is no letter begins a move that is
// legal now, as games write removals and choices of army.
func (t *tableScreen) beginsMove(text string) bool {
	if text == "" || !t.removing() && !t.choosing() {
		return false
	}
	return slices.ContainsFunc(t.view.Legal, func(a rules.Action) bool {
		return rules.Begins(t.view.Variant, &t.view.Position, t.view.Actor, a, text)
	})
}

// begin starts the move line with a letter, a digit, or what begins a move. When
// the game is over there is nothing to type.
func (t *tableScreen) begin(msg tea.KeyPressMsg) (step, tea.Cmd) {
	r, _ := utf8.DecodeRuneInString(msg.Text)
	if t.view.Phase == table.Playing && (unicode.IsLetter(r) || unicode.IsDigit(r) || t.beginsMove(msg.Text)) {
		t.refusal = ""
		t.line.key(msg)
	}
	return stay, nil
}

// back undoes one thing: what was typed, what was refused, the man in the hand,
// looking back, what would be played; then it leaves.
func (t *tableScreen) back() (step, tea.Cmd) {
	switch {
	case t.line.text != "" || t.refusal != "":
		t.line.text, t.refusal, t.guesses = "", "", guesses{}
	case t.hand.lifted != rules.NoSquare && !t.bound():
		t.hand.lifted = rules.NoSquare
	case t.past.looking:
		t.past.looking = false
	case t.ahead() != nil:
		return stay, t.recall()
	default:
		return t.askLeave(), nil
	}
	return stay, nil
}

// boardDeed moves the cursor, looks back, or changes how the board is drawn.
func (t *tableScreen) boardDeed(d deed) bool {
	switch d {
	case cursorUp:
		t.moveCursor(0, -1)
	case cursorDown:
		t.moveCursor(0, 1)
	case cursorLeft:
		t.moveCursor(-1, 0)
	case cursorRight:
		t.moveCursor(1, 0)
	case largerSquares:
		t.resizeSquares(1)
	case smallerSquares:
		t.resizeSquares(-1)
	case turnBoard:
		t.turnBoard()
	case nextMen:
		t.env.nextMen(t.drawn().Chosen())
	default:
		return t.lookDeed(d)
	}
	return true
}

// resizeSquares makes them a size larger or smaller. A step for which there is no
// room counts nothing, so that the next one back is seen at once.
func (t *tableScreen) resizeSquares(by int) {
	before := t.drawn().Size
	if t.board.larger += by; t.drawn().Size == before {
		t.board.larger -= by
	}
}

// turnBoard shows the board from another side. A board that is wider than high
// is never put on its side.
func (t *tableScreen) turnBoard() {
	quarters := 3
	if g := t.view.Variant.Facts().Geometry; g.Width != g.Height {
		quarters = 2
	}
	t.board.turned, t.board.chosen = (t.board.turned+quarters)&3, true
}

func (t *tableScreen) moveCursor(right, down int) {
	t.refusal = ""
	t.hand.cursor = t.drawn().Step(t.hand.cursor, right, down)
}
