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

// reference is a second, slow implementation of the game, written from V1-V23 and G4 of
// the rule book alone.
type reference struct {
	refPosition
	quiet       int
	occurrences map[refPosition]int
	passed      []string
	over        string // how the game ended; empty while it is played
	winners     []string
	captured    string
	counts      map[string]int // number of times that each event occurred in all games
}

// refPosition holds everything that must be equal in two positions that count as a repetition.
type refPosition struct {
	board [15][15]refPiece // pieces by file and rank, counted from 1
	turn  int
	mated [4]bool
}

type refPiece struct {
	kind byte // letter of the kind; 0 on an empty square
	seat int8
	back bool
}

func (m refPiece) army() int { return int(m.seat) }

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

// depth returns the number of the square's row, counted from the army's own edge. The back
// row is 1.
func (s refSquare) depth(army int) int {
	return [4]int{s.rank, s.file, 15 - s.rank, 15 - s.file}[army]
}

// onBackRow reports whether the square is on the army's back row.
func (s refSquare) onBackRow(army int) bool { return s.depth(army) == 1 }

func (r *reference) at(s refSquare) refPiece {
	if !s.on() {
		return refPiece{}
	}
	return r.board[s.file][s.rank]
}

func (r *reference) free(s refSquare) bool { return s.on() && r.at(s).kind == 0 }

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

func (m refPiece) ahead() refSquare {
	d := refForward[m.army()]
	if m.back {
		return refSquare{-d.file, -d.rank}
	}
	return d
}

// attacked returns every square that the piece on s attacks.
func (r *reference) attacked(s refSquare) (to []refSquare) {
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

// mightReach reports whether a piece could attack a square on an empty board. Testing this
// first saves time.
func (m refPiece) mightReach(from, to refSquare) bool {
	df, dr := max(from.file-to.file, to.file-from.file), max(from.rank-to.rank, to.rank-from.rank)
	switch m.kind {
	case 'K', 'P':
		return df < 2 && dr < 2
	case 'N':
		return df+dr == 3
	}
	return df == 0 || dr == 0 || df == dr
}

func (r *reference) king(army int) refSquare {
	for _, s := range refAll {
		if m := r.board[s.file][s.rank]; m.kind == 'K' && m.army() == army {
			return s
		}
	}
	panic("no king")
}

// checkers returns the squares of the pieces that check the army's king. Adversaries in
// checkmate give no check.
func (r *reference) checkers(army int) (from []refSquare) {
	king := r.king(army)
	for _, s := range refAll {
		m := r.board[s.file][s.rank]
		if m.kind != 0 && refAdversaries(m.army(), army) && !r.mated[m.seat] && m.mightReach(s, king) &&
			slices.Contains(r.attacked(s), king) {
			from = append(from, s)
		}
	}
	return from
}

// pseudoLegal returns the moves of the piece on s without testing the safety of kings.
func (r *reference) pseudoLegal(s refSquare) (moves []refMove) {
	m := r.at(s)
	for _, to := range r.attacked(s) {
		target := r.at(to)
		takes := target.kind != 0 && refAdversaries(target.army(), m.army()) && !r.mated[target.army()] && target.kind != 'K'
		if takes || target.kind == 0 && m.kind != 'P' {
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

// afterMove returns the position after a move, with the promotion or reversal of a pawn that
// the move causes (V8, V9).
func (r *reference) afterMove(m refMove) *reference {
	after := *r
	piece := r.at(m.from)
	after.board[m.from.file][m.from.rank] = refPiece{}
	if piece.kind == 'P' {
		switch {
		case m.queen:
			piece = refPiece{kind: 'Q', seat: piece.seat}
		case m.to.onBackRow((piece.army() + 2) % 4):
			piece.back = true
		case m.to.depth(piece.army()) <= 2:
			piece.back = false
		}
	}
	after.board[m.to.file][m.to.rank] = piece
	return &after
}

func (r *reference) isLegal(army int, m refMove) bool {
	after, partner := r.afterMove(m), (army+2)%4
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

func (r *reference) legal(army int) (moves []refMove) {
	for _, s := range refAll {
		if m := r.at(s); m.kind == 0 || m.army() != army {
			continue
		}
		for _, m := range r.pseudoLegal(s) {
			if r.isLegal(army, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

func (r *reference) inMate(army int) bool {
	return len(r.checkers(army)) > 0 && len(r.legal(army)) == 0
}

// updateMates finds out which seats are no longer in checkmate, and which seats are now in
// checkmate. It repeats this until nothing changes (V14).
func (r *reference) updateMates(mover int) {
	for round := 1; round <= 4; round++ {
		was := r.mated
		for _, freeze := range []bool{false, true} {
			for i := 1; i <= 4; i++ {
				if seat := (mover + i) % 4; r.mated[seat] != freeze && r.inMate(seat) == freeze {
					r.mated[seat] = freeze
					r.counts[fmt.Sprintf("mate %v in sweep %d", freeze, round)]++
				}
			}
		}
		if r.mated == was {
			return
		}
	}
}

// finishPly passes the turns of seats that cannot move (V16, V21), and ends the game if it
// is won (V20) or drawn automatically (G4.3).
func (r *reference) finishPly() {
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
	if r.occurrences[r.refPosition]++; r.quiet >= 300 {
		r.end("no-progress")
	} else if r.occurrences[r.refPosition] == 5 {
		r.end("repetition")
	}
}

// mayMove reports whether the seat to move has a legal move. If neither it nor its partner
// has one, mayMove ends the game as a draw.
func (r *reference) mayMove() bool {
	if r.mated[r.turn] {
		return false
	}
	if len(r.legal(r.turn)) > 0 {
		return true
	}
	if len(r.checkers(r.turn)) > 0 {
		r.counts["live in check without a move"]++
	}
	partner := (r.turn + 2) % 4
	if r.mated[partner] || len(r.checkers(partner)) == 0 && len(r.legal(partner)) == 0 {
		r.end("stalemate")
	} else {
		r.counts["stalemate passed"]++
	}
	return false
}

func (r *reference) end(why string, winners ...string) {
	r.over, r.winners = why, winners
	r.counts["ended by "+why]++
}

func (r *reference) play(m refMove) {
	piece, target := r.at(m.from), r.at(m.to)
	r.countPawnMove(m, piece)
	*r = *r.afterMove(m)
	r.captured = ""
	if r.quiet++; target.kind != 0 || piece.kind == 'P' {
		r.quiet = 0
	}
	if target.kind != 0 {
		r.captured = fmt.Sprintf("%s %c", seatNames[target.army()], target.kind)
	}
	mover := r.turn
	r.updateMates(mover)
	if len(r.checkers(mover)) > 0 {
		r.counts["mover in check by own move"]++
	}
	r.turn = (r.turn + 1) % 4
	r.finishPly()
}

// countPawnMove increments r.counts if the move is a promotion, a reversal or a leap of a pawn.
func (r *reference) countPawnMove(m refMove, piece refPiece) {
	after := r.afterMove(m).at(m.to)
	if m.queen {
		r.counts["new queen"]++
	}
	if piece.kind == 'P' && !m.queen && piece.back != after.back {
		r.counts[fmt.Sprintf("pawn turned, now backward %v", after.back)]++
	}
	if r.free(m.to) && piece.kind == 'P' && m.to == m.from.plus(piece.ahead(), 2) {
		r.counts[fmt.Sprintf("leap over an inert pawn %v", r.mated[(piece.army()+2)%4])]++
	}
}

// line returns the position of the reference implementation as a line of the replay format
// (T2).
func (r *reference) line(actor, action string) rules.Trace {
	t := rules.Trace{Passed: r.passed, Check: []string{}, Mated: []string{}, Out: []string{}, Legal: []string{}, Over: r.over != ""}
	if action != "" {
		t.Seat, t.By, t.Action = &actor, &actor, &action
	}
	if r.captured != "" {
		t.Captured = &r.captured
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

func (r *reference) outcome() *rules.TraceOutcome {
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
func (r *reference) text() string {
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

// refStart returns the starting position, taken from the table in rule V2.
func refStart() *reference {
	r := &reference{}
	for i := range 8 {
		for army, row := range []string{"RNBQKBNR", "RNBQKBNR", "RNBKQBNR", "RNBKQBNR"} {
			back := []refSquare{{4 + i, 1}, {1, 4 + i}, {4 + i, 14}, {14, 4 + i}}[army]
			second := back.plus(refForward[army], 1)
			r.board[back.file][back.rank] = refPiece{kind: row[i], seat: int8(army)}
			r.board[second.file][second.rank] = refPiece{kind: 'P', seat: int8(army)}
		}
	}
	return r
}

// refSparse returns a random position with few pieces. Often one team is much weaker, which
// leads to mates and stalemates.
func refSparse(dice *rand.Rand) *reference {
	r := &reference{}
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
	r.addLeaps(dice)
	return r
}

// refCorners are the squares where a king has the fewest moves.
var refCorners = []refSquare{{4, 1}, {11, 1}, {1, 4}, {1, 11}, {4, 14}, {11, 14}, {14, 4}, {14, 11}}

func (r *reference) put(dice *rand.Rand, kind byte, army int, on []refSquare) {
	if kind == 'K' && dice.IntN(2) == 0 {
		on = refCorners
	}
	s := on[dice.IntN(len(on))]
	for !r.free(s) {
		s = on[dice.IntN(len(on))]
	}
	r.board[s.file][s.rank] = refPiece{kind: kind, seat: int8(army), back: kind == 'P' && dice.IntN(4) == 0}
}

// addLeaps puts a pawn of the partner in front of about a third of the pawns, so that they
// can leap over it.
func (r *reference) addLeaps(dice *rand.Rand) {
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
	counts := map[string]int{}
	for i := range rulestest.Games(200, 200) {
		dice := rand.New(rand.NewPCG(uint64(i), 30))
		r, plies := refSparse(dice), 30
		if i%8 == 0 {
			r, plies = refStart(), 40
		}
		r.counts, r.occurrences = counts, map[refPosition]int{}
		compareGame(t, r, dice, plies)
	}
	for _, what := range []string{
		"mate true in sweep 1", "mate false in sweep 1", "mate false in sweep 2", "mover in check by own move",
		"ended by checkmate", "ended by stalemate", "ended by no-progress", "stalemate passed",
		"new queen", "pawn turned, now backward true", "pawn turned, now backward false",
		"leap over an inert pawn false", "leap over an inert pawn true",
	} {
		if counts[what] == 0 {
			t.Errorf("%s never occurred", what)
		}
	}
	t.Log(counts)
}

func compareGame(t *testing.T, r *reference, dice *rand.Rand, plies int) {
	t.Helper()
	start := r.text()
	g, effects, err := rules.ParsePosition(strings.NewReader(start), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, start)
	}
	r.finishPly()
	var record []string
	want, got := r.line("", ""), rules.TraceStart(g, effects)
	for ply := 1; ; ply++ {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%safter %v (-reference +game):\n%s", start, record, diff)
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
