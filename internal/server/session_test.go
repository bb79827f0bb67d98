package server

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// TestPlainModeWithoutAScreen checks when plain mode ends. Without a terminal, it runs until
// the input ends. On a dumb terminal, or if the client runs the command "plain", it runs until
// the person quits.
func TestPlainModeWithoutAScreen(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	out, errs, status := shell(t, client)
	if status != 0 || errs != "" || !strings.Contains(out, "You are in the lobby") {
		t.Errorf("without a terminal: status %d, %q, %q", status, out, errs)
	}
	stream := newRaw(t, client)
	stream.pty(t, "dumb", 80, 24)
	stream.ask(t, "shell", nil)
	stream.see(t, "You are in the lobby")
	stream.keys(t, "quit\r")
	stream.see(t, "quit\r\nGoodbye.\r\n")
	stream.awaitEnd(t)
	stream = newRaw(t, client)
	stream.pty(t, "xterm-256color", 80, 24)
	stream.ask(t, "exec", gossh.Marshal(struct{ S string }{"plain"}))
	stream.see(t, "You are in the lobby")
	stream.keys(t, "\x04")
	stream.see(t, "Goodbye.")
	stream.awaitEnd(t)
	if _, errs, status := sshtest.Run(t, client, "plain 1"); status != 1 || !strings.Contains(errs, "takes no arguments") {
		t.Errorf("plain 1: %d, %q", status, errs)
	}
}

func shell(t *testing.T, client *gossh.Client) (out, errs string, status int) {
	t.Helper()
	session, err := client.NewSession()
	must(t, err)
	defer func() { _ = session.Close() }()
	var stdout, stderr strings.Builder
	session.Stdout, session.Stderr = &stdout, &stderr
	must(t, session.Shell())
	if exit, ok := session.Wait().(*gossh.ExitError); ok {
		status = exit.ExitStatus()
	}
	return stdout.String(), stderr.String(), status
}

func TestChannelHasOneSession(t *testing.T) {
	d := startServer(t, Limits{})
	stream := newRaw(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
	stream.pty(t, "xterm", 80, 24)
	if stream.try(t, "pty-req", nil) {
		t.Error("a second terminal was accepted")
	}
	stream.ask(t, "shell", nil)
	if stream.try(t, "exec", gossh.Marshal(struct{ S string }{"version"})) {
		t.Error("a command was started after the shell")
	}
	stream.see(t, "size 80x24.")
}
