package bare

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"net"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"charm.land/wish/v2/bubbletea"
	gossh "golang.org/x/crypto/ssh"
)

// Server shows a board in each session. Sessions with the same command show the same board.
type Server struct {
	ssh      *ssh.Server
	listener net.Listener

	mu     sync.Mutex
	groups map[string]*group
}

// Listen listens on an address and generates a host key. The returned server lets clients
// log in with any key.
func Listen(address string) (*Server, error) {
	key, err := newHostKey()
	if err != nil {
		return nil, err
	}
	s := &Server{groups: map[string]*group{}}
	s.ssh, err = wish.NewServer(
		wish.WithHostKeyPEM(key),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(bubbletea.MiddlewareWithProgramHandler(s.program)),
		ssh.EmulatePty(),
	)
	if err != nil {
		return nil, err
	}
	s.listener, err = net.Listen("tcp", address)
	return s, err
}

func newHostKey() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := gossh.MarshalPrivateKey(private, "bare")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

// Addr returns the address of the listener.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Serve accepts connections until ctx is done.
func (s *Server) Serve(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { _ = s.ssh.Close() })()
	if err := s.ssh.Serve(s.listener); !errors.Is(err, ssh.ErrServerClosed) {
		return err
	}
	return nil
}

// program returns a Bubble Tea program for a session. Until the session ends, the program
// belongs to the group that is named by the session's command line.
func (s *Server) program(sess ssh.Session) *tea.Program {
	g := s.group(strings.Join(sess.Command(), " "))
	p := tea.NewProgram(model{group: g, ply: g.now()}, bubbletea.MakeOptions(sess)...)
	g.join(p)
	context.AfterFunc(sess.Context(), func() { g.leave(p) })
	return p
}

func (s *Server) group(name string) *group {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.groups[name]
	if g == nil {
		g = &group{programs: map[*tea.Program]bool{}}
		s.groups[name] = g
	}
	return g
}
