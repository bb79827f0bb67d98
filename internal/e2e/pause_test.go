package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestPlayersWhoLeaveGamesPause lets a player abort two games against people. Commands, plain mode,
// the screen and the JSON API then refuse to pair the player, also after the server was killed, and
// tell the time left. A seat from before the pause and another name do not help. Games against bots
// go on. The player's export tells the pause. A moderator sees it and lifts it.
func TestPlayersWhoLeaveGamesPause(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	olga, ann, bob := named(t, s.address, "Olga"), named(t, s.address, "Ann"), named(t, s.address, "Bob")
	olga.mustRun(t, s.address, "join "+s.ownerCode())
	for _, id := range []string{"1", "2"} {
		ann.mustRun(t, s.address, "new chess4 armies=white,black")
		for _, p := range []*commandPlayer{ann, bob} {
			p.mustRun(t, s.address, "at "+id+" sit")
			p.mustRun(t, s.address, "at "+id+" ready")
		}
	}
	ann.mustRun(t, s.address, "new chess4 armies=white,black") // table 3, at which both wait meanwhile
	for _, p := range []*commandPlayer{ann, bob} {
		p.mustRun(t, s.address, "at 3 sit")
	}
	bob.mustRun(t, s.address, "at 1 abort")
	bob.mustRun(t, s.address, "at 2 abort")
	ann.mustRun(t, s.address, "new chess4 armies=white,black") // table 4
	for _, p := range []*commandPlayer{olga, ann, bob} {
		p.disconnect()
	}
	s.kill()
	s.start()

	const pausedFor = "you left 2 games today; join others in "
	bob.refused(t, s, "seek chess4", pausedFor)
	bob.refused(t, s, "at 4 sit", pausedFor)
	bob.refused(t, s, "at 3 ready", pausedFor) // the seat from before the pause
	bob.mustRun(t, s.address, "name Robert")
	bob.refused(t, s, "at 4 sit", pausedFor) // another name is the same account
	bob.mustRun(t, s.address, "name Bob")
	if out := bob.mustRun(t, s.address, "account export"); !strings.Contains(out, `"paused_until"`) {
		t.Errorf("export: %q", out)
	}
	client, err := bob.connect(s.address)
	s.must(err)
	talk := sshtest.OpenStream(t, client, "Bob", "dumb", "plain")
	talk.Type(t, "play now chess4\n")
	talk.Expect(t, strings.ToUpper(pausedFor[:1])+pausedFor[1:])
	screen := sshtest.Open(t, client, "Bob", 100, 30, "watch 4")
	screen.See(t, "Sit down as White")
	s.must(screen.Type("\r")) // sit down as White
	screen.See(t, pausedFor[9:])
	robo := newAPIClient(t, s, bob.key, "")
	robo.refused("pairing-paused", "sit", fields{"table": 4})
	robo.refused("pairing-paused", "seek", fields{"game": "chess4"})
	_ = robo.client.Close()
	if out := bob.mustRun(t, s.address, "seek chess4 armies=white,black --bots 0"); !strings.HasPrefix(out, "5 ") {
		t.Errorf("against bots: %q", out)
	}

	if out := olga.mustRun(t, s.address, "admin pauses"); !strings.Contains(out, "Bob") || !strings.Contains(out, "left 2 games") {
		t.Errorf("pauses: %q", out)
	}
	bob.refused(t, s, "admin unpause Bob", "")
	if out := olga.mustRun(t, s.address, "admin unpause Bob --reason tunnel"); out != "Bob is no longer paused\n" {
		t.Errorf("unpause: %q", out)
	}
	olga.refused(t, s, "admin unpause Bob", "that person is not paused")
	out := olga.mustRun(t, s.address, "admin audit --about Bob")
	if !strings.Contains(out, "pause-lifted") || !strings.Contains(out, "tunnel") {
		t.Errorf("audit: %q", out)
	}
	bob.mustRun(t, s.address, "at 3 ready")
	bob.mustRun(t, s.address, "at 4 sit")
}
