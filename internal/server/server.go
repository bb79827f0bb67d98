package server

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/reserve"
	"quadrille/internal/server/limit"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
)

// Config holds the dependencies and settings of a [Server].
type Config struct {
	service.Services
	// Screens makes the model of the screens of a session.
	Screens  func(kit.Config) kit.Model
	Listener net.Listener // accepts the connections; the server closes it
	Public   string       // host or host:port that clients connect to; by default the address of the listener
	DataDir  string       // directory of the host key
	// Balancers lists the networks of load balancers, which begin each connection with a
	// header of the PROXY protocol.
	Balancers []netip.Prefix
	NoGuests  bool         // whether to refuse clients without a key
	Logger    *slog.Logger // nil for slog.Default
	Version   string
	Limits    Limits
	// Closing stores data before players are notified that the server stops. It is called
	// after the listener is closed and before sessions end. It may be nil.
	Closing func()
	// VisitorsElsewhere returns the people who are connected to other nodes. It may be nil.
	VisitorsElsewhere func() []club.Visitor
	// Shared counts the wrong codes at all nodes together. It is nil if there are no other
	// nodes.
	Shared reserve.Store
}

// Server accepts connections over SSH and runs their sessions.
type Server struct {
	shared    reserve.Store    // see Config.Shared; may be nil
	services  service.Services // service.Directory is the same directory as in the next field
	directory club.Names       // the Directory of Config, which also enforces the club's rules for names
	version   string
	public    string
	logger    *slog.Logger
	closing   func()
	screens   func(kit.Config) kit.Model // see Config.Screens; tests replace it

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
	pictures        pictures
	lifetime
}

// pictures holds frames that several sessions share because they show the same content.
type pictures struct {
	drawn    *wire.Shared
	followed sharedFrames
	relay    relay
}

// lifetime has one context for each step of stopping the server. When the context
// `stopping` is done, all sessions end. When the context `aborted` is done, all connections
// are closed.
type lifetime struct {
	stopping, aborted context.Context
	stop, abort       context.CancelFunc
}

func newLifetime() (l lifetime) {
	l.stopping, l.stop = context.WithCancel(context.Background())
	l.aborted, l.abort = context.WithCancel(context.Background())
	return l
}

// Listen listens on an address in the form HOST:PORT. Clients can connect immediately, but
// wait until a server accepts their connections. The errors of Listen are meant for the
// operator who starts the server.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, listenError(address, err)
	}
	return l, nil
}

// New returns a server. It creates the host key if there is none. Its errors are meant for
// the operator who starts the server.
func New(cfg Config) (*Server, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	key, err := hostKey(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	limits := limit.NewCurrent(cfg.Limits)
	sessions := &registry{elsewhere: cfg.VisitorsElsewhere}
	s := &Server{
		services:  cfg.Services,
		shared:    cfg.Shared,
		directory: club.Names{Directory: namingDirectory{cfg.Directory, sessions}, Club: cfg.Club},
		version:   cfg.Version, public: cfg.Public, logger: cfg.Logger, closing: cfg.Closing, screens: cfg.Screens,
		limits: limits, addresses: limit.NewAddresses(limits), commands: limit.NewAccounts(limits),
		hostKey: key, registry: sessions, logins: newLoginLog(), pictures: pictures{drawn: wire.NewShared()},
		lifetime: newLifetime(),
	}
	s.services.Directory = s.directory
	if len(cfg.Balancers) > 0 {
		cfg.Listener = newProxyListener(cfg.Listener, s, cfg.Balancers)
	}
	s.listener = newRefusingListener(cfg.Listener, s)
	s.noGuests.Store(cfg.NoGuests)
	if s.ssh, err = s.newSSH(); err != nil {
		return nil, fmt.Errorf("setting up ssh: %w", err)
	}
	cfg.Club.Watch(func() { s.recoverPanic("recheck", s.recheck, func() {}) })
	return s, nil
}

func listenError(address string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("cannot listen on %s: another program uses it; set --listen to a free port", address)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("cannot listen on %s: no permission; set --listen to a port above 1023", address)
	}
	return fmt.Errorf("cannot listen on %q: set --listen to host:port, like 127.0.0.1:2222 (%w)", address, err)
}

// newSSH returns the SSH server. It refuses all requests that sessions do not support.
func (s *Server) newSSH() (*ssh.Server, error) {
	server, err := wish.NewServer(
		func(server *ssh.Server) error {
			server.AddHostKey(noHostKey{s.hostKey})
			return nil
		},
		wish.WithVersion("Quadrille"),
		wish.WithPublicKeyAuth(s.offeredKey),
		// in reverse order: recoverSession is called first
		wish.WithMiddleware(s.route, s.identifySession, s.limitSession, s.recoverSession),
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
	server.HandshakeTimeout = time.Hour // 0 would mean no deadline; for any other value, conn.SetDeadline uses the login timeout instead
	server.ServerConfigCallback = s.authentication
	server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.openChannel}
	server.RequestHandlers = map[string]ssh.RequestHandler{"default": s.refuseGlobalRequest}
	server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	return server, nil
}

// Configure changes the limits and the setting that refuses clients without a key. The new
// values apply immediately, but Configure disconnects no clients.
func (s *Server) Configure(limits Limits, noGuests bool) {
	limit.Set(s.limits, limits)
	s.addresses.SetCapacity(s.limits.Load().TrackedAddresses)
	s.noGuests.Store(noGuests)
}

// Addr returns the address of the listener.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Fingerprint returns the fingerprint of the host key.
func (s *Server) Fingerprint() string { return gossh.FingerprintSHA256(s.hostKey.PublicKey()) }

// Secret returns the secret for a purpose. Only a holder of the host key can compute it.
// All nodes of a cluster have the same secrets, because they have the same host key.
func (s *Server) Secret(purpose string) ([]byte, error) {
	signature, err := s.hostKey.Sign(nil, []byte("quadrille secret: "+purpose)) // an Ed25519 key gives the same signature at each call
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(signature.Blob)
	return sum[:], nil
}

// Serve accepts connections until ctx is done. Then it closes the listener, calls
// Config.Closing, ends all sessions, closes all connections and returns nil. Ending a
// session restores its terminal.
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
	// Wait until the clients disconnect. After the timeout, disconnect those that remain.
	timeout, cancel := context.WithTimeout(context.Background(), s.limits.Load().ShutdownTimeout)
	defer cancel()
	_ = s.ssh.Shutdown(timeout)
	_ = s.ssh.Close()
	s.abort()
	return err
}
