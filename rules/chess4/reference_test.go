package chess4

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type place struct{ row, col int }

func (p place) String() string { return fmt.Sprintf("%c%d", 'a'+p.row, p.col+1) }

func (p place) onBoard() bool {
	inner := func(n int) bool { return n >= 3 && n <= 10 }
	in := func(n int) bool { return n >= 0 && n <= 13 }
	return in(p.row) && in(p.col) && (inner(p.row) || inner(p.col))
}

func (p place) plus(d [2]int, n int) place { return place{p.row + n*d[0], p.col + n*d[1]} }

func placeOf(name string) place {
	col, err := strconv.Atoi(name[1:])
	if err != nil {
		panic(name)
	}
	return place{int(name[0] - 'a'), col - 1}
}

type chessman struct {
	army int
	kind byte
}

// ref is a position in a second implementation of the game, which is slow and written from
// the rule book alone. It shares no code with the implementation that it checks.
type ref struct {
	teams, method2 bool
	board          map[place]chessman
	turn           int
	out            [4]bool
	mover          [4]int // the seat that moves each army; -1 for none
	pending        []int
	credit         [4]*refCredit
	rights         []*refRight
	castle         map[place]bool // squares of the kings and rooks that may still castle
	identity       map[place]string
	over           bool
	why            string
	passed         []string
	captured       string
}

type refCredit struct {
	stale  bool
	by     int // the seat credited with the mate or stalemate; -1 if there is none yet
	passed bool
}

type refRight struct {
	over, pawn place
	army       int // the army that may capture the pawn en passant
	kept       bool
}

func (r *ref) clone() *ref {
	c := *r
	c.board, c.castle, c.identity = maps.Clone(r.board), maps.Clone(r.castle), maps.Clone(r.identity)
	c.pending = slices.Clone(r.pending)
	c.rights = nil
	for _, right := range r.rights {
		copied := *right
		c.rights = append(c.rights, &copied)
	}
	for i, cr := range r.credit {
		if cr != nil {
			copied := *cr
			c.credit[i] = &copied
		}
	}
	return &c
}

var (
	refForward  = [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
	refStraight = [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
	refDiagonal = [][2]int{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}
	refLeaps    = [][2]int{{-2, -1}, {-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}}
)

// refHome lists the starting squares of each army's king, king's side rook and queen's side
// rook.
var refHome = [4][3]string{{"n7", "n4", "n11"}, {"g1", "d1", "k1"}, {"a8", "a11", "a4"}, {"h14", "k14", "d14"}}

func (r *ref) active(army int) bool { return r.mover[army] >= 0 }

// against reports whether a seat is an opponent of the seat that moves an army (C9).
func (r *ref) against(seat, army int) bool {
	by := r.mover[army]
	return by >= 0 && by != seat && (!r.teams || (by-seat)%2 != 0)
}

func pawnTakes(army int) [2][2]int {
	f := refForward[army]
	return [2][2]int{{f[0] + f[1], f[1] + f[0]}, {f[0] - f[1], f[1] - f[0]}}
}

// attacks reports whether the piece on one square attacks another square.
func (r *ref) attacks(from, to place) bool {
	m := r.board[from]
	dr, dc := to.row-from.row, to.col-from.col
	switch m.kind {
	case 'P':
		for _, d := range pawnTakes(m.army) {
			if d == [2]int{dr, dc} {
				return true
			}
		}
		return false
	case 'N':
		return dr*dr+dc*dc == 5
	case 'K':
		return dr*dr <= 1 && dc*dc <= 1 && (dr != 0 || dc != 0)
	}
	for _, d := range r.directions(m.kind) {
		for at := from.plus(d, 1); at.onBoard(); at = at.plus(d, 1) {
			if at == to {
				return true
			}
			if _, occupied := r.board[at]; occupied {
				break
			}
		}
	}
	return false
}

func (r *ref) directions(kind byte) (list [][2]int) {
	if kind != 'B' {
		list = append(list, refStraight...)
	}
	if kind != 'R' {
		list = append(list, refDiagonal...)
	}
	return list
}

func (r *ref) attackers(seat int, on place) (list []place) {
	for from, m := range r.board {
		if from != on && r.against(seat, m.army) && r.attacks(from, on) {
			list = append(list, from)
		}
	}
	return list
}

func (r *ref) king(seat int) place {
	for at, m := range r.board {
		if m.kind == 'K' && m.army == seat {
			return at
		}
	}
	return place{-1, -1}
}

func (r *ref) checked(seat int) bool { return len(r.attackers(seat, r.king(seat))) > 0 }

// mayEnter reports whether a piece of the seat may move to a square or capture there.
func (r *ref) mayEnter(seat int, to place) bool {
	m, occupied := r.board[to]
	if !occupied {
		return true
	}
	if !r.active(m.army) {
		return true
	}
	return r.against(seat, m.army) && !(m.kind == 'K' && r.mover[m.army] == m.army)
}

func (r *ref) rightFor(army int, over place) *refRight {
	for _, right := range r.rights {
		if right.army == army && right.over == over && !r.has(over) {
			if r.mayEnter(r.mover[army], right.pawn) {
				return right
			}
		}
	}
	return nil
}

func (r *ref) has(at place) bool { _, occupied := r.board[at]; return occupied }

func (r *ref) barred(pawn place) bool {
	return slices.ContainsFunc(r.rights, func(right *refRight) bool { return right.pawn == pawn && right.kept })
}

func secondRow(army int, at place) bool {
	return [4]bool{at.row == 12, at.col == 1, at.row == 1, at.col == 12}[army]
}

func outerRow(army int, at place) bool {
	for other, on := range [4]bool{at.row == 13, at.col == 0, at.row == 0, at.col == 13} {
		if other != army && on {
			return true
		}
	}
	return false
}

// pseudo returns the moves of an army without testing the safety of kings.
func (r *ref) pseudo(army int) (words []string) {
	seat := r.mover[army]
	for from, m := range r.board {
		if m.army != army {
			continue
		}
		add := func(to place) { words = append(words, from.String()+"-"+to.String()) }
		switch m.kind {
		case 'P':
			words = append(words, r.pawnWords(from, army, seat)...)
		case 'N', 'K':
			steps := refLeaps
			if m.kind == 'K' {
				steps = r.directions('Q')
				words = append(words, r.castlings(from, army, seat)...)
			}
			for _, d := range steps {
				if to := from.plus(d, 1); to.onBoard() && r.mayEnter(seat, to) {
					add(to)
				}
			}
		default:
			for _, d := range r.directions(m.kind) {
				for to := from.plus(d, 1); to.onBoard(); to = to.plus(d, 1) {
					if r.mayEnter(seat, to) {
						add(to)
					}
					if r.has(to) {
						break
					}
				}
			}
		}
	}
	return words
}

func (r *ref) pawnWords(from place, army, seat int) (words []string) {
	add := func(to place) {
		word := from.String() + "-" + to.String()
		if !outerRow(army, to) {
			words = append(words, word)
			return
		}
		for _, k := range "QRBN" {
			words = append(words, word+"="+string(k))
		}
	}
	one, two := from.plus(refForward[army], 1), from.plus(refForward[army], 2)
	if one.onBoard() && !r.has(one) {
		add(one)
		if secondRow(army, from) && !r.has(two) {
			add(two)
		}
	}
	if r.barred(from) {
		return words
	}
	for _, d := range pawnTakes(army) {
		to := from.plus(d, 1)
		if !to.onBoard() {
			continue
		}
		if r.has(to) && r.mayEnter(seat, to) || r.rightFor(army, to) != nil {
			add(to)
		}
	}
	return words
}

func (r *ref) castlings(king place, army, seat int) (words []string) {
	home := placeOf(refHome[army][0])
	gained := seat != army
	if king != home || !r.castle[king] || !gained && r.checked(seat) {
		return nil
	}
	for _, name := range refHome[army][1:] {
		rook := placeOf(name)
		if !r.castle[rook] || r.identity[rook] != name {
			continue
		}
		length := max(abs(rook.row-king.row), abs(rook.col-king.col))
		d := [2]int{(rook.row - king.row) / length, (rook.col - king.col) / length}
		free := true
		for n := 1; n < length; n++ {
			free = free && !r.has(king.plus(d, n))
		}
		for n := 1; n <= 2 && !gained; n++ {
			free = free && len(r.attackers(seat, king.plus(d, n))) == 0
		}
		if free {
			words = append(words, king.String()+"-"+king.plus(d, 2).String())
		}
	}
	return words
}

// legal returns the legal moves of an army (C8, C25).
func (r *ref) legal(army int) (words []string) {
	seat := r.mover[army]
	before := r.attackers(seat, r.king(seat))
	for _, word := range r.pseudo(army) {
		after := r.clone()
		after.make(word)
		attackers := after.attackers(seat, after.king(seat))
		if seat != army {
			attackers = slices.DeleteFunc(attackers, func(at place) bool { return slices.Contains(before, at) })
		}
		if len(attackers) == 0 {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// remove removes a piece, and the castling and en passant rights that depend on it.
func (r *ref) remove(at place) {
	if r.board[at].kind == 'P' {
		r.rights = slices.DeleteFunc(r.rights, func(right *refRight) bool { return right.pawn == at })
	}
	delete(r.board, at)
	delete(r.castle, at)
	delete(r.identity, at)
}

// shift moves a piece and updates its castling right.
func (r *ref) shift(from, to place) {
	m, castle, name := r.board[from], r.castle[from], r.identity[from]
	delete(r.board, from)
	delete(r.castle, from)
	delete(r.identity, from)
	r.board[to] = m
	if name != "" {
		r.identity[to] = name
	}
	if castle && r.mover[m.army] != m.army && nearer(placeOf(name), from, to) {
		r.castle[to] = true
	}
}

func nearer(home, from, to place) bool {
	if from == home {
		return false
	}
	rows, cols := abs(to.row-home.row)-abs(from.row-home.row), abs(to.col-home.col)-abs(from.col-home.col)
	return rows <= 0 && cols <= 0 && (rows < 0 || cols < 0)
}

// make plays a move on the board and updates the rights to castle and to capture en passant.
// It changes neither the turn nor which seat is credited with a mate.
func (r *ref) make(word string) {
	move, piece, promotes := strings.Cut(word, "=")
	a, b, _ := strings.Cut(move, "-")
	from, to := placeOf(a), placeOf(b)
	m := r.board[from]
	r.captured = ""
	victim := to
	used := false
	if m.kind == 'P' && from.row != to.row && from.col != to.col && !r.has(to) {
		victim, used = r.rightFor(m.army, to).pawn, true
	}
	if v, occupied := r.board[victim]; occupied {
		r.captured = seatNames[v.army] + " " + string(v.kind)
		r.remove(victim)
	}
	if m.kind == 'K' && max(abs(from.row-to.row), abs(from.col-to.col)) == 2 {
		for _, name := range refHome[m.army][1:] {
			if rook := placeOf(name); abs(rook.row-to.row)+abs(rook.col-to.col) <= 2 {
				r.shift(rook, place{(from.row + to.row) / 2, (from.col + to.col) / 2})
			}
		}
	}
	r.shift(from, to)
	r.endTurn(m.army, used)
	if m.kind != 'P' {
		return
	}
	for _, right := range r.rights {
		if right.pawn == from {
			right.pawn = to
		}
	}
	if promotes {
		r.rights = slices.DeleteFunc(r.rights, func(right *refRight) bool { return right.pawn == to })
		r.board[to] = chessman{m.army, piece[0]}
		return
	}
	if abs(from.row-to.row)+abs(from.col-to.col) == 2 && (from.row == to.row || from.col == to.col) {
		over := from.plus(refForward[m.army], 1)
		for army := range 4 {
			if r.against(r.mover[m.army], army) {
				r.rights = append(r.rights, &refRight{over: over, pawn: to, army: army})
			}
		}
	}
}

// endTurn removes the en passant rights of the army that has moved, unless the army used one
// of them on this turn (C11, C12).
func (r *ref) endTurn(army int, used bool) {
	r.rights = slices.DeleteFunc(r.rights, func(right *refRight) bool { return right.army == army && !used })
	// Any rights that the army still has are for other pawns, because an en passant capture
	// removes the right that it uses.
	for _, right := range r.rights {
		if right.army == army {
			right.kept = true
		}
	}
}
