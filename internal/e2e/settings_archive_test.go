package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// runCommand runs a command on a new connection and returns its output and exit status.
func (p *person) runCommand(address, line string) (out, errs string, status int) {
	p.Helper()
	client := sshtest.Dial(p, address, sshtest.KeyAuth(p.key))
	defer func() { _ = client.Close() }()
	return sshtest.Run(p, client, line)
}

// checkCommand runs a command. It checks the exit status, and that the output contains the
// text `out`. If `out` is empty, the command must print nothing.
func (p *person) checkCommand(address, line string, status int, out string) {
	p.Helper()
	got, errs, ended := p.runCommand(address, line)
	if ended != status || !strings.Contains(got, out) || out == "" && got != "" {
		p.Errorf("%s: status %d, %q, %q; want %d, %q", line, ended, got, errs, status, out)
	}
}

// Settings made at the first visit, on the settings screen and by commands are kept after a
// restart.
func TestSettings(t *testing.T) {
	t.Parallel()
	kind := kinds[0]
	s := serveFor(t)
	p := newPerson(t, "Chooser", 80, 24)
	p.term = kind
	p.connect(s.address, "")
	p.See(t, "Choose the name that other players see")
	p.press("Chooser\r")
	p.See(t, "3  Drawn, if")
	p.press("2")
	p.See(t, "▸ 2  Chessmen")
	p.press(arrowRight)
	p.See(t, "[Light]")
	p.press("\r")
	p.See(t, "No tables yet")
	p.press("\x13") // ctrl+s
	p.See(t, "chessmen")
	p.See(t, "< light >")
	p.press(arrowDown + arrowDown + arrowRight)
	p.See(t, "< 3x1 >")
	p.pressUntil("▸ Plain mode: squares", arrowDown)
	p.press(arrowRight + "q")
	p.See(t, "New table")
	p.press("q")
	if status := p.Ended(t); status != 0 {
		t.Errorf("status %d", status)
	}
	for line, want := range map[string]string{
		"settings theme": "light\n", "settings pieces": "chessmen\n", "settings size": "3x1\n", "settings spelling": "words\n",
		"settings bell off": "bell off\n", "settings": "ring the terminal's bell",
	} {
		p.checkCommand(s.address, line, 0, want)
	}
	s.kill()
	s.start()
	p.connect(s.address, "")
	p.See(t, "New table")
	p.press("\x13")
	p.See(t, "Bell                   off")
	p.See(t, "Size of squares        3x1")
	p.press("\x14") // ctrl+t
	p.See(t, "< contrast >")
	p.press("\x03")
	p.Ended(t)
	p.checkCommand(s.address, "settings theme", 0, "contrast\n")
	p.checkCommand(s.address, "settings theme plaid", 1, "")
}

// takeSeats takes seats at a table. It waits after each seat, so that the next key does
// not act on the old menu.
func (p *person) takeSeats(seats ...string) {
	p.Helper()
	for _, seat := range seats {
		p.See(p, "Sit down as "+rules.Title(seat))
		p.pressUntil("▸ Sit down as "+rules.Title(seat), "\t")
		p.press("\r")
		p.Await(p, "to sit", func(text string) bool {
			return strings.Contains(text, "Leave seat "+rules.Title(seat)) || strings.Contains(text, " to move") ||
				strings.Contains(text, "Your move, ")
		})
	}
}

// The player searches for a finished game, steps through it from both ends, continues from a
// position and exports the game as text.
func TestArchive(t *testing.T) {
	t.Parallel()
	kind := kinds[1]
	s := serveFor(t)
	p := connectPerson(t, s, kind, "Archivist", 100, 30)
	p.checkCommand(s.address, "new chess4 armies=white,black seats-per-person=2", 0, "1\n")
	p.open()
	p.sit("white")
	p.sit("black")
	p.awaitTable()
	p.press("m7-k7\r")
	p.See(t, "1 k7")
	p.press("b8-d8\r")
	p.See(t, "d8")
	p.press("resign\r")
	p.See(t, "Resign?")
	p.press(arrowRight + "\r") // select the seat that resigns
	p.See(t, "Black wins")
	p.press("q")
	p.See(t, "New table")

	p.press("a3")
	p.See(t, "Archivist wins ")
	p.press("/sue\r")
	p.See(t, "No game matches. Press esc for all games.")
	p.press("/archivist chess4 won\r")
	p.See(t, "/ archivist chess4 won")
	p.See(t, "White Archivist, Black Archivist")
	p.press("b")
	p.See(t, "Chess4, table 1")
	p.press("]")
	p.press("\x01") // ctrl+a
	p.See(t, "Analysis board")
	p.See(t, "Your move, Black")
	p.press("\x1b")
	p.See(t, "Chess4, table 1")
	p.press("\x1b") // Esc returns to the last move
	p.Await(t, "the game's end", func(text string) bool { return !strings.Contains(text, "Looking back") })
	p.press("\x1b")
	p.See(t, "/ archivist chess4 won")
	p.press("r")
	p.See(t, "m7-k7 b8-d8 ")
	p.press("\t")
	p.seeWrapped("record 1 --format c4pgn > game.txt")
	p.press("c")
	p.See(t, "clipboard")

	p.checkCommand(s.address, "games", 0, "white=Archivist black=Archivist  Black wins ")
	p.checkCommand(s.address, "games --player sue", 0, "")
	p.checkCommand(s.address, "games --since never", 1, "")
	out, _, _ := p.runCommand(s.address, "games --game chess4 --json")
	var g struct{ Table int }
	if err := json.Unmarshal([]byte(out), &g); err != nil || g.Table != 1 {
		t.Errorf("%q: %v", out, err)
	}
}

// The server sends queries to the terminal. Screens are readable whatever the terminal
// answers, even if it does not answer.
func TestTerminalAnswers(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	const (
		asksBackground = "\x1b]11;?\a"
		asksColours    = "\x1bP+q524742\x1b\\"
		mouse          = "\x1b[?1002h"
		title          = "\x1b]2;"
	)
	for _, c := range []struct {
		kind, answer string
		env          string
		asks         []string
		not          []string
		gets         string
	}{
		{"xterm-256color", "", "", []string{asksBackground, asksColours}, []string{"48;2;"}, "38;5;"},
		{"xterm-256color", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "", []string{asksBackground}, nil, "48;5;255"},
		{"xterm-256color", "\x1bP1+r524742=38\x1b\\", "", []string{asksColours}, nil, "38;2;"},
		{"xterm-256color", "\x1bP0+r524742\x1b\\", "", nil, []string{"38;2;"}, "38;5;"},
		{"xterm-ghostty", "\x1b]11;rgb:fa/fa/f5\a", "", []string{asksBackground, mouse, title}, []string{asksColours}, "48;2;"},
		{"linux", "", "", nil, []string{asksBackground, asksColours, mouse}, ";1"},
		{"vt100", "", "", nil, []string{asksBackground, asksColours, mouse, title, "38;"}, ";1"},
		{"xterm-256color", "", "NO_COLOR", nil, []string{asksBackground, "38;", "48;"}, ";1"},
	} {
		t.Run(c.kind+c.env+strings.ToValidUTF8(strings.Trim(c.answer, "\x1b\a\\"), ""), func(t *testing.T) {
			client := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
			on := sshtest.Terminal{Kind: c.kind, Width: 80, Height: 24, Env: map[string]string{}}
			if c.env != "" {
				on.Env[c.env] = "1"
			}
			talk := sshtest.OpenStreamOn(t, client, "asked", on, "")
			talk.Expect(t, "Quadrille") // the name of the program appears in the window title or on the screen
			talk.Type(t, c.answer)
			talk.Type(t, "admin\r") // the name "admin" is refused, and the refusal is shown in colour
			talk.Expect(t, c.gets)
			printed := talk.Output()
			for _, want := range c.asks {
				if !strings.Contains(printed, want) {
					t.Errorf("not asked: %q", want)
				}
			}
			for _, unwanted := range c.not {
				if strings.Contains(printed, unwanted) {
					t.Errorf("sent: %q", unwanted)
				}
			}
		})
	}
}
