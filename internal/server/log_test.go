package server

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// TestLogHasNoControlCharactersAndNoCodes checks that the log contains the input of clients
// in escaped form only, and never contains the codes with which clients return to a seat or
// add a key to an account.
func TestLogHasNoControlCharactersAndNoCodes(t *testing.T) {
	d := startServer(t, Limits{RequestsPerSecond: 20})
	d.screens = func(cfg kit.Config) kit.Model {
		panic("drawing \x1b[31m\u202e\u009b2J for " + cfg.Player.Name)
	}
	const dirt = "\x1b]0;owned\x07\r\n\u202e\u009b2J\xff\"}{"
	_, code := player.NewGuest()
	client, err := sshtest.TryDialAs(dirt, "", d.address, sshtest.GuestAuth())
	must(t, err)
	for _, command := range []string{
		"return " + code, "return " + code + " " + code, "keys join " + code, "return '" + code, dirt,
		dirt + code,
	} {
		sshtest.Run(t, client, command)
		sshtest.Open(t, client, "guest", 80, 24, command).Ended(t)
	}
	stream := newRaw(t, client)
	stream.try(t, "env", variable("LC_ALL", dirt))
	stream.try(t, "pty-req", ptyPayload(dirt, 80, 24))
	for range 100 {
		_, _ = stream.channel.SendRequest(dirt, false, []byte(code))
	}
	_ = client.Wait()
	d.logged.await(t, "reason", "too many requests")
	text := d.logged.text()
	if !strings.Contains(text, `"panic":"drawing`) {
		t.Errorf("the panic is not in the log:\n%s", text)
	}
	for _, part := range append(strings.Split(code, "-"), strings.ReplaceAll(code, "-", ""), "owned") {
		if strings.Contains(text, part) {
			t.Errorf("%q is in the log:\n%s", part, text)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
		if strings.ContainsFunc(line, func(c rune) bool { return !unicode.IsPrint(c) }) {
			t.Errorf("not printable: %q", line)
		}
	}
}
