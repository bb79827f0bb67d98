package evening

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/player"
)

// With -v every number of people is measured, and the table printed; otherwise some
// are. The table in docs/evenings.md must say the same, or is written anew by -update.
var update = flag.Bool("update", false, "measure everything, and write docs/evenings.md")

const manual = "../../../docs/evenings.md"

var (
	twoTeams = Teams{0, 1, 0, 1}
	alone    = Teams{0, 1, 2, 3}
)

// crowd is some people.
func crowd(n int) (list []player.ID) {
	for i := range n {
		list = append(list, player.ID(fmt.Sprintf("p%02d", i)))
	}
	return list
}

// play draws so many rounds; there says who is there.
func play(rounds int, teams Teams, there func(round int) []player.ID) (past []Round) {
	for round := range rounds {
		past = append(past, Draw(there(round+1), past, teams, 7))
	}
	return past
}

// evenness is how often anything happened to anybody at most.
type evenness struct{ partner, opponent, meeting, table, seat, bye int }

func measure(people []player.ID, past []Round, teams Teams) (most evenness) {
	t := newTally(people, past, teams)
	for i := range people {
		for j := range people {
			most.partner = max(most.partner, t.partner[i][j])
			most.opponent = max(most.opponent, t.opponent[i][j])
			most.meeting = max(most.meeting, t.partner[i][j]+t.opponent[i][j])
		}
		most.table = max(most.table, slices.Max(t.table[i][:]))
		most.seat = max(most.seat, slices.Max(t.seat[i][:]))
		most.bye = max(most.bye, satOut(people[i], past))
	}
	return most
}

func satOut(id player.ID, past []Round) (n int) {
	for _, r := range past {
		if slices.Contains(r.Byes, id) {
			n++
		}
	}
	return n
}

// bound is what no arrangement can do better than. A round of n people has
// m = n/4 tables, so 2m pairs of partners, 4m of opponents, 6m of those who meet;
// some pair has its part of them, rounded up. So it is with the 4 who sit at each
// table, the m on each seat, and those who sit out. And where the four of a table
// are spread over fewer than four tables and chairs of those who sit out, two of
// them meet again in the next round.
func bound(n, rounds int, teams Teams) evenness {
	m, pairs := n/4, n*(n-1)/2
	b := evenness{
		partner: share(2*m*rounds, pairs), opponent: share(4*m*rounds, pairs), meeting: share(6*m*rounds, pairs),
		table: share(4*rounds, n), seat: share(m*rounds, n), bye: share(n%4*rounds, n),
	}
	if rounds > 1 && m+n%4 < 4 {
		b.meeting = max(b.meeting, 2)
	}
	if !teams.paired() {
		b.partner, b.opponent = 0, b.meeting
	}
	return b
}

func share(things, holders int) int { return (things + holders - 1) / holders }

// above is how far the worst of the rounds so far was from the bound of its time.
func above(n int, past []Round, teams Teams) (most evenness) {
	for rounds := 1; rounds <= len(past); rounds++ {
		got, best := measure(crowd(n), past[:rounds], teams), bound(n, rounds, teams)
		most.partner = max(most.partner, got.partner-best.partner)
		most.opponent = max(most.opponent, got.opponent-best.opponent)
		most.meeting = max(most.meeting, got.meeting-best.meeting)
		most.table = max(most.table, got.table-best.table)
		most.seat = max(most.seat, got.seat-best.seat)
		most.bye = max(most.bye, got.bye-best.bye)
	}
	return most
}

// TestEvenness measures 12 rounds of each number of people, and compares with what
// docs/evenings.md promises.
func TestEvenness(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	all := *update || testing.Verbose()
	var rows []string
	for n := FewestPeople; n <= MostPeople; n++ {
		if !all && !slices.Contains([]int{4, 5, 7, 9, 10, 13, 18}, n) {
			continue
		}
		row, far, stirred := measured(n)
		rows = append(rows, row)
		if far.beyond(promised) {
			t.Errorf("%d people: further from the bound than promised: %+v", n, far)
		}
		if stirred.beyond(promisedThen) {
			t.Errorf("%d people, of whom one left: further from the bound than promised: %+v", n, stirred)
		}
		if !*update && !strings.Contains(string(text), row) {
			t.Errorf("docs/evenings.md does not say (run the test with -update):\n%s", row)
		}
	}
	if *update {
		writeTable(t, string(text), rows)
	}
	if testing.Verbose() {
		fmt.Print(tableHead, strings.Join(rows, "\n"), "\n")
	}
}

const fullEvening = 12

// What docs/evenings.md promises: how far above the bound anything is at most, and
// how far when somebody left in round 3 and somebody came for round 4.
var (
	promised     = evenness{partner: 1, opponent: 1, meeting: 1, seat: 1, table: 3, bye: 0}
	promisedThen = evenness{partner: 1, opponent: 1, meeting: 2, bye: 1}
)

func (e evenness) beyond(most evenness) bool {
	return e.partner > most.partner || e.opponent > most.opponent || e.meeting > most.meeting ||
		e.table > most.table || e.seat > most.seat || e.bye > most.bye
}

// measured is the row of a number of people, and how far from the bounds it was at
// most: with everybody there, and when somebody leaves.
func measured(n int) (row string, far, stirred evenness) {
	present := func(int) []player.ID { return crowd(n) }
	past := play(fullEvening, twoTeams, present)
	got, best := measure(crowd(n), past, twoTeams), bound(n, fullEvening, twoTeams)
	far = above(n, past, twoTeams)
	then, stirred := disturbed(n)
	free := play(fullEvening, alone, present)
	freeGot, freeBest := measure(crowd(n), free, alone), bound(n, fullEvening, alone)
	freeFar := above(n, free, alone)
	row = fmt.Sprintf("| %d | %d / %d | %d / %d | %d / %d | %d / %d | %d / %d | %d / %d | %d %d %d | %d / %d | %d | %s |", n,
		got.partner, best.partner, got.opponent, best.opponent, got.meeting, best.meeting,
		got.table, best.table, got.seat, best.seat, got.bye, best.bye,
		far.partner, far.opponent, far.meeting, freeGot.meeting, freeBest.meeting, freeFar.meeting, then)
	far.meeting = max(far.meeting, freeFar.meeting)
	far.bye = max(far.bye, freeFar.bye)
	return row, far, stirred
}

// disturbed is an evening of twelve rounds at which somebody leaves after the second and
// somebody comes before the fourth: how often the others partnered, opposed, met
// and sat out at most, with the bound. Of a round's pairs those in which the
// leaver or the late comer was, one of partners, two of opponents and three in
// all, are not counted for it.
func disturbed(n int) (row string, far evenness) {
	if n == FewestPeople || n == MostPeople {
		return "-", far
	}
	all := crowd(n + 1)
	core := all[2:]
	past := play(fullEvening, twoTeams, func(round int) []player.ID {
		switch {
		case round < 3:
			return all[1:]
		case round == 3:
			return core
		}
		return append([]player.ID{all[0]}, core...)
	})
	got, pairs, counted := measure(core, past, twoTeams), len(core)*(len(core)-1)/2, evenness{}
	var chairs int
	for i := range past {
		m, stranger := len(past[i].Boards), i != 2
		counted.partner += 2*m - times(1, stranger)
		counted.opponent += 4*m - times(2, stranger)
		counted.meeting += 6*m - times(3, stranger)
		chairs += len(past[i].Byes)
	}
	best := evenness{
		partner: share(counted.partner, pairs), opponent: share(counted.opponent, pairs),
		meeting: share(counted.meeting, pairs), bye: share(chairs, n),
	}
	row = fmt.Sprintf("%d / %d, %d / %d, %d / %d, %d", got.partner, best.partner,
		got.opponent, best.opponent, got.meeting, best.meeting, got.bye)
	return row, evenness{
		partner: got.partner - best.partner, opponent: got.opponent - best.opponent,
		meeting: got.meeting - best.meeting, bye: got.bye - best.bye,
	}
}

func times(n int, is bool) int {
	if is {
		return n
	}
	return 0
}

// The table stands between its head and the next empty line.
const tableHead = `| people | partners | opponents | meetings | tables | seats | byes | furthest | meetings alone | furthest | leaver and late comer |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

func writeTable(t *testing.T, text string, rows []string) {
	before, after, ok := strings.Cut(text, tableHead)
	_, after, found := strings.Cut(after, "\n\n")
	if !ok || !found {
		t.Fatalf("docs/evenings.md has no table that begins\n%s", tableHead)
	}
	text = before + tableHead + strings.Join(rows, "\n") + "\n\n" + after
	if err := os.WriteFile(manual, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A whist tournament is perfect: in a cycle everybody partners everybody once,
// opposes everybody twice, and sits out as often as everybody else.
func TestSchedulesArePerfect(t *testing.T) {
	for n := range starters {
		people := crowd(n)
		past := play(2*cycle(n), twoTeams, func(int) []player.ID { return people })
		for half, rounds := range [][]Round{past[:cycle(n)], past[cycle(n):]} {
			tally := newTally(people, rounds, twoTeams)
			for i := range people {
				for j := range i {
					if tally.partner[i][j] != 1 || tally.opponent[i][j] != 2 {
						t.Errorf("%d people, cycle %d: %d and %d partner %d and oppose %d times", n, half, i, j, tally.partner[i][j], tally.opponent[i][j])
					}
				}
				if out := satOut(people[i], rounds); out != n%2 {
					t.Errorf("%d people: %d sits out %d times", n, i, out)
				}
			}
		}
	}
}

// Where seats are of two teams, partners sit where the game has them, whatever its
// order of seats.
func TestPartnersSitWhereTheGameHasThem(t *testing.T) {
	for _, teams := range []Teams{twoTeams, {0, 1, 1, 0}, {0, 0, 1, 1}} {
		past := play(7, teams, func(int) []player.ID { return crowd(8) })
		if got := measure(crowd(8), past, teams); got.partner != 1 || got.opponent != 2 {
			t.Errorf("%v: %+v", teams, got)
		}
	}
}
