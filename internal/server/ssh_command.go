package server

import (
	"fmt"
	"net"
)

// SSHCommand returns the ssh command that connects to an address, HOST or HOST:PORT.
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

// SSHCommand returns the ssh command that connects to this server: to its public address if
// one is configured, otherwise to 127.0.0.1.
func (s *Server) SSHCommand() string { return s.sshCommand("127.0.0.1") }

// PublicSSHCommand returns the ssh command for clients on other machines. If the address is
// not known, the word HOST takes its place.
func (s *Server) PublicSSHCommand() string { return s.sshCommand("HOST") }

// sshCommand returns the ssh command. If the server listens on an unspecified address, it
// uses the host unspecified instead.
func (s *Server) sshCommand(unspecified string) string {
	if s.public != "" {
		return SSHCommand(s.public)
	}
	host, port, err := net.SplitHostPort(s.Addr().String())
	if err != nil {
		return SSHCommand(unspecified)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = unspecified
	}
	return SSHCommand(net.JoinHostPort(host, port))
}
