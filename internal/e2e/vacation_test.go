package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/service/vacation"
	"quadrille/internal/sshtest"
)

// During a player's vacation, the clocks of their correspondence games stand still.
// Commands, screens, plain mode and the JSON API show the vacation, and a restart of the
// server does not end it.
func TestVacation(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	inky, blinky := named(t, s.address, "Inky"), named(t, s.address, "Blinky")
	begin := func(id int, options string) {
		inky.mustRun(t, s.address, "new chess4 armies=white,black clock=3d "+options)
		inky.sit(t, s.address, id, "white")
		blinky.sit(t, s.address, id, "black")
	}
	says := func(who *commandPlayer, command string, texts ...string) {
		t.Helper()
		out := who.mustRun(t, s.address, command)
		for _, text := range texts {
			if !strings.Contains(out, text) {
				t.Errorf("%s runs %s: %q; want %q", who.name, command, out, text)
			}
		}
	}
	begin(1, "")
	says(inky, "vacation", "You are not on vacation. 14 of 14 days are left this year.")
	inky.refused(t, s, "vacation end", "you are not on vacation; to start one, run \"vacation DAYS\"")
	inky.refused(t, s, "vacation 15", "15 days are too many: 14 are left this year")
	inky.refused(t, s, "vacation soon", `"soon" is not a number of days;`)
	says(inky, "vacation 5", "You are on vacation until ", "9 of 14 days are left this year.")
	inky.refused(t, s, "vacation 1", "you are on vacation already; run \"vacation end\" first")
	says(inky, "waiting", "7d 23h left, vacation until ")
	says(blinky, "player Inky", "Player, on vacation until ")
	begin(2, "")             // this game starts during the vacation
	begin(3, "vacation=off") // the clock of this game runs during vacations

	client, err := blinky.connect(s.address)
	s.must(err)
	sshtest.Open(t, client, "Blinky", 80, 24, "watch 2").See(t, "vacation")
	talk := sshtest.OpenStream(t, client, "Blinky", "dumb", "plain")
	talk.Type(t, "table 1\nwho\n")
	talk.Expect(t, "Inky, on vacation until ")

	for _, p := range []*commandPlayer{inky, blinky} {
		p.disconnect()
	}
	s.kill()
	s.start()
	out := inky.mustRun(t, s.address, "waiting")
	if strings.Count(out, "7d 23h left, vacation until ") != 2 || strings.Count(out, "2d 23h left\n") != 1 {
		t.Errorf("after a restart, waiting prints %q", out)
	}
	client, err = inky.connect(s.address)
	s.must(err)
	screen := sshtest.Open(t, client, "Inky", 80, 24, "")
	screen.See(t, " online")
	s.must(screen.Type("\x13v")) // ctrl+s, v
	screen.See(t, "You are on vacation until ")
	s.must(screen.Type("e"))
	screen.See(t, "Press v for a vacation. You are not on vacation. 13 of 14 days are left this")
	client, err = blinky.connect(s.address)
	s.must(err)
	// check both tables, because they store the end of the vacation one after another
	for _, command := range []string{"watch 1", "watch 2"} {
		sshtest.Open(t, client, "Blinky", 80, 24, command).Await(t, "no vacation", func(text string) bool {
			return strings.Contains(text, "Inky") && !strings.Contains(text, "vacation")
		})
	}
	if out := inky.mustRun(t, s.address, "waiting"); strings.Contains(out, "vacation") || strings.Count(out, "2d 23h left") != 3 {
		t.Errorf("after the vacation, waiting prints %q", out)
	}
	program := newAPIClient(t, s, inky.key, "")
	program.must(program.request("vacation", fields{"days": 13}))
	says(inky, "vacation", "0 of 14 days are left this year.")
	says(inky, "account export", `"vacations":[{"from":`)
}

// A player whose vacation has ended as planned gets a notice on the screen, in plain mode and
// in the JSON API. Other players get none.
func TestNoticeAboutEndOfVacation(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	inky, blinky := newCommandPlayer(t, "Inky"), newCommandPlayer(t, "Blinky")
	for _, p := range []*commandPlayer{inky, blinky} {
		p.mustRun(t, s.address, "name "+p.name)
		p.disconnect()
	}
	s.stop(syscall.SIGTERM)
	db := openStore(t, s.data)
	now := time.Now().UTC()
	_, err := db.Vacations().AddVacation(t.Context(), vacation.Vacation{
		Account: player.ID(ssh.FingerprintSHA256(inky.key.PublicKey())), From: now.AddDate(0, 0, -3), Until: now.Add(-time.Hour),
	})
	s.must(err)
	s.must(db.Close())
	s.start()

	const text = "Your vacation ended at "
	client, err := inky.connect(s.address)
	s.must(err)
	sshtest.Open(t, client, "Inky", 80, 24, "").See(t, text)
	talk := sshtest.OpenStream(t, client, "Inky", "dumb", "plain")
	talk.Expect(t, text)
	program := newAPIClient(t, s, inky.key, "")
	if e := program.awaitEvent("notice"); e.text("kind") != "vacation" || !strings.HasPrefix(e.text("text"), text) {
		t.Errorf("the notice is %v", e)
	}
	client, err = blinky.connect(s.address)
	s.must(err)
	other := sshtest.Open(t, client, "Blinky", 80, 24, "")
	other.See(t, " online")
	if strings.Contains(other.Text(), "vacation") {
		t.Errorf("another player sees:\n%s", other.Text())
	}
}
