package server

import (
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/server/limit"
	"quadrille/internal/sshtest"
)

const balancer = "127.9.0.1"

func behindBalancer(cfg *Config) {
	cfg.Balancers = []netip.Prefix{netip.MustParsePrefix("127.9.0.0/16")}
}

// sendHeader connects from a local address and sends a header that names a client.
func sendHeader(t *testing.T, d *testServer, from string, version byte, client string) net.Conn {
	t.Helper()
	c, err := sshtest.Connect(from, d.address)
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	header := proxyproto.HeaderProxyFromAddrs(version, &net.TCPAddr{IP: net.ParseIP(client), Port: 40000}, d.Addr())
	_, err = header.WriteTo(c)
	must(t, err)
	return c
}

func login(t *testing.T, c net.Conn) *gossh.Client {
	t.Helper()
	client, err := sshtest.Login(c, "anybody", sshtest.GuestAuth())
	must(t, err)
	return client
}

func TestBalancerNamesTheClient(t *testing.T) {
	d := startServer(t, Limits{AddressConnections: 1}, behindBalancer)
	for _, version := range []byte{1, 2} {
		client := []string{"", "203.0.113.1", "203.0.113.2"}[version]
		whoami(t, login(t, sendHeader(t, d, balancer, version, client)))
		second := sendHeader(t, d, balancer, version, client)
		if printed := readUntilClosed(t, second); !strings.Contains(printed, limit.Refusal{Reason: limit.AddressFull}.String()) {
			t.Errorf("the second connection of %s received %q", client, printed)
		}
	}
	whoami(t, sshtest.DialFrom(t, "127.8.0.1", d.address, sshtest.GuestAuth())) // this client connects without a load balancer
	d.logged.await(t, "remote", "203.0.113.2:40000")
}

// TestHeaderOfStrangerIsNotTrusted checks that only load balancers can set the client's
// address with a header. A client that sends a header of version 1 may still log in,
// because SSH servers ignore lines of text before the client's version string.
func TestHeaderOfStrangerIsNotTrusted(t *testing.T) {
	d := startServer(t, Limits{}, behindBalancer)
	for _, version := range []byte{1, 2} {
		if client, err := sshtest.Login(sendHeader(t, d, "127.8.0.1", version, "203.0.113.1"), "anybody", sshtest.GuestAuth()); err == nil {
			whoami(t, client)
		}
	}
	if log := d.logged.text(); strings.Contains(log, "203.0.113.1") {
		t.Errorf("the server trusted the header:\n%s", log)
	}
}

func TestBalancerWithoutHeaderIsDisconnected(t *testing.T) {
	d := startServer(t, Limits{}, behindBalancer)
	c, err := sshtest.Connect(balancer, d.address)
	must(t, err)
	defer func() { _ = c.Close() }()
	_, err = io.WriteString(c, "SSH-2.0-x\r\n")
	must(t, err)
	if printed := readUntilClosed(t, c); printed != "" {
		t.Errorf("received %q", printed)
	}
	d.logged.await(t, "msg", "a load balancer sent no valid PROXY header")
}

// TestSlowHeaderDelaysNobody checks that a connection with an incomplete PROXY header does not
// delay other connections, and that health checks are not logged.
func TestSlowHeaderDelaysNobody(t *testing.T) {
	d := startServer(t, Limits{}, behindBalancer)
	for range 20 {
		c, err := sshtest.Connect(balancer, d.address)
		must(t, err)
		defer func() { _ = c.Close() }()
		_, err = io.WriteString(c, "PROXY TCP4 203")
		must(t, err)
	}
	check, err := sshtest.Connect(balancer, d.address)
	must(t, err)
	must(t, check.Close())
	whoami(t, login(t, sendHeader(t, d, balancer, 2, "203.0.113.3")))
	must(t, d.stopped())
	if log := d.logged.text(); strings.Contains(log, "PROXY") {
		t.Errorf("the log has warnings:\n%s", log)
	}
}
