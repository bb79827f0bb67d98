package forchess

import (
	"fmt"
	"slices"
	"strings"
)

// refPiece is a piece: the number of its army and its kind. The armies have the numbers 1 to
// 4, so that the zero value is an empty square.
type refPiece struct {
	army int
	kind byte
}

// refSquare is a file and a rank, both counted from 0.
type refSquare struct{ x, y int }

func (p refSquare) String() string          { return string(rune('a'+p.x)) + string(rune('1'+p.y)) }
func (p refSquare) plus(d [2]int) refSquare { return refSquare{p.x + d[0], p.y + d[1]} }
func (p refSquare) on() bool                { return p.x >= 0 && p.x < 8 && p.y >= 0 && p.y < 8 }

func refSquareOf(name string) refSquare { return refSquare{int(name[0] - 'a'), int(name[1] - '1')} }

// ref is a position in a second, slow implementation, written from the rule book alone. It
// shares no code with the game that it checks. Seats and armies are numbers from 0 to 3.
type ref struct {
	cutthroat   bool
	board       [8][8]refPiece // pieces by file and rank
	owner       [4]int         // the seat that controls each army; -1 for none
	eliminated  [4]bool
	turn        int
	quiet       int
	termination string // how the game ended; empty while it is played
	winners     [4]bool
	captured    string
}

var (
	refNames    = []string{"southwest", "northwest", "northeast", "southeast"}
	refAhead    = [4][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}} // the step of each army's pawns, in files and ranks (F4)
	refStraight = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	refDiagonal = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	refLeaps    = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

func (r *ref) at(p refSquare) refPiece { return r.board[p.x][p.y] }

// each calls the function `do` for every piece that a seat controls.
func (r *ref) each(seat int, do func(refSquare, refPiece)) {
	for x := range 8 {
		for y := range 8 {
			if m := r.board[x][y]; m.army > 0 && r.owner[m.army-1] == seat {
				do(refSquare{x, y}, m)
			}
		}
	}
}

// friends reports whether two seats are the same or, in the team game, partners (F1).
func (r *ref) friends(a, b int) bool {
	return a == b || !r.cutthroat && (a-b == 2 || b-a == 2)
}

// attacked returns the squares that the piece on a square attacks.
func (r *ref) attacked(from refSquare) (list []refSquare) {
	m := r.at(from)
	var steps [][2]int
	far := 1
	switch m.kind {
	case 'P':
		ahead := refAhead[m.army-1]
		steps = [][2]int{{ahead[0], 0}, {0, ahead[1]}}
	case 'N':
		steps = refLeaps
	case 'R':
		steps, far = refStraight, 7
	case 'B':
		steps, far = refDiagonal, 7
	case 'Q':
		steps, far = append(slices.Clone(refStraight), refDiagonal...), 7
	case 'K':
		steps = append(slices.Clone(refStraight), refDiagonal...)
	}
	for _, d := range steps {
		to := from.plus(d)
		for n := 0; n < far && to.on(); n++ {
			list = append(list, to)
			if r.at(to).army > 0 {
				break
			}
			to = to.plus(d)
		}
	}
	return list
}

func (r *ref) kingOf(seat int) (at refSquare, found bool) {
	for x := range 8 {
		for y := range 8 {
			if r.board[x][y] == (refPiece{seat + 1, 'K'}) {
				return refSquare{x, y}, true
			}
		}
	}
	return at, false
}

// check reports whether the seat is in play and its king is attacked by a piece of the other
// side (F7).
func (r *ref) check(seat int) bool {
	king, found := r.kingOf(seat)
	if r.eliminated[seat] || !found {
		return false
	}
	hit := false
	for other := range 4 {
		if r.friends(seat, other) {
			continue
		}
		r.each(other, func(from refSquare, _ refPiece) {
			hit = hit || slices.Contains(r.attacked(from), king)
		})
	}
	return hit
}

// mayTake reports whether the seat to move may capture on a square. It may not capture
// pieces of its own side, but may capture pieces that no seat controls (F3).
func (r *ref) mayTake(to refSquare) bool {
	m := r.at(to)
	return m.army > 0 && (r.owner[m.army-1] < 0 || !r.friends(r.turn, r.owner[m.army-1]))
}

// pseudo returns every move of every piece that the seat to move controls.
func (r *ref) pseudo() (words []string) {
	r.each(r.turn, func(from refSquare, m refPiece) {
		for _, to := range r.attacked(from) {
			if r.mayTake(to) || m.kind != 'P' && r.at(to).army == 0 {
				words = append(words, refWords(from, to, m)...)
			}
		}
		if m.kind == 'P' {
			if to := from.plus(refAhead[m.army-1]); to.on() && r.at(to).army == 0 {
				words = append(words, refWords(from, to, m)...)
			}
		}
	})
	return words
}

// refWords returns the move in plain notation or, if the move promotes a pawn, one text for
// each possible promotion (F6).
func refWords(from, to refSquare, m refPiece) []string {
	word := from.String() + "-" + to.String()
	if m.kind != 'P' {
		return []string{word}
	}
	edges := [4][2]int{{7, 7}, {7, 0}, {0, 0}, {0, 7}}[m.army-1]
	if to.x != edges[0] && to.y != edges[1] {
		return []string{word}
	}
	return []string{word + "=Q", word + "=R", word + "=B", word + "=N"}
}

// exposesPartner reports whether a move puts the teammate of the seat to move in check (F9).
// The parameter `after` is the position after the move.
func (r *ref) exposesPartner(after *ref) bool {
	teammate := (r.turn + 2) % 4
	return !r.cutthroat && !r.check(teammate) && after.check(teammate)
}

// legal returns all legal actions, sorted, and their kind: "moves", "tokens" (moves that
// leave the king in check, F11) or "removals".
func (r *ref) legal() (words []string, kind string) {
	if r.termination != "" {
		return nil, ""
	}
	var tokens []string
	for _, word := range r.pseudo() {
		after := *r
		after.apply(word)
		if r.exposesPartner(&after) {
			continue
		}
		if !after.check(r.turn) { // a move may not leave the king in check (F8)
			words = append(words, word)
		}
		if king, _ := r.kingOf(r.turn); r.check(r.turn) && !strings.HasPrefix(word, king.String()) {
			tokens = append(tokens, word)
		}
	}
	kind = "moves"
	if len(words) == 0 {
		words, kind = tokens, "tokens" // if a seat in check has no other move, it may leave its king in check (F11)
	}
	if len(words) == 0 {
		words, kind = r.removals(), "removals" // if no piece can move, the seat must remove a piece (F12)
	}
	slices.Sort(words)
	return words, kind
}

func (r *ref) removals() (words []string) {
	var any []string
	own := ""
	r.each(r.turn, func(on refSquare, m refPiece) {
		if m.kind == 'K' {
			own = on.String() + "-x"
			return
		}
		word := on.String() + "-x"
		any = append(any, word)
		after := *r
		after.apply(word)
		if (r.check(r.turn) || !after.check(r.turn)) && !r.exposesPartner(&after) {
			words = append(words, word)
		}
	})
	switch {
	case len(words) > 0:
		return words
	case len(any) > 0:
		return any
	}
	return []string{own}
}

// apply changes the board and, if a king is captured, the owners of armies. It does not
// advance the turn.
func (r *ref) apply(word string) {
	r.captured = ""
	r.quiet++
	from := refSquareOf(word)
	m := r.at(from)
	r.board[from.x][from.y] = refPiece{}
	if strings.HasSuffix(word, "-x") {
		r.quiet = 0
		r.captured = refNames[m.army-1] + " " + string(m.kind)
		if m.kind == 'K' {
			r.eliminate(m.army-1, -1)
		}
		return
	}
	to := refSquareOf(word[3:])
	target := r.at(to)
	if target.army > 0 {
		r.captured = refNames[target.army-1] + " " + string(target.kind)
	}
	if target.army > 0 || m.kind == 'P' {
		r.quiet = 0
	}
	if len(word) > 5 {
		m.kind = word[6]
	}
	r.board[to.x][to.y] = m
	if target.kind == 'K' && !r.eliminated[target.army-1] {
		r.eliminate(target.army-1, r.turn)
	}
}

// eliminate removes a seat from the game and gives its armies to another seat, or to none
// (F13, F16).
func (r *ref) eliminate(seat, to int) {
	r.eliminated[seat] = true
	for army, by := range r.owner {
		if by == seat {
			r.owner[army] = to
		}
	}
}

// play plays an action, and ends the game or advances the turn. The action resign:N is the
// resignation of seat N.
func (r *ref) play(word string) {
	why := "king-taken"
	if r.cutthroat {
		why = "last-seat"
	}
	if number, ok := strings.CutPrefix(word, "resign:"); ok {
		r.captured = ""
		r.eliminate(int(number[0]-'0'), -1)
		why = "resignation"
	} else {
		r.apply(word)
		r.turn = (r.turn + 1) % 4
	}
	r.finishTurn(why)
}

// finishTurn ends the game if only one side is left. Otherwise it gives the turn to the next
// seat in play.
func (r *ref) finishTurn(why string) {
	var left []int
	for seat := range 4 {
		if !r.eliminated[seat] {
			left = append(left, seat)
		}
	}
	if len(left) == 1 || len(left) == 2 && r.friends(left[0], left[1]) {
		r.termination = why
		for seat := range 4 {
			r.winners[seat] = r.friends(seat, left[0])
		}
		return
	}
	for r.eliminated[r.turn] {
		r.turn = (r.turn + 1) % 4
	}
}

// repetitionKey returns a key that two positions share if one repeats the other (G4.2).
func (r *ref) repetitionKey() string { return fmt.Sprint(r.board, r.owner, r.eliminated, r.turn) }

// text returns the position as text (P1).
func (r *ref) text() string {
	var b strings.Builder
	line := func(words ...any) { b.WriteString(strings.TrimSpace(fmt.Sprintln(words...)) + "\n") }
	line("variant forchess")
	if r.cutthroat {
		line("option cutthroat=on")
	}
	line("turn", refNames[r.turn])
	line("quiet", r.quiet)
	for x := range 8 {
		for y := range 8 {
			if m := r.board[x][y]; m.army > 0 {
				line(refNames[m.army-1], string(m.kind), refSquare{x, y})
			}
		}
	}
	for army, by := range r.owner {
		if r.eliminated[army] {
			line("out", refNames[army], "-")
		}
		if by >= 0 && by != army {
			line("control", refNames[army], refNames[by])
		}
	}
	return b.String()
}
