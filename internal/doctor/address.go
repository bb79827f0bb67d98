package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
)

const (
	timeout = 3 * time.Second
	// versionPrefix is the beginning of the SSH version string that this server sends.
	versionPrefix = "SSH-2.0-Quadrille"
)

// address checks the configured address: a server must answer there, or be able to listen
// there.
func (c *Checkup) address(ctx context.Context, d *datadir.Diagnosis) Finding {
	const what = "address"
	listen := c.Config.Server.Listen
	if d != nil && d.Running {
		return c.checkBanner(ctx, what, listen)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	switch {
	case err == nil:
		_ = listener.Close()
		return fine(what, listen+" is free")
	case errors.Is(err, syscall.EADDRINUSE): // systemd, this server or another program uses the address
		return c.checkBanner(ctx, what, listen)
	case errors.Is(err, os.ErrPermission):
		return wrong(
			what,
			"this user has no permission to listen on "+listen,
			"set server.listen to an address with a port of 1024 or above",
		)
	}
	return wrong(what, fmt.Sprintf("the server cannot listen on %s (%v)", listen, err), "set server.listen to an address of this machine")
}

// checkBanner connects to the address and checks that a Quadrille server answers.
func (c *Checkup) checkBanner(ctx context.Context, what, listen string) Finding {
	at := reachable(listen)
	if strings.HasSuffix(at, ":0") {
		return fine(what, "not checked: with port 0, the server chooses a port when it starts")
	}
	switch says, err := banner(ctx, at); {
	case strings.HasPrefix(says, versionPrefix):
		return fine(what, "a server answers on "+at)
	case says != "":
		return wrong(
			what,
			fmt.Sprintf("another program listens on %s and sends %q", at, says),
			"stop it, or choose another address as server.listen",
		)
	case errors.Is(err, syscall.ECONNREFUSED):
		return wrong(
			what,
			"a server uses the data directory, but nothing listens on "+at,
			"run doctor with the same --listen, --config and environment as the server",
		)
	default:
		return wrong(
			what,
			fmt.Sprintf("the program on %s sends nothing (%v)", at, err),
			"find out which program listens there; if it is Quadrille, restart it",
		)
	}
}

// reachable converts the address on which a server listens to an address that a client can
// dial.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listen
}

// banner returns the first line that the server at an address sends.
func banner(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	_ = c.SetReadDeadline(clock.Steady().Add(timeout))
	const longest = 255 // maximum length of an SSH server's version line, in bytes
	line, err := bufio.NewReaderSize(c, longest+1).ReadSlice('\n')
	return strings.TrimSpace(string(line)), err
}
