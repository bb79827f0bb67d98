package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
	"quadrille/rules/variants"
)

// Sizes and durations of the attacks from one address.
const (
	lobbyKeys     = 125 // number of accounts that open tables
	tablesPerKey  = 8
	lobbyDuration = time.Minute
	diskKeys      = 40 // number of accounts; each account plays all seats of its tables
	diskTables    = 4  // number of tables at which each account plays
	diskDuration  = time.Minute
)

// measureFloods runs each attack against a separate server.
func measureFloods(ctx context.Context, dir string) []row {
	var rows []row
	for _, a := range []struct {
		name    string
		words   []string
		measure func(context.Context, *process, string) row
	}{
		{"lobby", nil, fillLobby},
		{"disk", []string{child.SmallQuotas}, fillDisk},
		{"pings", nil, sendPings},
	} {
		data := filepath.Join(dir, "attack-"+a.name)
		p := launch(ctx, data, a.words...)
		rows = append(rows, a.measure(ctx, p, data))
		p.kill()
	}
	return rows
}

// fillLobby uses many new keys from one address to open as many waiting tables as the
// server permits. Then it checks that a client at another address can still open a table.
func fillLobby(ctx context.Context, p *process, _ string) row {
	ctx, cancel := context.WithTimeout(ctx, lobbyDuration)
	defer cancel()
	begun, opened, from := time.Now(), 0, unusedAddress()
	var filled time.Duration // time from the start until the last table was opened
	var refused string
	for n := 0; n < lobbyKeys && ctx.Err() == nil; { // when the server refuses to open a table, continue with the next account
		var a *attacker
		if must.Catch(func() { a = newAttacker(p.address, from, floodName(n)) }) != nil {
			// too many connections from this address: wait and try again
			time.Sleep(500 * time.Millisecond)
			continue
		}
		defer a.close()
		n++
		for range tablesPerKey {
			id, code := a.open(`{"seats-per-person":"4","clock":"3d"}`)
			if id == 0 {
				refused = code
				break
			}
			opened, filled = opened+1, time.Since(begun)
			_, _ = a.ask(map[string]any{"command": "sit", "table": id})
		}
	}
	other := newAttacker(p.address, unusedAddress(), "Other player")
	defer other.close()
	id, code := other.open(`{}`)
	r := row{
		what: fmt.Sprintf("one address fills the lobby: %d keys, %d tables each", lobbyKeys, tablesPerKey),
		measured: fmt.Sprintf(
			"%d tables in %s, then refused (%s); clients at other addresses can open tables",
			opened,
			short(filled),
			refused,
		),
		target: "clients at other addresses can open tables",
		status: statusOf(id != 0),
	}
	if id == 0 {
		r.measured = fmt.Sprintf("lobby full after %s (%d tables); clients at other addresses get %s", short(filled), opened, code)
	}
	return r
}

// diskTarget is the maximum number of megabytes that one address may add to the disk in its
// first hour.
const diskTarget = 60

// fillDisk measures how much data one address can make the server store in an hour. For a
// minute, many new keys play games against themselves as fast as they can. The burst of
// each quota is divided by 60 for this test, so the result is multiplied by 60.
func fillDisk(ctx context.Context, p *process, data string) row {
	ctx, cancel := context.WithTimeout(ctx, diskDuration)
	defer cancel()
	from := unusedAddress()
	var all sync.WaitGroup
	var sessions int
	for n := range diskKeys {
		var a *attacker
		if must.Catch(func() { a = newAttacker(p.address, from, floodName(n)) }) != nil {
			continue
		}
		sessions++
		defer a.close()
		all.Go(func() { a.play(ctx) })
	}
	before, begun := sizeOf(data), time.Now()
	<-ctx.Done()
	grown, took := sizeOf(data)-before, time.Since(begun)
	all.Wait()
	hour := float64(grown) / 1e6 * float64(time.Hour) / float64(took)
	return row{
		what:     fmt.Sprintf("one address fills the disk: each of %d accounts plays %s against itself", sessions, floodGame),
		measured: fmt.Sprintf("%.0f MB in the first hour (estimated from %s in %s)", hour, megabytes(grown), short(took)),
		target:   fmt.Sprintf("under %d MB an hour", diskTarget),
		status:   statusOf(hour < diskTarget),
	}
}

// sizeOf returns the total size of the files in a directory, in bytes.
func sizeOf(dir string) (bytes int64) {
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// floodGame is the name of the variant that attackers play.
var floodGame = variants.All()[len(variants.All())-1].Name

// floodName returns the name of the n-th attacker. The names differ clearly, because the
// server refuses names that look alike.
func floodName(n int) string {
	const letters = "abcdefghkpxz"
	return fmt.Sprintf("Flood %c%c", letters[n/len(letters)], letters[n%len(letters)])
}

// attacker is an account that uses the JSON API.
type attacker struct {
	conn    *ssh.Client
	in      io.WriteCloser
	out     *bufio.Scanner
	waiting []map[string]any // events that arrived while attacker.ask waited for a result
}

func newAttacker(address, from, name string) *attacker {
	a := &attacker{conn: must.Get(sshtest.TryDialFrom(from, address, sshtest.KeyAuth(newPerson(name).key)))}
	session := must.Get(a.conn.NewSession())
	a.in = must.Get(session.StdinPipe())
	a.out = bufio.NewScanner(must.Get(session.StdoutPipe()))
	a.out.Buffer(nil, 1<<20)
	must.Check(session.Start("api"))
	must.Get(a.ask(map[string]any{"command": "hello", "name": name}))
	return a
}

func (a *attacker) close() { _ = a.conn.Close() }

// ask sends a request, waits for its result and returns it.
func (a *attacker) ask(request map[string]any) (map[string]any, error) {
	if err := a.send(request); err != nil {
		return nil, err
	}
	for a.out.Scan() {
		var line map[string]any
		if err := json.Unmarshal(a.out.Bytes(), &line); err != nil {
			return nil, err
		}
		if fault, ok := line["error"].(map[string]any); ok {
			return nil, errors.New(fmt.Sprint(fault["code"]))
		}
		if result, ok := line["result"].(map[string]any); ok {
			return result, nil
		}
		a.waiting = append(a.waiting, line)
	}
	return nil, io.EOF
}

func (a *attacker) send(request map[string]any) error {
	request["v"] = 2
	return json.NewEncoder(a.in).Encode(request)
}

// open opens a table and returns its number. If the server refuses, it returns 0 and the
// code of the refusal.
func (a *attacker) open(options string) (id int, code string) {
	result, err := a.ask(map[string]any{"command": "new", "game": floodGame, "options": json.RawMessage(options)})
	if err != nil {
		return 0, err.Error()
	}
	number, _ := result["table"].(float64)
	return int(number), ""
}

// start opens a table, takes every seat at it and starts the game.
func (a *attacker) start() bool {
	id, _ := a.open(`{"seats-per-person":"4"}`)
	if id == 0 {
		return false
	}
	state, err := a.ask(map[string]any{"command": "sit", "table": id, "with": []string{"legal"}})
	if err != nil {
		return false
	}
	seats, _ := state["seats"].([]any)
	for _, s := range seats {
		s, _ := s.(map[string]any)
		_, _ = a.ask(map[string]any{"command": "sit", "table": id, "seat": s["seat"], "with": []string{"legal"}})
	}
	_, err = a.ask(map[string]any{"command": "ready", "table": id})
	return err == nil
}

// play plays random moves without delay, and starts a new game when one ends.
func (a *attacker) play(ctx context.Context) {
	stop := context.AfterFunc(ctx, a.close)
	defer stop()
	for range diskTables {
		if !a.start() {
			break
		}
	}
	for ctx.Err() == nil {
		var line map[string]any
		if len(a.waiting) > 0 {
			line, a.waiting = a.waiting[0], a.waiting[1:]
		} else if !a.out.Scan() || json.Unmarshal(a.out.Bytes(), &line) != nil {
			return
		}
		legal, _ := line["legal"].([]any)
		switch {
		case line["event"] == "closed":
			a.start()
		case line["event"] == "turn" && len(legal) > 0:
			// This is the longest key that the server accepts with a command.
			key := fmt.Sprintf("%064d", rand.Uint64())
			_ = a.send(map[string]any{
				"command": "move", "table": line["table"], "ply": line["ply"], "key": key, "action": legal[rand.IntN(len(legal))],
			})
		case line["error"] != nil && !strings.Contains(fmt.Sprint(line["error"]), "stale"):
			time.Sleep(50 * time.Millisecond) // after a refusal, wait before reading the next event
		}
	}
}
