package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// machine is a Debian system that runs in its own namespaces. Its first process is systemd.
type machine struct {
	*testing.T
	work  string // directory on the host that contains the machine's root directory
	first string // ID that the host gives to the machine's first process, systemd
	code  string // the last code that a command printed: a code that invites a member, or that makes a person the owner
	owned bool   // whether the club already has an owner
}

// patience is how long to wait for a command or a condition before the test fails.
const patience = 2 * time.Minute

// needs skips the test unless `make acceptance` runs it as root and all programs are installed.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	if os.Getenv("QUADRILLE_ACCEPTANCE") == "" {
		t.Skip("run by make acceptance")
	}
	if os.Geteuid() != 0 {
		t.Skip("skipped: it needs root")
	}
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("skipped: %s is not installed", p)
		}
	}
}

func (m *machine) path(inside string) string { return filepath.Join(m.work, "root", inside) }

// install creates the files of a Debian system with the given packages. If QUADRILLE_DEBIAN
// names a tar file, install stores the files in it, and later runs unpack that file.
func (m *machine) install(packages []string) {
	m.Helper()
	kept := os.Getenv("QUADRILLE_DEBIAN")
	words := []string{"mmdebstrap", "--quiet", "--variant=minbase", "--include=" + strings.Join(packages, ","), "bookworm"}
	switch _, err := os.Stat(kept); {
	case kept == "":
		m.outside(append(words, m.path(""))...)
		return
	case err != nil:
		m.outside(append(words, kept)...)
	}
	m.must(os.Mkdir(m.path(""), 0o755))
	m.outside("tar", "-x", "-f", kept, "-C", m.path(""))
}

// boot creates a machine with the given packages and starts it.
func boot(t *testing.T, packages ...string) *machine {
	t.Helper()
	work, err := os.MkdirTemp("", "quadrille-acceptance")
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{T: t, work: work}
	t.Cleanup(func() { _ = os.RemoveAll(work) })
	m.install(packages)
	script, err := filepath.Abs("testdata/boot.sh")
	if err != nil {
		t.Fatal(err)
	}
	m.must(os.Mkdir(filepath.Join(work, "groups"), 0o755))
	booted := exec.Command("unshare", "--mount", "--propagation", "private", "sh", script, "boot", work)
	log := &bytes.Buffer{}
	booted.Stdout, booted.Stderr = log, log
	m.must(booted.Start())
	t.Cleanup(func() { m.halt(booted) })
	m.eventually("a first process", func() (string, bool) {
		out, _ := exec.Command("pgrep", "-P", fmt.Sprint(booted.Process.Pid), "-x", "systemd").Output()
		m.first = strings.TrimSpace(string(out))
		return log.String(), m.first != ""
	})
	m.prints("running", "systemctl is-system-running")
	return m
}

// halt kills the machine's first process, which ends all other processes of the machine. Then
// it removes the control groups.
func (m *machine) halt(booted *exec.Cmd) {
	if m.first != "" {
		_ = exec.Command("kill", "-9", m.first).Run()
	} else {
		_ = booted.Process.Kill()
	}
	_ = booted.Wait()
	out, err := exec.Command("sh", "testdata/boot.sh", "clean", m.work).CombinedOutput()
	if err != nil {
		m.Logf("cleaning up: %v\n%s", err, out)
	}
}

func (m *machine) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

// outside runs a program on the host, in the root directory of the repository.
func (m *machine) outside(words ...string) string {
	m.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return string(out)
}

// as executes the shell command `line` in the machine, as the user with the name `who`, and
// returns its output.
func (m *machine) as(who, line string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	home := "/home/" + who
	if who == "root" {
		home = "/root"
	}
	cmd := exec.CommandContext(ctx, "nsenter", "-t", m.first, "-m", "-p", "-n", "-u", "-i", "-C", "--",
		"runuser", "-u", who, "--", "env", "-i", "HOME="+home, "USER="+who, "LANG=C.UTF-8", "TERM=dumb", "DEBIAN_FRONTEND=noninteractive",
		"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "bash", "-c", "cd; "+line)
	cmd.Stdin = strings.NewReader("\n\n\n\n") // answer all prompts with Enter
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run runs a shell command in the machine as root. The command must succeed.
func (m *machine) run(line string) string {
	m.Helper()
	out, err := m.as("root", line)
	if err != nil {
		m.Fatalf("%s: %v\n%s\n%s", line, err, out, m.log())
	}
	return out
}

// log returns the last lines of the machine's log, to explain a failure.
func (m *machine) log() string {
	out, _ := m.as("root", "journalctl -n 40 -o short-precise --no-pager -u quadrille -u quadrille.socket")
	return "the log:\n" + out
}

// eventually waits for a condition: it calls the function `ok` until the second result of `ok`
// is true.
func (m *machine) eventually(what string, ok func() (seen string, ok bool)) {
	m.Helper()
	seen := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var done bool
		if seen, done = ok(); done {
			return
		}
	}
	m.Fatalf("timeout waiting for %s; last seen:\n%s", what, seen)
}

// prints waits until the output of a shell command contains a text.
func (m *machine) prints(want, line string) {
	m.Helper()
	m.eventually(fmt.Sprintf("%q from %s", want, line), func() (string, bool) {
		out, _ := m.as("root", line)
		return out, strings.Contains(out, want)
	})
}

// person adds a user with a home directory. In the guide, this would be somebody who works on
// a computer of their own.
func (m *machine) person(name string) {
	m.Helper()
	m.run("useradd --create-home --shell /bin/bash " + name)
}
