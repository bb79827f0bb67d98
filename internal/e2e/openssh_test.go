package e2e

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// openSSH runs the OpenSSH client without the configuration of this machine.
type openSSH struct {
	*testing.T
	server *testServer
	key    string // path of the private key
}

func newOpenSSH(t *testing.T) *openSSH {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("the OpenSSH client is not installed (package openssh-client)")
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	block, err := ssh.MarshalPrivateKey(private, "")
	must(t, err)
	c := &openSSH{T: t, server: serveFor(t), key: filepath.Join(t.TempDir(), "key")}
	c.server.must(os.WriteFile(c.key, pem.EncodeToMemory(block), 0o600))
	return c
}

func (c *openSSH) command(args ...string) *exec.Cmd {
	host, port, err := net.SplitHostPort(c.server.address)
	c.server.must(err)
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	c.Cleanup(cancel)
	fixed := []string{
		"-F", "none", "-i", c.key, "-p", port, "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none",
		"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
	}
	return exec.CommandContext(ctx, "ssh", append(append(fixed, args[:len(args)-1]...), host, args[len(args)-1])...)
}

func (c *openSSH) run(args ...string) (out, errs string, status int) {
	c.Helper()
	var stdout, stderr bytes.Buffer
	cmd := c.command(args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		c.Fatal(err)
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func TestOpenSSHCommands(t *testing.T) {
	t.Parallel()
	c := newOpenSSH(t)
	guest := []string{"-o", "PubkeyAuthentication=no"}
	for name, want := range map[string]struct {
		args   []string
		out    string
		errs   string
		status int
	}{
		"version":         {[]string{"version"}, "quadrille ", "", 0},
		"key, batch mode": {[]string{"-o", "BatchMode=yes", "whoami"}, "no name yet; key SHA256:", "choose a name", 0},
		"guest":           {append(guest, "whoami"), "guest-", "", 0},
		"guest's table":   {append(guest, "new chess4"), "1\n", "", 0},
		"nonsense":        {[]string{"nonsense"}, "", "the commands are", 1},
		"a lone quote":    {[]string{"'"}, "", "not closed", 1},
		"no terminal":     {[]string{"-T", "--", ""}, "Welcome to Quadrille", "", 0},
		"password only": {
			[]string{"-o", "PreferredAuthentications=password", "-o", "BatchMode=yes", "version"},
			"",
			"ermission denied", 255,
		},
		"forwarding is shut": {[]string{"-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "version"}, "", "forwarding", 255},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, status := c.run(want.args...)
			if status != want.status || !strings.HasPrefix(out, want.out) || !strings.Contains(errs, want.errs) {
				t.Errorf("status %d, out %q, err %q", status, out, errs)
			}
		})
	}
}

func TestOpenSSHScreen(t *testing.T) {
	t.Parallel()
	c := newOpenSSH(t)
	cmd := c.command("-tt", "--", "play 1")
	cmd.Env = append(os.Environ(), "TERM=xterm")
	if out, _, status := c.run("-o", "PubkeyAuthentication=no", "new chess4"); status != 0 {
		t.Fatalf("new: %d, %q", status, out)
	}
	keys, err := cmd.StdinPipe()
	c.server.must(err)
	screen, err := cmd.StdoutPipe()
	c.server.must(err)
	c.server.must(cmd.Start())
	see := func(text string) {
		t.Helper()
		var got []byte
		for chunk := make([]byte, 4096); !bytes.Contains(got, []byte(text)); {
			n, err := screen.Read(chunk)
			got = append(got, chunk[:n]...)
			if err != nil {
				t.Fatalf("no %q in %q: %v", text, got, err)
			}
		}
	}
	// ssh runs without a terminal here and reports a size of 0 x 0. The server then assumes
	// 80 x 24.
	see("At most 20 characters")
	_, err = io.WriteString(keys, "Inky\r")
	c.server.must(err)
	see("Choose the pieces")
	_, err = io.WriteString(keys, "\r")
	c.server.must(err)
	see("Waiting for")
	_, err = io.WriteString(keys, "\x03")
	c.server.must(err)
	go func() { _, _ = io.Copy(io.Discard, screen) }()
	if err := cmd.Wait(); err != nil {
		t.Errorf("leaving: %v", err)
	}
}
