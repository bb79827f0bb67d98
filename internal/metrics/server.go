package metrics

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build says which program this is.
type Build struct{ Version, Commit, Go string }

// Config is what a server of metrics is made of.
type Config struct {
	Sources Sources
	Disk    *Disk
	Build   Build
	Logger  *slog.Logger
}

// Server answers those who look after the house.
type Server struct {
	http  http.Server
	ended chan struct{}
}

// Serve answers on l until Close.
func Serve(l net.Listener, cfg Config) *Server {
	s := &Server{
		http: http.Server{
			Handler:           handler(cfg),
			ReadHeaderTimeout: 5 * time.Second,
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

// Close answers nobody any more.
func (s *Server) Close() {
	_ = s.http.Close()
	<-s.ended
}

// atOnce is how many may ask at the same time.
const atOnce = 4

func handler(cfg Config) http.Handler {
	h, registry := newHouse(cfg.Sources, cfg.Logger), prometheus.NewRegistry()
	registry.MustRegister(h, build(cfg.Build), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(cfg.Disk.collectors()...)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: atOnce}))
	mux.HandleFunc("GET /healthz", h.health)
	return mux
}

// health says in a line whether people can play here.
func (h *house) health(w http.ResponseWriter, r *http.Request) {
	status, line := http.StatusOK, "well"
	if h.Stopping() {
		status, line = http.StatusServiceUnavailable, "the server stops and lets nobody in"
	} else if err := h.disk(r.Context()); err != nil {
		status, line = http.StatusServiceUnavailable, err.Error()
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, line)
}

// build is always 1; its labels are what it is for.
func build(b Build) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quadrille_build_info", Help: "Which Quadrille this is.",
		ConstLabels: prometheus.Labels{"version": b.Version, "commit": b.Commit, "go": b.Go},
	})
	g.Set(1)
	return g
}
