package forchess

import "quadrille/rules"

// Prompt reports that only token moves or removals are legal (F11, F12); see
// [rules.Prompter].
func (g *Game) Prompt(p *rules.Position) string {
	legal := g.Legal(p, nil)
	switch {
	case len(legal) == 0:
		return ""
	case legal[0].Type == rules.Remove:
		return "no piece can move: remove one of your pieces"
	case g.notation.isToken(p, legal[0]):
		return "the check cannot be stopped: make a token move (not with the king)"
	}
	return ""
}
