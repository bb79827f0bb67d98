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

// timeout is the longest time that a test waits for a server.
const timeout = 20 * time.Second

// NewKey returns a new key.
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

// KeyAuth returns the method that logs in with a key.
func KeyAuth(key ssh.Signer) ssh.AuthMethod { return ssh.PublicKeys(key) }

// GuestAuth returns the method that logs in as a guest, without a key.
func GuestAuth() ssh.AuthMethod {
	return ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			return nil, errors.New("the server asked a question at the login of a guest")
		}
		return nil, nil
	})
}

// TryDial connects to a server. It does not check the host key.
func TryDial(address string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	return TryDialFrom("", address, auth...)
}

// TryDialFrom connects to a server from a local address. Servers limit clients by
// address, so tests use addresses such as 127.1.2.3. If local is empty, the system
// chooses the address.
func TryDialFrom(local, address string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	return TryDialAs("anybody", local, address, auth...)
}

// TryDialAs connects from a local address with a user name.
func TryDialAs(user, local, address string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	c, err := Connect(local, address)
	if err != nil {
		return nil, err
	}
	return Login(c, user, auth...)
}

// Login logs in over a connection from [Connect]. If it fails, it closes the connection.
func Login(c net.Conn, user string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	conn, channels, requests, err := ssh.NewClientConn(c, c.RemoteAddr().String(), &ssh.ClientConfig{
		Config: ssh.Config{KeyExchanges: []string{ssh.KeyExchangeCurve25519}}, // the cheapest one: thousands of tests log in
		User:   user, Auth: auth,
		HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return nil },
	})
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return ssh.NewClient(conn, channels, requests), c.SetDeadline(time.Time{})
}

// Connect opens a TCP connection from the address `local`. If `local` is empty, the
// system chooses one. After the time `timeout`, reads and writes on the connection fail.
func Connect(local, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: timeout}
	if local != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(local)}
	}
	c, err := d.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return c, c.SetDeadline(time.Now().Add(timeout))
}

// Dial connects to a server, or fails the test. The connection is closed at the end of
// the test.
func Dial(t testing.TB, address string, auth ...ssh.AuthMethod) *ssh.Client {
	t.Helper()
	return DialFrom(t, "", address, auth...)
}

// DialFrom connects to a server from a local address, or fails the test. The connection is
// closed at the end of the test.
func DialFrom(t testing.TB, local, address string, auth ...ssh.AuthMethod) *ssh.Client {
	t.Helper()
	client, err := TryDialFrom(local, address, auth...)
	if err != nil {
		t.Fatalf("connecting: %v", err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// Run runs a command without a terminal and returns its output and its exit status.
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
