package quadrochess

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// reference is a second, slow implementation of the game, written from the rule book alone.
// It shares no code with the game that it checks.
type reference struct {
	board       map[string]refPiece // pieces by the names of their squares
	turn        int                 // index into refSeats
	barred      map[string]bool     // squares of pieces that moved in the first half of the double move (Q5)
	unmoved     map[string]bool     // squares of kings and rooks that have not moved (Q9)
	steps       []refStep
	quiet       int
	occurrences map[string]int
	key         string   // identifies the position for the repetition rule
	legal       []string // every legal action of the seat to move, sorted
	reason      string   // why the game ended; empty while the game lasts
	winners     []string

	captured string   // the piece that the last action captured
	passed   []string // seats that passed after the last action
	counts   map[string]int
}

type refPiece struct{ colour, kind string }

// refStep is a double step after which the pawn may be captured en passant (Q10).
type refStep struct {
	over, pawn string
	holders    []string
}

var refSeats = []string{"white-a", "black-a", "black-b", "white-b"} // in turn order (Q3)

func refColour(seat string) string { return seat[:5] }

func refZone(square string) string {
	if square[0] <= 'h' {
		return "a"
	}
	return "b"
}

// refShift returns the square that is the given numbers of files and ranks away, or an empty
// string if the board has no such square.
func refShift(square string, files, ranks int) string {
	file, rank := int(square[0])+files, int(square[1])+ranks
	if file < 'a' || file > 'p' || rank < '1' || rank > '9' {
		return ""
	}
	return string([]byte{byte(file), byte(rank)})
}

// newReference returns a reference implementation at the position that the text describes.
func newReference(text string) *reference {
	r := &reference{
		board:       map[string]refPiece{},
		barred:      map[string]bool{},
		unmoved:     map[string]bool{},
		occurrences: map[string]int{},
		counts:      map[string]int{},
	}
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch key, rest := words[0], words[1:]; key {
		case "white", "black":
			r.board[rest[1]] = refPiece{key, rest[0]}
		case "turn":
			r.turn = slices.Index(refSeats, rest[0])
		case "unmoved":
			for _, square := range rest {
				r.unmoved[square] = true
			}
		case "barred":
			for _, square := range rest {
				r.barred[square] = true
			}
		case "passed":
			r.steps = append(r.steps, refStep{rest[0], rest[1], slices.Clone(rest[2:])})
		case "quiet":
			r.quiet, _ = strconv.Atoi(rest[0])
		}
	}
	r.steps = slices.DeleteFunc(r.steps, func(s refStep) bool { return r.board[s.over].kind != "" })
	r.beginTurn()
	r.countPosition()
	return r
}

func (r *reference) seat() string { return refSeats[r.turn] }

// findLegal lists the legal actions.
func (r *reference) findLegal() {
	var all []string
	for square, m := range r.board {
		if m.colour == refColour(r.seat()) && refZone(square) == r.seat()[6:] && !r.barred[square] {
			all = append(all, r.movesFrom(square, m)...)
		}
	}
	r.legal = append(all, r.castlings()...)
	sort.Strings(r.legal)
}

var (
	refRook   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	refBishop = [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	refQueen  = append(slices.Clone(refRook), refBishop...)
	refKnight = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

func (r *reference) movesFrom(square string, m refPiece) []string {
	if m.kind == "P" {
		return r.pawnMoves(square, m)
	}
	var all []string
	for _, to := range r.attacked(square, m) {
		if r.board[to].colour != m.colour {
			all = append(all, square+"-"+to)
		}
	}
	return all
}

// attacked returns the squares that a piece attacks, including squares that its own side
// occupies.
func (r *reference) attacked(square string, m refPiece) []string {
	ways, far := map[string][][2]int{"R": refRook, "B": refBishop, "Q": refQueen, "N": refKnight, "K": refQueen}[m.kind], 16
	if m.kind == "N" || m.kind == "K" {
		far = 1
	}
	var all []string
	for _, way := range ways {
		for i, to := 0, refShift(square, way[0], way[1]); to != "" && i < far; i, to = i+1, refShift(to, way[0], way[1]) {
			if m.kind == "K" && refZone(to) != refZone(square) {
				break
			}
			all = append(all, to)
			if r.board[to].kind != "" {
				break
			}
		}
	}
	return all
}

func refForward(colour string) (way int, start, end byte) {
	if colour == "white" {
		return 1, '2', '9'
	}
	return -1, '8', '1'
}

func (r *reference) pawnMoves(square string, m refPiece) []string {
	way, start, end := refForward(m.colour)
	var to []string
	if one := refShift(square, 0, way); one != "" && r.board[one].kind == "" {
		to = append(to, one)
		if two := refShift(one, 0, way); square[1] == start && r.board[two].kind == "" {
			to = append(to, two)
		}
	}
	for _, side := range []int{-1, 1} {
		aside := refShift(square, side, way)
		if aside == "" || r.board[aside].colour == m.colour {
			continue
		}
		if r.board[aside].kind != "" || r.enPassantPawn(aside) != "" {
			to = append(to, aside)
		}
	}
	var all []string
	for _, square2 := range to {
		if square2[1] != end {
			all = append(all, square+"-"+square2)
			continue
		}
		for _, kind := range []string{"Q", "R", "B", "N"} {
			all = append(all, square+"-"+square2+"="+kind)
		}
	}
	return all
}

// enPassantPawn returns the square of the pawn that the seat to move may capture en passant
// by moving to the given square.
func (r *reference) enPassantPawn(over string) string {
	for _, s := range r.steps {
		if s.over == over && slices.Contains(s.holders, r.seat()) && r.board[over].kind == "" && r.board[s.pawn].kind == "P" {
			return s.pawn
		}
	}
	return ""
}

// refCastling holds, for each way to castle, the files of the king and the rook before and
// after castling, and the files that must be empty (Q9).
var refCastling = [][5]string{
	{"d", "b", "a", "c", "bc"},
	{"d", "f", "h", "e", "efg"},
	{"m", "o", "p", "n", "no"},
	{"m", "k", "i", "l", "jkl"},
}

func (r *reference) castlings() []string {
	rank := "1"
	if refColour(r.seat()) == "black" {
		rank = "9"
	}
	var all []string
	for _, c := range refCastling {
		free := true
		for _, file := range c[4] {
			free = free && r.board[string(file)+rank].kind == ""
		}
		if free && refZone(c[0]) == r.seat()[6:] && r.unmoved[c[0]+rank] && r.unmoved[c[2]+rank] {
			all = append(all, c[0]+rank+"-"+c[1]+rank)
		}
	}
	return all
}

// play plays a legal action.
func (r *reference) play(action string) {
	from, rest, _ := strings.Cut(action, "-")
	to, promoted, _ := strings.Cut(rest, "=")
	m, first := r.board[from], r.turn == 1 || r.turn == 3
	on := to
	if m.kind == "P" && from[0] != to[0] && r.board[to].kind == "" {
		on = r.enPassantPawn(to)
		r.counts["en passant"]++
		if refZone(on) != refZone(from) {
			r.counts["en passant across the border"]++
		}
	}
	taken := r.board[on]
	r.captured = strings.TrimSpace(taken.colour + " " + taken.kind)
	delete(r.board, on)
	r.movePiece(from, to, first)
	if m.kind == "K" && int(from[0])-int(to[0]) == 2 || m.kind == "K" && int(to[0])-int(from[0]) == 2 {
		r.counts["castling"]++
		for _, c := range refCastling {
			if c[0] == from[:1] && c[1] == to[:1] {
				r.movePiece(c[2]+from[1:], c[3]+from[1:], first)
			}
		}
	}
	if promoted != "" {
		r.board[to] = refPiece{m.colour, promoted}
		r.counts["promotion"]++
	}
	r.expireEnPassant()
	r.steps = slices.DeleteFunc(r.steps, func(s refStep) bool { return s.over == to || s.pawn == from || s.pawn == on })
	r.doubleStep(m, from, to)
	if r.quiet++; m.kind == "P" || taken.kind != "" {
		r.quiet = 0
	}
	r.endTurn()
	if r.passed = nil; taken.kind == "K" {
		r.end("king-taken", m.colour)
		return
	}
	r.beginTurn()
	r.countPosition()
}

func (r *reference) movePiece(from, to string, first bool) {
	r.board[to] = r.board[from]
	delete(r.board, from)
	delete(r.unmoved, from)
	delete(r.unmoved, to)
	if first {
		r.barred[to] = true
	}
	if refZone(from) != refZone(to) {
		r.counts["across the border"]++
	}
}

func (r *reference) doubleStep(m refPiece, from, to string) {
	if m.kind != "P" || from[1]+2 != to[1] && to[1]+2 != from[1] {
		return
	}
	s := refStep{over: string([]byte{from[0], (from[1] + to[1]) / 2}), pawn: to}
	for _, seat := range refSeats {
		if refColour(seat) != m.colour {
			s.holders = append(s.holders, seat)
		}
	}
	r.steps = append(r.steps, s)
}

// expireEnPassant ends the en passant rights of the seat to move.
func (r *reference) expireEnPassant() {
	var left []refStep
	for _, s := range r.steps {
		var holders []string
		for _, seat := range s.holders {
			if seat != r.seat() {
				holders = append(holders, seat)
			}
		}
		if len(holders) > 0 {
			left = append(left, refStep{s.over, s.pawn, holders})
		}
	}
	r.steps = left
}

func (r *reference) endTurn() {
	if r.seat() == "black-b" || r.seat() == "white-a" {
		r.barred = map[string]bool{}
	}
	r.turn = (r.turn + 1) % 4
}

// beginTurn passes the turns of seats that cannot move (Q6).
func (r *reference) beginTurn() {
	for r.findLegal(); len(r.legal) == 0; r.findLegal() {
		r.passed = append(r.passed, r.seat())
		r.counts["pass"]++
		r.expireEnPassant()
		r.endTurn()
		if len(r.passed) == 4 {
			r.end("nobody-can-move", "")
			return
		}
	}
}

func (r *reference) end(reason, winner string) {
	r.reason, r.legal = reason, nil
	for _, seat := range refSeats {
		if refColour(seat) == winner {
			r.winners = append(r.winners, seat)
		}
	}
	r.counts[reason]++
}

// countPosition counts an occurrence of the position, and ends the game if an automatic draw
// is due (G4.3).
func (r *reference) countPosition() {
	r.key = r.position()
	r.occurrences[r.key]++
	switch {
	case r.reason != "":
	case r.quiet >= 300:
		r.end("no-progress", "")
	case r.occurrences[r.key] >= 5:
		r.end("repetition", "")
	}
}

// claimable reports whether the player to move may claim a draw (G4.2).
func (r *reference) claimable() bool {
	return r.reason == "" && (r.occurrences[r.key] >= 3 || r.quiet >= 200)
}

// position returns everything that must be equal for the repetition rule (G4.2).
func (r *reference) position() string {
	var parts []string
	for square, m := range r.board {
		part := square + m.colour + m.kind
		if r.barred[square] {
			part += "barred"
		}
		parts = append(parts, part)
	}
	for _, rank := range "19" {
		for _, c := range refCastling {
			if r.unmoved[c[0]+string(rank)] && r.unmoved[c[2]+string(rank)] {
				parts = append(parts, c[2]+string(rank)+"castles")
			}
		}
	}
	for _, s := range r.steps {
		parts = append(parts, fmt.Sprint(s))
	}
	sort.Strings(parts)
	return r.seat() + strings.Join(parts, " ")
}

// check returns the seats whose king is attacked, in seat order.
func (r *reference) check() []string {
	hit := map[string]bool{}
	for square, m := range r.board {
		targets := r.attacked(square, m)
		if m.kind == "P" {
			way, _, _ := refForward(m.colour)
			targets = []string{refShift(square, -1, way), refShift(square, 1, way)}
		}
		for _, to := range targets {
			if king := r.board[to]; king.kind == "K" && king.colour != m.colour {
				hit[king.colour+"-"+refZone(to)] = true
			}
		}
	}
	seats := []string{}
	for _, seat := range refSeats {
		if hit[seat] {
			seats = append(seats, seat)
		}
	}
	return seats
}
