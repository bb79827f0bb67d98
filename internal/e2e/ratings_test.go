package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// again opens another table for the same players.
func (p *commandGame) again(t *testing.T, address, order string) {
	t.Helper()
	if _, err := fmt.Sscan(p.seats[0].mustRun(t, address, "new "+order), &p.id); err != nil {
		t.Fatal(err)
	}
	for seat, who := range p.seats {
		who.sit(t, address, p.id, p.game.Variant.Facts().Seats[seat])
	}
}

// playTwoRounds plays two moves of each seat in a game of Chess4. A game that ends by
// resignation before that is not rated.
func (p *commandGame) playTwoRounds(t *testing.T, address string) {
	t.Helper()
	for i, move := range []string{"m7-k7", "j1-k3", "b8-d8", "h13-h11", "k7-j7", "k3-i4", "d8-e8", "h11-h10"} {
		p.seats[i%len(p.seats)].mustRun(t, address, fmt.Sprintf("move %d %s", p.id, move))
	}
}

func (p *commandGame) resign(t *testing.T, address string, seats ...rules.Seat) {
	t.Helper()
	for _, seat := range seats {
		p.seats[seat].mustRun(t, address, fmt.Sprintf("move %d resign", p.id))
	}
}

// lines splits a text into lines, and replaces each run of spaces with one space.
func lines(text string) (list []string) {
	for line := range strings.Lines(text) {
		list = append(list, strings.Join(strings.Fields(line), " "))
	}
	return list
}

func wantLines(t *testing.T, what, got string, want ...string) {
	t.Helper()
	if strings.Join(lines(got), "\n") != strings.Join(want, "\n") {
		t.Errorf("%s says\n%swant\n%s", what, got, strings.Join(want, "\n"))
	}
}

// Two rated games over ssh change the ratings. Then an owner voids one of them.
func TestRatings(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := gatherCommandGame(t, s.address, "chess4 rated=on")
	first, second, third, fourth := p.seats[0], p.seats[1], p.seats[2], p.seats[3]
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 3, 2, 1)
	stranger := newCommandPlayer(t, "Stranger")
	today := time.Now().UTC().Format(time.DateOnly)
	// The ratings after one game of four new players: mu is 32.906, 27.635, 22.365 and
	// 17.094, and sigma is 7.501.
	oneGame := func(last string) []string {
		want := []string{"chess4 free-for-all"}
		for i, who := range []*commandPlayer{first, second, third, fourth} {
			want = append(
				want,
				fmt.Sprintf("%d %s rating=%d uncertainty=300 games=1 last=%s", i+1, who.name, []int{1416, 1205, 994, 784}[i], last),
			)
		}
		return want
	}
	wantLines(t, "ladder", stranger.mustRun(t, s.address, "ladder"), oneGame(today)...)

	p.again(t, s.address, "chess4 rated=on")
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 0, 1, 2)
	p.again(t, s.address, "chess4")
	spectator := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.GuestAuth()), "spectator", 120, 40, "")
	spectator.See(t, " online")
	if err := spectator.Type("\t"); err != nil { // to the tables
		t.Fatal(err)
	}
	spectator.See(t, "verage rating 1") // the average rating of the players at the table
	for flag, want := range map[string]string{"--tsv": "\tstrength=1", "--json": `"columns":{"strength":"1`} {
		if list := stranger.mustRun(t, s.address, "tables "+flag); !strings.Contains(list, want) {
			t.Errorf("tables %s prints\n%s", flag, list)
		}
	}
	p.resign(t, s.address, 0, 1, 2)
	ladder := stranger.mustRun(t, s.address, "ladder chess4 --form free-for-all")
	if list := lines(ladder); len(list) != 5 || strings.Count(ladder, "games=2") != 4 || strings.Count(ladder, "uncertainty=300") != 0 {
		t.Errorf("ladder prints\n%s", ladder)
	}
	page := lines(stranger.mustRun(t, s.address, "player "+strings.ToLower(first.name)))
	if len(page) != 7 || page[0] != first.name || page[1] != "Player." || !strings.HasSuffix(page[2], " games=2 first=1 fourth=1") ||
		!strings.HasPrefix(page[3], "history 1416 ") || page[4] != "3 "+today+" chess4 white Gold wins by resignation" ||
		page[6] != "1 "+today+" chess4 white White wins by resignation" {
		t.Errorf("player prints\n%s", strings.Join(page, "\n"))
	}
	refusals := map[string]string{
		"ladder tiddlywinks":      `there is no game "tiddlywinks"`,
		"ladder --form solo":      `there is no form "solo"`,
		"ladder chess4 for money": "usage: ladder [GAME]",
		"player Nobody Here":      `no player "Nobody Here"`,
		"player":                  "you have no name yet",
	}
	for line, want := range refusals {
		if _, err := stranger.run(s.address, line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if out := stranger.mustRun(t, s.address, "ladder forchess"); out != "" {
		t.Errorf("ladder forchess says %q", out)
	}

	if _, errs, status := runQuadrille(t, "ratings", "--data", s.data); status != 1 ||
		!strings.Contains(errs, "another server is using") {
		t.Errorf("ratings beside a server: status %d, %s", status, errs)
	}
	s.stop(syscall.SIGTERM)
	const sound = "the stored ratings match the log"
	wantLines(t, "ratings", mustRun(t, "ratings", "--data", s.data), "rated games 2, ratings 4", sound)
	out := lines(mustRun(t, "ratings", "void", "2", "--reason", "they were bored", "--data", s.data))
	if len(out) != 3 || !strings.HasPrefix(out[0], "table 2: void since "+today) || !strings.HasSuffix(out[0], ": they were bored") ||
		out[1] != "rated games 1, ratings 4" {
		t.Errorf("ratings void says\n%s", strings.Join(out, "\n"))
	}
	if out := s.admin("table 2", "audit", "--last", "1"); !strings.Contains(out, "the administrator  voided") ||
		!strings.Contains(out, "they were bored") {
		t.Errorf("the audit log after ratings void says %s", out)
	}
	if _, errs, status := runQuadrille(t, "ratings", "void", "3", "--reason", "why not", "--data", s.data); status != 1 ||
		!strings.Contains(errs, "table 3 has no rated game") {
		t.Errorf("ratings void of a game that was not rated: status %d, %s", status, errs)
	}
	s.start()
	visitor := newCommandPlayer(t, "Visitor")
	wantLines(t, "ladder after a void", visitor.mustRun(t, s.address, "ladder"), oneGame(today)...)
	const changes = "ratings white 1416 (+416), silver 1205 (+205), black 994 (-6), gold 784 (-216)"
	if record := visitor.mustRun(t, s.address, "record 1"); !strings.Contains(record, "# "+changes+"\n") {
		t.Errorf("record 1 prints\n%s", record)
	}
	if games := visitor.mustRun(t, s.address, "games"); strings.Count(games, changes) != 1 || strings.Count(games, "ratings") != 1 {
		t.Errorf("games prints\n%s", games)
	}
	if games := visitor.mustRun(t, s.address, "games --json"); strings.Count(games, `"rating":{"before":1000,"after":1416}`) != 1 {
		t.Errorf("games --json prints\n%s", games)
	}
}
