package sshd

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

func TestNoScreenWithoutATerminal(t *testing.T) {
	d := openDoor(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	_, errs, status := shell(t, client)
	if status != 1 || !strings.Contains(errs, "ssh -t") {
		t.Errorf("without a terminal: status %d, %q", status, errs)
	}
	stream := newRaw(t, client)
	stream.pty(t, "dumb", 80, 24)
	stream.ask(t, "shell", nil)
	stream.gone(t)
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

func TestOneSessionAChannel(t *testing.T) {
	d := openDoor(t, Limits{})
	stream := newRaw(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
	stream.pty(t, "xterm", 80, 24)
	if stream.try(t, "pty-req", nil) {
		t.Error("a second terminal was given")
	}
	stream.ask(t, "shell", nil)
	if stream.try(t, "exec", gossh.Marshal(struct{ S string }{"version"})) {
		t.Error("a command was begun beside the shell")
	}
	stream.see(t, "size 80x24.")
}
