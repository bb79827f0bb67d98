package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"time"

	"quadrille/internal/tools/must"
)

const (
	restartTables = 1000
	restartTarget = 500 * time.Millisecond
	restarts      = 3
)

// measureRestart kills a server with many running games, and measures the time that it takes to
// start again.
func measureRestart(ctx context.Context, dir string) []row {
	data := filepath.Join(dir, "restart")
	newFixture(ctx, data, restartTables, middle)
	var full, empty []time.Duration
	for range restarts {
		full = append(full, timeStart(ctx, data))
		empty = append(empty, timeStart(ctx, filepath.Join(dir, "empty")))
	}
	took := median(full)
	return []row{{
		what:     fmt.Sprintf("restart with %d running games of %d moves, until the server accepts connections", restartTables, middle),
		measured: short(took),
		baseline: short(median(empty)) + ", no tables",
		ratio:    short(took-median(empty)) + " added by the tables",
		target:   "under " + short(restartTarget),
		status:   statusOf(took < restartTarget),
	}}
}

// timeStart starts a server, measures the time until it sends its SSH greeting, and kills
// it.
func timeStart(ctx context.Context, data string) time.Duration {
	begun := time.Now()
	p := launch(ctx, data)
	defer p.kill()
	conn := must.Get(net.Dial("tcp", p.address))
	defer conn.Close()
	greeting := must.Get(bufio.NewReader(conn).ReadString('\n'))
	took := time.Since(begun)
	if !strings.HasPrefix(greeting, "SSH-2.0-") {
		must.Check(fmt.Errorf("the server answered %q instead of an SSH greeting", greeting))
	}
	return took
}
