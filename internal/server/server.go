package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"quadrille/internal/server/limit"
	"quadrille/internal/services"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/club"
	"quadrille/internal/ui"
)

// Config is how a server is set up.
type Config struct {
	services.Services
	Listener net.Listener // the server closes it
	Public   string       // host or host:port that people connect to; empty: that of the listener
	DataDir  string       // where the host key is stored
	NoGuests bool         // whether only people with a key may connect
	Logger   *slog.Logger // nil: slog.Default
	Version  string
	Limits   Limits
	// Closing is called when the server stops: it accepts nobody then, and no session
	// has ended. What it stores is stored before anybody is told. May be nil.
	Closing func()
}

// Server accepts connections over SSH and runs their sessions.
type Server struct {
	services  services.Services // with directory
	directory club.Names        // of the services, with the club's names
	version   string
	public    string
	logger    *slog.Logger
	closing   func()
	screens   func(ui.Config) tea.Model // ui.New; tests have others

	limits    *limit.Current
	addresses *limit.Addresses
	commands  *limit.Accounts
	noGuests  atomic.Bool

	listener        *refusingListener
	ssh             *ssh.Server
	hostKey         gossh.AlgorithmSigner
	registry        *registry
	screenCells     cellBudget
	refusedSessions sessionRefusalCounts
	logins          *loginLog
	lifetime
}

// lifetime is how long a server runs. open is done when the server stops: every
// session ends. dead is done when nothing more is waited for: every connection is
// closed.
type lifetime struct {
	open, dead context.Context
	stop, kill context.CancelFunc
}

func newLifetime() (l lifetime) {
	l.open, l.stop = context.WithCancel(context.Background())
	l.dead, l.kill = context.WithCancel(context.Background())
	return l
}

// Listen listens on an address, host:port. Connections wait until there is a server.
// The error is a sentence for the person who started the program.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, listenError(address, err)
	}
	return l, nil
}

// New returns a server. It makes the host key if there is none yet. The error is a
// sentence for the person who started the program.
func New(cfg Config) (*Server, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	key, err := hostKey(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	limits := limit.NewCurrent(cfg.Limits)
	s := &Server{
		services:  cfg.Services,
		directory: club.Names{Directory: cfg.Directory, Club: cfg.Club},
		version:   cfg.Version, public: cfg.Public, logger: cfg.Logger, closing: cfg.Closing, screens: ui.New,
		limits: limits, addresses: limit.NewAddresses(limits), commands: limit.NewAccounts(limits),
		hostKey: key, registry: new(registry), logins: newLoginLog(),
		lifetime: newLifetime(),
	}
	s.services.Directory = s.directory
	s.listener = newRefusingListener(cfg.Listener, s)
	s.noGuests.Store(cfg.NoGuests)
	if s.ssh, err = s.newSSH(); err != nil {
		return nil, fmt.Errorf("setting up ssh: %w", err)
	}
	cfg.Club.Watch(func() { s.recoverPanic("recheck", s.recheck, func() {}) }) // the goroutine that changed the club may not recover
	return s, nil
}

func listenError(address string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("cannot listen on %s: something else listens there already; end it, or choose another address with --listen", address)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("cannot listen on %s: that port is reserved; choose one from 1024 up with --listen", address)
	}
	return fmt.Errorf("cannot listen on %q: write --listen as host:port, like 127.0.0.1:2222 (%w)", address, err)
}

// newSSH returns the SSH server. It refuses everything that sessions do not need.
func (s *Server) newSSH() (*ssh.Server, error) {
	server, err := wish.NewServer(
		func(server *ssh.Server) error {
			server.AddHostKey(noHostKey{s.hostKey})
			return nil
		},
		wish.WithVersion("Quadrille"),
		wish.WithPublicKeyAuth(s.offeredKey),
		wish.WithMiddleware(s.route, s.identifySession, s.limitSession, s.recoverSession), // the last is called first
		ssh.EmulatePty(),
		ssh.WrapConn(func(ctx ssh.Context, c net.Conn) net.Conn {
			ctx.SetValue(connKey{}, c)
			c.(*conn).context = ctx
			return c
		}),
	)
	if err != nil {
		return nil, err
	}
	server.HandshakeTimeout = time.Hour // that there is one; conn.SetDeadline knows which
	server.ServerConfigCallback = s.authentication
	server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.openChannel}
	server.RequestHandlers = map[string]ssh.RequestHandler{"default": s.refuseGlobalRequest}
	server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	return server, nil
}

// Configure changes the limits, and whether people without a key may connect. Nobody
// who is connected is disconnected: the changes hold for what begins later.
func (s *Server) Configure(limits Limits, noGuests bool) {
	limit.Set(s.limits, limits)
	s.addresses.Resize(s.limits.Load().TrackedAddresses)
	s.noGuests.Store(noGuests)
}

// Addr returns where the server listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Fingerprint returns that of the host key.
func (s *Server) Fingerprint() string { return gossh.FingerprintSHA256(s.hostKey.PublicKey()) }

// Serve accepts connections until ctx is done. Then it stops accepting, calls
// Config.Closing, ends all sessions with their terminals restored, closes all
// connections and returns nil.
func (s *Server) Serve(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.ssh.Serve(s.listener) }()
	var err error
	select {
	case err = <-ended:
		err = fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
		_ = s.listener.Close()
		<-ended
	}
	if s.closing != nil {
		s.closing()
	}
	s.stop()
	// Clients hang up when their sessions have ended. Those that do not are cut off.
	farewell, cancel := context.WithTimeout(context.Background(), s.limits.Load().ShutdownTimeout)
	defer cancel()
	_ = s.ssh.Shutdown(farewell)
	_ = s.ssh.Close()
	s.kill()
	return err
}
