package e2e

import (
	"fmt"
	"slices"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/internal/store/pgtest"
)

// Four players at three nodes play on their screens. A spectator at each node sees every move. All
// nodes have the same record, and so has the database.
func TestClusterGame(t *testing.T) {
	t.Parallel()
	s := startNodes(t, pgtest.Database(t))
	g := &screenGame{T: t, game: newGame(t, "chess4", nil)}
	g.facts = g.game.Variant.Facts()
	home := func(seat int) string { return s.nodes[seat%len(s.nodes)].address }
	for seat, name := range []string{"Inky", "Blinky", "Pinky", "Clyde"} {
		p := newPerson(t, name, 100+20*seat, 40)
		p.connect(home(seat), "")
		p.chooseName()
		g.seats[seat] = p
	}
	first := g.seats[0]
	first.press("n")
	first.pressUntil("[ Open the table ]", arrowDown)
	first.press("\r")
	first.sit(g.facts.Seats[0])
	for seat, p := range g.seats[1:] {
		p.open()
		p.sit(g.facts.Seats[seat+1])
	}
	var spectators []*sshtest.Stream
	for i, p := range g.seats {
		p.useSmallSquares()
		if i < len(s.nodes) {
			spectators = append(
				spectators,
				sshtest.OpenStream(
					t,
					sshtest.Dial(t, home(i), sshtest.GuestAuth()),
					fmt.Sprint("spectator at ", s.nodes[i].node),
					"",
					"watch 1",
				),
			)
		}
	}
	actions := actionsIn(readFile(t, "../../rules/chess4/testdata/chess4-firstgame.txt"))[:12]
	actions = append(actions, "resign", "resign", "resign")
	var lines []string
	for n, action := range actions {
		line := fmt.Sprintf("%d %s %s ", n+1, g.facts.SeatName(g.game.Variant.Actor(&g.game.Position)), action)
		lines = append(lines, line)
		g.play(n, action)
		for _, spectator := range spectators {
			spectator.Expect(t, line)
		}
	}
	g.checkResult()
	var records []string
	for i := range s.nodes {
		record, errs, status := sshtest.Run(t, g.seats[i].client, "record 1")
		if status != 0 || errs != "" {
			t.Fatalf("record at node %s: status %d, %q", s.nodes[i].node, status, errs)
		}
		records = append(records, record)
	}
	if records[0] != records[1] || records[1] != records[2] || !slices.Equal(actionsIn(records[0]), actions) {
		t.Errorf("the nodes have the records %q\nplayed: %q", records, actions)
	}
	compareMoves(t, storedLogs(t, s.url)[1], g.facts, lines)
}
