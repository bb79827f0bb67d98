package main

import (
	"bytes"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"quadrille/internal/sshtest"
)

// keyFile is a new key as ssh-keygen writes one.
func keyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v: %s", err, out)
	}
	return path
}

// Issue 7, shown by 5: the sample bots play over real ssh: the one in
// Go and, through the ssh program, the one in Python, against somebody who has both
// seats of the other team and resigns after a while.
func TestTheSampleBotsPlay(t *testing.T) {
	for _, tool := range []string{"ssh-keygen", "ssh", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here: %v", tool, err)
		}
	}
	s := serveFor(t)
	host := newMachine(t, s, sshtest.NewKey(t), "Robo")
	table := host.must(host.ask("new", fields{"game": "verney"})).number("table")
	bot := filepath.Join(t.TempDir(), "gobot")
	if out, err := exec.Command("go", "build", "-o", bot, "../../docs/examples/gobot").CombinedOutput(); err != nil {
		t.Fatalf("building: %v: %s", err, out)
	}
	file1 := keyFile(t)
	file2 := keyFile(t)
	ip, port, err := net.SplitHostPort(s.address)
	if err != nil {
		t.Fatal(err)
	}
	number := fmt.Sprint(table)
	sitAsTeam(host, table)
	host.must(host.ask("ready", fields{"table": table}))
	outputs := runAll(t,
		exec.Command(bot, s.address, file1, "Go bot", number),
		exec.Command("python3", "../../docs/examples/bot.py", number, "Snake",
			"ssh", "-F", "none", "-i", file2, "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
			"-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-p", port, ip),
	)
	(&pilot{machine: host, table: table, ends: 16}).play()
	for name, out := range outputs() {
		if strings.Contains(name, "python3") != strings.Contains(out, `Snake {"`) {
			t.Errorf("%s said: %s", name, out)
		}
	}
}

// sitAsTeam takes the seats of one team.
func sitAsTeam(m *machine, table int) {
	state := m.must(m.ask("sit", fields{"table": table, "with": []string{"legal"}}))
	seats := state.list("seats")
	mine := seats[0].(map[string]any)
	for _, seat := range seats[1:] {
		if one := seat.(map[string]any); one["team"] == mine["team"] {
			m.must(m.ask("sit", fields{"table": table, "with": []string{"legal"}, "seat": one["seat"]}))
		}
	}
}

// runAll starts programs; the function that it returns waits for them.
func runAll(t *testing.T, all ...*exec.Cmd) func() map[string]string {
	var running sync.WaitGroup
	var mu sync.Mutex
	said := map[string]string{}
	for _, cmd := range all {
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		running.Go(func() {
			err := cmd.Wait()
			mu.Lock()
			defer mu.Unlock()
			said[cmd.String()] = out.String()
			if err != nil {
				t.Errorf("%s: %v: %s", cmd, err, out.String())
			}
		})
	}
	return func() map[string]string {
		running.Wait()
		return said
	}
}
