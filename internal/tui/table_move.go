package tui

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// hand is the cursor, and the man that is lifted.
type hand struct {
	cursor, lifted rules.Square
	pressed        bool // the mouse button that lifted is still down
}

// myTurn reports whether this person must act now.
func (t *tableScreen) myTurn() bool { return t.view != nil && t.mine(t.view.Actor) }

// from is the menu for the man on a square: what the table says is legal.
func (t *tableScreen) from(sq rules.Square) []rules.Action {
	var menu []rules.Action
	if t.myTurn() {
		for _, a := range t.view.Legal {
			if a.Verb == rules.Move && a.From == sq {
				menu = append(menu, a)
			}
		}
	}
	return menu
}

// point is Enter or a click on a square: it lifts a man, drops him, or puts him
// back.
func (t *tableScreen) point(sq rules.Square) (step, tea.Cmd) {
	t.hand.cursor, t.refusal = sq, ""
	if t.past.looking {
		return stay, t.refuse("you are looking back; press end to return to the game")
	}
	if t.hand.lifted == sq {
		t.hand.lifted = rules.NoSquare
		return stay, nil
	}
	if t.hand.lifted != rules.NoSquare && len(t.from(sq)) == 0 {
		return t.drop(sq)
	}
	return stay, t.lift(sq)
}

func (t *tableScreen) lift(sq rules.Square) tea.Cmd {
	if why := t.cannotLift(sq); why != "" {
		return t.refuse(why)
	}
	t.hand.lifted = sq
	return nil
}

func (t *tableScreen) cannotLift(sq rules.Square) string {
	v, f := t.view, t.view.Variant.Facts()
	m := v.Position.Board[sq]
	switch {
	case v.Phase == table.Finished:
		return "the game is over"
	case !t.seated():
		return "you look on here and have no seat"
	case !t.myTurn():
		return "it is not your turn; " + f.SeatName(v.Actor) + " is to move"
	case !m.IsMan():
		return "no man stands on " + f.Geometry.Name(sq)
	case v.Variant.Controller(&v.Position, sq) != v.Actor:
		return rules.Describe(f, m, sq) + " is " + f.Armies[m.Army()] + "'s"
	case len(t.from(sq)) == 0:
		return rules.Describe(f, m, sq) + " cannot move"
	}
	return ""
}

// drop plays the lifted man to a square, and asks what a pawn becomes.
func (t *tableScreen) drop(sq rules.Square) (step, tea.Cmd) {
	var fits []rules.Action
	for _, a := range t.from(t.hand.lifted) {
		if a.To == sq {
			fits = append(fits, a)
		}
	}
	switch len(fits) {
	case 0: // the table knows the reason
		return stay, t.play(rules.MoveOf(t.hand.lifted, sq))
	case 1:
		return stay, t.play(fits[0])
	}
	return enter(t.promotion(fits)), nil
}

// promotion asks what a pawn becomes; the best is preselected.
func (t *tableScreen) promotion(fits []rules.Action) *dialog {
	f := t.view.Variant.Facts()
	var choices []choice
	for _, kind := range f.Promotes {
		for _, a := range fits {
			if a.Promote == kind {
				choices = append(choices, choice{label: capital(kind.Word()), do: func() tea.Cmd { return t.play(a) }})
			}
		}
	}
	head := "The pawn on " + f.Geometry.Name(fits[0].To) + " becomes a"
	return newDialog(t.env, head, "Its initial, or the arrow keys and Enter. Esc takes the move back.", choices...)
}

// play sends an action of the seat whose turn it is.
func (t *tableScreen) play(a rules.Action) tea.Cmd {
	seat := t.view.Actor
	if !t.mine(seat) {
		seat = t.home()
	}
	if a.Verb == rules.Resign {
		seat = a.Seat
	}
	return t.act(table.Act{Do: table.Play, Seat: seat, Action: a})
}

// enterLine plays what was typed, or does what the word says.
func (t *tableScreen) enterLine() (step, tea.Cmd) {
	text := strings.TrimSpace(t.line.text)
	t.refusal = ""
	if to, cmd, known := t.word(text); known {
		return to, cmd
	}
	if why := t.cannotPlay(); why != "" {
		return stay, t.refuse(why)
	}
	a, err := t.read(text)
	if fits := t.promotions(text, a, err); len(fits) > 1 {
		return enter(t.promotion(fits)), nil
	}
	if err != nil {
		return stay, t.refuse(err.Error())
	}
	switch a.Verb {
	case rules.Resign:
		return t.askResign()
	case rules.DrawClaimed, rules.DrawAgreed:
		return t.askDraw()
	}
	return stay, t.play(a)
}

// word does what one of the words means that are no moves.
func (t *tableScreen) word(text string) (step, tea.Cmd, bool) {
	var to step
	var cmd tea.Cmd
	switch strings.ToLower(text) {
	case "resign":
		to, cmd = t.askResign()
	case "draw", "claim":
		to, cmd = t.askDraw()
	case "q", "quit", "exit":
		to = t.askLeave()
	case "help":
		to = enter(newHelp(t.env, t.game()))
	default:
		return stay, nil, false
	}
	t.line.text = ""
	return to, cmd, true
}

func (t *tableScreen) cannotPlay() string {
	switch {
	case t.view.Phase == table.Finished:
		return "the game is over"
	case !t.seated():
		return "you look on here and have no seat"
	case !t.myTurn():
		return "it is not your turn; " + t.view.Variant.Facts().SeatName(t.view.Actor) + " is to move"
	}
	return ""
}

// read understands plain notation and the game's own. If neither does, the one
// that got further says why.
func (t *tableScreen) read(text string) (rules.Action, error) {
	v := t.view
	a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, lowerSquares(text))
	notation, ok := v.Variant.(rules.Notation)
	if err == nil || !ok {
		return a, err
	}
	a, ownErr := notation.Read(&v.Position, text)
	var refusal *rules.Refusal
	if errors.As(ownErr, &refusal) && refusal.Reason == rules.Unreadable {
		return a, err
	}
	return a, ownErr
}

// lowerSquares writes the squares of a plain move small and its piece great:
// "B5-A5=q" is b5-a5=Q.
func lowerSquares(text string) string {
	squares, piece, promotes := strings.Cut(text, "=")
	if !promotes {
		return strings.ToLower(text)
	}
	return strings.ToLower(squares) + "=" + strings.ToUpper(piece)
}

// promotions are the legal moves of which the text says all but the piece.
func (t *tableScreen) promotions(text string, a rules.Action, err error) []rules.Action {
	var refusal *rules.Refusal
	unsaid := errors.As(err, &refusal) && refusal.Reason == rules.NeedsPromotion
	var fits []rules.Action
	for _, legal := range t.view.Legal {
		if legal.Promote == rules.NoKind {
			continue
		}
		same := err == nil && a.Promote == rules.NoKind && legal.From == a.From && legal.To == a.To
		if same || unsaid && slices.ContainsFunc(t.writings(legal), func(w string) bool { return strings.HasPrefix(w, text+"=") }) {
			fits = append(fits, legal)
		}
	}
	return fits
}

// guesses are what a typed beginning could mean; tab goes through them.
type guesses struct {
	texts []string
	at    int
}

// guess cycles: with something typed, through the moves that it could be the
// beginning of; with a man lifted, through where he may go; else through the men
// that can move.
func (t *tableScreen) guess(by int) {
	if t.line.text != "" {
		t.guessText(by)
		return
	}
	var squares []rules.Square
	for _, sq := range t.drawn().Order() {
		if t.hand.lifted != rules.NoSquare && t.goes(t.hand.lifted, sq) || t.hand.lifted == rules.NoSquare && len(t.from(sq)) > 0 {
			squares = append(squares, sq)
		}
	}
	if len(squares) == 0 {
		return
	}
	at := -1
	for i, sq := range squares {
		if sq == t.hand.cursor {
			at = i
		}
	}
	if at < 0 && by < 0 {
		at = 0
	}
	t.hand.cursor = squares[(at+by+len(squares))%len(squares)]
}

func (t *tableScreen) goes(from, to rules.Square) bool {
	for _, a := range t.from(from) {
		if a.To == to {
			return true
		}
	}
	return false
}

func (t *tableScreen) guessText(by int) {
	if t.guesses.texts == nil {
		t.guesses = guesses{texts: t.readings(t.line.text), at: -1}
		if by < 0 {
			t.guesses.at = 0
		}
	}
	n := len(t.guesses.texts)
	if n == 0 {
		return
	}
	t.guesses.at = (t.guesses.at + by + n) % n
	t.line.text = t.guesses.texts[t.guesses.at]
}

// readings are the legal moves of which the text is the beginning, in either
// notation: in plain notation if that is what was begun, else in the game's own.
func (t *tableScreen) readings(begun string) []string {
	if !t.myTurn() {
		return nil
	}
	var texts []string
	for _, a := range t.view.Legal {
		for _, text := range t.writings(a) {
			if strings.HasPrefix(text, begun) || strings.HasPrefix(strings.ToLower(text), begun) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}

func (t *tableScreen) writings(a rules.Action) []string {
	plain := rules.Plain(t.view.Variant.Facts(), t.view.Actor, a)
	if notation, ok := t.view.Variant.(rules.Notation); ok {
		own, _, _ := strings.Cut(notation.Write(&t.view.Position, a), "#")
		return []string{plain, own, strings.Replace(own, "x", "", 1)}
	}
	return []string{plain}
}
