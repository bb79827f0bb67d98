package server

import (
	"fmt"
	"net"
)

// SSHCommand returns the ssh command that leads to an address, host or host:port.
func SSHCommand(address string) string {
	host, port, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return "ssh " + address
	case port == "22":
		return "ssh " + host
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}

// SSHCommand is the line to write to come here: from where the host says that the world
// finds it, or from this machine.
func (s *Server) SSHCommand() string { return s.sshCommand("127.0.0.1") }

// WayForOthers is that line in what is sent to people. HOST stands in it where
// nothing is known of the address but that it is one of this machine's.
func (s *Server) PublicSSHCommand() string { return s.sshCommand("HOST") }

func (s *Server) sshCommand(anywhere string) string {
	if s.public != "" {
		return SSHCommand(s.public)
	}
	host, port, err := net.SplitHostPort(s.Addr().String())
	if err != nil {
		return SSHCommand(anywhere)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = anywhere
	}
	return SSHCommand(net.JoinHostPort(host, port))
}
