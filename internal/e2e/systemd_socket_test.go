package e2e

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// systemd takes the place of the real systemd in a test: it passes a socket to servers and
// receives their notifications.
type systemd struct {
	*testing.T
	data   string
	listen string
	socket *net.TCPListener
	ear    *net.UnixConn
	path   string
}

func newSystemd(t *testing.T) *systemd {
	t.Helper()
	short, err := os.MkdirTemp("", "q") // a short name, because the length of a socket's path is limited
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	m := &systemd{T: t, listen: "192.0.2.1:1", data: filepath.Join(t.TempDir(), "data"), path: filepath.Join(short, "notify")}
	if m.ear, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: m.path, Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.ear.Close() })
	if m.socket, err = net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.socket.Close() })
	return m
}

func (m *systemd) start(sockets ...*os.File) *exec.Cmd {
	m.Helper()
	cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, program, "serve", "--listen", m.listen, "--data", m.data)
	cmd.Env = append(os.Environ(), "LISTEN_FDS="+string(rune('0'+len(sockets))), "NOTIFY_SOCKET="+m.path, "WATCHDOG_USEC=300000")
	cmd.ExtraFiles = sockets
	log := newOutputBuffer()
	cmd.Stderr = log
	must(m, cmd.Start())
	m.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		if m.Failed() {
			m.Logf("the server's log:\n%s", log)
		}
	})
	return cmd
}

func (m *systemd) file() *os.File {
	m.Helper()
	f, err := m.socket.File()
	must(m, err)
	m.Cleanup(func() { _ = f.Close() })
	return f
}

// awaitNotification waits until the server sends the given notification.
func (m *systemd) awaitNotification(what string) {
	m.Helper()
	must(m, m.ear.SetReadDeadline(time.Now().Add(20*time.Second)))
	for message := make([]byte, 4096); ; {
		n, err := m.ear.Read(message)
		if err != nil {
			m.Fatalf("waiting for %s: %v", what, err)
		}
		if strings.HasPrefix(string(message[:n]), what) {
			return
		}
	}
}

func TestSystemdKeepsTheSocketWhileNoServerIsThere(t *testing.T) {
	t.Parallel()
	m := newSystemd(t)
	came := make(chan error, 2)
	knock := func() {
		client, err := sshtest.TryDial(m.socket.Addr().String(), sshtest.GuestAuth())
		if err == nil {
			err = client.Close()
		}
		came <- err
	}
	go knock() // connect before the server starts
	for range 2 {
		cmd := m.start(m.file())
		m.awaitNotification("READY=1\nSTATUS=listening on 127.0.0.1:")
		must(t, <-came)
		m.awaitNotification("WATCHDOG=1")
		must(t, cmd.Process.Signal(syscall.SIGHUP))
		m.awaitNotification("RELOADING=1\nMONOTONIC_USEC=")
		m.awaitNotification("READY=1")
		must(t, cmd.Process.Signal(syscall.SIGTERM))
		m.awaitNotification("STOPPING=1")
		must(t, cmd.Wait())
		go knock() // connect after one server has stopped and before the next starts
	}
	last := m.start(m.file())
	if err := <-came; err != nil {
		t.Error(err)
	}
	_ = last.Process.Kill()
	_ = last.Wait()
}

func TestSystemdPassesAWrongSocket(t *testing.T) {
	t.Parallel()
	m := newSystemd(t)
	for name, sockets := range map[string][]*os.File{"two": {m.file(), m.file()}, "no socket": {os.Stdin}} {
		cmd := m.start(sockets...)
		_ = cmd.Wait()
		if printed := cmd.Stderr.(*outputBuffer).String(); cmd.ProcessState.ExitCode() != 1 ||
			!strings.Contains(printed, "must have one ListenStream=") {
			t.Errorf("%s: status %d, %q", name, cmd.ProcessState.ExitCode(), printed)
		}
	}
}

// If systemd passes no socket, because the socket unit failed, the server listens on the
// configured address and logs a warning.
func TestWarnsIfSystemdPassesNoSocket(t *testing.T) {
	t.Parallel()
	m := newSystemd(t)
	m.listen = "127.0.0.1:0"
	cmd := m.start()
	m.awaitNotification("READY=1")
	log := cmd.Stderr.(*outputBuffer).await(
		t,
		"the warning",
		func(text string) bool { return strings.Contains(text, "systemd passed no socket") },
	)
	if !strings.Contains(log, `"level":"WARN"`) || !strings.Contains(log, `"address":"127.0.0.1:`) {
		t.Error(log)
	}
}

// If the socket of systemd has another address than server.listen, the server logs a warning
// that names both.
func TestWarnsIfListenDiffersFromTheSocket(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		listen string
		warns  bool
	}{{"127.0.0.9:2222", true}, {"", false}} {
		m := newSystemd(t)
		address := m.socket.Addr().String()
		if m.listen = c.listen; m.listen == "" {
			m.listen = address
		}
		cmd := m.start(m.file())
		m.awaitNotification("READY=1")
		log := cmd.Stderr.(*outputBuffer).String()
		warned := strings.Contains(log, `"level":"WARN"`) && strings.Contains(log, `"socket":"`+address+`","listen":"`+m.listen+`"`)
		if warned != c.warns {
			t.Errorf("listen %s, socket %s: warned %v\n%s", m.listen, address, warned, log)
		}
	}
}

// Warnings in the log have a priority prefix, so that `journalctl -p warning` selects them.
func TestLogHasPrioritiesInTheJournal(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "quadrille.toml")
	must(t, os.WriteFile(file, nil, 0o600))
	log := newOutputBuffer()
	cmd := exec.Command("sh", "-c", `JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2) exec "$0" "$@"`,
		program, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--config", file)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	log.await(t, "an INFO line", func(text string) bool { return strings.HasPrefix(text, `<6>{"time":`) })
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // wait for the first line, which the server prints when it is ready
		t.Fatal(err)
	}
	for text, want := range map[string]string{"bots.share = 0.25\n": "\n" + `<4>{"time":`, "nonsense = 1\n": "\n" + `<3>{"time":`} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		must(t, cmd.Process.Signal(syscall.SIGHUP))
		log.await(t, want, func(text string) bool { return strings.Contains(text, want) })
	}
}
