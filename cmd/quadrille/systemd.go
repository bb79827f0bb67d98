package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"quadrille/internal/server"
)

// listen returns the socket that systemd passed, or listens on address. It logs a warning if
// the socket has another address, or if systemd started the server without a socket, because
// quadrille.socket may name another port.
func listen(address string, logger *slog.Logger) (net.Listener, error) {
	socket, err := passedSocket()
	if err != nil {
		return nil, err
	}
	if socket != nil {
		if !sameAddress(address, socket.Addr()) {
			logger.Warn(
				"the socket of systemd has another address than server.listen; change server.listen or ListenStream= of quadrille.socket",
				"socket",
				socket.Addr().String(),
				"listen",
				address,
			)
		}
		return socket, nil
	}
	listener, err := server.Listen(address)
	if err == nil && os.Getenv("NOTIFY_SOCKET") != "" {
		logger.Warn(
			"systemd passed no socket, so the server listens by itself on server.listen; run systemctl status quadrille.socket, and "+
				"restart both units if this is unintended",
			"address",
			listener.Addr().String(),
		)
	}
	return listener, err
}

// sameAddress reports whether a configured address is that of a socket. All addresses of the
// machine are one address, whether they are written as IPv4 or IPv6.
func sameAddress(configured string, socket net.Addr) bool {
	want, err := net.ResolveTCPAddr("tcp", configured)
	has, ok := socket.(*net.TCPAddr)
	every := func(ip net.IP) bool { return ip == nil || ip.IsUnspecified() }
	return err == nil && ok && want.Port == has.Port && (want.IP.Equal(has.IP) || every(want.IP) && every(has.IP))
}

// passedSocket returns the socket that systemd passed to the server, or nil if there is
// none. While no server runs, clients can connect to this socket and wait.
func passedSocket() (net.Listener, error) {
	all, err := activation.Listeners()
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot use the socket from systemd (%w); check quadrille.socket", err)
	case len(all) == 0:
		return nil, nil
	}
	if tcp, ok := all[0].(*net.TCPListener); ok && len(all) == 1 {
		return tcp, nil
	}
	return nil, errors.New("quadrille.socket must have one ListenStream=, either PORT or ADDRESS:PORT")
}

// notifySystemd reports the state of the server to systemd, if systemd started it.
func notifySystemd(logger *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		logger.Warn("cannot notify systemd", "state", state, "error", err.Error())
	}
}

// reloading returns the notification that a reload has started. The reload is over when
// systemd receives READY=1.
func reloading() string { return daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec() }

// notifyReady notifies systemd that the server is ready. Then it notifies the watchdog
// regularly until end is called. Before each notification it calls the function `alive`, which
// returns soon unless the server hangs. It notifies systemd that the server is stopping when ctx
// is done, and at the latest before end returns.
func notifyReady(ctx context.Context, logger *slog.Logger, at net.Addr, alive func()) (end func()) {
	notifySystemd(logger, daemon.SdNotifyReady+"\nSTATUS=listening on "+at.String())
	stopping := sync.OnceFunc(func() { notifySystemd(logger, daemon.SdNotifyStopping+"\nSTATUS=stopping") })
	context.AfterFunc(ctx, stopping)
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if fault := recover(); fault != nil { // nothing notifies the watchdog any longer, so systemd restarts the server
				logger.Error("panic", "in", "watchdog", "panic", fault, "stack", string(debug.Stack()))
			}
		}()
		watchdog(ctx, logger, alive)
	}()
	return func() {
		stopping() // the goroutine that ctx starts may be slower than the server's end
		cancel()
		<-done
	}
}

// watchdog regularly notifies the watchdog of systemd. The watchdog restarts a server that
// hangs.
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
			notifySystemd(logger, daemon.SdNotifyWatchdog)
		case <-ctx.Done():
			return
		}
	}
}
