package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/sshtest"
)

// ratedDuel opens a rated table with two seats through the API, plays a game against a bot,
// and resigns.
func (m *apiClient) ratedDuel() (table int) {
	m.Helper()
	duel := fields{"armies": "white,black", "rated": "on", "bots": "1"}
	table = m.must(m.request("new", fields{"game": "chess4", "options": duel})).number("table")
	m.must(m.request("sit", fields{"table": table}))
	m.must(m.request("ready", fields{"table": table}))
	m.awaitEvent("started")
	for i, move := range []string{"m7-k7", "m8-l8"} { // each seat makes two moves, so that the game is rated
		m.must(m.request("move", fields{"table": table, "ply": 2 * i, "action": move, "key": move}))
		m.awaitEvent("acted")
		m.awaitEvent("acted")
	}
	m.must(m.request("resign", fields{"table": table}))
	m.awaitEvent("closed")
	if changed := fmt.Sprint(m.awaitEvent("rated")["ratings"]); !strings.Contains(changed, "map[after:927 before:1000]") {
		m.Errorf("the event rated says %s", changed)
	}
	return table
}

// TestAdminAllowsRatedBotAccounts changes the configuration: bot accounts may now play rated
// games. A table keeps the setting with which it was opened.
func TestAdminAllowsRatedBotAccounts(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "[club]\nname = \"Rated\"\n")
	key := sshtest.NewKey(t)
	robo, ann := newAPIClient(t, s.testServer, key, "Robo"), newCommandPlayer(t, "Ann")
	does := func(line string) (out, errs string) {
		t.Helper()
		out, errs, _ = sshtest.Run(t, robo.client, line)
		return out, errs
	}
	ann.mustRun(t, s.address, "name Ann")
	robo.refused("people-only", "new", fields{"game": "chess4", "options": fields{"rated": "on"}})
	const noBots = "bots=1: bots are not rated in this club; choose bots=none, or rated=off"
	if _, err := ann.run(s.address, "new chess4 rated=on bots=1"); err == nil || !strings.Contains(err.Error(), noBots) {
		t.Errorf("bots that are not rated: %v", err)
	}
	before := ann.mustRun(t, s.address, "new chess4 rated=on")

	s.write("[ratings]\nbot_accounts = true\nbots = true\n")
	s.reload(true)
	const want = `"changed":["club.name","ratings.bot_accounts","ratings.bots"]`
	s.log.await(t, want, func(log string) bool { return strings.Contains(log, want) })
	robo.refused(
		"people-only",
		"sit",
		fields{"table": 1},
	) // refused, because table 1 was opened before bot accounts could play rated games
	robo.must(robo.request("watch", fields{"table": 1}))
	last := robo.ratedDuel()
	wantRated := func() {
		t.Helper()
		ladder := lines(ann.mustRun(t, s.address, "ladder"))
		if len(ladder) != 3 || ladder[0] != "chess4 free-for-all" || !strings.HasPrefix(ladder[1], "1 Bot 1 rating=1138 uncertainty=") ||
			!strings.HasPrefix(ladder[2], "2 Robo (bot) rating=927 uncertainty=") {
			t.Errorf("after table %s the ladder prints\n%s", before, strings.Join(ladder, "\n"))
		}
		page := lines(ann.mustRun(t, s.address, "player Bot 1"))
		if len(page) < 4 || page[0] != "Bot 1" || !strings.HasSuffix(page[2], "games=1 first=1") {
			t.Errorf("its page says\n%s", strings.Join(page, "\n"))
		}
	}
	wantRated()

	s.write("[ratings]\n")
	s.reload(true)
	robo.refused("people-only", "new", fields{"game": "chess4", "options": fields{"rated": "on", "bots": "1"}})
	robo.refused("people-only", "offer", fields{"table": last, "offer": "rematch"})
	wantRated()
	if out, errs := does("account export"); !strings.Contains(out, `"bot":true`) || !strings.Contains(out, `"rating":927`) {
		t.Errorf("the export says %s%s", out, errs)
	}
	s.stop(syscall.SIGTERM)
	wantLines(t, "ratings", mustRun(t, "ratings", "--data", s.data), "rated games 1, ratings 2", "the stored ratings match the log")
	wantLines(
		t,
		"ratings made anew",
		mustRun(t, "ratings", "--remake", "--data", s.data),
		"rated games 1, ratings 2",
		"the stored ratings match the log",
	)
}
