package game

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// seen is a table as one person sees it at one moment. The screen makes a new one for each
// message and each frame. Parts of the screen get it as an argument and do not keep it.
type seen struct {
	*table.View
	words *present.Table // what the view means to the viewer, and how to say it
	me    player.Player
	now   time.Time
	study *study // nil for a table of the lobby
	at    int    // number of actions before the position that the board shows
	back  bool   // whether the board shows an earlier position
}

// seen returns the table as the viewer sees it now.
func (t *Screen) seen() seen {
	v := seen{View: t.View, me: t.env.Me, now: t.env.Now, study: t.Study, back: t.History.back}
	if t.View == nil {
		return v
	}
	v.at = t.History.lookedAt(len(t.View.Moves))
	v.words = t.described(t.View)
	return v
}

// described returns what a view means to the viewer. It is computed once for each view: for the current view, and for the next
// one, which an open dialog gets first.
func (t *Screen) described(v *table.View) *present.Table {
	viewer := t.Study.viewer(t.env.Me.ID)
	for _, words := range t.words {
		if words != nil && words.View == v && words.Viewer == viewer {
			return words
		}
	}
	t.words = [2]*present.Table{present.For(v, viewer), t.words[0]}
	return t.words[0]
}

func (v seen) facts() *rules.Facts { return v.Variant.Facts() }

// mine reports whether the seat s is the viewer's.
func (v seen) mine(s rules.Seat) bool {
	return s < rules.SeatCount && v.View != nil && v.Seats[s].Player.ID == v.me.ID && v.me.ID != ""
}

// home returns the seat whose side is at the bottom of the board: the viewer's first seat,
// or for spectators the first seat of the game.
func (v seen) home() rules.Seat {
	if v.View != nil {
		if s := v.words.Held.First(); s != rules.NoSeat {
			return s
		}
	}
	return 0
}

// myTurn reports whether it is the viewer's turn.
func (v seen) myTurn() bool { return v.View != nil && v.words.Turn.Own }

// turnFor reports whether it is the viewer's turn and the turn requires an action of the
// given kind. Some turns require the player to remove a piece or to choose an army.
func (v seen) turnFor(kind rules.ActionType) bool {
	return v.myTurn() && len(v.Legal) > 0 && v.Legal[0].Type == kind
}

func (v seen) removing() bool { return v.turnFor(rules.Remove) }

func (v seen) choosing() bool { return v.turnFor(rules.ChooseArmy) }

// removal returns the legal action that removes the piece on a square. It returns false if
// there is none.
func (v seen) removal(sq rules.Square) (rules.Action, bool) {
	if v.myTurn() {
		for _, a := range v.Legal {
			if a.Type == rules.Remove && a.From == sq {
				return a, true
			}
		}
	}
	return rules.Action{}, false
}

// reading reports whether the viewer is reading an annotated game, so that letters do not
// start a move.
func (v seen) reading() bool { return v.words.Viewer.Board == present.Annotated }
