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
	"quadrille/internal/tools/bench/child"
)

// Sizes of the attacks, and targets for the memory that the server uses.
const (
	brokenConnections = 225
	largeScreens      = 300
	largeWidth        = 500
	largeHeight       = 200
	largeTarget       = 0.6 // maximum memory use when the number of screen cells is limited, as a share of the use without that limit
	laterTarget       = 0.5 // maximum memory use after the clients have closed their screens, as a share of the use with all screens open
	afterLarge        = 15 * time.Second
	sharedAccounts    = 70 // two connections each: fewer than one address may open
	sharedSessions    = 6  // sessions of one connection
	sharedTarget      = 0.5
)

// measureAttacks measures how many goroutines and how much memory hostile clients cost a
// server.
func measureAttacks(ctx context.Context, dir string) ([]row, error) {
	if _, err := newFixture(ctx, filepath.Join(dir, "attacks"), 1, 0); err != nil {
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
	free, err := measureLarge(ctx, filepath.Join(dir, "attacks"), child.WithoutCellLimit)
	if err != nil {
		return nil, err
	}
	shared, err := measureShared(ctx, filepath.Join(dir, "attacks"))
	if err != nil {
		return nil, err
	}
	return []row{broken, shared, {
		what:     fmt.Sprintf("resident memory with %d screens of %d x %d", largeScreens, largeWidth, largeHeight),
		measured: megabytes(bounded.during),
		baseline: megabytes(free.during) + ", without a limit on screen cells",
		ratio:    ratio(times(bounded.during, free.during)),
		target:   "under " + ratio(largeTarget),
		status:   statusOf(times(bounded.during, free.during) < largeTarget),
	}, {
		what:     fmt.Sprintf("resident memory %s after the screens are closed", short(afterLarge)),
		measured: megabytes(bounded.after),
		baseline: megabytes(bounded.during) + ", with open screens",
		ratio:    ratio(times(bounded.after, bounded.during)),
		target:   "under " + ratio(laterTarget),
		status:   statusOf(times(bounded.after, bounded.during) < laterTarget),
	}}, nil
}

// measureBroken counts the goroutines left after many broken connections. Each connection logs
// in, sends a malformed packet and then more packets, and closes.
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
	packets := [][]byte{{90, 0}} // a CHANNEL_OPEN message without its fields
	for range 40 {               // send more packets than the SSH library buffers
		packets = append(packets, []byte{99})
	}
	for range brokenConnections {
		c, err := sshtest.Connect(unusedAddress(), p.address)
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
		what:     fmt.Sprintf("goroutines still running after %d broken connections", brokenConnections),
		measured: fmt.Sprint(left),
		target:   "none",
		status:   statusOf(left <= 0),
	}, err
}

// largeMemory is the resident memory of a server in bytes: before any screen is opened, with
// all screens open, and after they are closed.
type largeMemory struct{ before, during, after int64 }

// measureLarge measures the memory of a server while clients open and close many screens of
// the largest size. Each client connects from a different address.
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
	slots := make(chan bool, 4)
	var all sync.WaitGroup
	for i := range clients {
		slots <- true
		all.Go(func() {
			clients[i], errs[i] = openLarge(ctx, p.address)
			<-slots
		})
	}
	all.Wait()
	defer closeAll(clients)
	if err := errors.Join(errs...); err != nil {
		return m, err
	}
	if m.during, err = p.resident(); err != nil {
		return m, err
	}
	closeAll(clients)
	if err := pause(ctx, afterLarge); err != nil {
		return m, err
	}
	m.after, err = p.resident()
	return m, err
}

// measureShared measures the memory of a server while one address opens as many screens as it
// may, six on each connection, compared with one screen on each connection. Its target is the
// memory of a session that shares its connection, as a share of one that has its own.
func measureShared(ctx context.Context, data string) (r row, err error) {
	people, err := claimAccounts(ctx, data, sharedAccounts)
	if err != nil {
		return r, err
	}
	p, err := launch(ctx, data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	local := unusedAddress()
	var conns []*ssh.Client
	var clients []*client
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	open := func(conn *ssh.Client) error {
		c, err := openScreen(ctx, conn, width, height)
		clients = append(clients, c)
		return err
	}
	before, err := p.resident()
	if err != nil {
		return r, err
	}
	for i := range 2 * sharedAccounts {
		conn, err := sshtest.TryDialFrom(local, p.address, sshtest.KeyAuth(people[i/2].key))
		if err != nil {
			return r, err
		}
		conns = append(conns, conn)
		if err := errors.Join(open(conn), pause(ctx, time.Second/2)); err != nil { // as many as the address may open
			return r, err
		}
	}
	alone, err := p.resident()
	if err != nil {
		return r, err
	}
	for _, conn := range conns {
		for range sharedSessions - 1 {
			if err := open(conn); err != nil {
				return r, err
			}
		}
	}
	together, err := p.resident()
	each := (alone - before) / int64(len(conns))
	more := (together - alone) / int64(len(clients)-len(conns))
	return row{
		what: fmt.Sprintf("one address opens %d connections with %d screens each: resident memory of a further screen of a connection",
			len(conns), sharedSessions),
		measured: kilobytes(more),
		baseline: kilobytes(each) + ", a connection with one screen",
		ratio:    ratio(times(more, each)) + "; all of them " + megabytes(together-before),
		target:   "under " + ratio(sharedTarget),
		status:   statusOf(times(more, each) < sharedTarget),
	}, err
}

func openLarge(ctx context.Context, address string) (*client, error) {
	conn, err := sshtest.TryDialFrom(unusedAddress(), address, sshtest.GuestAuth())
	if err != nil {
		return nil, err
	}
	return openScreen(ctx, conn, largeWidth, largeHeight)
}

// openScreen opens a session that shows a screen, and waits until the screen is drawn.
func openScreen(ctx context.Context, conn *ssh.Client, width, height int) (c *client, err error) {
	c = &client{conn: conn, changed: make(chan struct{}, 1)}
	if c.session, err = conn.NewSession(); err != nil {
		return c, err
	}
	c.session.Stdout = c
	if c.keys, err = c.session.StdinPipe(); err != nil {
		return c, err
	}
	if err := c.session.RequestPty("xterm-256color", height, width, ssh.TerminalModes{}); err != nil {
		return c, err
	}
	if err := c.session.Shell(); err != nil {
		return c, err
	}
	ctx, cancel := context.WithTimeout(ctx, frameTimeout)
	defer cancel()
	if err := c.await(ctx, func() bool { return c.count > 0 }); err != nil {
		return c, err
	}
	return c, quiet(ctx, c)
}

func closeAll(clients []*client) {
	for _, c := range clients {
		if c != nil {
			c.close()
		}
	}
}
