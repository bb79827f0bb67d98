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

// SSHCommand returns the ssh command that connects to this server, from wherever the
// owner said that people connect to it, or else from this machine.
func (s *Server) SSHCommand() string { return s.sshCommand("127.0.0.1") }

// PublicSSHCommand returns that command for people elsewhere. It has the word HOST for
// an address that is not known.
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
