package main

import (
	"fmt"
	"log/slog"
	"net"

	"quadrille/internal/config"
	"quadrille/internal/front/web"
	"quadrille/internal/server"
	"quadrille/internal/service"
)

// webAddress returns the public address of the web page, or "" if there is no page.
func webAddress(w config.Web) string {
	if w.Listen == "" {
		return ""
	}
	return w.Public
}

// listenWeb listens on the address of the web page. It returns nil if there is no page.
func listenWeb(w config.Web) (net.Listener, error) {
	if w.Listen == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", w.Listen)
	if err != nil {
		return nil, fmt.Errorf("cannot listen for the web page on %s (%w); choose another address for web.listen", w.Listen, err)
	}
	return l, nil
}

// serveWeb serves the web page until the returned function is called.
func serveWeb(l net.Listener, w config.Web, parts service.Services, srv *server.Server, logger *slog.Logger) (end func()) {
	if l == nil {
		return func() {}
	}
	logger.Info("web page", "address", l.Addr().String())
	return web.Serve(l, web.Config{
		Web: w, Clock: parts.Clock, Lobby: parts.Lobby, Club: parts.Club, Ladder: parts.Ladder, Memory: parts.Memory, Studio: parts.Share,
		SSH: srv.PublicSSHCommand(), Logger: logger,
	}).Close
}
