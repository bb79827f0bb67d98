package server

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/sshtest"
	"quadrille/internal/ui"
)

// startUnlimited starts a server without limits on commands.
func startUnlimited(t *testing.T) *testServer {
	t.Helper()
	quick := Rate{Burst: 100_000, Every: time.Millisecond}
	return startServer(t, Limits{AccountCommands: quick, AddressCommands: quick, AddressWrongCodes: quick})
}

// What the server says is text and line ends, whatever it was told.
func TestUncleanCommandsAreAnsweredInText(t *testing.T) {
	d := startUnlimited(t)
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	for i, raw := range hostile.Strings {
		line := []string{raw, "watch '" + raw + "'", "new chess4 touch=\"" + raw + "\"", "return " + raw}[i%4]
		out, errs, status := sshtest.Run(t, client, line)
		if status == 0 || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%.60q: status %d, out %q, err %q", line, status, out, errs)
		}
		isText(t, line, errs)
	}
}

// So is what it says of people whose names nobody cleaned: the directory of this
// testServer takes any.
func TestUncleanNamesAreToldInText(t *testing.T) {
	d := startUnlimited(t)
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	whoami, _, _ := sshtest.Run(t, client, "whoami")
	id := player.ID(whoami[strings.Index(whoami, "SHA256:") : len(whoami)-1])
	for _, raw := range hostile.Strings {
		d.calls(t, id, raw)
		out, errs, _ := sshtest.Run(t, client, "whoami")
		isText(t, raw, out+errs)
		if want := player.ShownName(raw, player.MaxNameCells) + " " + string(id) + "\n"; out != want {
			t.Errorf("%q is told that he is %q, want %q", raw, out, want)
		}
	}
}

func (d *testServer) calls(t *testing.T, id player.ID, name string) {
	t.Helper()
	_, err := d.directory.Claim(t.Context(), id, name)
	must(t, err)
}

// A real screen over a real line, with the name in its corner and in the list of
// who is here: all else is as with a tame name.
func TestUncleanNamesOnAScreenOverSSH(t *testing.T) {
	d := startUnlimited(t)
	d.screens = ui.New
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	whoami, _, _ := sshtest.Run(t, client, "whoami")
	id := player.ID(whoami[strings.Index(whoami, "SHA256:") : len(whoami)-1])
	for i, raw := range hostile.Strings {
		if shown := player.ShownName(raw, player.MaxNameCells); i%9 > 0 || shown == "" {
			continue
		}
		d.calls(t, id, raw)
		is := lobbyOverSSH(t, client, raw)
		tame := strings.Repeat("ж", player.Cells(player.ShownName(raw, player.MaxNameCells)))
		d.calls(t, id, tame)
		if was := lobbyOverSSH(t, client, tame); is != was {
			t.Errorf("with the name %q:\n%s\nwant\n%s", raw, is, was)
		}
	}
}

// lobbyOverSSH is the lobby's screen with as many stars as the name is wide where
// it stands: in the corner and below Here.
func lobbyOverSSH(t *testing.T, client *gossh.Client, name string) string {
	t.Helper()
	screen := sshtest.Open(t, client, "somebody", 80, 24, "")
	shown := player.ShownName(name, player.MaxNameCells)
	text := screen.Await(t, "the lobby", func(text string) bool { return strings.Contains(text, "Here: 1") && strings.Count(text, shown) >= 2 })
	must(t, screen.Type("q"))
	screen.Ended(t)
	return strings.Replace(text, shown, strings.Repeat("*", player.Cells(shown)), 2)
}

// breaking is a screen that falls over with a text from somebody in its mouth.
type breaking struct{ last string }

func (b breaking) Init() tea.Cmd                       { return func() tea.Msg { panic(b.last) } }
func (b breaking) Update(tea.Msg) (tea.Model, tea.Cmd) { return b, nil }
func (b breaking) View() tea.View                      { return tea.NewView("") }

// Every line of the log is one object of JSON, in text.
func TestUncleanTextInTheLog(t *testing.T) {
	d := startUnlimited(t)
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	for i, raw := range hostile.Strings {
		if i%9 > 0 {
			continue
		}
		d.screens = func(ui.Config) tea.Model { return breaking{raw} }
		if status := sshtest.Open(t, client, "somebody", 80, 24, "").Ended(t); status == 0 {
			t.Errorf("%q broke nothing", raw)
		}
	}
	if err := d.stopped(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(d.logged.text(), "\n"), "\n")
	if len(lines) < len(hostile.Strings)/9 {
		t.Errorf("only %d lines were logged", len(lines))
	}
	for _, line := range lines {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		isText(t, "the log", line)
	}
}

func isText(t *testing.T, about, said string) {
	t.Helper()
	for _, r := range said {
		if unicode.IsControl(r) && r != '\n' || unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Me, unicode.Other_Default_Ignorable_Code_Point) {
			t.Fatalf("about %q it says %q, which has %U", about, said, r)
		}
	}
}
