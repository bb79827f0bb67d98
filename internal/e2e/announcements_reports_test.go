package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// newOwner returns Olga, the owner of a new server.
func newOwner(t *testing.T, s *testServer) *commandPlayer {
	t.Helper()
	olga := newCommandPlayer(t, "Olga")
	olga.mustRun(t, s.address, "join "+s.ownerCode())
	olga.mustRun(t, s.address, "name Olga")
	return olga
}

// refused runs a command that must fail with a one-line error that contains the text `want`.
func (r *commandPlayer) refused(t *testing.T, s *testServer, command, want string) {
	t.Helper()
	client, err := r.connect(s.address)
	must(t, err)
	out, errs, status := sshtest.Run(t, client, command)
	if status == 0 || !strings.Contains(errs, want) {
		t.Errorf("%s: %q: status %d, %q, %q; want %q", r.name, command, status, out, errs, want)
	}
}

// TestAnnouncementReachesEveryFrontEnd makes an announcement. It is shown in the lobby, at a
// table, in plain mode, in the JSON API and in a stream of moves, also to players who
// connect later or after a restart.
func TestAnnouncementReachesEveryFrontEnd(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	olga := newOwner(t, s)
	olga.mustRun(t, s.address, "new chess4")
	inLobby := connectPerson(t, s, "xterm", "Inky", 100, 30)
	atTable := connectPerson(t, s, "xterm", "Pinky", 80, 24)
	atTable.open()
	atTable.See(t, "Sit down as")
	bob := named(t, s.address, "Bob")
	client, err := bob.connect(s.address)
	s.must(err)
	plain := sshtest.OpenStream(t, client, "Bob, plain", "", "plain")
	plain.Expect(t, "You are in the lobby")
	program := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	stream := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.GuestAuth()), "watch", "", "watch 1")

	const text = "The server restarts at nine; finish your games by then."
	bob.refused(t, s, "admin announce "+text, "no command")
	if out := olga.mustRun(t, s.address, "admin announce --for 2h "+text); !strings.HasPrefix(out, "Announced until 20") {
		t.Errorf("announce: %q", out)
	}
	const line = "Announcement: " + text
	inLobby.See(t, line)
	atTable.See(t, "Announcement: The server restarts")
	plain.Expect(t, line)
	stream.Expect(t, "# "+line)
	if got := program.awaitEvent("notice"); got.text("kind") != "announcement" || got.text("text") != text || got.text("until") == "" {
		t.Errorf("the API sent %v", got)
	}

	// Pressing a key closes the notice on the top line. The lobby still shows the
	// announcement.
	for _, p := range []*person{inLobby, atTable} {
		p.press("\x18")
		p.Await(t, "its first line again", func(text string) bool { return !strings.Contains(text, "ctrl+x dismiss") })
	}
	inLobby.See(t, line)
	atTable.awaitAbsent("Announcement")

	s.kill()
	s.greeting = ""
	s.start()
	late := connectPerson(t, s, "xterm", "Clyde", 100, 30)
	late.See(t, line)
	olga.client = nil
	if out := olga.mustRun(t, s.address, "admin announce"); !strings.Contains(out, text) {
		t.Errorf("the current announcement: %q", out)
	}
	olga.mustRun(t, s.address, "admin announce --clear")
	late.Await(t, "no announcement", func(text string) bool { return !strings.Contains(text, "Announcement") })
	olga.refused(t, s, "admin announce --clear", "there is no announcement")
	log := olga.mustRun(t, s.address, "admin audit")
	if !strings.Contains(log, "announced") || !strings.Contains(log, "announcement-cleared") {
		t.Errorf("audit:\n%s", log)
	}
}

// TestBadAnnouncementsAreRefused checks that an announcement is refused if it contains control
// characters, is too long or is empty, or if its duration is invalid.
func TestBadAnnouncementsAreRefused(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	olga := newOwner(t, s)
	for text, want := range map[string]string{
		"hello\u202eworld":        "",
		strings.Repeat("x ", 150): "",
		"--for ever hello":        "not a duration",
	} {
		olga.refused(t, s, "admin announce "+text, want)
	}
	olga.refused(t, s, "admin announce", "there is no announcement")
}

// TestNoNewGamesBeforeARestart pauses new games. Nobody can open a table, start a game or
// offer a rematch, but running games continue. A restart ends the pause.
func TestNoNewGamesBeforeARestart(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	olga := newOwner(t, s)
	const two = "chess4 armies=white,black clock=none"
	robo, other := newAPIClient(t, s, sshtest.NewKey(t), "Robo"), newAPIClient(t, s, sshtest.NewKey(t), "Bota")
	open := func(m *apiClient) int {
		return m.must(m.request("new", fields{"game": "chess4", "options": fields{"armies": "white,black", "clock": "none"}})).
			number("table")
	}
	running, waiting := open(robo), open(robo)
	for _, id := range []int{running, waiting} {
		robo.must(robo.request("sit", fields{"table": id, "seat": "white"}))
		other.must(other.request("sit", fields{"table": id, "seat": "black"}))
		robo.must(robo.request("ready", fields{"table": id}))
	}
	other.must(other.request("ready", fields{"table": running}))
	visitor := connectPerson(t, s, "xterm", "Inky", 100, 30)

	const why = "no new games start before the server restarts; running games continue"
	olga.mustRun(t, s.address, "admin games off --reason upgrade")
	visitor.See(t, "No new games start: the server restarts soon. Running games continue.")
	olga.refused(t, s, "new "+two, why)
	olga.refused(t, s, "admin games off", "new games are already paused")
	robo.refused("games-paused", "new", fields{"game": "chess4"})
	other.refused("games-paused", "ready", fields{"table": waiting})
	robo.must(robo.request("resign", fields{"table": running}))
	robo.refused("games-paused", "offer", fields{"table": running, "offer": "rematch"})
	olga.mustRun(t, s.address, "evening new Club --game chess4 clock=none")
	for _, name := range []string{"Ann", "Ben", "Cid", "Dot"} {
		newCommandPlayer(t, name).mustRun(t, s.address, "name "+name)
		olga.mustRun(t, s.address, "evening add "+name)
	}
	olga.refused(t, s, "evening next", why)

	if out := olga.mustRun(t, s.address, "admin games on"); out != "New games can start.\n" {
		t.Errorf("on: %q", out)
	}
	visitor.Await(t, "no notice", func(text string) bool { return !strings.Contains(text, "No new games") })
	other.must(other.request("ready", fields{"table": waiting}))
	olga.mustRun(t, s.address, "evening next")
	olga.mustRun(t, s.address, "admin games off")
	s.kill()
	s.start()
	olga.client = nil
	if out := olga.mustRun(t, s.address, "admin games"); out != "New games can start.\n" {
		t.Errorf("after a restart: %q", out)
	}
	olga.mustRun(t, s.address, "new "+two)
}

// TestReportFromAScreenAndInPlainMode reports players from the menu of a table, from the
// list of players and in plain mode. A connected moderator gets a notice.
func TestReportFromAScreenAndInPlainMode(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	olga := newOwner(t, s)
	olga.mustRun(t, s.address, "new chess4")
	moderator := &person{T: t, name: "Olga", width: 100, height: 30, key: olga.key}
	moderator.connect(s.address, "")
	moderator.See(t, " online")
	bob := newAPIClient(t, s, sshtest.NewKey(t), "Bob")
	bob.must(bob.request("watch", fields{"table": 1}))
	bob.must(bob.request("chat", fields{"table": 1, "text": "you play like a fool"}))

	inky := connectPerson(t, s, "xterm", "Inky", 80, 24)
	inky.open()
	inky.See(t, "you play like a") // the screen shows the last word on the next line
	inky.press("\x0f")
	inky.pick("Report a player")
	inky.See(t, "Only the moderators see") // the dialog is open; the chat shows Bob's name before
	inky.pick("Bob")
	inky.See(t, "Report Bob")
	inky.pick("Abusive chat")
	inky.See(t, "Report 1 is stored, with the last lines of chat")
	moderator.See(t, "Report 1 waits for a moderator: "+s.sshCommand()+" admin report 1")
	if out := olga.mustRun(t, s.address, "admin report 1"); !strings.Contains(out, "Inky about Bob") ||
		!strings.Contains(out, "Reason: Abusive chat") ||
		!strings.Contains(out, "Bob: you play like a fool") {
		t.Errorf("report 1:\n%s", out)
	}

	pinky := named(t, s.address, "Pinky")
	plain := sshtest.OpenStream(t, pinky.client, "Pinky", "", "plain")
	plain.Expect(t, "You are in the lobby")
	plain.Type(t, "report\n")
	plain.Expect(t, "You have no reports: to report somebody, type \"report\", a name and a reason.")
	plain.Type(t, "table 1\n")
	plain.Expect(t, "able 1")
	plain.Type(t, "report bob is rude\n")
	plain.Expect(t, "Report 2 is stored, with the last lines of chat")
	moderator.See(t, "2 reports wait for a moderator: "+s.sshCommand()+" admin reports")
	olga.mustRun(t, s.address, "admin resolve 1 --reason warned")
	olga.mustRun(t, s.address, "admin resolve 2 --reason warned")
	moderator.Await(t, "no notice", func(text string) bool { return !strings.Contains(text, "for a moderator") })
	plain.CloseInput()
	plain.Ended(t)
}
