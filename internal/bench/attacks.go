package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// What attacks are to leave behind, and how many there are.
const (
	brokenConnections = 225
	largeScreens      = 300
	largeWidth        = 500
	largeHeight       = 200
	largeFigure       = 0.6 // of what they take without a bound
	laterFigure       = 0.5 // of what they took, when they have been gone for afterLarge
	afterLarge        = 15 * time.Second
)

// measureAttacks counts what hostile clients leave behind on a server.
func measureAttacks(ctx context.Context, dir string) ([]row, error) {
	if _, err := furnish(ctx, filepath.Join(dir, "attacks"), 1, 0); err != nil {
		return nil, err
	}
	broken, err := measureBroken(ctx, filepath.Join(dir, "attacks"))
	if err != nil {
		return nil, err
	}
	bounded, err := measureLarge(ctx, filepath.Join(dir, "attacks"))
	if err != nil {
		return nil, err
	}
	free, err := measureLarge(ctx, filepath.Join(dir, "attacks"), withoutCellLimit)
	if err != nil {
		return nil, err
	}
	return []row{broken, {
		what:     fmt.Sprintf("resident with %d screens of %d x %d", largeScreens, largeWidth, largeHeight),
		measured: megabytes(bounded.during),
		baseline: megabytes(free.during) + ", cells not bounded",
		ratio:    ratio(times(bounded.during, free.during)),
		figure:   "under " + ratio(largeFigure),
		verdict:  verdictOf(times(bounded.during, free.during) < largeFigure),
	}, {
		what:     fmt.Sprintf("resident %s after they are gone", short(afterLarge)),
		measured: megabytes(bounded.after),
		baseline: megabytes(bounded.during) + ", with them",
		ratio:    ratio(times(bounded.after, bounded.during)),
		figure:   "under " + ratio(laterFigure),
		verdict:  verdictOf(times(bounded.after, bounded.during) < laterFigure),
	}}, nil
}

// measureBroken logs in, sends a malformed packet with others behind it, and hangs up.
func measureBroken(ctx context.Context, data string) (r row, err error) {
	p, err := launch(ctx, data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	before, err := p.size()
	if err != nil {
		return r, err
	}
	packets := [][]byte{{90, 0}} // a truncated CHANNEL_OPEN
	for range 40 {               // more than the library has room for
		packets = append(packets, []byte{99})
	}
	for range brokenConnections {
		c, err := sshtest.Connect(elsewhere(), p.address)
		if err != nil {
			return r, err
		}
		raw, err := sshtest.RawLogin(c, sshtest.GuestAuth())
		if err != nil {
			return r, err
		}
		if err := errors.Join(raw.Send(packets...), raw.Close()); err != nil {
			return r, err
		}
	}
	if err := pause(ctx, afterAll); err != nil {
		return r, err
	}
	after, err := p.size()
	left := after.Goroutines - before.Goroutines
	return row{
		what:     fmt.Sprintf("goroutines left after %d broken connections", brokenConnections),
		measured: fmt.Sprint(left),
		figure:   "none",
		verdict:  verdictOf(left <= 0),
	}, err
}

// largeMemory is what a server holds, in bytes.
type largeMemory struct{ before, during, after int64 }

// measureLarge opens screens of the largest size, each from another address.
func measureLarge(ctx context.Context, data string, more ...string) (m largeMemory, err error) {
	p, err := launch(ctx, data, more...)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	if m.before, err = p.resident(); err != nil {
		return m, err
	}
	clients := make([]*client, largeScreens)
	errs := make([]error, largeScreens)
	few := make(chan bool, 4)
	var all sync.WaitGroup
	for i := range clients {
		few <- true
		all.Go(func() {
			clients[i], errs[i] = openLarge(ctx, p.address)
			<-few
		})
	}
	all.Wait()
	defer dismissAll(clients)
	if err := errors.Join(errs...); err != nil {
		return m, err
	}
	if m.during, err = p.resident(); err != nil {
		return m, err
	}
	dismissAll(clients)
	if err := pause(ctx, afterLarge); err != nil {
		return m, err
	}
	m.after, err = p.resident()
	return m, err
}

func openLarge(ctx context.Context, address string) (*client, error) {
	conn, err := sshtest.TryDialFrom(elsewhere(), address, sshtest.GuestAuth())
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, changed: make(chan struct{}, 1)}
	if c.session, err = conn.NewSession(); err != nil {
		return c, err
	}
	c.session.Stdout = c
	if c.keys, err = c.session.StdinPipe(); err != nil {
		return c, err
	}
	if err := c.session.RequestPty("xterm-256color", largeHeight, largeWidth, ssh.TerminalModes{}); err != nil {
		return c, err
	}
	if err := c.session.Shell(); err != nil {
		return c, err
	}
	ctx, cancel := context.WithTimeout(ctx, comes)
	defer cancel()
	if err := c.await(ctx, func() bool { return c.count > 0 }); err != nil {
		return c, err
	}
	return c, quiet(ctx, c)
}

func dismissAll(clients []*client) {
	for _, c := range clients {
		if c != nil {
			c.close()
		}
	}
}
