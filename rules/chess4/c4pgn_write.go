package chess4

import (
	"fmt"
	"strings"

	"quadrille/rules"
)

// recordWriter writes the tokens of a game, a round a line.
type recordWriter struct {
	strings.Builder
	law   *Game
	game  *rules.Game
	full  bool        // annotated
	round int         // of the line begun
	slot  rules.Seat  // whose token comes next
	ahead []string    // tokens that stand before it
	left  rules.Seats // who went out at the beginning of its turn
}

// writeRecord writes a record in either form.
func writeRecord(r *rules.Record, full bool) (string, error) {
	law, ok := r.Variant.(*Game)
	if !ok {
		return "", fmt.Errorf("%s is not written in c4pgn", r.Variant.Facts().Name)
	}
	w := &recordWriter{law: law, game: rules.NewGame(law), full: full}
	for i, a := range r.Actions {
		if err := w.action(a); err != nil {
			return "", fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	w.aheadOnly()
	standing, points := results(&w.game.Position)
	return headers(r, &w.game.Position, first(r.HeaderResult, r.FinalResult, standing), full) + "\n" +
		w.end(first(r.FinalResult, standing), first(r.FinalPoints, points)), nil
}

// first is the first text that says something: what was given goes before what
// was computed (C33).
func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func (w *recordWriter) end(standing, points string) string {
	text := strings.TrimRight(w.String(), " \n")
	for _, result := range []string{standing, points} {
		if result != "" {
			text += " " + result
		}
	}
	return strings.TrimLeft(text, " ") + "\n"
}

// put writes the token of the seat whose slot it is, and goes on to the next
// seat; White's begins a round.
func (w *recordWriter) put(token string) {
	if w.slot == white || w.round == 0 {
		if w.round > 0 {
			w.WriteByte('\n')
		}
		w.round++
		fmt.Fprintf(w, "%d.", w.round)
	}
	for _, t := range append(w.ahead, token) {
		w.WriteByte(' ')
		w.WriteString(t)
	}
	w.ahead = nil
	w.slot = w.slot.Next()
}

// skip writes the turns of seats that are out, up to the turn of a seat.
func (w *recordWriter) skip(to rules.Seat) {
	for w.slot != to {
		w.put(tokenOut)
	}
}

// action writes an action and the turns that passed after it.
func (w *recordWriter) action(a rules.Action) error {
	before := w.game.Position
	turn := before.Turn
	w.skip(turn)
	token, comment := w.token(&before, a)
	effects, err := w.game.Play(a)
	if err != nil {
		return fmt.Errorf("%s: %w", rules.Plain(&w.law.facts, w.law.Actor(&before), a), err)
	}
	after := &w.game.Position
	switch {
	case a.Type == rules.DrawAgreed || a.Type == rules.DrawClaimed,
		a.Type == rules.ChooseArmy,
		(a.Type == rules.Resign || a.Type == rules.Flag) && a.Seat != turn:
		w.ahead = append(w.ahead, token) // it takes no turn
		if after.Over() || after.Turn == turn && len(effects.Passed()) == 0 {
			return nil
		}
	default:
		w.put(token + w.outMarks() + comment)
	}
	w.passes(after, &effects)
	return nil
}

// passes writes the turns that were passed, and who went out before the turn
// that stands now.
func (w *recordWriter) passes(after *rules.Position, effects *rules.Effects) {
	for i, seat := range effects.Passed() {
		w.skip(seat)
		w.left |= effects.EliminatedAt(i)
		w.put(w.untaken(effects.MatedBy(i)) + w.outMarks())
	}
	w.left |= effects.EliminatedAt(len(effects.Passed()))
	if after.Over() && w.left != 0 { // out before the credited seat moves: the marks stand alone (C37)
		w.skip(after.Turn)
		w.put(w.outMarksAlone())
	}
}

// untaken is the token of a turn that was passed: annotated with the letter of
// the seat that has the credit for a mate (C38).
func (w *recordWriter) untaken(credited rules.Seat) string {
	if !w.full || credited == rules.NoSeat {
		return tokenUntaken
	}
	return tokenUntaken + seatLetter(credited)
}

// outMarks are ### and who went out at the beginning of this turn (C37).
func (w *recordWriter) outMarks() string {
	if !w.full {
		w.left = 0
		return ""
	}
	return w.outMarksAlone()
}

func (w *recordWriter) outMarksAlone() string {
	marks := seatMarks("###", w.left)
	w.left = 0
	return marks
}

// aheadOnly writes what stands after the last turn: a draw, or a resignation out
// of turn that ended the game.
func (w *recordWriter) aheadOnly() {
	for _, t := range w.ahead {
		w.WriteByte(' ')
		w.WriteString(t)
	}
}

// token is an action as its form of the record writes it, and the comment behind
// it.
func (w *recordWriter) token(p *rules.Position, a rules.Action) (token, comment string) {
	switch a.Type {
	case rules.Resign, rules.Flag:
		if a.Seat == p.Turn {
			return tokenResign, ""
		}
		return tokenResign + seatLetter(a.Seat), ""
	case rules.DrawAgreed:
		return tokenAgreed, ""
	case rules.DrawClaimed:
		return tokenClaimed, ""
	case rules.ChooseArmy:
		return w.law.Write(p, a), ""
	}
	if !w.full {
		return strings.Replace(w.law.notation.writeMove(p, a), "x", "", 1), ""
	}
	return w.law.notation.writeMove(p, a) + w.law.notation.checkMarks(p, a), " " + w.comment(p, a)
}

// comment is where the man came from and went: { M7 > K7 }.
func (w *recordWriter) comment(p *rules.Position, a rules.Action) string {
	name := func(sq rules.Square) string { return strings.ToUpper(w.law.facts.Geometry.Name(sq)) }
	text := name(a.From) + " > " + name(a.To)
	if c := castlingOf(w.law.facts.Geometry, p.Board[a.From], a); c != nil {
		text += " / " + name(c.rookFrom) + " > " + name(c.rookTo)
	}
	return "{ " + text + " }"
}
