package sshd

import (
	"fmt"
	"net"
)

// Way returns the ssh command that leads to an address, host or host:port.
func Way(address string) string {
	host, port, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return "ssh " + address
	case port == "22":
		return "ssh " + host
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}

// Way is the line to write to come here: from where the host says that the world
// finds it, or from this machine.
func (s *Server) Way() string { return s.way("127.0.0.1") }

// WayForOthers is that line in what is sent to people. HOST stands in it where
// nothing is known of the address but that it is one of this machine's.
func (s *Server) WayForOthers() string { return s.way("HOST") }

func (s *Server) way(anywhere string) string {
	if s.public != "" {
		return Way(s.public)
	}
	host, port, err := net.SplitHostPort(s.Addr().String())
	if err != nil {
		return Way(anywhere)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = anywhere
	}
	return Way(net.JoinHostPort(host, port))
}
