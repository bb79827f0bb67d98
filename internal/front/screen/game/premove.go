package game

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// premoves shows, sets and cancels the viewer's premoves. The table stores them.
type premoves struct {
	t          *Screen
	candidates candidates
}

// allowed reports whether the viewer may set a premove now.
func (pm *premoves) allowed() bool {
	v := pm.t.View
	return v.Phase == table.Playing && !v.Terms.Touch && !v.Adjourned && pm.t.Study == nil && !pm.t.Input.myTurn() &&
		pm.t.seats.seatsInPlay() != 0
}

// kept returns the viewer's first premove that has not been dropped, or nil.
func (pm *premoves) kept() *table.PremoveView {
	for i := range pm.t.View.Premoves {
		if p := &pm.t.View.Premoves[i]; !p.Dropped {
			return p
		}
	}
	return nil
}

// cancel cancels the viewer's premove.
func (pm *premoves) cancel() tea.Cmd {
	return pm.t.Link.Act(table.Command{Kind: table.CancelPremove, Seat: pm.kept().Seat})
}

// set sends a premove to the table.
func (pm *premoves) set(a rules.Action) tea.Cmd {
	return pm.t.Link.Act(table.Command{Kind: table.Premove, Seat: pm.t.View.Variant.Controller(&pm.t.View.Position, a.From), Action: a})
}

// Candidates returns the moves that would be legal if it were the viewer's turn now. They
// are used to complete typed premoves and to offer promotions.
func (pm *premoves) Candidates() []rules.Action {
	if pm.candidates.view == pm.t.View {
		return pm.candidates.actions
	}
	v := pm.t.View
	var list []rules.Action
	for turn := range rules.Seat(rules.SeatCount) {
		p := v.Position
		if p.Turn = turn; rules.MayPremove(v.Variant, &p, v.Held(pm.t.env.Me.ID)) {
			list = v.Variant.Legal(&p, list)
		}
	}
	list = slices.DeleteFunc(list, func(a rules.Action) bool { return a.Type != rules.Move && a.Type != rules.Remove })
	pm.candidates = candidates{pm.t.View, list}
	return list
}

// candidates stores the possible premoves in a view, so that [premoves.Candidates] computes
// them only once.
type candidates struct {
	view    *table.View
	actions []rules.Action
}

// completions returns the possible premoves whose plain notation begins with the text
// `begun`.
func (pm *premoves) completions(begun string) []string {
	var texts []string
	for _, a := range pm.Candidates() {
		if text := rules.Plain(pm.t.View.Variant.Facts(), pm.t.seats.home(), a); strings.HasPrefix(text, strings.ToLower(begun)) {
			texts = append(texts, text)
		}
	}
	return texts
}

// setByMove sets a premove that moves the lifted piece to a square.
func (pm *premoves) setByMove(sq rules.Square) (kit.Step, tea.Cmd) {
	from := pm.t.Input.selection().Lifted
	var fits []rules.Action
	for _, a := range pm.Candidates() {
		if a.Type == rules.Move && a.From == from && a.To == sq && !slices.Contains(fits, a) {
			fits = append(fits, a)
		}
	}
	if len(fits) > 1 {
		return kit.Enter(pm.t.Input.promotion(fits)), nil
	}
	if len(fits) == 1 {
		return kit.Stay, pm.set(fits[0])
	}
	return kit.Stay, pm.set(rules.NewMove(from, sq))
}

// setByText sets a typed premove. It accepts plain notation. For moves that are possible
// now, it also accepts the notation of the game.
func (pm *premoves) setByText(text string) tea.Cmd {
	a, err := rules.ParsePremove(pm.t.View.Variant, &pm.t.View.Position, pm.t.requests.mySeats(), text)
	var refused *rules.Refusal
	if errors.As(err, &refused) && (refused.Reason == rules.Ambiguous || refused.Reason == rules.NeedsPromotion) {
		return pm.t.Link.refuseLine(err.Error())
	}
	if err != nil {
		return pm.t.Link.refuseLine("\"" + player.Shown(text, 20) + "\" is not a premove; write it like " + pm.example())
	}
	return pm.set(a)
}

// example returns an example of a premove in plain notation, if possible with one of
// the viewer's pieces.
func (pm *premoves) example() string {
	if list := pm.Candidates(); len(list) > 0 {
		return rules.Plain(pm.t.View.Variant.Facts(), pm.t.seats.home(), list[0])
	}
	return "e2-e4"
}

// premoveLine returns a line that names the viewer's premoves, or says that a
// premove was dropped.
func (pm *premoves) premoveLine() string {
	var kept, dropped []string
	for _, p := range pm.t.View.Premoves {
		if p.Dropped {
			dropped = append(dropped, p.Plain)
		} else {
			kept = append(kept, p.Plain)
		}
	}
	switch {
	case len(dropped) > 0:
		return present.PremovesDropped(dropped)
	case len(kept) > 0:
		return present.Premoves(kept) + ". Esc cancels."
	}
	return ""
}
