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

	"quadrille/internal/store/datadir"
)

// How long a server may take to say who it is, and how it begins.
const (
	patience = 3 * time.Second
	greeting = "SSH-2.0-Quadrille"
)

// door is about the address: whether a server answers there, or may.
func (p *Patient) door(ctx context.Context, d *datadir.Diagnosis) Finding {
	const what = "door"
	listen := p.Config.Server.Listen
	if d != nil && d.Running {
		return p.answers(ctx, what, listen)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	switch {
	case err == nil:
		_ = listener.Close()
		return fine(what, listen+" is free")
	case errors.Is(err, syscall.EADDRINUSE): // systemd's socket, or another's
		return p.answers(ctx, what, listen)
	case errors.Is(err, os.ErrPermission):
		return wrong(what, listen+" is reserved", "choose a port from 1024 up as server.listen")
	}
	return wrong(what, fmt.Sprintf("%s cannot be listened on (%v)", listen, err), "choose an address of this machine as server.listen")
}

// answers asks who listens there.
func (p *Patient) answers(ctx context.Context, what, listen string) Finding {
	at := reachable(listen)
	if strings.HasSuffix(at, ":0") {
		return fine(what, "the server chose its port itself: not looked for")
	}
	switch says, err := banner(ctx, at); {
	case strings.HasPrefix(says, greeting):
		return fine(what, "a server answers on "+at)
	case says != "":
		return wrong(what, fmt.Sprintf("something else listens on %s, which says %q", at, says), "end it, or choose another address as server.listen")
	case errors.Is(err, syscall.ECONNREFUSED):
		return wrong(what, "a server uses the data, but nothing listens on "+at, "say here what it was told: --listen, --config, environment")
	default:
		return wrong(what, fmt.Sprintf("what listens on %s says nothing (%v)", at, err), "look whether it is ours, and start it again")
	}
}

// reachable is where one dials to come to an address that is listened on.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listen
}

// banner is the first line that is said to who comes.
func banner(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	_ = c.SetReadDeadline(time.Now().Add(patience))
	const longest = 255 // of such a line
	line, err := bufio.NewReaderSize(c, longest+1).ReadSlice('\n')
	return strings.TrimSpace(string(line)), err
}
