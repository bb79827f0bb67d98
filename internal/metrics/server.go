package metrics

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build describes the running program. Node is the name of this node of the cluster. It
// is empty if the database is SQLite.
type Build struct{ Version, Commit, Go, Node string }

// Config configures a [Server].
type Config struct {
	Sources Sources
	Disk    *Disk
	Build   Build
	Logger  *slog.Logger
}

// Server serves metrics and the health check.
type Server struct {
	http  http.Server
	ended chan struct{}
}

// Serve starts a [Server] on the listener l. The server runs until Close is called.
func Serve(l net.Listener, cfg Config) *Server {
	s := &Server{
		http: http.Server{
			Handler:           handler(cfg),
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       10 * time.Second,
			WriteTimeout:      30 * time.Second,
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    16 << 10,
			ErrorLog:          slog.NewLogLogger(cfg.Logger.Handler(), slog.LevelWarn),
		},
		ended: make(chan struct{}),
	}
	go func() {
		defer close(s.ended)
		_ = s.http.Serve(l)
	}()
	return s
}

// Close stops the server.
func (s *Server) Close() {
	_ = s.http.Close()
	<-s.ended
}

// maxRequests is the maximum number of concurrent requests for metrics.
const maxRequests = 4

func handler(cfg Config) http.Handler {
	c, registry := newCollector(cfg.Sources, cfg.Logger), prometheus.NewRegistry()
	registry.MustRegister(c, build(cfg.Build), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(cfg.Disk.collectors()...)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: maxRequests}))
	mux.HandleFunc("GET /healthz", answer(c.dead))
	mux.HandleFunc("GET /readyz", answer(c.unready))
	return mux
}

// answer returns a handler that responds with one line: "ok", or the error that the function
// `fault` returns.
func answer(fault func(context.Context) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status, line := http.StatusOK, "ok"
		if err := fault(r.Context()); err != nil {
			status, line = http.StatusServiceUnavailable, err.Error()
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_, _ = fmt.Fprintln(w, line)
	}
}

// build returns a metric whose value is always 1. Its labels hold the fields of b.
func build(b Build) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quadrille_build_info", Help: "Always 1; the labels give the program's version and the node's name.",
		ConstLabels: prometheus.Labels{"version": b.Version, "commit": b.Commit, "go": b.Go, "node": b.Node},
	})
	g.Set(1)
	return g
}
