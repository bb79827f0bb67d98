package server

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/sshtest"
)

// startUnlimited starts a server without limits on commands.
func startUnlimited(t *testing.T) *testServer {
	t.Helper()
	quick := Rate{Burst: 100_000, Every: time.Millisecond}
	return startServer(t, Limits{AccountCommands: quick, AddressCommands: quick, AddressWrongCodes: quick})
}

// TestHostileCommandsAreAnsweredInPlainText checks that replies to hostile commands consist
// only of printable characters and line ends.
func TestHostileCommandsAreAnsweredInPlainText(t *testing.T) {
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

// TestHostileNamesArePrintedInPlainText checks the output of whoami for hostile names, such
// as names with control characters, which a player cannot choose.
func TestHostileNamesArePrintedInPlainText(t *testing.T) {
	d := startUnlimited(t)
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	whoami, _, _ := sshtest.Run(t, client, "whoami")
	id := player.ID(whoami[strings.Index(whoami, "SHA256:") : len(whoami)-1])
	for _, raw := range hostile.Strings {
		d.setName(t, id, raw)
		out, errs, _ := sshtest.Run(t, client, "whoami")
		isText(t, raw, out+errs)
		if want := player.ShownName(raw, player.MaxNameCells) + " " + string(id) + "\n"; out != want {
			t.Errorf("name %q: whoami prints %q, want %q", raw, out, want)
		}
	}
}

func (d *testServer) setName(t *testing.T, id player.ID, name string) {
	t.Helper()
	_, err := d.directory.Claim(t.Context(), id, name)
	must(t, err)
}

// TestHostileNamesOnScreens checks a lobby screen of a player with a hostile name, such as one
// with control characters. The name appears in a corner and in the list of players online.
// The rest of the screen must look the same as with a harmless name.
func TestHostileNamesOnScreens(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	d := startUnlimited(t)
	d.screens = screen.New
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	whoami, _, _ := sshtest.Run(t, client, "whoami")
	id := player.ID(whoami[strings.Index(whoami, "SHA256:") : len(whoami)-1])
	harmless := map[int]string{} // by the width of the name: the screen with a harmless name
	for i, raw := range hostile.Strings {
		shown := player.ShownName(raw, player.MaxNameCells)
		if i%9 > 0 || shown == "" {
			continue
		}
		width := player.Cells(shown)
		if _, ok := harmless[width]; !ok {
			name := strings.Repeat("ж", width)
			d.setName(t, id, name)
			harmless[width] = lobbyOverSSH(t, client, name)
		}
		d.setName(t, id, raw)
		if got := lobbyOverSSH(t, client, raw); got != harmless[width] {
			t.Errorf("with the name %q:\n%s\nwant\n%s", raw, got, harmless[width])
		}
	}
}

// lobbyOverSSH returns the text of the lobby screen. Stars replace the player's name, which
// is in the corner.
func lobbyOverSSH(t *testing.T, client *gossh.Client, name string) string {
	t.Helper()
	screen := sshtest.Open(t, client, "somebody", 80, 24, "")
	shown := player.ShownName(name, player.MaxNameCells)
	text := screen.Await(t, "the lobby", func(text string) bool {
		return strings.Contains(text, "1 online") && strings.Contains(text, shown) && strings.Contains(text, "l ladder") // the last words
	})
	must(t, screen.Type("q"))
	screen.Ended(t)
	return strings.Replace(text, shown, strings.Repeat("*", player.Cells(shown)), 1)
}

// panicking is a screen that panics with a message.
type panicking struct{ message string }

func (b panicking) Init() tea.Cmd                       { return func() tea.Msg { panic(b.message) } }
func (b panicking) Update(tea.Msg) (kit.Model, tea.Cmd) { return b, nil }
func (b panicking) View() wire.View                     { return wire.View{} }

// TestHostileTextInTheLog checks that every line of the log is a JSON object made of
// printable characters.
func TestHostileTextInTheLog(t *testing.T) {
	d := startUnlimited(t)
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	for i, raw := range hostile.Strings {
		if i%9 > 0 {
			continue
		}
		d.screens = func(kit.Config) kit.Model { return panicking{raw} }
		if status := sshtest.Open(t, client, "somebody", 80, 24, "").Ended(t); status == 0 {
			t.Errorf("no panic with %q", raw)
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

func isText(t *testing.T, about, printed string) {
	t.Helper()
	for _, r := range printed {
		if unicode.IsControl(r) && r != '\n' ||
			unicode.In(
				r,
				unicode.Cf,
				unicode.Co,
				unicode.Cs,
				unicode.Zl,
				unicode.Zp,
				unicode.Me,
				unicode.Other_Default_Ignorable_Code_Point,
			) {
			t.Fatalf("the text about %q is %q, which contains %U", about, printed, r)
		}
	}
}
