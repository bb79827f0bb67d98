package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/share"
)

// Config configures a [Server].
type Config struct {
	config.Web
	Clock  *clock.Clock // nil means the system's clock
	Lobby  *lobby.Lobby
	Club   *club.Club
	Ladder club.Ladder
	Memory player.Memory // the settings of players, one of which tells whether pages may name the player
	Studio *share.Studio // makes pages and files in turn; if nil, the pages have slots of their own
	SSH    string        // how to connect to the server, as in "ssh chess.example"
	Logger *slog.Logger

	writeTimeout time.Duration // limits how long a client may take to read a response; 30 s if zero
}

// Server serves pages until Close is called.
type Server struct {
	Config
	base     string // path prefix of all pages, without a trailing slash
	names    *names
	cache    *cache
	live     *live
	finished recent
	clients  *clients
	http     http.Server
	work     context.Context // for making pages, which several clients may get; it ends when the server stops
	cancel   context.CancelFunc
	running  sync.WaitGroup
}

// Serve serves pages on l.
func Serve(l net.Listener, cfg Config) *Server {
	s := newServer(cfg)
	s.http = http.Server{
		Handler:           s.handler(),
		BaseContext:       func(net.Listener) context.Context { return s.work },
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      s.writeTimeout,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    8 << 10,
		ConnState:         connState,
		ErrorLog:          slog.NewLogLogger(cfg.Logger.Handler(), slog.LevelDebug),
	}
	s.running.Go(func() { s.live.run(s.work) })
	s.running.Go(func() {
		if err := s.http.Serve(limitConnections(l, s.clients)); !errors.Is(err, http.ErrServerClosed) {
			cfg.Logger.Error("the web server has stopped", "error", err.Error())
		}
	})
	return s
}

func newServer(cfg Config) *Server {
	s := &Server{Config: cfg, clients: newClients(cfg.Proxies)}
	s.work, s.cancel = context.WithCancel(context.Background())
	s.writeTimeout = cmp.Or(s.writeTimeout, 30*time.Second)
	if at, err := url.Parse(cfg.Public); err == nil {
		s.base = strings.TrimSuffix(at.Path, "/")
	}
	s.names = newNames(cfg.Names, cfg.Memory, cfg.Logger)
	s.live = newLive(cfg.Lobby)
	if s.Studio == nil {
		s.Studio = share.New("")
	}
	s.cache = newCache(s.Studio)
	return s
}

// Close stops the server and ends the live updates.
func (s *Server) Close() {
	s.cancel()
	_ = s.http.Close()
	s.running.Wait()
}
