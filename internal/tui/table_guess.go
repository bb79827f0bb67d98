package tui

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
func (t *tableScreen) guess(by int) {
	if t.line.text != "" {
		t.guessText(by)
		return
	}
	var squares []rules.Square
	for _, sq := range t.drawn().Order() {
		if t.meant(sq) {
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

// meant reports whether tab stops on a square.
func (t *tableScreen) meant(sq rules.Square) bool {
	if t.hand.lifted != rules.NoSquare {
		return t.goes(t.hand.lifted, sq)
	}
	_, comesOff := t.removal(sq)
	return comesOff || len(t.from(sq)) > 0
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
	legal := t.view.Legal
	switch {
	case t.mayKeep():
		return t.laterReadings(begun)
	case !t.myTurn():
		return nil
	}
	var texts []string
	for _, a := range legal {
		for _, text := range rules.Writings(t.view.Variant, &t.view.Position, t.view.Actor, a) {
			if strings.HasPrefix(text, begun) || strings.HasPrefix(strings.ToLower(text), begun) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}
