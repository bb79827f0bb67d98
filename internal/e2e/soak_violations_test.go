package e2e

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// misbehave attacks the server in random ways until the test's time is up. Each attack comes
// from a new address, because after a few attacks the server refuses all connections from an
// address.
func (s *soak) misbehave() {
	dice := rand.New(rand.NewPCG(uint64(addresses.Add(1)), 13))
	for {
		violations[dice.IntN(len(violations))](s, newAddress())
		s.attacks.Add(1)
		select {
		case <-time.After(s.pause):
		case <-s.ctx.Done():
			return
		}
	}
}

// violations are ways in which a client can attack the server. Other clients must not notice
// them. The tests of internal/server check the penalty for each violation.
var violations = []func(s *soak, local string){
	noHandshake, abortedHandshakes, sizesWithoutScreen, closedChannel, manyVariables, manyChannels,
	hugeTerminal, resizeStorm, noReading, endlessPaste, refusedRequests, invalidCommands, refusedLogins,
}

// guest logs in without a key. If the server admits the client, guest calls the function `act`.
func (s *soak) guest(local string, act func(c *ssh.Client)) {
	client, err := sshtest.TryDialFrom(local, s.server.address, sshtest.GuestAuth())
	if err != nil {
		return
	}
	defer func() { _ = client.Close() }()
	act(client)
}

// session opens a session, requests a terminal of the given size, and calls the
// function `act`.
func (s *soak) session(local string, width, height int, act func(c *ssh.Client, session *ssh.Session)) {
	s.guest(local, func(c *ssh.Client) {
		session, err := c.NewSession()
		if err == nil && session.RequestPty("xterm-256color", height, width, ssh.TerminalModes{}) == nil {
			act(c, session)
		}
	})
}

// continueAttack waits for the duration of an attack.
func (s *soak) continueAttack() {
	select {
	case <-time.After(3 * s.pause):
	case <-s.ctx.Done():
	}
}

func noHandshake(s *soak, local string) {
	if c, err := sshtest.Connect(local, s.server.address); err == nil {
		s.continueAttack()
		_ = c.Close()
	}
}

func abortedHandshakes(s *soak, local string) {
	for range 10 {
		if c, err := sshtest.Connect(local, s.server.address); err == nil {
			_, _ = io.WriteString(c, "SSH-2.0-nobody\r\n")
			_ = c.Close()
		}
	}
}

func sizesWithoutScreen(s *soak, local string) {
	s.session(local, 80, 24, func(_ *ssh.Client, session *ssh.Session) {
		for n := range 2 {
			_ = session.WindowChange(24+n, 80)
		}
	})
}

func closedChannel(s *soak, local string) {
	s.session(local, 80, 24, func(_ *ssh.Client, session *ssh.Session) {
		_ = session.Shell()
		_ = session.Close()
		s.continueAttack()
	})
}

func manyVariables(s *soak, local string) {
	s.session(local, 80, 24, func(_ *ssh.Client, session *ssh.Session) {
		for n := range 1000 {
			if session.Setenv(fmt.Sprint("LC_", n), strings.Repeat("x", 1000)) != nil && n > 100 {
				break
			}
		}
	})
}

func manyChannels(s *soak, local string) {
	s.guest(local, func(c *ssh.Client) {
		for range 100 {
			if session, err := c.NewSession(); err == nil {
				_ = session.Shell()
			}
		}
	})
}

func hugeTerminal(s *soak, local string) {
	s.session(local, 65535, 65535, func(_ *ssh.Client, session *ssh.Session) {
		session.Stdout = io.Discard
		_ = session.Shell()
		s.continueAttack()
	})
}

func resizeStorm(s *soak, local string) {
	s.session(local, 80, 24, func(_ *ssh.Client, session *ssh.Session) {
		session.Stdout = io.Discard
		_ = session.Start("watch 1")
		for n := range 3000 {
			if session.WindowChange(20+n%50, 60+n%100) != nil {
				break
			}
		}
	})
}

func noReading(s *soak, local string) {
	conn, err := sshtest.Connect(local, s.server.address)
	if err != nil {
		return
	}
	stoppable := newStoppableConn(conn)
	defer func() { _ = stoppable.Close() }()
	c, channels, requests, err := ssh.NewClientConn(stoppable, s.server.address, &ssh.ClientConfig{
		User: "no-reader", Auth: []ssh.AuthMethod{sshtest.GuestAuth()}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return
	}
	client := ssh.NewClient(c, channels, requests)
	session, err := client.NewSession()
	if err != nil || session.RequestPty("xterm-256color", 40, 120, ssh.TerminalModes{}) != nil || session.Start("watch 1") != nil {
		return
	}
	close(stoppable.stopped)
	_ = session.WindowChange(50, 200)
	s.continueAttack()
}

func endlessPaste(s *soak, local string) {
	s.session(local, 80, 24, func(_ *ssh.Client, session *ssh.Session) {
		keys, err := session.StdinPipe()
		if err != nil || session.Shell() != nil {
			return
		}
		_, _ = io.WriteString(keys, "\x1b[200~")
		for range 64 {
			if _, err := io.WriteString(keys, strings.Repeat("x", 16<<10)); err != nil {
				return
			}
		}
	})
}

func refusedRequests(s *soak, local string) {
	s.guest(local, func(c *ssh.Client) {
		if listener, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
			_ = listener.Close()
			s.Error("the server forwards a port")
		}
		if conn, err := c.Dial("tcp", "127.0.0.1:22"); err == nil {
			_ = conn.Close()
			s.Error("the server forwards a connection")
		}
		if session, err := c.NewSession(); err == nil && session.RequestSubsystem("sftp") == nil {
			s.Error("the server accepts a subsystem")
		}
	})
}

func invalidCommands(s *soak, local string) {
	for _, words := range []string{"'", "  ", "\x1b[2J", strings.Repeat("move ", 500), "move 1 \u202e", "play 1 white", "record 99999"} {
		s.guest(local, func(c *ssh.Client) {
			if session, err := c.NewSession(); err == nil {
				_ = session.Run(words)
			}
		})
	}
}

func refusedLogins(s *soak, local string) {
	for range 10 {
		client, err := sshtest.TryDialFrom(local, s.server.address, ssh.Password("secret"))
		if err == nil {
			_ = client.Close()
			s.Error("the server accepts a password")
		}
	}
}
