package pairing

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadrille/internal/player"
)

// update is the flag -update. With the flag, TestEvenness writes its table to
// docs/evenings.md. Without it, the test compares its table with the one in that file.
var update = flag.Bool("update", false, "write docs/evenings.md and testdata")

const manual = "../../docs/evenings.md"

var (
	twoTeams = Teams{0, 1, 0, 1}
	alone    = Teams{0, 1, 2, 3}
)

// participants returns n people.
func participants(n int) (list []player.ID) {
	for i := range n {
		list = append(list, player.ID(fmt.Sprintf("p%02d", i)))
	}
	return list
}

// play draws the given number of rounds. The function `there` returns the people who are
// present in a round.
func play(rounds int, teams Teams, there func(round int) []player.ID) (past []Round) {
	for round := range rounds {
		past = append(past, Draw(there(round+1), past, teams, 7))
	}
	return past
}

// evenness counts repetitions: how many times a person had the same partner, opponent, table
// or seat, met the same person, or sat out. Each number is the maximum over all people.
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

// bound returns a lower bound for the evenness of any arrangement. Each number is a mean,
// rounded up, because some pair or person must reach at least the mean. In a round, n people
// fill m = n/4 tables. They form 2m pairs of partners, 4m pairs of opponents and 6m pairs of
// people who meet. 4 people play at each table, m people play on each seat, and n%4 people
// sit out. If the four people of a table move to fewer than four different places (tables or
// byes), two of them meet again in the next round.
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

// above returns, for each kind of repetition, by how much the number of repetitions exceeds
// its lower bound (see bound) after the worst round.
func above(n int, past []Round, teams Teams) (most evenness) {
	for rounds := 1; rounds <= len(past); rounds++ {
		got, best := measure(participants(n), past[:rounds], teams), bound(n, rounds, teams)
		most.partner = max(most.partner, got.partner-best.partner)
		most.opponent = max(most.opponent, got.opponent-best.opponent)
		most.meeting = max(most.meeting, got.meeting-best.meeting)
		most.table = max(most.table, got.table-best.table)
		most.seat = max(most.seat, got.seat-best.seat)
		most.bye = max(most.bye, got.bye-best.bye)
	}
	return most
}

// TestEvenness draws 12 rounds for each number of people. It checks that partners,
// opponents, tables, seats and byes repeat no more than docs/evenings.md promises.
func TestEvenness(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	rows, step := make([]string, MaxPeople-MinPeople+1), 4
	if *update || os.Getenv("QUADRILLE_SOAK") != "" {
		step = 1
	}
	var all sync.WaitGroup
	for i := 0; i < len(rows); i += step {
		all.Go(func() { rows[i] = evennessRow(t, MinPeople+i) })
	}
	all.Wait()
	for _, row := range rows {
		if !*update && !strings.Contains(string(text), row+"\n") {
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

// evennessRow returns the row for n people in the table of docs/evenings.md. It checks the
// values of the row against the limits that the document promises.
func evennessRow(t *testing.T, n int) (row string) {
	row, far := measured(n)
	if far.beyond(promised) {
		t.Errorf("%d people: further from the bound than promised: %+v", n, far)
	}
	for _, comes := range []bool{true, false} {
		then, far := disturbed(n, comes)
		if far.beyond(promisedWithChanges) {
			t.Errorf("%d people, one leaves, one comes %v: further from the bound than promised: %+v", n, comes, far)
		}
		row += " " + then + " |"
	}
	return row
}

// The limits that docs/evenings.md promises: by how much each number of repetitions may
// exceed the lower bound that bound() returns. promisedWithChanges applies if one person
// leaves before round 3, whether or not another person arrives before round 4.
var (
	promised            = evenness{partner: 1, opponent: 1, meeting: 1, seat: 1, table: 3, bye: 0}
	promisedWithChanges = evenness{partner: 1, opponent: 1, meeting: 2, bye: 1}
)

func (e evenness) beyond(most evenness) bool {
	return e.partner > most.partner || e.opponent > most.opponent || e.meeting > most.meeting ||
		e.table > most.table || e.seat > most.seat || e.bye > most.bye
}

// measured plays an evening at which n people stay for all rounds. The result `row` is the
// beginning of the row for n people in docs/evenings.md. The result `far` says by how much
// each number, such as how often two people were partners, exceeds its bound.
func measured(n int) (row string, far evenness) {
	present := func(int) []player.ID { return participants(n) }
	past := play(fullEvening, twoTeams, present)
	got, best := measure(participants(n), past, twoTeams), bound(n, fullEvening, twoTeams)
	far = above(n, past, twoTeams)
	free := play(fullEvening, alone, present)
	freeGot, freeBest := measure(participants(n), free, alone), bound(n, fullEvening, alone)
	freeFar := above(n, free, alone)
	row = fmt.Sprintf("| %d | %d / %d | %d / %d | %d / %d | %d / %d | %d / %d | %d / %d | %d %d %d | %d / %d | %d |", n,
		got.partner, best.partner, got.opponent, best.opponent, got.meeting, best.meeting,
		got.table, best.table, got.seat, best.seat, got.bye, best.bye,
		far.partner, far.opponent, far.meeting, freeGot.meeting, freeBest.meeting, freeFar.meeting)
	far.meeting = max(far.meeting, freeFar.meeting)
	far.bye = max(far.bye, freeFar.bye)
	return row, far
}

// disturbed measures an evening of twelve rounds. One person leaves after the second
// round. If `arrival` is true, another person arrives before the fourth round. The result
// `row` is the text of a cell of the table in docs/evenings.md: the largest numbers of
// rounds in which the same two people were partners, were opponents, and played at the
// same board, and the largest number of byes of one person, each number with its bound.
// The result `far` says by how much each number exceeds its bound.
func disturbed(n int, arrival bool) (row string, far evenness) {
	if n == MinPeople { // after one person leaves, only three remain, who are too few to play
		return "-", far
	}
	all := participants(n + 1)
	core := all[2:]
	past := play(fullEvening, twoTeams, func(round int) []player.ID {
		switch {
		case round < 3:
			return all[1:]
		case round == 3 || !arrival:
			return core
		}
		return append([]player.ID{all[0]}, core...)
	})
	got, pairs, counted := measure(core, past, twoTeams), len(core)*(len(core)-1)/2, evenness{}
	var chairs int
	for i := range past {
		m, stranger := len(past[i].Boards), i < 2 || i > 2 && arrival
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

// tableHead is the head of the table in docs/evenings.md. The table ends at the next empty
// line.
const tableHead = `| people | partners | opponents | meetings | tables | seats | byes | furthest | meetings alone | furthest |` +
	` one leaves, one arrives | one leaves |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
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

// TestSchedulesArePerfect checks each cycle of a whist tournament. In a cycle, each person
// is once the partner and twice an opponent of every other person, and all people sit out
// equally often.
func TestSchedulesArePerfect(t *testing.T) {
	for n := range starters {
		people := participants(n)
		past := play(2*cycle(n), twoTeams, func(int) []player.ID { return people })
		for half, rounds := range [][]Round{past[:cycle(n)], past[cycle(n):]} {
			tally := newTally(people, rounds, twoTeams)
			for i := range people {
				for j := range i {
					if tally.partner[i][j] != 1 || tally.opponent[i][j] != 2 {
						t.Errorf(
							"%d people, cycle %d: %d and %d partner %d and oppose %d times",
							n,
							half,
							i,
							j,
							tally.partner[i][j],
							tally.opponent[i][j],
						)
					}
				}
				if out := satOut(people[i], rounds); out != n%2 {
					t.Errorf("%d people: %d sits out %d times", n, i, out)
				}
			}
		}
	}
}

// TestPartnersSitOnSeatsOfOneTeam checks that partners get the seats of one team, whichever
// seats form the teams.
func TestPartnersSitOnSeatsOfOneTeam(t *testing.T) {
	for _, teams := range []Teams{twoTeams, {0, 1, 1, 0}, {0, 0, 1, 1}} {
		past := play(7, teams, func(int) []player.ID { return participants(8) })
		if got := measure(participants(8), past, teams); got.partner != 1 || got.opponent != 2 {
			t.Errorf("%v: %+v", teams, got)
		}
	}
}
