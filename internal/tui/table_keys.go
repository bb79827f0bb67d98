package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// key is a key on the table's screen. Letters and digits belong to the move line
// while a game is on, so everything else has other keys.
func (t *tableScreen) key(msg tea.KeyPressMsg) (step, tea.Cmd) {
	key := msg.String()
	switch {
	case t.view == nil:
		if key == "esc" || key == "q" || key == "enter" {
			return leave, nil
		}
		return stay, nil
	case t.view.Phase == table.Waiting:
		return t.waitingKey(key)
	case t.line.text != "" && t.editKey(msg):
		return stay, nil
	case t.beginsMove(msg.Text):
		return t.begin(msg)
	case t.boardKey(key):
		return stay, nil
	}
	return t.gameKey(msg, key)
}

// editKey goes on with a line that was begun.
func (t *tableScreen) editKey(msg tea.KeyPressMsg) bool {
	if msg.String() == "?" || msg.String() == "space" || !t.line.key(msg) {
		return false
	}
	t.guesses, t.refusal = guesses{}, ""
	return true
}

func (t *tableScreen) paste(msg tea.PasteMsg) {
	if t.view != nil && t.view.Phase == table.Playing {
		t.line.paste(msg)
		t.guesses = guesses{}
	}
}

// gameKey is a key that acts, or that begins the move line.
func (t *tableScreen) gameKey(msg tea.KeyPressMsg, key string) (step, tea.Cmd) {
	switch key {
	case "enter", "space":
		if t.line.text != "" {
			return t.enterLine()
		}
		return t.point(t.hand.cursor)
	case "esc":
		return t.back()
	case "tab":
		t.guess(1)
	case "shift+tab":
		t.guess(-1)
	case "?":
		return enter(newHelp(t.env, t.game())), nil
	case "ctrl+a":
		return t.analyse()
	case "!":
		return t.askResign()
	case "=":
		return t.askDraw()
	default:
		return t.begin(msg)
	}
	return stay, nil
}

// beginsMove reports whether a sign that is no letter begins a move that is
// legal now, as games write removals and choices of army.
func (t *tableScreen) beginsMove(text string) bool {
	if text == "" || !t.removing() && !t.choosing() {
		return false
	}
	return slices.ContainsFunc(t.view.Legal, func(a rules.Action) bool {
		return slices.ContainsFunc(t.writings(a), func(w string) bool { return strings.HasPrefix(w, text) })
	})
}

// begin starts the move line with a letter, a digit, or what begins a move. When the game is over
// there is nothing to type, and q leaves.
func (t *tableScreen) begin(msg tea.KeyPressMsg) (step, tea.Cmd) {
	if t.view.Phase == table.Finished {
		if msg.Text == "q" {
			return leave, nil
		}
		return stay, nil
	}
	if r, _ := utf8.DecodeRuneInString(msg.Text); unicode.IsLetter(r) || unicode.IsDigit(r) || t.beginsMove(msg.Text) {
		t.refusal = ""
		t.line.key(msg)
	}
	return stay, nil
}

// back undoes one thing: what was typed, what was refused, the man in the hand,
// looking back; then it leaves.
func (t *tableScreen) back() (step, tea.Cmd) {
	switch {
	case t.line.text != "" || t.refusal != "":
		t.line.text, t.refusal, t.guesses = "", "", guesses{}
	case t.hand.lifted != rules.NoSquare && !t.bound():
		t.hand.lifted = rules.NoSquare
	case t.past.looking:
		t.past.looking = false
	default:
		return t.askLeave(), nil
	}
	return stay, nil
}

// boardKey moves the cursor, looks back, or changes how the board is drawn.
func (t *tableScreen) boardKey(key string) bool {
	switch key {
	case "up":
		t.moveCursor(0, -1)
	case "down":
		t.moveCursor(0, 1)
	case "left":
		t.moveCursor(-1, 0)
	case "right":
		t.moveCursor(1, 0)
	case "+":
		t.board.larger = min(t.board.larger+1, len(board.Sizes))
	case "-":
		t.board.larger = max(t.board.larger-1, -len(board.Sizes))
	case "/":
		t.turnBoard()
	case "ctrl+p":
		t.env.nextMen(t.drawn().Chosen())
	default:
		return t.lookKey(key)
	}
	return true
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

// mouse clicks on squares; what is pressed on one square and let go on another
// is a man who is dragged.
func (t *tableScreen) mouse(msg tea.MouseMsg) (step, tea.Cmd) {
	m := msg.Mouse()
	if t.view == nil {
		return stay, nil
	}
	if t.view.Phase == table.Waiting {
		return t.waitingMouse(msg)
	}
	sq, on := t.drawn().SquareAt(m.X-t.board.at.x, m.Y-t.board.at.y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if on && m.Button == tea.MouseLeft {
			held := t.hand.lifted
			to, cmd := t.point(sq)
			t.hand.pressed = t.hand.lifted == sq && held != sq
			return to, cmd
		}
	case tea.MouseReleaseMsg:
		dragged := t.hand.pressed && on && sq != t.hand.lifted && t.hand.lifted != rules.NoSquare
		t.hand.pressed = false
		if dragged {
			t.hand.cursor = sq
			return t.drop(sq)
		}
	case tea.MouseWheelMsg:
		t.wheel(m.Button)
	}
	return stay, nil
}

// wheel looks back and forth.
func (t *tableScreen) wheel(button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		t.look(t.lookedAt() - 1)
	case tea.MouseWheelDown:
		t.look(t.lookedAt() + 1)
	}
}
