package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"quadrille/internal/server"
)

// listen returns the socket that systemd passed, or else listens on address. It
// warns if systemd started the server and passed no socket: then the port may not
// be the one that quadrille.socket names.
func listen(address string, logger *slog.Logger) (net.Listener, error) {
	socket, err := passedSocket()
	if socket != nil || err != nil {
		return socket, err
	}
	listener, err := server.Listen(address)
	if err == nil && os.Getenv("NOTIFY_SOCKET") != "" {
		logger.Warn("systemd passed no socket, so the server listens by itself on server.listen; run systemctl status quadrille.socket, and restart both units if that is not meant",
			"address", listener.Addr().String())
	}
	return listener, err
}

// passedSocket returns the socket that systemd opened for the server, on which
// connections wait while no server runs; nil if there is none.
func passedSocket() (net.Listener, error) {
	all, err := activation.Listeners()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the socket that systemd hands over cannot be used (%w); look at quadrille.socket", err)
	case len(all) == 0:
		return nil, nil
	}
	if tcp, ok := all[0].(*net.TCPListener); ok && len(all) == 1 {
		return tcp, nil
	}
	return nil, errors.New("quadrille.socket must have one ListenStream=, a port or an address and a port")
}

// tellSystemd tells systemd how far the server is, if that has started it.
func tellSystemd(logger *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		logger.Warn("systemd was not told", "state", state, "error", err.Error())
	}
}

// reloading is what systemd wants to be told before the configuration is read
// again; that it has been read is being ready once more.
func reloading() string { return daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec() }

// present tells systemd that people may come in, and keeps telling it that the
// server is alive if that was asked for. alive returns unless it is stuck. The
// function that present returns ends it, and waits.
func present(ctx context.Context, logger *slog.Logger, at net.Addr, alive func()) (end func()) {
	tellSystemd(logger, daemon.SdNotifyReady+"\nSTATUS=people come in at "+at.String())
	leaving := context.AfterFunc(ctx, func() { tellSystemd(logger, daemon.SdNotifyStopping+"\nSTATUS=the server stops") })
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if fault := recover(); fault != nil { // systemd will miss it
				logger.Error("panic", "in", "watchdog", "panic", fault, "stack", string(debug.Stack()))
			}
		}()
		watchdog(ctx, logger, alive)
	}()
	return func() {
		leaving()
		cancel()
		<-done
	}
}

// watchdog feeds that of systemd, which starts another server instead of one
// that is stuck, until ctx is done.
func watchdog(ctx context.Context, logger *slog.Logger, alive func()) {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil || every <= 0 {
		return
	}
	tick := time.NewTicker(every / 3)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			alive()
			tellSystemd(logger, daemon.SdNotifyWatchdog)
		case <-ctx.Done():
			return
		}
	}
}
