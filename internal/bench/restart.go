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
	restartFigure = 2 * time.Second
	restarts      = 3
)

// measureRestart starts a server again and again over the same live tables,
// each time after it was killed.
func measureRestart(ctx context.Context, dir string) ([]row, error) {
	data := filepath.Join(dir, "restart")
	if _, err := furnish(ctx, data, restartTables, middle); err != nil {
		return nil, err
	}
	var full, empty []time.Duration
	for range restarts {
		took, err := accept(ctx, data)
		if err != nil {
			return nil, err
		}
		full = append(full, took)
		if took, err = accept(ctx, filepath.Join(dir, "nothing")); err != nil {
			return nil, err
		}
		empty = append(empty, took)
	}
	took := median(full)
	return []row{{
		what:     fmt.Sprintf("restart with %d live tables of %d moves, to accept", restartTables, middle),
		measured: short(took),
		baseline: short(median(empty)) + ", no tables",
		ratio:    short(took-median(empty)) + " for the tables",
		figure:   "under " + short(restartFigure),
		verdict:  verdictOf(took < restartFigure),
	}}, nil
}

// accept is how long a server takes from its start until it greets, and kills it
// then.
func accept(ctx context.Context, data string) (time.Duration, error) {
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
		err = fmt.Errorf("the server greets with %q", greeting)
	}
	return took, err
}
