package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// Five players join a tournament on their screens and play two rounds. One game is aborted
// twice: the first time it is replayed, and the second time the organiser enters the score.
// A player who has a bye watches a game, and other people see that they watch it.
func TestTournamentOfTwoRounds(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	d := &eveningRun{T: t, testServer: s, people: map[string]*commandPlayer{}}
	names := []string{"Bob", "Carl", "Dora", "Emil", "Fay"}
	d.gather(append(names, "Ann")...)
	d.secretary = d.people["Ann"]
	d.secretary.mustRun(t, s.address, "join "+d.ownerCode())
	d.run("new Open --game verney clock=5+10 --tournament")
	screens := map[string]*sshtest.Screen{}
	for _, name := range names {
		screen := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(d.people[name].key)), name, 80, 24, "")
		screen.See(t, "Open, about to start. Press e.")
		s.must(screen.Type("e"))
		screen.See(t, "Anybody may join this tournament. Press a.")
		s.must(screen.Type("a"))
		screen.See(t, "The first round has not started.")
		if name == names[0] { // leaves, and joins again
			s.must(screen.Type("a"))
			screen.See(t, "Anybody may join this tournament. Press a.")
			s.must(screen.Type("a"))
			screen.See(t, "The first round has not started.")
		}
		screens[name] = screen
	}
	d.run("next")
	round, byes := d.boards()
	if len(round) != 1 || len(byes) != 1 {
		t.Fatalf("%v, %v sits out", round, byes)
	}
	resting := screens[byes[0]]
	resting.See(t, "You sit out this round.")
	white := round[0].seats["white"]
	screens[white].See(t, fmt.Sprintf("table %d, as white", round[0].table))
	for _, name := range names {
		if name != byes[0] {
			screens[name].Close()
		}
	}
	abort := func(b eveningBoard) {
		t.Helper()
		d.play(b)
		talk := sshtest.OpenStream(
			t,
			sshtest.Dial(t, s.address, sshtest.KeyAuth(d.people[b.seats["white"]].key)),
			"white",
			"dumb",
			"plain",
		)
		talk.Expect(t, fmt.Sprintf("Table %d: ", b.table))
		talk.Type(t, "abort\n")
		talk.Expect(t, "Type yes or no.")
		talk.Type(t, "yes\n")
		talk.Expect(t, "Aborted by "+b.seats["white"])
	}
	abort(round[0])
	again, _ := d.boards()
	if again[0].table == round[0].table || again[0].seats["white"] != white || again[0].seats["red"] != round[0].seats["red"] {
		t.Fatalf("aborted %v; now %v", round, again)
	}
	d.checkRefusal(d.secretary, "evening next", "round 1 is not over at board 1")
	abort(again[0])
	if out := d.run("show"); !strings.Contains(out, "void") {
		t.Errorf("after the second abort, evening show prints %q", out)
	}
	d.run("score 1 white=1 black=1 --reason 'aborted twice'")
	resting.See(t, "Standings")
	resting.Type("\t")
	resting.Await(t, "the score of "+white, func(text string) bool {
		return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
			return strings.Contains(line, white) && strings.Contains(line, "1.00")
		})
	})
	resting.Close()

	d.run("next")
	second, free := d.boards()
	if len(second) != 1 || len(free) != 1 || free[0] == byes[0] {
		t.Fatalf("%v, %v sits out; in the first round it was %v", second, free, byes)
	}
	d.play(second[0])
	watching := sshtest.Open(
		t,
		sshtest.Dial(t, s.address, sshtest.KeyAuth(d.people[free[0]].key)),
		free[0],
		80,
		24,
		fmt.Sprintf("watch %d", second[0].table),
	)
	watching.See(t, " to move")
	lobby := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(d.secretary.key)), "Ann", 120, 40, "")
	lobby.See(t, fmt.Sprintf("watches %d", second[0].table))
	talk := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(d.secretary.key)), "Ann", "dumb", "plain")
	talk.Expect(t, "You are in the lobby")
	talk.Type(t, "people\n")
	talk.Expect(t, fmt.Sprintf("%s (watches table %d)", free[0], second[0].table))
	program := newAPIClient(t, s, d.secretary.key, "")
	present := program.must(program.request("tables", nil)).list("present")
	if !slices.ContainsFunc(present, func(p any) bool { return fields(p.(map[string]any)).number("watching") == second[0].table }) {
		t.Errorf("present: %v", present)
	}
	d.resign(second[0], "white", "yellow")
	out := d.run("standings")
	for _, name := range names {
		if !strings.Contains(out, name) {
			t.Errorf("the standings lack %s:\n%s", name, out)
		}
	}
	d.run("end")
}
