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

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/notify"
	"quadrille/internal/player"
	"quadrille/internal/ui"
)

// Config is what a server is made of.
type Config struct {
	Listener  net.Listener // where people come in; the server closes it
	Public    string       // host or host:port that the world writes; empty: as it is listened on
	DataDir   string       // where the host key is kept
	Lobby     *lobby.Lobby
	Directory player.Directory
	Keyring   player.Keyring
	Recovery  player.Recovery
	Memory    player.Memory // nil: settings last as long as a session
	Ladder    club.Ladder
	Arbiter   club.Arbiter
	House     *club.House
	Notify    notify.Services
	Accounts  player.Accounts
	NoGuests  bool         // whether only people with a key may come in
	Logger    *slog.Logger // nil: slog.Default
	Version   string
	Limits    Limits
	// Closing is called when the server stops: nobody new is let in then, and no
	// session has ended. What it stores is stored before anybody is told. May be
	// nil.
	Closing func()
}

// Server is a door with a listener in it.
type Server struct {
	lobby           *lobby.Lobby
	directory       club.Names
	keyring         player.Keyring
	recovery        player.Recovery
	memory          player.Memory
	ladder          club.Ladder
	arbiter         club.Arbiter
	house           *club.House
	notify          notify.Services
	accounts        player.Accounts
	noGuests        atomic.Bool
	logger          *slog.Logger
	version         string
	limits          *standingLimits
	gate            *gate
	refused         chan struct{} // has room for those who were turned away and are not gone
	registry        *registry
	refusedSessions sessionRefusalCounts
	logins          *loginLog
	screenCells     cellBudget
	ssh             *ssh.Server
	hostKey         gossh.AlgorithmSigner
	listener        net.Listener
	public          string
	fingerprint     string
	screens         func(ui.Config) tea.Model // ui.New; tests have others
	closing         func()

	// open is done when the server stops: every session ends. dead is done when
	// nothing more is waited for: every connection is closed.
	open, dead        context.Context
	stopServing, kill context.CancelFunc
}

// Listen takes an address, host:port. Who comes waits until there is a server. The
// error is a sentence for the person who started the program.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, listenError(address, err)
	}
	return l, nil
}

// New makes the host key if there is none yet. The error is a sentence for the
// person who started the program.
func New(cfg Config) (*Server, error) {
	logger := cfg.Logger
	if logger == nil {
		logger = slog.Default()
	}
	key, err := hostKey(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	s := &Server{
		lobby: cfg.Lobby, directory: club.Names{Directory: cfg.Directory, House: cfg.House}, keyring: cfg.Keyring, recovery: cfg.Recovery, memory: cfg.Memory, ladder: cfg.Ladder, arbiter: cfg.Arbiter, house: cfg.House, notify: cfg.Notify, accounts: cfg.Accounts,
		logger: logger, version: cfg.Version, limits: stand(cfg.Limits),
		hostKey: key, fingerprint: gossh.FingerprintSHA256(key.PublicKey()), screens: ui.New,
		closing: cfg.Closing, public: cfg.Public, listener: cfg.Listener,
	}
	s.refused = make(chan struct{}, maxRefused)
	s.noGuests.Store(cfg.NoGuests)
	s.gate, s.registry, s.logins = newGate(s.limits), newRegistry(), newLoginLog()
	s.open, s.stopServing = context.WithCancel(context.Background())
	s.dead, s.kill = context.WithCancel(context.Background())
	if s.ssh, err = s.newSSH(); err != nil {
		return nil, fmt.Errorf("setting up ssh: %w", err)
	}
	s.house.Watch(func() { s.recoverPanic("recheck", s.recheck, func() {}) }) // whoever changes the house may have no guard
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

// newSSH is the SSH server with everything shut that is not needed.
func (s *Server) newSSH() (*ssh.Server, error) {
	server, err := wish.NewServer(
		func(server *ssh.Server) error {
			server.AddHostKey(noHostKey{s.hostKey})
			return nil
		},
		wish.WithVersion("Quadrille"),
		wish.WithPublicKeyAuth(s.offeredKey),
		wish.WithMiddleware(s.handleSession),
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

// Configure sets other limits, and whether people without a key may come in, while
// the server serves. Nobody who is in goes: they hold for what is begun after.
func (s *Server) Configure(limits Limits, noGuests bool) {
	limits = withDefaults(limits)
	s.limits.Store(&limits)
	s.gate.remember(limits.Addresses)
	s.noGuests.Store(noGuests)
}

// Addr is where the server listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Fingerprint is that of the host key.
func (s *Server) Fingerprint() string { return s.fingerprint }

// Serve lets people in until ctx is done. Then it stops to, lets the house close, ends all sessions
// with their terminals restored, closes all connections and returns nil.
func (s *Server) Serve(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.ssh.Serve(refusingListener{s.listener, s}) }()
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
	s.stopServing()
	// Clients hang up when their sessions have ended; those that do not are left.
	farewell, cancel := context.WithTimeout(context.Background(), s.limits.Load().Farewell)
	defer cancel()
	_ = s.ssh.Shutdown(farewell)
	_ = s.ssh.Close()
	s.kill()
	return err
}
