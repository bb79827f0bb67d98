package server

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// streamAttacks contains attacks by clients that send too much input, or do not read the
// output.
var streamAttacks = []attack{
	{
		name: "reads nothing, sends keepalives", limits: Limits{WriteTimeout: 500 * time.Millisecond}, reason: "write timed out",
		do: func(t *testing.T, a *attacker) {
			client, ears := stallingClient(t, a)
			stream := newRaw(t, client)
			stream.pty(t, "xterm", 500, 200)
			stream.ask(t, "shell", nil)
			close(ears.stopped)
			_, err := stream.channel.Write([]byte("r")) // the key r makes the screen write 4 MiB, which is more than the buffers hold
			must(t, err)
			a.checkVictim(t)
			for {
				if _, _, err := client.SendRequest("keepalive@openssh.com", false, nil); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		},
	},
	{
		name: "keeps the SSH window closed", limits: Limits{WriteTimeout: 500 * time.Millisecond}, reason: "output write timed out",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			stream := newRaw(t, client)
			stream.pty(t, "xterm", 80, 24)
			stream.ask(t, "shell", nil)
			_, err := stream.channel.Write([]byte("r"))
			must(t, err)
			a.checkVictim(t)
			_ = client.Wait()
		},
	},
	{
		name: "resizes while output flows", reason: "too many requests",
		do: func(t *testing.T, a *attacker) {
			stream := a.screen(t)
			stream.read()
			_, err := stream.channel.Write([]byte("f"))
			must(t, err)
			go func() {
				for i := range uint32(5000) {
					if _, err := stream.channel.SendRequest("window-change", false, windowPayload(40+i%300, 20+i%100)); err != nil {
						return
					}
				}
			}()
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "an endless paste", reason: "input flood|too much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			stream := a.screen(t)
			stream.see(t, "size")
			_, err := stream.channel.Write([]byte("\x1b[200~" + strings.Repeat("y", 60<<10)))
			must(t, err)
			stream.see(t, "16384.")
			a.checkVictim(t)
			for {
				if _, err := stream.channel.Write([]byte(strings.Repeat("y", 16<<10))); err != nil {
					break
				}
			}
			stream.awaitEnd(t)
		},
	},
	{
		name: "a flood of keys", reason: "input flood|too much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			stream := a.screen(t)
			stream.see(t, "size")
			for {
				if _, err := stream.channel.Write([]byte(strings.Repeat("k", 16<<10))); err != nil {
					break
				}
			}
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "an endless control sequence", reason: "unrecognized input",
		do: func(t *testing.T, a *attacker) {
			stream := a.screen(t)
			stream.see(t, "size")
			_, _ = stream.channel.Write([]byte("\x1b]" + strings.Repeat("x", 60<<10)))
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "an endless line to the JSON API", reason: "unrecognized input|too much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			stream := newRaw(t, a.dial(t))
			stream.ask(t, "exec", gossh.Marshal(struct{ S string }{"api"}))
			stream.read()
			_, err := stream.channel.Write([]byte(`{"v":2,"id":"1","command":"ping"}` + "\n"))
			must(t, err)
			stream.see(t, "hello-first")
			_, _ = stream.channel.Write([]byte(strings.Repeat("[", 60<<10)))
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "data before any request", reason: "too much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			heap := heapInUse()
			stream := a.channel(t)
			for {
				if _, err := stream.channel.Write(make([]byte, 16<<10)); err != nil {
					break
				}
			}
			a.checkVictim(t)
			if grown := int64(heapInUse()) - int64(heap); grown > 4<<20 {
				t.Errorf("the server uses %d KiB more", grown>>10)
			}
			stream.awaitEnd(t)
		},
	},
	{
		name: "data on the error stream", reason: "too much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			stream := a.screen(t)
			stream.see(t, "size")
			for {
				if _, err := stream.channel.Stderr().Write(make([]byte, 16<<10)); err != nil {
					break
				}
			}
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "end of input",
		do: func(t *testing.T, a *attacker) {
			stream := a.screen(t)
			stream.see(t, "size 80x24.")
			must(t, stream.channel.CloseWrite())
			stream.window(t, 90, 30)
			stream.see(t, "90x30.") // the session must continue after the end of its input, because a spectator needs no input
			a.checkVictim(t)
			must(t, stream.channel.Close())
		},
	},
	{
		name: "keys before the screen",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			_, err := stream.channel.Write([]byte("k"))
			must(t, err)
			stream.pty(t, "xterm", 80, 24)
			stream.ask(t, "shell", nil)
			stream.see(t, `k".`) // without the first quotation mark if a frame was drawn before the key arrived
			a.checkVictim(t)
			must(t, stream.channel.Close())
		},
	},
}

// stallingConn is a connection that reads nothing after the test has closed the channel
// `stopped`.
type stallingConn struct {
	net.Conn
	stopped, ended chan struct{}
}

func (d *stallingConn) Read(p []byte) (int, error) {
	select {
	case <-d.stopped:
		<-d.ended
		return 0, io.EOF
	default:
		return d.Conn.Read(p)
	}
}

func stallingClient(t *testing.T, a *attacker) (*gossh.Client, *stallingConn) {
	t.Helper()
	d := &stallingConn{Conn: a.connect(t), stopped: make(chan struct{}), ended: make(chan struct{})}
	t.Cleanup(func() { close(d.ended) })
	conn, channels, requests, err := gossh.NewClientConn(d, a.address, &gossh.ClientConfig{
		User: "anybody", Auth: []gossh.AuthMethod{sshtest.GuestAuth()},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // it is ours
	})
	must(t, err)
	client := gossh.NewClient(conn, channels, requests)
	t.Cleanup(func() { _ = client.Close() })
	return client, d
}
