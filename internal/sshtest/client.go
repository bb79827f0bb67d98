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
	return TryDialFrom("", address, auth...)
}

// TryDialFrom is TryDial from an address of this machine, such as 127.1.2.3:
// servers count people by where they come from. Empty is any address.
func TryDialFrom(local, address string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	return TryDialAs("anybody", local, address, auth...)
}

// TryDialAs is TryDialFrom with a user name.
func TryDialAs(user, local, address string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	c, err := Connect(local, address)
	if err != nil {
		return nil, err
	}
	conn, channels, requests, err := ssh.NewClientConn(c, address, &ssh.ClientConfig{
		User: user, Auth: auth,
		HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil },
	})
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return ssh.NewClient(conn, channels, requests), c.SetDeadline(time.Time{})
}

// Connect is a bare connection from an address of this machine, empty for any.
// What it does has to be done before the patience of tests ends.
func Connect(local, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: patience}
	if local != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(local)}
	}
	c, err := d.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return c, c.SetDeadline(time.Now().Add(patience))
}

// Dial is TryDial for a connection that the test needs; it ends with the test.
func Dial(t testing.TB, address string, auth ...ssh.AuthMethod) *ssh.Client {
	t.Helper()
	return DialFrom(t, "", address, auth...)
}

// DialFrom is Dial from an address of this machine.
func DialFrom(t testing.TB, local, address string, auth ...ssh.AuthMethod) *ssh.Client {
	t.Helper()
	client, err := TryDialFrom(local, address, auth...)
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
