package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"time"
)

const (
	restartTables = 1000
	restartTarget = 500 * time.Millisecond
	restarts      = 3
)

// measureRestart kills a server with many running games, and measures the time that it takes to
// start again.
func measureRestart(ctx context.Context, dir string) ([]row, error) {
	data := filepath.Join(dir, "restart")
	if _, err := newFixture(ctx, data, restartTables, middle); err != nil {
		return nil, err
	}
	var full, empty []time.Duration
	for range restarts {
		took, err := timeStart(ctx, data)
		if err != nil {
			return nil, err
		}
		full = append(full, took)
		if took, err = timeStart(ctx, filepath.Join(dir, "empty")); err != nil {
			return nil, err
		}
		empty = append(empty, took)
	}
	took := median(full)
	return []row{{
		what:     fmt.Sprintf("restart with %d running games of %d moves, until the server accepts connections", restartTables, middle),
		measured: short(took),
		baseline: short(median(empty)) + ", no tables",
		ratio:    short(took-median(empty)) + " added by the tables",
		target:   "under " + short(restartTarget),
		status:   statusOf(took < restartTarget),
	}}, nil
}

// timeStart starts a server, measures the time until it sends its SSH greeting, and kills
// it.
func timeStart(ctx context.Context, data string) (time.Duration, error) {
	begun := time.Now()
	p, err := launch(ctx, data)
	if err != nil {
		return 0, err
	}
	defer func() { _ = p.kill() }()
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	greeting, err := bufio.NewReader(conn).ReadString('\n')
	took := time.Since(begun)
	if err == nil && !strings.HasPrefix(greeting, "SSH-2.0-") {
		err = fmt.Errorf("the server answered %q instead of an SSH greeting", greeting)
	}
	return took, err
}
