package fourplayer

import (
	"fmt"
	"slices"
	"strings"
)

var refWorth = map[byte]int{'P': 1, 'N': 3, 'B': 5, 'R': 5, 'Q': 9, 'D': 1, 'K': 20}

// play carries out a legal move and everything that follows from it.
func (r *reference) play(m refMove) {
	seat, before := r.turn, r.copy()
	p := r.board[m.from]
	gains := r.state[seat] == "plays" && !r.teams
	target, takes := r.board[m.to]
	pawn, passes := r.board[m.also]
	r.taken = ""
	if passes {
		r.taken = seatNames[pawn.seat] + " P"
	}
	if takes {
		r.taken = seatNames[target.seat] + " " + strings.Replace(string(target.kind), "D", "Q", 1)
	}
	if takes && gains && before.lives(target) {
		r.points[seat] += refWorth[target.kind]
	}
	if passes && gains && before.lives(pawn) {
		r.points[seat]++
	}
	r.place(m)
	r.quiet++
	if takes || passes || p.kind == 'P' {
		r.quiet, r.stood = 0, map[string]int{}
	}
	r.keepRights(m, p, seat)
	if takes && target.kind == 'K' && before.lives(target) {
		if r.teams {
			r.win(seat, "king-taken")
			return
		}
		r.remove(target.seat)
	}
	if gains {
		r.points[seat] += r.bonus(before, m, seat)
	}
	r.judge(seat)
	r.turn = (seat + 1) % 4
	r.begin("last-seat")
	r.draws()
}

// keepRights updates the rights to castle and to capture en passant after a move (M16-M20).
func (r *reference) keepRights(m refMove, p refPiece, seat int) {
	delete(r.castle, m.to)
	delete(r.castle, m.from)
	if p.kind == 'K' {
		r.dropCastling(seat)
	}
	r.rights[seat] = map[refRight]bool{}
	for s := range r.rights {
		for right := range r.rights[s] {
			if right.pawn == m.from || right.pawn == m.to || right.pawn == m.also {
				delete(r.rights[s], right)
			}
		}
	}
	if p.kind != 'P' || (m.from.x-m.to.x)*(m.from.x-m.to.x)+(m.from.y-m.to.y)*(m.from.y-m.to.y) != 4 {
		return
	}
	for s := range 4 {
		if r.against(s, seat) && r.state[s] == "plays" {
			r.rights[s][refRight{spot{(m.from.x + m.to.x) / 2, (m.from.y + m.to.y) / 2}, m.to}] = true
		}
	}
}

func (r *reference) dropCastling(seat int) {
	for _, name := range refRows[seat][:2] {
		delete(r.castle, spotOf(name))
	}
}

// bonus returns the points of M31.
func (r *reference) bonus(before *reference, m refMove, seat int) int {
	kings, queen := 0, false
	for s := range 4 {
		at, ok := r.king(s)
		if s == seat || !ok || r.state[s] != "plays" {
			continue
		}
		was, _ := before.king(s)
		old := before.attackers(s, was)
		newly := false
		for _, a := range r.attackers(s, at) {
			if a == m.to || a == m.rook[1] || !slices.Contains(old, a) {
				newly = true
				queen = queen || r.board[a].kind == 'Q' || r.board[a].kind == 'D'
			}
		}
		if newly {
			kings++
		}
	}
	switch {
	case kings == 2 && queen:
		return 1
	case kings == 3 && !queen, kings < 2:
		return 20 * (kings / 3)
	}
	return 5
}

// mated reports whether a seat would be mated if it were its turn.
func (r *reference) mated(seat int) bool {
	return r.state[seat] != "out" && r.attacked(seat) && len(r.moves(seat)) == 0
}

// judge puts the mated seats out, but the one that moved (M27, M28).
func (r *reference) judge(mover int) {
	if r.teams {
		return
	}
	type mate struct{ seat, by int }
	var all []mate
	for s := range 4 {
		if s == mover || !r.mated(s) {
			continue
		}
		by := mover
		if mover < 0 || r.state[mover] != "plays" {
			by = r.checker(s)
		}
		all = append(all, mate{s, by})
	}
	for _, v := range all {
		r.remove(v.seat)
		if v.by >= 0 {
			r.points[v.by] += 20
		}
	}
}

// checker returns the seat of M32, or -1.
func (r *reference) checker(seat int) int {
	at, _ := r.king(seat)
	for n := 1; n < 4; n++ {
		by := (seat + 4 - n) % 4
		for _, a := range r.attackers(seat, at) {
			if r.board[a].seat == by && r.state[by] == "plays" {
				return by
			}
		}
	}
	return -1
}

func (r *reference) remove(seat int) {
	r.state[seat] = "out"
	r.rights[seat] = map[refRight]bool{}
	r.dropCastling(seat)
}

func (r *reference) count(state string) (n int) {
	for _, s := range r.state {
		if s == state {
			n++
		}
	}
	return n
}

// leave carries out a resignation or a loss on time (M34).
func (r *reference) leave(seat int, reason string) {
	r.taken = ""
	if r.teams {
		r.win((seat+1)%4, reason)
		return
	}
	r.remove(seat)
	r.state[seat], r.left[seat] = "walks", reason
	if r.count("plays") > 1 && !r.walk {
		r.remove(seat)
	} else if r.count("plays") > 1 && r.mated(seat) {
		if by := r.checker(seat); by >= 0 {
			r.points[by] += 20
		}
		r.remove(seat)
	}
	if r.count("plays") > 1 {
		r.judge(-1)
	}
	r.begin(reason)
	r.draws()
}

// begin gives the turn to the next seat that can move (M29, M32, M36, M38).
func (r *reference) begin(reason string) {
	for !r.over {
		if !r.teams && r.count("plays") < 2 {
			r.finish(reason)
			return
		}
		if r.claims() {
			return
		}
		seat := r.turn
		if r.state[seat] != "out" {
			if len(r.moves(seat)) > 0 {
				return
			}
			r.stuck(seat)
		}
		if !r.over {
			r.turn = (seat + 1) % 4
		}
	}
}

func (r *reference) stuck(seat int) {
	checked := r.attacked(seat)
	switch {
	case r.teams && checked:
		r.win((seat+1)%4, "checkmate")
	case r.teams:
		r.draw("stalemate")
	case checked:
		if by := r.checker(seat); by >= 0 {
			r.points[by] += 20
		}
		r.remove(seat)
	case r.state[seat] == "plays":
		r.points[seat] += 20
		r.remove(seat)
		r.left[seat] = "stalemate"
	default:
		for s := range 4 {
			if r.state[s] == "plays" {
				r.points[s] += 10
			}
		}
		r.remove(seat)
	}
}

// claims ends the game if the option autoclaim does (M37, M38).
func (r *reference) claims() bool {
	if !r.autoclaim || r.teams || r.count("plays") != 2 {
		return false
	}
	most := 0
	for s := range 4 {
		if r.state[s] != "plays" {
			most = max(most, r.points[s])
		}
	}
	for a := range 4 {
		for b := range 4 {
			if a == b || r.state[a] != "plays" || r.state[b] != "plays" {
				continue
			}
			if would := r.points[b] + 20 + 20*r.count("walks"); r.points[a] > would && most > would {
				r.leave(a, "resignation")
				return true
			}
		}
	}
	return false
}

func (r *reference) finish(reason string) {
	for s := range 4 {
		if r.state[s] == "plays" {
			r.points[s] += 20 * r.count("walks")
		}
	}
	r.places(reason)
}

// places gives the scores by points (M40).
func (r *reference) places(reason string) {
	r.over, r.reason = true, reason
	for s := range 4 {
		above, level := 0, 0
		for o := range 4 {
			if r.points[o] > r.points[s] {
				above++
			} else if r.points[o] == r.points[s] {
				level++
			}
		}
		r.winners[s] = above == 0
		for i := range level {
			r.scores[s] += float64(3-above-i) / float64(level)
		}
	}
}

func (r *reference) win(seat int, reason string) {
	r.over, r.reason = true, reason
	for s := range 4 {
		if !r.against(s, seat) {
			r.winners[s], r.scores[s] = true, 1
		}
	}
}

func (r *reference) draw(reason string) {
	if r.teams {
		r.over, r.reason, r.scores = true, reason, [4]float64{.5, .5, .5, .5}
		return
	}
	for s := range 4 {
		if r.state[s] == "plays" {
			r.points[s] += 10
		}
	}
	r.places(reason)
}

// draws carries out the draws of M41 and M44.
func (r *reference) draws() {
	if r.over {
		return
	}
	r.stood[r.key()]++
	switch {
	case r.bare():
		r.draw("material")
	case r.quiet >= 200:
		r.draw("no-progress")
	case r.stood[r.key()] >= 3:
		r.draw("repetition")
	}
}

func (r *reference) bare() bool {
	var kinds string
	var colours []int
	var seats []int
	for at, p := range r.board {
		if !r.lives(p) || p.kind == 'K' {
			continue
		}
		kinds += string(p.kind)
		colours, seats = append(colours, (at.x+at.y)%2), append(seats, p.seat)
	}
	small := kinds == "B" || kinds == "N" || kinds == "BB" && colours[0] == colours[1] && seats[0] != seats[1]
	return kinds == "" || small && !r.teams && r.count("plays") == 2 && r.count("walks") == 0
}

func (r *reference) key() string {
	return fmt.Sprint(r.turn, r.state, r.board, r.castle, r.rights)
}
