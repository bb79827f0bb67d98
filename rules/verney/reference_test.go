package verney

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// referee is a second, slow implementation of the game, written from V1-V23 and G4 of the
// rule book alone.
type referee struct {
	refPosition
	quiet   int
	stood   map[refPosition]int
	passed  []string
	over    string // the reason
	winners []string
	taken   string
	seen    map[string]int // what happened, over all games
}

// refPosition holds everything that must be equal for the repetition rule.
type refPosition struct {
	men   [15][15]refMan // by file and rank, from 1
	turn  int
	mated [4]bool
}

type refMan struct {
	kind byte // 0: none
	seat int8
	back bool
}

func (m refMan) army() int { return int(m.seat) }

type refSquare struct{ file, rank int }

type refMove struct {
	from, to refSquare
	queen    bool
}

var refForward = [4]refSquare{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

func (s refSquare) on() bool {
	if s.file < 1 || s.rank < 1 || s.file > 14 || s.rank > 14 {
		return false
	}
	return s.file > 3 && s.file < 12 || s.rank > 3 && s.rank < 12
}

func (s refSquare) plus(d refSquare, n int) refSquare {
	return refSquare{s.file + n*d.file, s.rank + n*d.rank}
}

func (s refSquare) String() string { return fmt.Sprintf("%c%d", 'a'+s.file-1, s.rank) }

func (m refMove) String() string {
	if m.queen {
		return fmt.Sprintf("%v-%v=Q", m.from, m.to)
	}
	return fmt.Sprintf("%v-%v", m.from, m.to)
}

// depth returns the distance of the square from the army's own edge; its back row is 1.
func (s refSquare) depth(army int) int {
	return [4]int{s.rank, s.file, 15 - s.rank, 15 - s.file}[army]
}

// onBackRow reports whether the square is one of the eight of the army's back row.
func (s refSquare) onBackRow(army int) bool { return s.depth(army) == 1 }

func (r *referee) at(s refSquare) refMan {
	if !s.on() {
		return refMan{}
	}
	return r.men[s.file][s.rank]
}

func (r *referee) free(s refSquare) bool { return s.on() && r.at(s).kind == 0 }

func refAdversaries(a, b int) bool { return a%2 != b%2 }

func refSquares() (all []refSquare) {
	for f := 1; f <= 14; f++ {
		for k := 1; k <= 14; k++ {
			if s := (refSquare{f, k}); s.on() {
				all = append(all, s)
			}
		}
	}
	return all
}

var refAll = refSquares()

func (m refMan) ahead() refSquare {
	d := refForward[m.army()]
	if m.back {
		return refSquare{-d.file, -d.rank}
	}
	return d
}

// bears returns every square that the piece on s attacks.
func (r *referee) bears(s refSquare) (to []refSquare) {
	m := r.at(s)
	if m.kind == 'P' {
		d := m.ahead()
		for _, side := range []int{-1, 1} {
			to = append(to, refSquare{s.file + d.file + side*d.rank, s.rank + d.rank + side*d.file})
		}
	}
	for df := -2; df <= 2; df++ {
		for dr := -2; dr <= 2; dr++ {
			d := refSquare{df, dr}
			switch size := df*df + dr*dr; {
			case size == 5 && m.kind == 'N', size > 0 && size <= 2 && m.kind == 'K':
				to = append(to, s.plus(d, 1))
			case size == 1 && (m.kind == 'R' || m.kind == 'Q'), size == 2 && (m.kind == 'B' || m.kind == 'Q'):
				n := 1
				for r.free(s.plus(d, n)) {
					to = append(to, s.plus(d, n))
					n++
				}
				to = append(to, s.plus(d, n))
			}
		}
	}
	return slices.DeleteFunc(to, func(s refSquare) bool { return !s.on() })
}

// mightReach reports whether a piece could reach a square at all, which saves time.
func (m refMan) mightReach(from, to refSquare) bool {
	df, dr := max(from.file-to.file, to.file-from.file), max(from.rank-to.rank, to.rank-from.rank)
	switch m.kind {
	case 'K', 'P':
		return df < 2 && dr < 2
	case 'N':
		return df+dr == 3
	}
	return df == 0 || dr == 0 || df == dr
}

func (r *referee) king(army int) refSquare {
	for _, s := range refAll {
		if m := r.men[s.file][s.rank]; m.kind == 'K' && m.army() == army {
			return s
		}
	}
	panic("no king")
}

// checkers returns the live adversaries' pieces that attack the army's king.
func (r *referee) checkers(army int) (from []refSquare) {
	king := r.king(army)
	for _, s := range refAll {
		m := r.men[s.file][s.rank]
		if m.kind != 0 && refAdversaries(m.army(), army) && !r.mated[m.seat] && m.mightReach(s, king) && slices.Contains(r.bears(s), king) {
			from = append(from, s)
		}
	}
	return from
}

// could returns the moves of the piece on s without testing the safety of kings.
func (r *referee) could(s refSquare) (moves []refMove) {
	m := r.at(s)
	for _, to := range r.bears(s) {
		prey := r.at(to)
		takes := prey.kind != 0 && refAdversaries(prey.army(), m.army()) && !r.mated[prey.army()] && prey.kind != 'K'
		if takes || prey.kind == 0 && m.kind != 'P' {
			moves = append(moves, refMove{from: s, to: to})
		}
	}
	if m.kind != 'P' {
		return moves
	}
	ahead, beyond := s.plus(m.ahead(), 1), s.plus(m.ahead(), 2)
	if r.free(ahead) {
		moves = append(moves, refMove{from: s, to: ahead})
	} else if p := r.at(ahead); p.kind == 'P' && p.army() == (m.army()+2)%4 && r.free(beyond) {
		moves = append(moves, refMove{from: s, to: beyond})
	}
	for i, move := range moves {
		moves[i].queen = move.to.onBackRow((m.army()+1)%4) || move.to.onBackRow((m.army()+3)%4)
	}
	return moves
}

// moved returns the position after a move, with marks and promotions (V8, V9).
func (r *referee) moved(m refMove) *referee {
	after := *r
	man := r.at(m.from)
	after.men[m.from.file][m.from.rank] = refMan{}
	if man.kind == 'P' {
		switch {
		case m.queen:
			man = refMan{kind: 'Q', seat: man.seat}
		case m.to.onBackRow((man.army() + 2) % 4):
			man.back = true
		case m.to.depth(man.army()) <= 2:
			man.back = false
		}
	}
	after.men[m.to.file][m.to.rank] = man
	return &after
}

func (r *referee) allowed(army int, m refMove) bool {
	after, partner := r.moved(m), (army+2)%4
	if len(after.checkers(army)) > 0 {
		return false
	}
	if r.mated[partner] {
		return true
	}
	before := r.checkers(partner)
	for _, s := range after.checkers(partner) {
		if !slices.Contains(before, s) {
			return false
		}
	}
	return true
}

func (r *referee) legal(army int) (moves []refMove) {
	for _, s := range refAll {
		if m := r.at(s); m.kind == 0 || m.army() != army {
			continue
		}
		for _, m := range r.could(s) {
			if r.allowed(army, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

func (r *referee) inMate(army int) bool { return len(r.checkers(army)) > 0 && len(r.legal(army)) == 0 }

// lookRound applies V14.
func (r *referee) lookRound(mover int) {
	for round := 1; round <= 4; round++ {
		was := r.mated
		for _, freeze := range []bool{false, true} {
			for i := 1; i <= 4; i++ {
				if seat := (mover + i) % 4; r.mated[seat] != freeze && r.inMate(seat) == freeze {
					r.mated[seat] = freeze
					r.seen[fmt.Sprintf("mate %v in sweep %d", freeze, round)]++
				}
			}
		}
		if r.mated == was {
			return
		}
	}
}

// settle applies V16, V20, V21 and the automatic draws (G4.3).
func (r *referee) settle() {
	r.passed = []string{}
	for team := range 2 {
		if r.mated[team] && r.mated[team+2] {
			r.end("checkmate", seatNames[1-team], seatNames[3-team])
			return
		}
	}
	for !r.mayMove() {
		if r.over != "" {
			return
		}
		r.passed = append(r.passed, seatNames[r.turn])
		r.turn = (r.turn + 1) % 4
		if len(r.passed) == 4 {
			r.end("nobody-can-move")
			return
		}
	}
	if r.stood[r.refPosition]++; r.quiet >= 300 {
		r.end("no-progress")
	} else if r.stood[r.refPosition] == 5 {
		r.end("repetition")
	}
}

// mayMove reports whether the seat to move has a move. If not, the game may be drawn.
func (r *referee) mayMove() bool {
	if r.mated[r.turn] {
		return false
	}
	if len(r.legal(r.turn)) > 0 {
		return true
	}
	if len(r.checkers(r.turn)) > 0 {
		r.seen["live in check without a move"]++
	}
	partner := (r.turn + 2) % 4
	if r.mated[partner] || len(r.checkers(partner)) == 0 && len(r.legal(partner)) == 0 {
		r.end("stalemate")
	} else {
		r.seen["stalemate passed"]++
	}
	return false
}

func (r *referee) end(why string, winners ...string) {
	r.over, r.winners = why, winners
	r.seen["over by "+why]++
}

func (r *referee) play(m refMove) {
	man, prey := r.at(m.from), r.at(m.to)
	r.note(m, man)
	*r = *r.moved(m)
	r.taken = ""
	if r.quiet++; prey.kind != 0 || man.kind == 'P' {
		r.quiet = 0
	}
	if prey.kind != 0 {
		r.taken = fmt.Sprintf("%s %c", seatNames[prey.army()], prey.kind)
	}
	mover := r.turn
	r.lookRound(mover)
	if len(r.checkers(mover)) > 0 {
		r.seen["mover in check by his own move"]++
	}
	r.turn = (r.turn + 1) % 4
	r.settle()
}

// note counts what the pawns do.
func (r *referee) note(m refMove, man refMan) {
	after := r.moved(m).at(m.to)
	if m.queen {
		r.seen["new queen"]++
	}
	if man.kind == 'P' && !m.queen && man.back != after.back {
		r.seen[fmt.Sprintf("pawn turned, now backward %v", after.back)]++
	}
	if r.free(m.to) && man.kind == 'P' && m.to == m.from.plus(man.ahead(), 2) {
		r.seen[fmt.Sprintf("leap over an inert pawn %v", r.mated[(man.army()+2)%4])]++
	}
}

// line returns the referee's report of the position, in the format of T2.
func (r *referee) line(actor, action string) rules.Trace {
	t := rules.Trace{Passed: r.passed, Check: []string{}, Mated: []string{}, Out: []string{}, Legal: []string{}, Over: r.over != ""}
	if action != "" {
		t.Seat, t.By, t.Action = &actor, &actor, &action
	}
	if r.taken != "" {
		t.Captured = &r.taken
	}
	for seat, name := range seatNames {
		if len(r.checkers(seat)) > 0 {
			t.Check = append(t.Check, name)
		}
		if r.mated[seat] {
			t.Mated = append(t.Mated, name)
		}
	}
	if t.Over {
		t.Outcome = r.outcome()
		return t
	}
	t.Turn = &seatNames[r.turn]
	for _, m := range r.legal(r.turn) {
		t.Legal = append(t.Legal, m.String())
	}
	slices.Sort(t.Legal)
	return t
}

func (r *referee) outcome() *rules.TraceOutcome {
	o := &rules.TraceOutcome{Reason: r.over, Winners: []string{}, Scores: rules.SeatValues{Seats: seatNames}}
	for seat, name := range seatNames {
		switch {
		case len(r.winners) == 0:
			o.Scores.Values[seat] = "1/2"
		case slices.Contains(r.winners, name):
			o.Scores.Values[seat] = "1"
			o.Winners = append(o.Winners, name)
		default:
			o.Scores.Values[seat] = "0"
		}
	}
	return o
}

// text returns the position as text (P1).
func (r *referee) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant verney\nturn %s\nquiet %d\n", seatNames[r.turn], r.quiet)
	for _, s := range refAll {
		if m := r.at(s); m.kind != 0 {
			fmt.Fprintf(&b, "%s %c %v\n", seatNames[m.army()], m.kind, s)
			if m.back {
				fmt.Fprintf(&b, "reversed %v\n", s)
			}
		}
	}
	for seat, mated := range r.mated {
		if mated {
			fmt.Fprintf(&b, "frozen %s\n", seatNames[seat])
		}
	}
	return b.String()
}

// refStart returns the starting position from the table of V2.
func refStart() *referee {
	r := &referee{}
	for i := range 8 {
		for army, row := range []string{"RNBQKBNR", "RNBQKBNR", "RNBKQBNR", "RNBKQBNR"} {
			back := []refSquare{{4 + i, 1}, {1, 4 + i}, {4 + i, 14}, {14, 4 + i}}[army]
			second := back.plus(refForward[army], 1)
			r.men[back.file][back.rank] = refMan{kind: row[i], seat: int8(army)}
			r.men[second.file][second.rank] = refMan{kind: 'P', seat: int8(army)}
		}
	}
	return r
}

// refSparse returns a random position with few pieces. Often one team has little but kings
// in corners and pawns, and the other queens and rooks, which leads to mates and
// stalemates.
func refSparse(dice *rand.Rand) *referee {
	r := &referee{}
	r.turn = dice.IntN(4)
	if dice.IntN(16) == 0 {
		r.quiet = 295
	}
	kinds := [2]string{"PPPPNBRRQQ", "PPPPNBRRQQ"}
	if dice.IntN(2) == 0 {
		weak := dice.IntN(2)
		kinds[weak], kinds[1-weak] = "PPP", "RRQQQN"
	}
	for army := range 4 {
		r.put(dice, 'K', army, refAll)
		for range dice.IntN(7) {
			kind := kinds[army%2][dice.IntN(len(kinds[army%2]))]
			r.put(dice, kind, army, refAll)
		}
		r.mated[army] = army < 3 && dice.IntN(8) == 0
	}
	r.meet(dice)
	return r
}

// refCorners are the squares where a king has the fewest moves.
var refCorners = []refSquare{{4, 1}, {11, 1}, {1, 4}, {1, 11}, {4, 14}, {11, 14}, {14, 4}, {14, 11}}

func (r *referee) put(dice *rand.Rand, kind byte, army int, on []refSquare) {
	if kind == 'K' && dice.IntN(2) == 0 {
		on = refCorners
	}
	s := on[dice.IntN(len(on))]
	for !r.free(s) {
		s = on[dice.IntN(len(on))]
	}
	r.men[s.file][s.rank] = refMan{kind: kind, seat: int8(army), back: kind == 'P' && dice.IntN(4) == 0}
}

// meet puts a partner's pawn before every third pawn.
func (r *referee) meet(dice *rand.Rand) {
	for _, s := range refAll {
		m := r.at(s)
		if m.kind != 'P' || dice.IntN(3) > 0 {
			continue
		}
		if ahead := s.plus(m.ahead(), 1); r.free(ahead) {
			r.put(dice, 'P', (m.army()+2)%4, []refSquare{ahead})
		}
	}
}

func TestReferenceImplementationAgreesOnRandomGames(t *testing.T) {
	seen := map[string]int{}
	for i := range rulestest.Games(200) {
		dice := rand.New(rand.NewPCG(uint64(i), 30))
		r, plies := refSparse(dice), 30
		if i%8 == 0 {
			r, plies = refStart(), 40
		}
		r.seen, r.stood = seen, map[refPosition]int{}
		compareGame(t, r, dice, plies)
	}
	for _, what := range []string{
		"mate true in sweep 1", "mate false in sweep 1", "mate false in sweep 2", "mover in check by his own move",
		"over by checkmate", "over by stalemate", "over by no-progress", "stalemate passed",
		"new queen", "pawn turned, now backward true", "pawn turned, now backward false",
		"leap over an inert pawn false", "leap over an inert pawn true",
	} {
		if seen[what] == 0 {
			t.Errorf("never happened: %s", what)
		}
	}
	t.Log(seen)
}

func compareGame(t *testing.T, r *referee, dice *rand.Rand, plies int) {
	t.Helper()
	start := r.text()
	g, effects, err := rules.ParsePosition(strings.NewReader(start), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, start)
	}
	r.settle()
	var record []string
	want, got := r.line("", ""), rules.TraceStart(g, effects)
	for ply := 1; ; ply++ {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%safter %v (-referee +game):\n%s", start, record, diff)
		}
		if want.Over || ply > plies {
			return
		}
		moves := r.legal(r.turn)
		m := moves[dice.IntN(len(moves))]
		record = append(record, m.String())
		actor := seatNames[r.turn]
		r.play(m)
		want = r.line(actor, m.String())
		want.Ply = ply
		if got, err = rules.TracePlay(g, ply, m.String()); err != nil {
			t.Fatalf("%safter %v: %v", start, record, err)
		}
	}
}
