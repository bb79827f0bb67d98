package server

import (
	"fmt"
	"net"
)

// SSHCommand returns the ssh command that connects to an address in the form HOST or
// HOST:PORT.
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
// one is configured, and to 127.0.0.1 otherwise.
func (s *Server) SSHCommand() string { return s.sshCommand("127.0.0.1") }

// sshCommand returns the ssh command with which the player of the session reaches this server: the
// public address if one is configured, and otherwise the address to which they connected.
func (v *session) sshCommand() string {
	if local, ok := v.ssh.LocalAddr().(*net.TCPAddr); ok && v.server.public == "" && !local.IP.IsUnspecified() {
		return SSHCommand(net.JoinHostPort(local.IP.String(), fmt.Sprint(local.Port)))
	}
	return v.server.PublicSSHCommand()
}

// PublicSSHCommand returns the ssh command for clients on other machines. It contains the
// word HOST if the address is not known.
func (s *Server) PublicSSHCommand() string { return s.sshCommand("HOST") }

// sshCommand returns the ssh command that connects to this server. If the server has no
// public address and listens on all addresses, the parameter `unspecified` is used as the
// host.
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
