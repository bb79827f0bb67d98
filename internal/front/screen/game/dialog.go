package game

import (
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// dialog returns a dialog about the table.
func (v seen) dialog(words present.Dialog) dialog {
	d := dialog{head: words.Title, text: words.Text}
	for _, o := range words.Options {
		c := choice{label: o.Label}
		switch {
		case o.Command == nil:
		case o.Command.Kind == table.Play:
			c.wants = act(o.Command.Action)
		default:
			c.wants = send(*o.Command)
		}
		d.choices = append(d.choices, c)
	}
	return d
}

// askAll opens a dialog that asks something of a player of a running game. It closes when the table would ask
// something else.
func (v seen) askAll(words func(*present.Table) present.Dialog) intent {
	if why := v.words.CannotOffer(); why != "" {
		return refuse(why)
	}
	then := words(v.words)
	d := v.dialog(then)
	d.while = func(now *present.Table) bool {
		later := words(now)
		return now.View.Phase == table.Playing && then.Same(&later)
	}
	return ask(d)
}

// askDraw opens the dialog in which a player offers a draw, answers or withdraws an offer,
// or claims a draw.
func (v seen) askDraw() intent { return v.askAll((*present.Table).AskDraw) }

// askResign opens the dialog for resigning one of the viewer's seats or, before every seat has moved, for
// aborting the game. If a partner has proposed to resign, it opens the dialog that answers the proposal.
func (v seen) askResign() intent {
	return v.askAll((*present.Table).AskEnd)
}

// askLeave goes back to the lobby. If the viewer is playing in a running game, it first asks
// for confirmation.
func (v seen) askLeave() intent {
	words := v.words.AskLeave()
	if words == nil {
		return intent{step: kit.Leave}
	}
	d := v.dialog(*words)
	d.choices[1].wants.step = kit.Leave
	return ask(d)
}
