package game

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// drawFoot draws the left of the last line: the move line or the prompt, and the reason for a refusal. It returns
// the column after them and the key hints for the right. Those in `last` must not be omitted.
func (in *input) drawFoot(g *draw.Grid, f *frame, ink *draw.Styles) (x int, hints, last []key.Help) {
	x = in.drawTyped(g, 1, g.Height-1, f.seen, f.refusal, ink)
	hints, last = f.hints(f.bots), kit.HintsOf(kit.TableKeys, kit.OpenHelp)
	if g.Width >= draw.NeedWidth {
		last = append(last, kit.HintsOf(kit.CommonKeys, kit.OpenPalette)...)
	}
	if in.prompt != nil {
		hints, last = []key.Help{kit.Hint("enter", "send"), kit.Hint("esc", "cancel")}, nil
		if in.prompt.next != nil {
			hints = slices.Insert(hints, 1, kit.Hint("tab", in.prompt.nextName))
		}
	}
	return x, hints, last
}

// drawTyped draws the move line or the prompt, and the refusal. It returns the column after
// them.
func (in *input) drawTyped(g *draw.Grid, x, y int, v seen, refusal string, ink *draw.Styles) int {
	if in.prompt != nil {
		x = in.drawPrompt(g, x, y, ink)
	} else if in.moveWidth(v) > 0 {
		x += g.Text(x, y, 7, "Move: ", ink.Faint)
		x += in.Line.Draw(g, x, y, g.Width-x, ink.Strong) + 1
	}
	if refusal != "" {
		x += g.Text(x+1, y, g.Width-x-2, refusal, ink.Alarm) + 1
	}
	return x + 1
}

// moveWidth returns the width of the move line, or 0 if the viewer cannot type a move.
func (in *input) moveWidth(v seen) int {
	if in.Line.Text == "" && (!v.words.Plays() || v.reading() || v.words.LessonOver()) {
		return 0
	}
	return len("Move: ") + draw.TextWidth(in.Line.Text) + len("_ ")
}

// refused splits the reason for a refusal: `above` is the part for the notice line, and
// `beside` is the part after the move line. If the whole reason fits after the move line,
// `above` is empty.
func (in *input) refused(f *frame) (above, beside string) {
	if in.Refusal == "" {
		return "", ""
	}
	text := "! " + present.Capital(in.Refusal)
	if in.prompt != nil || draw.TextWidth(text) <= f.scene.Width-2-in.moveWidth(f.seen)-2 {
		return "", text
	}
	lines := draw.Wrap(text, f.scene.Width-f.scene.AfterTurn()-1)
	return lines[0], strings.Join(lines[1:], " ")
}

// hints returns hints for the keys that are useful now, most important first.
func (v seen) hints(bots bool) []key.Help {
	switch {
	case v.words.LessonOver():
		name := "next lesson"
		if v.study.score.Next() == nil {
			name = "leave"
		}
		return append([]key.Help{kit.Hint("enter", name)}, kit.HintsOf(kit.TableKeys, kit.PreviousMove, kit.GoBack)...)
	case v.Phase == table.Waiting:
		var invite []key.Help
		if v.words.Open() != 0 {
			invite = kit.HintsOf(kit.WaitingKeys, kit.InviteByName, kit.CopyInvitation)
		}
		return slices.Concat(
			kit.HintsOf(kit.WaitingKeys, kit.Select), invite, kit.HintsOf(kit.TableKeys, kit.WriteChat, kit.GoBack),
		)
	case v.words.CannotPlayAgain() == "" && v.words.Held != 0:
		last := []kit.Action{kit.OfferRotatedRematch, kit.InviteSamePlayers}
		if v.Next != 0 || !v.words.May(table.OfferRematch) {
			last = last[1:]
		}
		return slices.Concat(
			v.rematchHint(),
			v.analysisHint(bots),
			kit.HintsOf(kit.FinishedKeys, kit.NewTable),
			kit.HintsOf(kit.TableKeys, kit.ShareGame, kit.GoBack),
			kit.HintsOf(kit.FinishedKeys, last...),
		)
	case v.words.CannotPlayAgain() == "":
		return append(v.analysisHint(bots), v.useful(
			kit.ShareGame, kit.GoBack, kit.PreviousMove, kit.NextTable, kit.Television, kit.WriteChat,
			kit.RotateBoard, kit.LargerSquares,
		)...)
	case v.reading():
		return append(v.analysisHint(bots), v.useful(kit.GoBack, kit.PreviousMove, kit.RotateBoard, kit.LargerSquares)...)
	case v.words.Viewer.Board == present.Lesson:
		return v.useful(kit.Select, kit.NextCandidate, kit.PreviousMove, kit.GoBack, kit.RotateBoard, kit.LargerSquares)
	}
	return v.useful(
		kit.Select, kit.NextCandidate, kit.OfferDraw, kit.Resign, kit.GoBack, kit.NextTable, kit.Television, kit.PreviousMove,
		kit.OfferTakeback, kit.WriteChat, kit.RotateBoard, kit.LargerSquares,
	)
}

// useful returns hints for those of the given keys with which the viewer can do something now. The keys for
// moves are hinted at during the turns of other players too, because the next turn comes soon.
func (v seen) useful(keys ...kit.Action) []key.Help {
	return kit.HintsOf(kit.TableKeys, slices.DeleteFunc(keys, func(d kit.Action) bool {
		switch t := v.words; d {
		case kit.Select, kit.NextCandidate:
			return !t.Plays()
		case kit.OfferDraw:
			return !t.May(table.OfferDraw)
		case kit.Resign:
			return t.Viewer.Board != present.Ordinary || !t.May(table.Play)
		case kit.OfferTakeback:
			// the hint is there before the first move too: it would cost bytes to change the line with each move
			return !t.Plays() && t.Viewer.Board != present.Analysis || v.Terms.MayTakeBack() != nil
		case kit.NextTable, kit.Television:
			return t.CannotSwitch() != ""
		case kit.WriteChat:
			return len(v.chats()) == 0
		}
		return false
	})...)
}
