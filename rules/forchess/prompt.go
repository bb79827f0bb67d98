package forchess

import "quadrille/rules"

// Prompt returns a text for the seat to move if it cannot move as usual: it must make a token
// move (a move that does not stop the check, F11) or remove a piece (F12). Otherwise Prompt
// returns "". See [rules.Prompter].
func (g *Game) Prompt(p *rules.Position) string {
	legal := g.Legal(p, nil)
	switch {
	case len(legal) == 0:
		return ""
	case legal[0].Type == rules.Remove:
		return "no piece can move: remove one of your pieces"
	case g.isToken(p, legal[0]):
		return "the check cannot be stopped: make a token move (any piece but the king)"
	}
	return ""
}
