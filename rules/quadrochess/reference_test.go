package quadrochess

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// reference is a second, slow implementation of the game, written from the rule book alone.
// It shares nothing with the implementation that it checks.
type reference struct {
	men     map[string]refMan // by square
	turn    int               // index into refSeats
	barred  map[string]bool   // squares of pieces that moved in the first half (Q5)
	unmoved map[string]bool   // squares of kings and rooks that never moved (Q9)
	steps   []refStep
	quiet   int
	stood   map[string]int
	now     string   // the position as it is counted
	legal   []string // every legal action of the seat to move, sorted
	reason  string   // why the game ended, empty while it lasts
	winners []string

	captured string   // by the last action
	passed   []string // after the last action
	saw      map[string]int
}

type refMan struct{ colour, kind string }

// refStep is a double step that may be answered (Q10).
type refStep struct {
	over, pawn string
	holders    []string
}

var refSeats = []string{"white-a", "black-a", "black-b", "white-b"} // Q3

func refColour(seat string) string { return seat[:5] }

func refZone(square string) string {
	if square[0] <= 'h' {
		return "a"
	}
	return "b"
}

// refShift returns the square some files and ranks away, or an empty string off the board.
func refShift(square string, files, ranks int) string {
	file, rank := int(square[0])+files, int(square[1])+ranks
	if file < 'a' || file > 'p' || rank < '1' || rank > '9' {
		return ""
	}
	return string([]byte{byte(file), byte(rank)})
}

// newReference reads position text.
func newReference(text string) *reference {
	r := &reference{men: map[string]refMan{}, barred: map[string]bool{}, unmoved: map[string]bool{}, stood: map[string]int{}, saw: map[string]int{}}
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch key, rest := words[0], words[1:]; key {
		case "white", "black":
			r.men[rest[1]] = refMan{key, rest[0]}
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
	r.steps = slices.DeleteFunc(r.steps, func(s refStep) bool { return r.men[s.over].kind != "" })
	r.beginTurn()
	r.note()
	return r
}

func (r *reference) seat() string { return refSeats[r.turn] }

// look lists the legal actions.
func (r *reference) look() {
	var all []string
	for square, m := range r.men {
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

func (r *reference) movesFrom(square string, m refMan) []string {
	if m.kind == "P" {
		return r.pawnMoves(square, m)
	}
	var all []string
	for _, to := range r.reached(square, m) {
		if r.men[to].colour != m.colour {
			all = append(all, square+"-"+to)
		}
	}
	return all
}

// reached returns the squares that a piece attacks, including those of its own side's
// pieces.
func (r *reference) reached(square string, m refMan) []string {
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
			if r.men[to].kind != "" {
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

func (r *reference) pawnMoves(square string, m refMan) []string {
	way, start, end := refForward(m.colour)
	var to []string
	if one := refShift(square, 0, way); one != "" && r.men[one].kind == "" {
		to = append(to, one)
		if two := refShift(one, 0, way); square[1] == start && r.men[two].kind == "" {
			to = append(to, two)
		}
	}
	for _, side := range []int{-1, 1} {
		aside := refShift(square, side, way)
		if aside == "" || r.men[aside].colour == m.colour {
			continue
		}
		if r.men[aside].kind != "" || r.answers(aside) != "" {
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

// answers returns the pawn that the seat to move may capture en passant on a square.
func (r *reference) answers(over string) string {
	for _, s := range r.steps {
		if s.over == over && slices.Contains(s.holders, r.seat()) && r.men[over].kind == "" && r.men[s.pawn].kind == "P" {
			return s.pawn
		}
	}
	return ""
}

// refCastling is king from and to, rook from and to, and what must be empty, on
// the first rank (Q9).
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
			free = free && r.men[string(file)+rank].kind == ""
		}
		if free && refZone(c[0]) == r.seat()[6:] && r.unmoved[c[0]+rank] && r.unmoved[c[2]+rank] {
			all = append(all, c[0]+rank+"-"+c[1]+rank)
		}
	}
	return all
}

// play makes a legal action.
func (r *reference) play(action string) {
	from, rest, _ := strings.Cut(action, "-")
	to, promoted, _ := strings.Cut(rest, "=")
	m, first := r.men[from], r.turn == 1 || r.turn == 3
	on := to
	if m.kind == "P" && from[0] != to[0] && r.men[to].kind == "" {
		on = r.answers(to)
		r.saw["in passing"]++
		if refZone(on) != refZone(from) {
			r.saw["in passing over the border"]++
		}
	}
	taken := r.men[on]
	r.captured = strings.TrimSpace(taken.colour + " " + taken.kind)
	delete(r.men, on)
	r.carry(from, to, first)
	if m.kind == "K" && int(from[0])-int(to[0]) == 2 || m.kind == "K" && int(to[0])-int(from[0]) == 2 {
		r.saw["castling"]++
		for _, c := range refCastling {
			if c[0] == from[:1] && c[1] == to[:1] {
				r.carry(c[2]+from[1:], c[3]+from[1:], first)
			}
		}
	}
	if promoted != "" {
		r.men[to] = refMan{m.colour, promoted}
		r.saw["promotion"]++
	}
	r.spend()
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
	r.note()
}

func (r *reference) carry(from, to string, first bool) {
	r.men[to] = r.men[from]
	delete(r.men, from)
	delete(r.unmoved, from)
	delete(r.unmoved, to)
	if first {
		r.barred[to] = true
	}
	if refZone(from) != refZone(to) {
		r.saw["over the border"]++
	}
}

func (r *reference) doubleStep(m refMan, from, to string) {
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

// spend ends the en passant rights of the seat to move.
func (r *reference) spend() {
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

// beginTurn passes over the seats that cannot move (Q6).
func (r *reference) beginTurn() {
	for r.look(); len(r.legal) == 0; r.look() {
		r.passed = append(r.passed, r.seat())
		r.saw["pass"]++
		r.spend()
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
	r.saw[reason]++
}

// note counts the position and ends the game by an automatic draw (G4.3).
func (r *reference) note() {
	r.now = r.position()
	r.stood[r.now]++
	switch {
	case r.reason != "":
	case r.quiet >= 300:
		r.end("no-progress", "")
	case r.stood[r.now] >= 5:
		r.end("repetition", "")
	}
}

// claimable reports whether the player to move may claim a draw (G4.2).
func (r *reference) claimable() bool {
	return r.reason == "" && (r.stood[r.now] >= 3 || r.quiet >= 200)
}

// position returns everything that must be equal for the repetition rule (G4.2).
func (r *reference) position() string {
	var parts []string
	for square, m := range r.men {
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

// check returns the seats whose king is attacked, in the order of seats.
func (r *reference) check() []string {
	hit := map[string]bool{}
	for square, m := range r.men {
		targets := r.reached(square, m)
		if m.kind == "P" {
			way, _, _ := refForward(m.colour)
			targets = []string{refShift(square, -1, way), refShift(square, 1, way)}
		}
		for _, to := range targets {
			if king := r.men[to]; king.kind == "K" && king.colour != m.colour {
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
