package server

import (
	"io"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

func TestConfigureChangesLimitsOfOpenConnections(t *testing.T) {
	d := startServer(t, Limits{LoginTimeout: time.Hour})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	for range 3 {
		if _, errs, status := sshtest.Run(t, client, "whoami"); status != 0 {
			t.Fatal(errs)
		}
	}
	d.Configure(Limits{LoginTimeout: time.Second / 10, AccountCommands: Rate{Burst: 1, Every: time.Minute}}, true)
	if _, errs, status := sshtest.Run(t, client, "whoami"); status != 0 {
		t.Fatal(errs)
	}
	if _, errs, status := sshtest.Run(t, client, "whoami"); status == 0 || !strings.Contains(errs, "Too many commands. Wait") {
		t.Errorf("status %d, %q", status, errs)
	}
	silent, err := sshtest.Connect("", d.address)
	must(t, err)
	defer func() { _ = silent.Close() }()
	if _, err := io.Copy(io.Discard, silent); err != nil { // read until the server closes the connection
		t.Errorf("a silent client: %v", err)
	}
	if _, err := sshtest.TryDial(d.address, sshtest.GuestAuth()); err == nil {
		t.Error("a guest was admitted")
	}
	d.Configure(Limits{}, false)
	if _, errs, status := sshtest.Run(t, client, "whoami"); status != 0 {
		t.Errorf("with default limits: %s", errs)
	}
}
