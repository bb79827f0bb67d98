package game

import (
	"errors"
	"slices"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// keptPremove returns the viewer's first premove that has not been dropped, or nil.
func (v seen) keptPremove() *table.PremoveView {
	for i := range v.Premoves {
		if p := &v.Premoves[i]; !p.Dropped {
			return p
		}
	}
	return nil
}

// candidates stores the possible premoves in a view, so that they are computed only once.
type candidates struct {
	view    *table.View
	actions []rules.Action
}

// of returns the moves that would be legal if it were the viewer's turn now. They are used to
// complete typed premoves and to offer promotions.
func (c *candidates) of(v seen) []rules.Action {
	if c.view == v.View {
		return c.actions
	}
	var list []rules.Action
	for turn := range rules.Seat(rules.SeatCount) {
		p := v.Position
		if p.Turn = turn; rules.MayPremove(v.Variant, &p, v.words.Held) {
			list = v.Variant.Legal(&p, list)
		}
	}
	list = slices.DeleteFunc(list, func(a rules.Action) bool { return a.Type != rules.Move && a.Type != rules.Remove })
	*c = candidates{v.View, list}
	return list
}

// premoveCompletions returns the possible premoves whose plain notation begins with a text.
func (in *input) premoveCompletions(v seen, begun string) []string {
	var texts []string
	for _, a := range in.candidates.of(v) {
		if text := rules.Plain(v.facts(), v.home(), a); strings.HasPrefix(text, strings.ToLower(begun)) {
			texts = append(texts, text)
		}
	}
	return texts
}

// readPremove returns the premove that a typed text describes, or the reason why the text
// describes none. It accepts plain notation. For moves that are possible now, it also
// accepts the notation of the game.
func (in *input) readPremove(v seen, text string) (rules.Action, string) {
	a, err := rules.ParsePremove(v.Variant, &v.Position, v.words.Held, text)
	var refused *rules.Refusal
	if errors.As(err, &refused) && (refused.Reason == rules.Ambiguous || refused.Reason == rules.NeedsPromotion) {
		return a, err.Error()
	}
	if err != nil {
		return a, "\"" + player.Shown(text, 20) + "\" is not a premove; write it like " + in.premoveExample(v)
	}
	return a, ""
}

// premoveExample returns an example of a premove in plain notation, if possible with one of
// the viewer's pieces.
func (in *input) premoveExample(v seen) string {
	if list := in.candidates.of(v); len(list) > 0 {
		return rules.Plain(v.facts(), v.home(), list[0])
	}
	return "e2-e4"
}

// premoveLine returns a line that names the viewer's premoves, or says that a premove was
// dropped.
func (v seen) premoveLine() string {
	text, set := v.words.Premove()
	if set {
		text += ". Esc cancels."
	}
	return text
}
