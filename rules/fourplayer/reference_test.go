package fourplayer

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// spot is a square of the reference: the file from 1 (a) to 14 (n), and the rank.
type spot struct{ x, y int }

func (s spot) String() string { return fmt.Sprintf("%c%d", 'a'+s.x-1, s.y) }

func (s spot) exists() bool {
	middle := func(n int) bool { return n >= 4 && n <= 11 }
	return s.x >= 1 && s.x <= 14 && s.y >= 1 && s.y <= 14 && (middle(s.x) || middle(s.y))
}

func (s spot) to(d spot, n int) spot { return spot{s.x + n*d.x, s.y + n*d.y} }

func spotOf(name string) spot {
	y, err := strconv.Atoi(name[1:])
	if err != nil {
		panic(name)
	}
	return spot{int(name[0]-'a') + 1, y}
}

// refPiece is a piece of the reference. Its kind is one of K Q R B N P, and D for a queen that
// counts one point.
type refPiece struct {
	seat int
	kind byte
}

type refRight struct{ over, pawn spot }

// reference is a second implementation of the game, slow and written from the rule book alone.
// It shares no code with the implementation that it checks.
type reference struct {
	teams, walk, autoclaim bool
	kings                  [4]string // where each king starts

	board   map[spot]refPiece
	state   [4]string // "plays", "walks" or "out"
	left    [4]string // how a seat left: "resignation", "flag", "stalemate", or empty
	points  [4]int
	turn    int
	castle  map[spot]bool        // rooks with which a seat may castle
	rights  [4]map[refRight]bool // what each seat may capture en passant
	quiet   int
	stood   map[string]int
	over    bool
	reason  string
	winners [4]bool
	scores  [4]float64
	taken   string
}

var refAhead = [4]spot{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// refKings lists the squares of the kings and queens of red, blue, yellow and green (M5).
var refKings = map[string][8]string{
	"modern":  {"h1", "g1", "a7", "a8", "g14", "h14", "n8", "n7"},
	"classic": {"h1", "g1", "a8", "a7", "g14", "h14", "n7", "n8"},
	"by":      {"h1", "g1", "a7", "a8", "h14", "g14", "n7", "n8"},
	"byg":     {"h1", "g1", "a7", "a8", "h14", "g14", "n8", "n7"},
	"rg":      {"g1", "h1", "a8", "a7", "g14", "h14", "n8", "n7"},
}

var refRows = [4][6]string{
	{"d1", "k1", "e1", "j1", "f1", "i1"},
	{"a4", "a11", "a5", "a10", "a6", "a9"},
	{"d14", "k14", "e14", "j14", "f14", "i14"},
	{"n4", "n11", "n5", "n10", "n6", "n9"},
}

func newReference(setup string, teams, walk, autoclaim bool) *reference {
	r := &reference{
		teams: teams, walk: walk, autoclaim: autoclaim,
		board: map[spot]refPiece{}, castle: map[spot]bool{}, stood: map[string]int{},
		state: [4]string{"plays", "plays", "plays", "plays"},
	}
	for seat := range 4 {
		r.rights[seat] = map[refRight]bool{}
		for i, name := range refRows[seat] {
			r.board[spotOf(name)] = refPiece{seat, "RRNNBB"[i]}
		}
		king, queen := refKings[setup][2*seat], refKings[setup][2*seat+1]
		r.kings[seat] = king
		r.board[spotOf(king)], r.board[spotOf(queen)] = refPiece{seat, 'K'}, refPiece{seat, 'Q'}
		for _, name := range append(refRows[seat][:], king, queen) {
			r.board[spotOf(name).to(refAhead[seat], 1)] = refPiece{seat, 'P'}
		}
		r.castle[spotOf(refRows[seat][0])], r.castle[spotOf(refRows[seat][1])] = true, true
	}
	return r
}

// row returns the row of a square, counted from the seat's own edge (M9).
func row(seat int, s spot) int { return [4]int{s.y, s.x, 15 - s.y, 15 - s.x}[seat] }

func (r *reference) lives(p refPiece) bool {
	return r.state[p.seat] == "plays" || r.state[p.seat] == "walks" && p.kind == 'K'
}

// against reports whether two seats play against each other.
func (r *reference) against(a, b int) bool { return a != b && (!r.teams || (a+b)%2 == 1) }

// mayTake reports whether a seat may take a piece (M10, M11).
func (r *reference) mayTake(seat int, p refPiece) bool { return !r.lives(p) || r.against(seat, p.seat) }

var (
	refLines = []spot{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	refJumps = []spot{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// reached returns the squares that a piece attacks.
func (r *reference) reached(at spot) (list []spot) {
	p := r.board[at]
	lines, far := refLines, 14
	switch p.kind {
	case 'P':
		a := refAhead[p.seat]
		lines, far = []spot{{a.x + a.y, a.y + a.x}, {a.x - a.y, a.y - a.x}}, 1
	case 'N':
		lines, far = refJumps, 1
	case 'K':
		far = 1
	case 'R':
		lines = refLines[:4]
	case 'B':
		lines = refLines[4:]
	}
	for _, d := range lines {
		for n := 1; n <= far && at.to(d, n).exists(); n++ {
			list = append(list, at.to(d, n))
			if _, stands := r.board[at.to(d, n)]; stands {
				break
			}
		}
	}
	return list
}

// attackers returns the squares of the living pieces that attack a square and play against a seat.
func (r *reference) attackers(seat int, on spot) (list []spot) {
	for at, p := range r.board {
		if r.lives(p) && r.against(seat, p.seat) && slices.Contains(r.reached(at), on) {
			list = append(list, at)
		}
	}
	return list
}

func (r *reference) king(seat int) (spot, bool) {
	for at, p := range r.board {
		if p == (refPiece{seat, 'K'}) {
			return at, true
		}
	}
	return spot{}, false
}

func (r *reference) attacked(seat int) bool {
	at, ok := r.king(seat)
	return ok && r.state[seat] != "out" && len(r.attackers(seat, at)) > 0
}

func (r *reference) copy() *reference {
	c := *r
	c.board, c.castle, c.stood = maps.Clone(r.board), maps.Clone(r.castle), maps.Clone(r.stood)
	for i := range c.rights {
		c.rights[i] = maps.Clone(r.rights[i])
	}
	return &c
}

// refMove is a move with everything that it does to the board.
type refMove struct {
	from, to spot
	becomes  byte // 0 without a promotion
	also     spot // the pawn taken in passing
	rook     [2]spot
}

func (m refMove) String() string {
	text := m.from.String() + "-" + m.to.String()
	switch m.becomes {
	case 0:
	case 'D':
		text += "=Q"
	default:
		text += "=" + string(m.becomes)
	}
	return text
}

// moves returns the legal moves of a seat, as though it were its turn.
func (r *reference) moves(seat int) (legal []refMove) {
	for at, p := range r.board {
		if p.seat != seat || !r.lives(p) {
			continue
		}
		for _, m := range r.candidates(at, p) {
			if r.keepsSafe(seat, m) {
				legal = append(legal, m)
			}
		}
	}
	return legal
}

func (r *reference) candidates(at spot, p refPiece) (list []refMove) {
	if p.kind == 'P' {
		return r.pawnMoves(at, p)
	}
	for _, to := range r.reached(at) {
		if target, stands := r.board[to]; !stands || r.mayTake(p.seat, target) {
			list = append(list, refMove{from: at, to: to})
		}
	}
	if p.kind == 'K' {
		list = append(list, r.castlings(at, p.seat)...)
	}
	return list
}

func (r *reference) pawnMoves(at spot, p refPiece) (list []refMove) {
	ahead := refAhead[p.seat]
	add := func(m refMove) {
		kinds, last := "D", 8
		if r.teams {
			kinds, last = "QRBN", 11
		}
		if row(p.seat, m.to) != last {
			list = append(list, m)
			return
		}
		for _, k := range kinds {
			m.becomes = byte(k)
			list = append(list, m)
		}
	}
	for n := 1; n <= 2 && (n == 1 || row(p.seat, at) == 2); n++ {
		to := at.to(ahead, n)
		if _, stands := r.board[to]; stands || !to.exists() {
			break
		}
		add(refMove{from: at, to: to})
	}
	for _, to := range r.reached(at) {
		m := refMove{from: at, to: to}
		for right := range r.rights[p.seat] {
			if right.over == to {
				m.also = right.pawn
			}
		}
		target, stands := r.board[to]
		if stands && r.mayTake(p.seat, target) || !stands && m.also != (spot{}) {
			add(m)
		}
	}
	return list
}

func (r *reference) castlings(at spot, seat int) (list []refMove) {
	if at != spotOf(r.kings[seat]) || len(r.attackers(seat, at)) > 0 {
		return nil
	}
	for _, name := range refRows[seat][:2] {
		corner := spotOf(name)
		if !r.castle[corner] {
			continue
		}
		d := spot{sign(corner.x - at.x), sign(corner.y - at.y)}
		free := true
		for s := at.to(d, 1); s != corner; s = s.to(d, 1) {
			_, stands := r.board[s]
			free = free && !stands
		}
		if free && len(r.attackers(seat, at.to(d, 1))) == 0 && len(r.attackers(seat, at.to(d, 2))) == 0 {
			list = append(list, refMove{from: at, to: at.to(d, 2), rook: [2]spot{corner, at.to(d, 1)}})
		}
	}
	return list
}

func sign(n int) int { return max(-1, min(1, n)) }

// keepsSafe reports whether a move is legal as to the mover's own king (M14, M24, M39).
func (r *reference) keepsSafe(seat int, m refMove) bool {
	target, takes := r.board[m.to]
	king := takes && target.kind == 'K' && r.lives(target)
	if king && r.teams {
		return true
	}
	after := r.copy()
	after.place(m)
	if king {
		after.state[target.seat] = "out"
	}
	return !after.attacked(seat)
}

// place carries out what a move does to the board.
func (r *reference) place(m refMove) {
	p := r.board[m.from]
	delete(r.board, m.from)
	if m.also != (spot{}) {
		delete(r.board, m.also)
	}
	if m.becomes != 0 {
		p.kind = m.becomes
	}
	r.board[m.to] = p
	if m.rook[0] != (spot{}) {
		r.board[m.rook[1]] = r.board[m.rook[0]]
		delete(r.board, m.rook[0])
	}
}
