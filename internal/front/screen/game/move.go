package game

import (
	"errors"
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// from returns the legal moves of the piece on a square, or its possible premoves.
func (in *input) from(v seen, sq rules.Square) []rules.Action {
	if !v.words.MayPremove() {
		return v.words.MovesFrom(sq)
	}
	var menu []rules.Action
	for _, a := range in.candidates.of(v) {
		if a.Type == rules.Move && a.From == sq {
			menu = append(menu, a)
		}
	}
	return menu
}

// point handles Enter or a click on a square. It lifts a piece, moves it, or puts it back.
// If the player must first remove a piece or choose an army, point instead removes the piece
// on the square or opens the dialog for choosing an army.
func (in *input) point(v seen, sq rules.Square) intent {
	in.Selection.Cursor, in.Refusal = sq, ""
	if v.back {
		return v.lookingBack()
	}
	if a, ok := v.removal(sq); ok {
		return act(a)
	}
	if v.choosing() {
		return ask(v.armies())
	}
	if in.Selection.Lifted == sq {
		return in.putBack(v)
	}
	why := v.words.CannotLift(sq)
	switch {
	case why != "" && in.Selection.Lifted != rules.NoSquare:
		return in.moveTo(v, sq)
	case why != "" && v.removing():
		return intent{refuse: why + "; press Tab to find a piece that can be removed", about: aboutPosition}
	case why != "":
		return intent{refuse: why, about: aboutPosition}
	}
	return in.lift(v, sq)
}

// lift lifts the piece on a square. At a touch-move table it also sends the touch to the
// table, which shows it to everybody.
func (in *input) lift(v seen, sq rules.Square) intent {
	in.Selection.Lifted = sq
	if v.Terms.Touch {
		return send(table.Command{Kind: table.Lift, Seat: v.Actor, Square: sq})
	}
	return intent{}
}

func (in *input) putBack(v seen) intent {
	if v.words.MustMove() {
		return intent{refuse: v.words.Touched(present.Style{}), about: aboutPosition}
	}
	in.deselect()
	return intent{}
}

// moveTo moves the lifted piece to a square. If the piece is a pawn that can be promoted
// to several kinds of pieces, moveTo opens the dialog that asks for the kind.
func (in *input) moveTo(v seen, sq rules.Square) intent {
	from := in.Selection.Lifted
	var fits []rules.Action
	for _, a := range in.from(v, from) {
		if a.To == sq && !slices.Contains(fits, a) {
			fits = append(fits, a)
		}
	}
	switch len(fits) {
	case 0: // play the illegal move: the table refuses it and gives the reason
		return act(rules.NewMove(from, sq))
	case 1:
		return act(fits[0])
	}
	return ask(v.promotion(fits))
}

// playing returns the intent that sends an action to the table. It sends a premove if it is
// not the viewer's turn, and refuses an action that is not the next one of a lesson.
func (v seen) playing(a rules.Action) intent {
	if why := v.words.Refuses(&table.Command{Kind: table.Play, Action: a}); why != "" {
		return intent{refuse: why, about: aboutLine}
	}
	if v.words.MayPremove() && a.IsBoardAction() {
		return send(table.Command{Kind: table.Premove, Seat: v.Variant.Controller(&v.Position, a.From), Action: a})
	}
	seat := v.Actor
	if !v.mine(seat) {
		seat = v.home()
	}
	if a.Type == rules.Resign {
		seat = a.Seat
	}
	return send(table.Command{Kind: table.Play, Seat: seat, Action: a})
}

// promotion returns the dialog that asks which piece a pawn becomes. The strongest piece
// comes first.
func (v seen) promotion(fits []rules.Action) dialog {
	f := v.facts()
	d := dialog{
		head: "Promote the pawn on " + f.Geometry.Name(fits[0].To) + " to",
		text: "Press its initial, or use the arrow keys and Enter. Esc cancels the move.",
	}
	for _, kind := range f.Promotes {
		for _, a := range fits {
			if a.Promote == kind {
				d.choices = append(d.choices, choice{present.Capital(kind.Name()), act(a)})
			}
		}
	}
	later := v.words.MayPremove() // whether the dialog is about a premove: then moves of other players do not close it
	d.while = func(now *present.Table) bool {
		return now.View.Phase == table.Playing && (later || now.View.Position == v.Position)
	}
	return d
}

// meanings returns the dialog that asks which move a typed text means. It returns false if the text
// does not have several meanings.
func (v seen) meanings(text string) (dialog, bool) {
	if v.words.MayPremove() || v.words.CannotMove() != "" {
		return dialog{}, false
	}
	_, err := rules.Interpret(v.Variant, &v.Position, v.Actor, v.Legal, text)
	var refused *rules.Refusal
	if !errors.As(err, &refused) || refused.Reason != rules.Ambiguous {
		return dialog{}, false
	}
	d := dialog{
		head: "Which move is " + text + "?", text: "Choose with the arrow keys and press Enter. Esc cancels the move.",
		while: func(now *present.Table) bool { return now.View.Position == v.Position },
	}
	for reading := range strings.SplitSeq(refused.Hint, " or ") {
		if fits, err := rules.Interpret(v.Variant, &v.Position, v.Actor, v.Legal, reading); err == nil && len(fits) == 1 {
			d.choices = append(d.choices, choice{reading, act(fits[0])})
		}
	}
	return d, len(d.choices) > 1
}

// armies returns the dialog for choosing the army to keep.
func (v seen) armies() dialog {
	d := dialog{
		head: "Keep which army?", text: "The other army stays on the board without a player. You cannot undo this.",
		unselected: true, while: func(now *present.Table) bool { return now.View.Position == v.Position },
	}
	for _, a := range v.Legal {
		if a.Type == rules.ChooseArmy {
			d.choices = append(d.choices, choice{present.Seat(v.facts(), a.Seat) + "'s army", act(a)})
		}
	}
	return d
}

// beginsMove reports whether an action that removes a piece or chooses an army begins with the
// given text. All other actions begin with a letter.
func (v seen) beginsMove(text string) bool {
	if text == "" || !v.removing() && !v.choosing() {
		return false
	}
	return slices.ContainsFunc(v.Legal, func(a rules.Action) bool {
		return rules.IsPrefix(v.Variant, &v.Position, v.Actor, a, rules.Typed(text))
	})
}
