package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
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
func measureAttacks(ctx context.Context, dir string) []row {
	newFixture(ctx, filepath.Join(dir, "attacks"), 1, 0)
	broken := measureBroken(ctx, filepath.Join(dir, "attacks"))
	bounded := measureLarge(ctx, filepath.Join(dir, "attacks"))
	free := measureLarge(ctx, filepath.Join(dir, "attacks"), child.WithoutCellLimit)
	shared := measureShared(ctx, filepath.Join(dir, "attacks"))
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
	}}
}

// measureBroken counts the goroutines left after many broken connections. Each connection logs
// in, sends a malformed packet and then more packets, and closes.
func measureBroken(ctx context.Context, data string) row {
	p := launch(ctx, data)
	defer p.end()
	before := p.size()
	packets := [][]byte{{90, 0}} // a CHANNEL_OPEN message without its fields
	for range 40 {               // send more packets than the SSH library buffers
		packets = append(packets, []byte{99})
	}
	for range brokenConnections {
		c := must.Get(sshtest.Connect(unusedAddress(), p.address))
		raw := must.Get(sshtest.RawLogin(c, sshtest.GuestAuth()))
		must.Check(errors.Join(raw.Send(packets...), raw.Close()))
	}
	pause(ctx, afterAll)
	left := p.size().Goroutines - before.Goroutines
	return row{
		what:     fmt.Sprintf("goroutines still running after %d broken connections", brokenConnections),
		measured: fmt.Sprint(left),
		target:   "none",
		status:   statusOf(left <= 0),
	}
}

// largeMemory is the resident memory of a server in bytes, with all screens open and after they are
// closed.
type largeMemory struct{ during, after int64 }

// measureLarge measures the memory of a server while clients open and close many screens of
// the largest size. Each client connects from a different address.
func measureLarge(ctx context.Context, data string, more ...string) (m largeMemory) {
	p := launch(ctx, data, more...)
	defer p.end()
	clients := make([]*client, largeScreens)
	each(largeScreens, 4, func(i int) {
		conn := must.Get(sshtest.TryDialFrom(unusedAddress(), p.address, sshtest.GuestAuth()))
		clients[i] = openScreen(ctx, conn, largeWidth, largeHeight)
	})
	m.during = p.resident()
	closeClients(clients)
	pause(ctx, afterLarge)
	m.after = p.resident()
	return m
}

// measureShared measures the memory of a server while one address opens as many screens as it
// may, six on each connection, compared with one screen on each connection. Its target is the
// memory of a session that shares its connection, as a share of one that has its own.
func measureShared(ctx context.Context, data string) row {
	people := claimAccounts(ctx, data, sharedAccounts)
	p := launch(ctx, data)
	defer p.end()
	local := unusedAddress()
	var conns []*ssh.Client
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	before := p.resident()
	for i := range 2 * sharedAccounts {
		conn := must.Get(sshtest.TryDialFrom(local, p.address, sshtest.KeyAuth(people[i/2].key)))
		conns = append(conns, conn)
		openScreen(ctx, conn, width, height)
		pause(ctx, time.Second/2) // as many as the address may open
	}
	alone := p.resident()
	for _, conn := range conns {
		for range sharedSessions - 1 {
			openScreen(ctx, conn, width, height)
		}
	}
	together := p.resident()
	each := (alone - before) / int64(len(conns))
	more := (together - alone) / int64(len(conns)*(sharedSessions-1))
	return row{
		what: fmt.Sprintf("one address opens %d connections with %d screens each: resident memory of a further screen of a connection",
			len(conns), sharedSessions),
		measured: kilobytes(more),
		baseline: kilobytes(each) + ", a connection with one screen",
		ratio:    ratio(times(more, each)) + "; all of them " + megabytes(together-before),
		target:   "under " + ratio(sharedTarget),
		status:   statusOf(times(more, each) < sharedTarget),
	}
}

// openScreen opens a session that shows a screen, and waits until the screen is drawn.
func openScreen(ctx context.Context, conn *ssh.Client, width, height int) (c *client) {
	c = &client{changed: make(chan struct{}, 1)}
	c.open(conn, width, height)
	must.Check(c.session.Shell())
	ctx, cancel := context.WithTimeout(ctx, frameTimeout)
	defer cancel()
	c.await(ctx, func() bool { return c.count > 0 })
	quiet(ctx, c)
	return c
}
