package game

import (
	"strings"

	"quadrille/rules"
)

// guesses are what a typed beginning could mean; tab goes through them.
type guesses struct {
	texts []string
	at    int
}

// guess cycles: with something typed, through the moves that it could be the
// beginning of; with a man lifted, through where he may go; else through the men
// that can move.
func (t *Screen) guess(by int) {
	if t.Line.Text != "" {
		t.guessText(by)
		return
	}
	var squares []rules.Square
	for _, sq := range t.Drawn().Order() {
		if t.meant(sq) {
			squares = append(squares, sq)
		}
	}
	if len(squares) == 0 {
		return
	}
	at := -1
	for i, sq := range squares {
		if sq == t.Hand.Cursor {
			at = i
		}
	}
	if at < 0 && by < 0 {
		at = 0
	}
	t.Hand.Cursor = squares[(at+by+len(squares))%len(squares)]
}

// meant reports whether tab stops on a square.
func (t *Screen) meant(sq rules.Square) bool {
	if t.Hand.Lifted != rules.NoSquare {
		return t.goes(t.Hand.Lifted, sq)
	}
	_, comesOff := t.removal(sq)
	return comesOff || len(t.from(sq)) > 0
}

func (t *Screen) goes(from, to rules.Square) bool {
	for _, a := range t.from(from) {
		if a.To == to {
			return true
		}
	}
	return false
}

func (t *Screen) guessText(by int) {
	if t.guesses.texts == nil {
		t.guesses = guesses{texts: t.readings(t.Line.Text), at: -1}
		if by < 0 {
			t.guesses.at = 0
		}
	}
	n := len(t.guesses.texts)
	if n == 0 {
		return
	}
	t.guesses.at = (t.guesses.at + by + n) % n
	t.Line.Text = t.guesses.texts[t.guesses.at]
}

// readings are the legal moves of which the text is the beginning, in either
// notation: in plain notation if that is what was begun, else in the game's own.
func (t *Screen) readings(begun string) []string {
	legal := t.View.Legal
	switch {
	case t.mayKeep():
		return t.laterReadings(begun)
	case !t.myTurn():
		return nil
	}
	var texts []string
	for _, a := range legal {
		for _, text := range rules.Writings(t.View.Variant, &t.View.Position, t.View.Actor, a) {
			if strings.HasPrefix(text, begun) || strings.HasPrefix(strings.ToLower(text), begun) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}
