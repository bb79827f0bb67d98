package match

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestProcessOfAProgramEndsWithTheGame starts a program whose child process keeps the program's
// output open for an hour.
func TestProcessOfAProgramEndsWithTheGame(t *testing.T) {
	script := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nsleep 3600 &\necho $!\nwait\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	engine, err := startProgram(script)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(<-engine.(*program).lines))
	if err != nil {
		t.Fatal(err)
	}
	engine.Close(rules.NewGame(variants.Forms()[0]))
	for deadline := time.Now().Add(20 * time.Second); alive(pid); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the process of the program still runs")
		}
	}
}

// alive reports whether a process runs. A zombie does not run.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

// TestSignalOfTheTerminalDoesNotReachAProgram checks that a program has its own process group.
func TestSignalOfTheTerminalDoesNotReachAProgram(t *testing.T) {
	engine, err := startProgram("sleep 3600")
	if err != nil {
		t.Fatal(err)
	}
	p := engine.(*program)
	group, err := syscall.Getpgid(p.cmd.Process.Pid)
	if err != nil || group != p.cmd.Process.Pid {
		t.Errorf("the process %d is in group %d, %v", p.cmd.Process.Pid, group, err)
	}
	p.kill()
	p.Close(rules.NewGame(variants.Forms()[0]))
}
