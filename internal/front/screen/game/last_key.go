package game

import (
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// lastKey remembers the last two keys, to notice an Enter that is pressed once too often: it
// follows directly on the Enter that opened the screen, played a move or sent a line.
type lastKey struct {
	other         bool // whether the last key was not Enter
	again, prompt bool // whether the current key is such an Enter, and whether the one before went to a prompt
	inPrompt      bool // whether the last key went to a prompt
}

// note records a key. The parameter `prompt` tells whether it goes to a prompt.
func (k *lastKey) note(key string, prompt bool) {
	enter := key == "enter" || key == "space"
	k.again, k.prompt = enter && !k.other, enter && !k.other && k.inPrompt
	k.other, k.inPrompt = !enter, prompt
}

// updated takes a new view. After the move of another player, the next Enter does not follow
// directly on the last one: the player had time to look at the position.
func (k *lastKey) updated(old *table.View, v seen) {
	if old == nil || len(v.Moves) <= len(old.Moves) {
		return
	}
	if last := v.Moves[len(v.Moves)-1]; !v.words.Held.Has(last.By) {
		k.other = true
	}
}

// afterPrompt reports whether the current key is an Enter that follows on the Enter that sent
// the line of a prompt.
func (k *lastKey) afterPrompt() bool { return k.prompt }

// unconfirmed returns a sentence if Enter on a square would do what cannot be undone, and may
// have been pressed once too often: it removes a piece or touches one at a touch-move table.
// If Enter is pressed once more, unconfirmed returns "".
func (in *input) unconfirmed(v seen, sq rules.Square) string {
	if !in.last.again || v.back {
		return ""
	}
	in.last.other = true
	piece := rules.DescribePiece(v.facts(), v.Position.Board[sq], sq)
	if _, removes := v.removal(sq); removes {
		return "press Enter once more to remove " + piece
	}
	if v.Terms.Touch && in.Selection.Lifted == rules.NoSquare && v.words.CannotLift(sq) == "" {
		return "press Enter once more to touch " + piece + ". " + present.TouchRule
	}
	return ""
}
