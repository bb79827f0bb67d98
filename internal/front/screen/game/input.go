package game

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw/board"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/table"
	"quadrille/rules"
)

// input turns keys, clicks and typed text into moves.
type input struct {
	Selection   selection
	Line        kit.Line
	prompt      *prompt // the prompt that takes the place of the move line, for example for chat; nil if none is open
	guesses     guesses
	candidates  candidates
	last        lastKey
	Refusal     string // reason why the last input was refused
	about       subject
	refusedLine string // the typed move that was refused last
}

// selection holds the cursor and the square of the lifted piece.
type selection struct {
	Cursor, Lifted rules.Square
	pressed        bool // whether the mouse button that lifted the piece is still down
}

// refuse shows the reason why the last input was refused. An empty reason clears it.
func (in *input) refuse(why string, about subject) {
	in.Refusal, in.about = why, about
	if about == aboutLine {
		in.refusedLine = in.Line.Text
	}
}

// clear clears the typed line and the refusal.
func (in *input) clear() {
	in.Line.Text, in.Refusal, in.guesses = "", "", guesses{}
}

// played clears the move line and the selection after a move was played.
func (in *input) played() {
	in.Line.Text, in.guesses = "", guesses{}
	in.deselect()
}

func (in *input) deselect() { in.Selection.Lifted = rules.NoSquare }

// typing reports whether the viewer has typed something or opened a prompt.
func (in *input) typing() bool { return in.prompt != nil || in.Line.Text != "" }

// updated takes a new view.
func (in *input) updated(old *table.View, v seen) {
	in.last.updated(old, v)
	if old != nil && old.Phase != v.Phase { // discard what the viewer typed in the previous phase
		in.clear()
	}
	if old == nil || old.Position != v.Position {
		in.guesses = guesses{}
	}
	if in.Selection.Lifted != rules.NoSquare && v.words.CannotLift(in.Selection.Lifted) != "" {
		in.deselect()
	}
	if v.words.MustMove() {
		in.Selection.Lifted = v.Lifted
	}
	in.checkRefusal(old, v)
}

// checkRefusal clears the refusal if it is no longer true in a new view. It reads a refused
// line again, which may be refused for another reason now.
func (in *input) checkRefusal(old *table.View, v seen) {
	if in.Refusal == "" || in.about == aboutTable || old == nil || samePosition(old, v.View) {
		return
	}
	line := in.Line.Text
	if in.about != aboutLine || line == "" || line != in.refusedLine {
		in.Refusal = ""
		return
	}
	text := strings.TrimSpace(line)
	if i, known := v.word(text); known {
		in.Refusal = i.refuse
	} else {
		_, in.Refusal = in.read(v, text)
	}
	if in.Refusal == "" {
		in.refusedLine = ""
	}
}

// samePosition reports whether the same seat is to move in the same position in two views.
func samePosition(a, b *table.View) bool {
	return a.Position == b.Position && a.Actor == b.Actor && a.Adjourned == b.Adjourned && a.Lifted == b.Lifted
}

// enterLine plays the typed move or executes the typed word.
func (in *input) enterLine(v seen) intent {
	text := strings.TrimSpace(in.Line.Text)
	in.Refusal = ""
	if i, known := v.word(text); known {
		if i.refuse == "" {
			in.Line.Text = ""
		}
		return i
	}
	fits, why := in.read(v, text)
	if which, several := v.meanings(text); several {
		return ask(which)
	}
	switch {
	case why != "":
		return intent{refuse: why, about: aboutLine}
	case len(fits) > 1:
		in.Selection.Cursor = fits[0].To // show the destination, although it was not selected on the board
		return ask(v.promotion(fits))
	}
	switch fits[0].Type {
	case rules.Resign:
		return v.askResign()
	case rules.DrawClaimed, rules.DrawAgreed:
		return v.askDraw()
	}
	return act(fits[0])
}

// read returns the actions that a typed text describes: several if a pawn can become several
// kinds of pieces. If there is none, it returns the reason.
func (in *input) read(v seen, text string) ([]rules.Action, string) {
	if v.words.MayPremove() {
		a, why := in.readPremove(v, text)
		return []rules.Action{a}, why
	}
	if why := v.words.CannotMove(); why != "" {
		return nil, why
	}
	fits, err := rules.Interpret(v.Variant, &v.Position, v.Actor, v.Legal, text)
	if err != nil {
		return nil, err.Error()
	}
	return fits, ""
}

// word executes a typed word such as "resign". It returns false if the word is unknown.
func (v seen) word(text string) (intent, bool) {
	word := rules.TypedWord(text)
	switch kind := table.Named(word); {
	case word == "resign":
		return v.askResign(), true
	case kind == table.OfferDraw, word == "claim":
		return v.askDraw(), true
	case kind == table.OfferTakeback:
		return v.askTakeback(), true
	case word == "q", word == "quit", word == "exit":
		return v.askLeave(), true
	case word == "help":
		return intent{step: kit.Visit(v.help())}, true
	}
	return v.give(text)
}

// help returns the help page about the game of the table.
func (v seen) help() nav.Help { return nav.Help{Game: v.facts().Name, Facts: v.facts()} }

// Game returns the help page about the game of the table.
func (t *Screen) Game() nav.Help { return t.seen().help() }

// editKey passes a key to the move line unless the line is empty. It reports whether the
// line used the key.
func (in *input) editKey(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "?":
		return false
	case "space": // part of the move, as in "N k3"; it does not play the move
		if in.refusedLine == in.Line.Text {
			return true
		}
	case "left", "right", "delete", "backspace", "ctrl+u": // if the typed line is empty, these keys act on the board
		in.refusedLine = ""
	default:
		if msg.Text == "" {
			return false
		}
		if in.clearRefused() && kit.ActionOf(msg.String(), kit.TableKeys) != kit.NoAction {
			return false
		}
	}
	if !in.Line.Key(msg) {
		return false
	}
	in.guesses, in.Refusal = guesses{}, ""
	return true
}

// clearRefused clears the move line if it was refused and has not been edited since, so that
// typing starts a new move. It reports whether it cleared the line.
func (in *input) clearRefused() bool {
	refused := in.refusedLine != "" && in.Line.Text == in.refusedLine
	if refused {
		in.Line.Text = ""
	}
	in.refusedLine = ""
	return refused
}

// paste adds pasted text to the prompt or, during the game, to the move line.
func (in *input) paste(v seen, msg tea.PasteMsg) intent {
	switch {
	case in.prompt != nil:
		in.prompt.line.Paste(msg)
		return in.promptTook()
	case v.View != nil && v.Phase == table.Playing && !v.reading():
		in.clearRefused()
		in.Line.Paste(msg)
		in.guesses = guesses{}
	}
	return intent{}
}

// mark adds the viewer's own marks to a board: the cursor, the lifted piece and its targets,
// and premoves.
func (in *input) mark(v seen, on *board.View) {
	if v.words.Held != 0 {
		on.Marks[in.Selection.Cursor] |= board.Cursor
	}
	for _, p := range v.Premoves {
		if !p.Dropped {
			scene.MarkPath(on, p.Action, board.Premove)
		}
	}
	if v.removing() {
		for _, a := range v.Legal {
			on.Marks[a.From] |= board.Take
		}
	}
	if in.Selection.Lifted != rules.NoSquare {
		on.Lift(in.Selection.Lifted, in.from(v, in.Selection.Lifted))
	}
}
