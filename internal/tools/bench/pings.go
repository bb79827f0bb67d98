package main

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/tools/must"
)

const (
	pingingClients = 76                   // connections from one address; it may open 80 at once
	pingEvery      = 5 * time.Millisecond // 200 pings of 30 bytes a second; a connection may send 16 KiB a second
	pingsAtFirst   = 4 * time.Second      // until the address has used up its first bytes
	pingsFor       = 6 * time.Second
	pingTarget     = 0.1 // maximum processor use, as a share of one core
)

// sendPings sends paced pings over many connections from one address, each far within the limits
// of a connection.
func sendPings(ctx context.Context, p *process, _ string) row {
	from := unusedAddress()
	sending, stop := context.WithCancel(ctx)
	defer stop()
	for range pingingClients {
		conn := must.Get(sshtest.Connect(from, p.address))
		raw := must.Get(sshtest.RawLogin(conn, sshtest.GuestAuth()))
		defer func() { _ = raw.Close() }()
		_ = conn.SetDeadline(time.Time{})
		go func() {
			for sending.Err() == nil && raw.Send(sshtest.Ping) == nil {
				time.Sleep(pingEvery)
			}
		}()
	}
	pause(ctx, pingsAtFirst)
	share := p.usage(func() { pause(ctx, pingsFor) }).percent() / 100
	return row{
		what:     fmt.Sprintf("one address sends paced pings over %d connections", pingingClients),
		measured: fmt.Sprintf("%.2f of a core", share),
		target:   fmt.Sprintf("under %.1f", pingTarget),
		status:   statusOf(share < pingTarget),
	}
}
