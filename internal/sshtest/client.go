package sshtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// patience is how long anything may take before a test gives up. It bounds
// failures and is never waited for.
const patience = 20 * time.Second

// NewKey is a key that nobody has had before.
func NewKey(t testing.TB) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// KeyAuth logs in with a key.
func KeyAuth(key ssh.Signer) ssh.AuthMethod { return ssh.PublicKeys(key) }

// GuestAuth logs in as a guest.
func GuestAuth() ssh.AuthMethod {
	return ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			return nil, errors.New("a guest was asked a question")
		}
		return nil, nil
	})
}

// TryDial connects to a server whose host key is not checked.
func TryDial(address string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	return ssh.Dial("tcp", address, &ssh.ClientConfig{
		User: "anybody", Auth: auth, Timeout: patience,
		HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil },
	})
}

// Dial is TryDial for a connection that the test needs; it ends with the test.
func Dial(t testing.TB, address string, auth ...ssh.AuthMethod) *ssh.Client {
	t.Helper()
	client, err := TryDial(address, auth...)
	if err != nil {
		t.Fatalf("connecting: %v", err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// Run gives a command without a terminal and returns all that came of it.
func Run(t testing.TB, client *ssh.Client, command string) (out, errs string, status int) {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatalf("session: %v", err)
	}
	defer func() { _ = session.Close() }()
	var stdout, stderr collector
	session.Stdout, session.Stderr = &stdout, &stderr
	err = session.Run(command)
	var exit *ssh.ExitError
	switch {
	case errors.As(err, &exit):
		status = exit.ExitStatus()
	case err != nil:
		t.Fatalf("command %q: %v", command, err)
	}
	return stdout.String(), stderr.String(), status
}
