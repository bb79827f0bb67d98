package chess4

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// state returns "mate" or "stalemate" if the seat would be checkmated or stalemated on its
// turn, and otherwise an empty string.
func (r *ref) state(seat int) string {
	if len(r.legal(seat)) > 0 {
		return ""
	}
	if r.checked(seat) {
		return "mate"
	}
	return "stalemate"
}

// updateCredits updates the credits for mates and stalemates after a ply of the seat `by`
// (C15, C16, C18).
func (r *ref) updateCredits(before *ref, by int, own bool, taken *place) {
	for seat := range 4 {
		if r.out[seat] {
			continue
		}
		if own && seat == by {
			r.credit[seat] = nil
			continue
		}
		now, old := r.state(seat), r.credit[seat]
		if now == "" {
			r.credit[seat] = nil
			continue
		}
		same := old != nil && old.stale == (now == "stalemate")
		if same && now == "mate" && taken != nil && old.by != by {
			without := before.clone()
			without.remove(*taken)
			same = without.state(seat) == "mate"
		}
		if same {
			continue
		}
		r.credit[seat] = &refCredit{stale: now == "stalemate", by: by}
		if by == seat {
			r.credit[seat] = r.byCheck(seat, now, seat)
		}
	}
}

func (r *ref) byCheck(seat int, state string, after int) *refCredit {
	if state != "mate" {
		return nil
	}
	for n := 1; n <= 4; n++ {
		by := (after + n) % 4
		for _, at := range r.attackers(seat, r.king(seat)) {
			if r.mover[r.board[at].army] == by {
				return &refCredit{by: by}
			}
		}
	}
	return nil
}

// recheckCredits updates who is credited with each checkmate and stalemate, after a seat was
// eliminated or an en passant right ended.
func (r *ref) recheckCredits() {
	for seat := range 4 {
		c := r.credit[seat]
		if c == nil {
			continue
		}
		now := "mate"
		if c.stale {
			now = "stalemate"
		}
		if len(r.pending) == 0 && r.state(seat) != now {
			r.credit[seat] = nil
		} else if r.out[c.by] {
			r.credit[seat] = r.byCheck(seat, now, c.by)
		}
	}
}

func (r *ref) eliminate(seats []int, resigned bool) {
	type gain struct{ army, by int }
	var gains []gain
	for _, seat := range seats {
		if c := r.credit[seat]; !resigned && r.method2 && c != nil && !c.stale {
			gains = append(gains, gain{seat, c.by})
		}
		r.out[seat], r.credit[seat] = true, nil
	}
	for _, seat := range seats {
		for army := range 4 {
			if r.mover[army] == seat {
				r.mover[army] = -1
			}
		}
	}
	for _, g := range gains {
		r.mover[g.army] = g.by
		for at, name := range r.identity {
			if slices.Contains(refHome[g.army][:], name) {
				r.castle[at] = true
			}
		}
	}
	r.rights = slices.DeleteFunc(r.rights, func(right *refRight) bool { return r.mover[right.army] < 0 })
	if r.ended() {
		r.over = true
		return
	}
	r.pending = nil
	var gained []int
	for army := range 4 {
		if r.mover[army] == r.turn && army != r.turn {
			gained = append(gained, army)
		}
	}
	if len(gained) > 1 {
		r.pending = gained
	}
	r.recheckCredits()
}

func (r *ref) ended() bool {
	playing := 0
	sides := map[int]bool{}
	for seat := range 4 {
		if !r.out[seat] {
			playing++
			sides[seat%2] = true
		}
	}
	return playing == 1 || r.teams && len(sides) == 1
}

// nextChoice passes turns until a seat can move, a seat must choose an army, or the game is
// over.
func (r *ref) nextChoice() {
	for idle := 0; idle < 5 && !r.over; r.turn = (r.turn + 1) % 4 {
		if r.mover[r.turn] < 0 {
			idle++
			continue
		}
		if own := !r.out[r.turn]; own {
			var leaving []int
			for seat := range 4 {
				if c := r.credit[seat]; c != nil && c.by == r.turn && c.passed {
					leaving = append(leaving, seat)
				}
			}
			if len(leaving) > 0 {
				idle = 0
				r.why = "stalemate"
				for _, seat := range leaving {
					if !r.credit[seat].stale {
						r.why = "checkmate"
					}
				}
				r.eliminate(leaving, false)
				if r.over || len(r.pending) > 0 {
					return
				}
			}
		}
		if len(r.legal(r.turn)) > 0 {
			return
		}
		r.passed = append(r.passed, seatNames[r.turn])
		r.endTurn(r.turn, false)
		r.recheckCredits()
		idle++
		if c := r.credit[r.turn]; !r.out[r.turn] && c != nil && !c.passed {
			c.passed = true
			idle = 0
		}
	}
	if !r.over {
		r.over, r.why = true, "nobody-can-move"
	}
}

// play plays an action in plain notation.
func (r *ref) play(word string) {
	r.passed, r.captured = nil, ""
	by := r.mover[r.turn]
	before := r.clone()
	switch {
	case strings.HasPrefix(word, "army:"):
		keep := slices.Index(seatNames[:], word[5:])
		for _, army := range r.pending {
			if army != keep {
				r.mover[army] = -1
				r.rights = slices.DeleteFunc(r.rights, func(right *refRight) bool { return right.army == army })
			}
		}
		r.pending = nil
		r.updateCredits(before, by, false, nil)
	case strings.HasSuffix(word, "resign"):
		seat := by
		if name, _, found := strings.Cut(word, ":"); found {
			seat = slices.Index(seatNames[:], name)
		}
		r.why = "resignation"
		if r.teams {
			r.over = true
			return
		}
		r.credit[seat] = nil
		r.eliminate([]int{seat}, true)
	default:
		var taken *place
		r.make(word)
		for at := range before.board {
			if m, occupied := r.board[at]; (!occupied || m.army != before.board[at].army) && before.board[at].army != r.turn {
				taken = &at
			}
		}
		r.updateCredits(before, by, by == r.turn, taken)
		r.turn = (r.turn + 1) % 4
	}
	r.nextChoice()
}

func (r *ref) choices() []string {
	if r.over {
		return []string{}
	}
	if len(r.pending) == 0 {
		return r.legal(r.turn)
	}
	var words []string
	for _, army := range r.pending {
		words = append(words, "army:"+seatNames[army])
	}
	slices.Sort(words)
	return words
}

// refOf converts a game's position to a position of the reference implementation, by way of
// position text.
func refOf(g *rules.Game) *ref {
	options := map[string]string{}
	for _, o := range g.Variant.Facts().Options {
		options[o.Name] = o.Value
	}
	r := &ref{
		teams: options["teams"] == "on", method2: options["method"] == "2",
		board: map[place]chessman{}, castle: map[place]bool{}, identity: map[place]string{}, mover: [4]int{0, 1, 2, 3},
	}
	for line := range strings.Lines(rules.PositionText(g.Variant, &g.Position)) {
		r.line(strings.Fields(line))
	}
	for seat := range 4 {
		if !r.out[seat] && r.credit[seat] == nil && r.state(seat) == "mate" {
			r.credit[seat] = r.byCheck(seat, "mate", seat)
		}
	}
	return r
}

func (r *ref) line(words []string) {
	seat := slices.Index(seatNames[:], words[min(1, len(words)-1)])
	switch words[0] {
	case "turn":
		r.turn = seat
	case "out":
		r.out[seat] = true
		if r.mover[seat] == seat {
			r.mover[seat] = -1
		}
	case "control":
		r.mover[seat] = slices.Index(seatNames[:], words[2])
		for _, name := range refHome[seat] {
			for at := range r.identity {
				if r.identity[at] == name {
					r.castle[at] = true
				}
			}
		}
	case "unmoved":
		for _, name := range words[1:] {
			r.castle[placeOf(name)] = true
		}
	case "credit":
		r.credit[seat] = &refCredit{stale: words[3] == "stalemate", by: slices.Index(seatNames[:], words[2]), passed: len(words) > 4}
	case "passed":
		for _, holder := range words[3:] {
			name, kept := strings.CutSuffix(holder, "*")
			r.rights = append(r.rights, &refRight{placeOf(words[1]), placeOf(words[2]), slices.Index(seatNames[:], name), kept})
		}
	}
	army := slices.Index(seatNames[:], words[0])
	if army < 0 {
		return
	}
	at := placeOf(words[2])
	r.board[at] = chessman{army, words[1][0]}
	for i, name := range refHome[army] {
		if i == 0 && words[1] == "K" || i > 0 && words[1] == "R" && name == words[2] {
			r.identity[at] = name
		}
	}
}

// compare plays a random game in both implementations and compares them after each action.
func compare(t *testing.T, g *rules.Game, dice *rand.Rand, plies int) {
	start := rules.PositionText(g.Variant, &g.Position)
	r := refOf(g)
	var record []string
	for ply := 0; ; ply++ {
		line := rules.TraceStart(g, rules.Effects{})
		fail := func(what string, got, want any) {
			t.Fatalf("%s: the game has %v, the reference %v\nafter %v from\n%s", what, got, want, record, start)
		}
		if want := r.choices(); !slices.Equal(line.Legal, want) {
			fail("legal", line.Legal, want)
		}
		if line.Over != r.over || r.over && line.Outcome.Reason != r.why {
			fail("over", line.Outcome, r.why)
		}
		if r.over {
			return
		}
		var check, mated, out []string
		for seat, name := range seatNames {
			if r.out[seat] {
				out = append(out, name)
				continue
			}
			if r.checked(seat) {
				check = append(check, name)
			}
			if c := r.credit[seat]; c != nil && !c.stale {
				mated = append(mated, name)
			}
			if c, credit := g.Position.Credit[seat], r.credit[seat]; (c.Kind != rules.NoCredit) != (credit != nil) ||
				credit != nil && (int(c.By) != credit.by || c.Passed != credit.passed) {
				fail("credit of "+name, c, credit)
			}
		}
		if *line.Turn != seatNames[r.turn] || !slices.Equal(line.Check, check) || !slices.Equal(line.Mated, mated) ||
			!slices.Equal(line.Out, out) {
			fail("seats", []any{*line.Turn, line.Check, line.Mated, line.Out}, []any{seatNames[r.turn], check, mated, out})
		}
		if ply == plies || g.Position.QuietPlies > 250 || g.Repetitions() > 3 {
			return
		}
		word := choose(g, dice, line.Legal)
		record = append(record, word)
		played, err := rules.TracePlay(g, ply+1, word)
		if err != nil {
			t.Fatal(err)
		}
		r.play(word)
		captured := ""
		if played.Captured != nil {
			captured = *played.Captured
		}
		if captured != r.captured || !slices.Equal(played.Passed, r.passed) {
			fail("captured, passed", []any{captured, played.Passed}, []any{r.captured, r.passed})
		}
	}
}

// choose returns a random legal action or, rarely, a resignation.
func choose(g *rules.Game, dice *rand.Rand, legal []string) string {
	if dice.IntN(150) == 0 {
		for {
			if seat := rules.Seat(dice.IntN(4)); g.Position.MayAct().Has(seat) {
				return seatNames[seat] + ":resign"
			}
		}
	}
	return legal[dice.IntN(len(legal))]
}

// sparse returns a random position with few pieces, most of them strong. Games from such
// positions lead to mates, stalemates and gained armies.
func sparse(dice *rand.Rand, options string) string {
	var b strings.Builder
	b.WriteString("variant chess4\n" + options)
	squares := slices.Clone(shared.reach.Squares)
	dice.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	put := func(army int, kind byte) {
		b.WriteString(seatNames[army] + " " + string(kind) + " " + shared.reach.Name(squares[0]) + "\n")
		squares = squares[1:]
	}
	for army := range 4 {
		if army > 1 && dice.IntN(5) == 0 {
			continue
		}
		put(army, 'K')
		for range dice.IntN(6) {
			put(army, "QQRRBNPPPP"[dice.IntN(10)])
		}
	}
	return b.String()
}

func TestReferenceImplementationAgreesOnRandomGames(t *testing.T) {
	t.Parallel()
	for _, options := range []string{"", "option method=2\n", "option teams=on\n", "option method=2\noption teams=on\n"} {
		for i := range rulestest.Games(12, 30) {
			dice := rand.New(rand.NewPCG(uint64(i), uint64(len(options))))
			text := sparse(dice, options)
			g, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
			if err != nil || g.Position.Over() {
				continue // the position was refused, for example because a team has no king
			}
			compare(t, g, dice, 60)
		}
	}
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rulestest.Games(1, 2) {
		compare(t, rules.NewGame(v), rand.New(rand.NewPCG(uint64(i), 4)), 80)
	}
}
