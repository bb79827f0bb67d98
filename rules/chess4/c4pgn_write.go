package chess4

import (
	"fmt"
	"strings"

	"quadrille/rules"
)

// recordWriter writes the tokens of a game, one line for each round.
type recordWriter struct {
	strings.Builder
	variant    *Game
	game       *rules.Game
	full       bool        // whether to write the annotated form of c4pgn
	round      int         // number of the round of turns that the current line of text records
	turn       rules.Seat  // the seat of the next token
	pending    []string    // tokens of actions that use up no turn, held back until the next turn is written
	eliminated rules.Seats // seats eliminated at the start of the next turn: the next token marks them
}

// writeRecord writes a record in c4pgn: in the annotated form if `full` is true, and otherwise
// in the condensed form.
func writeRecord(r *rules.Record, full bool) (string, error) {
	law, ok := r.Variant.(*Game)
	if !ok {
		return "", fmt.Errorf("a record of %s cannot be written in c4pgn", r.Variant.Facts().Name)
	}
	w := &recordWriter{variant: law, game: rules.NewGame(law), full: full}
	for i, a := range r.Actions {
		if err := w.action(a); err != nil {
			return "", fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	w.flushPending()
	result, points := results(&w.game.Position)
	return headers(r, &w.game.Position, firstNonEmpty(r.HeaderResult, r.FinalResult, result), full) + "\n" +
		w.end(firstNonEmpty(r.FinalResult, result), firstNonEmpty(r.FinalPoints, points)), nil
}

// firstNonEmpty returns the first text that is not empty. Callers pass the computed result
// last, because the result in the record has precedence (C33).
func firstNonEmpty(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func (w *recordWriter) end(result, points string) string {
	text := strings.TrimRight(w.String(), " \n")
	for _, result := range []string{result, points} {
		if result != "" {
			text += " " + result
		}
	}
	return strings.TrimLeft(text, " ") + "\n"
}

// writeTurn writes the token of the current seat and advances to the next seat. White's token
// begins a round.
func (w *recordWriter) writeTurn(token string) {
	if w.turn == white || w.round == 0 {
		if w.round > 0 {
			w.WriteByte('\n')
		}
		w.round++
		fmt.Fprintf(w, "%d.", w.round)
	}
	for _, t := range append(w.pending, token) {
		w.WriteByte(' ')
		w.WriteString(t)
	}
	w.pending = nil
	w.turn = w.turn.Next()
}

// skipTo writes the tokens of eliminated seats until it is the given seat's turn.
func (w *recordWriter) skipTo(to rules.Seat) {
	for w.turn != to {
		w.writeTurn(tokenEliminated)
	}
}

// action writes the tokens of an action and of the forced passes after it.
func (w *recordWriter) action(a rules.Action) error {
	before := w.game.Position
	turn := before.Turn
	w.skipTo(turn)
	token, comment := w.token(&before, a)
	effects, err := w.game.Play(a)
	if err != nil {
		return fmt.Errorf("%s: %w", rules.Plain(&w.variant.facts, w.variant.Actor(&before), a), err)
	}
	after := &w.game.Position
	switch {
	case a.Type == rules.DrawAgreed || a.Type == rules.DrawClaimed,
		a.Type == rules.ChooseArmy,
		(a.Type == rules.Resign || a.Type == rules.Flag) && a.Seat != turn:
		w.pending = append(w.pending, token) // hold the token back, because the action does not use up a turn
		if after.Over() || after.Turn == turn && len(effects.Passed()) == 0 {
			return nil
		}
	default:
		w.writeTurn(token + w.eliminationMarks() + comment)
	}
	w.passes(after, &effects)
	return nil
}

// passes writes the tokens of the forced passes after an action. It also records which seats
// were eliminated, so that the next token can mark them.
func (w *recordWriter) passes(after *rules.Position, effects *rules.Effects) {
	for i, seat := range effects.Passed() {
		w.skipTo(seat)
		w.eliminated |= effects.EliminatedAt(i)
		w.writeTurn(w.passedToken(effects.MatedBy(i)) + w.eliminationMarks())
	}
	w.eliminated |= effects.EliminatedAt(len(effects.Passed()))
	// no move follows to which the elimination marks could be added, so they are a token of their own (C37)
	if after.Over() && w.eliminated != 0 {
		w.skipTo(after.Turn)
		w.writeTurn(w.flushEliminationMarks())
	}
}

// passedToken returns the token of a forced pass. The annotated form adds the letter of the
// seat credited with the mate (C38).
func (w *recordWriter) passedToken(credited rules.Seat) string {
	if !w.full || credited == rules.NoSeat {
		return tokenPassed
	}
	return tokenPassed + seatLetter(credited)
}

// eliminationMarks returns ### and the letters of the seats eliminated at the start of this
// turn (C37). In the condensed form it returns an empty string.
func (w *recordWriter) eliminationMarks() string {
	if !w.full {
		w.eliminated = 0
		return ""
	}
	return w.flushEliminationMarks()
}

func (w *recordWriter) flushEliminationMarks() string {
	marks := seatMarks("###", w.eliminated)
	w.eliminated = 0
	return marks
}

// flushPending writes the tokens that follow the last turn: a draw, or a resignation out of
// turn that ended the game.
func (w *recordWriter) flushPending() {
	for _, t := range w.pending {
		w.WriteByte(' ')
		w.WriteString(t)
	}
}

// token returns the token of an action and the comment that follows it. The condensed form
// of a record has no comments.
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
		return w.variant.Write(p, a), ""
	}
	if !w.full {
		return strings.Replace(w.variant.writeMove(p, a), "x", "", 1), ""
	}
	return w.variant.writeMove(p, a) + w.variant.checkMarks(p, a), " " + w.comment(p, a)
}

// comment returns the origin and destination of a move: { M7 > K7 }.
func (w *recordWriter) comment(p *rules.Position, a rules.Action) string {
	name := func(sq rules.Square) string { return strings.ToUpper(w.variant.facts.Geometry.Name(sq)) }
	text := name(a.From) + " > " + name(a.To)
	if c := castlingOf(p.Board[a.From], a); c != nil {
		text += " / " + name(c.Rook.From) + " > " + name(c.Rook.To)
	}
	return "{ " + text + " }"
}
