package server

import (
	"net"
	"testing"
)

// fixedAddr is a listener that implements only Addr.
type fixedAddr struct {
	net.Listener
	addr net.TCPAddr
}

func (l fixedAddr) Addr() net.Addr { return &l.addr }

func TestSSHCommands(t *testing.T) {
	for _, c := range []struct {
		public, host  string
		port          int
		local, remote string
	}{
		{"", "0.0.0.0", 2222, "ssh -p 2222 127.0.0.1", "ssh -p 2222 HOST"},
		{"", "::", 22, "ssh 127.0.0.1", "ssh HOST"},
		{"", "127.0.0.1", 2222, "ssh -p 2222 127.0.0.1", "ssh -p 2222 127.0.0.1"},
		{"", "2001:db8::7", 2222, "ssh -p 2222 2001:db8::7", "ssh -p 2222 2001:db8::7"},
		{"chess.example:22", "::", 2222, "ssh chess.example", "ssh chess.example"},
		{"chess.example", "::", 2222, "ssh chess.example", "ssh chess.example"},
		{"chess.example:2200", "127.0.0.1", 22, "ssh -p 2200 chess.example", "ssh -p 2200 chess.example"},
	} {
		s := &Server{
			public:   c.public,
			listener: &refusingListener{Listener: fixedAddr{addr: net.TCPAddr{IP: net.ParseIP(c.host), Port: c.port}}},
		}
		if s.SSHCommand() != c.local || s.PublicSSHCommand() != c.remote {
			t.Errorf("%+v: %q, %q", c, s.SSHCommand(), s.PublicSSHCommand())
		}
	}
}
