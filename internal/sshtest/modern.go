package sshtest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// The rhythm in which OpenSSH sends pings while somebody types (ObscureKeystrokeTiming). It
// sends a packet every 20 ms; some of them are keys, so about 48 a second are pings.
const (
	pingsPerSecond = 48
	pingsAfterKey  = 2 * time.Second // OpenSSH chooses a random time between 1 and 3 seconds
)

// ping is a message of OpenSSH's extension ping@openssh.com. The server answers with a pong of
// the same data.
type ping struct {
	Data string `sshtype:"192"`
}

// Ping is the packet that OpenSSH sends. It is as long as a packet with one typed byte.
var Ping = ssh.Marshal(ping{"PING!"})

const msgPong = 193

// Modern is a session with a terminal in a client that does what OpenSSH does from version
// 9.5 on: it sends pings from each key until two seconds after it. It is not built on a client
// of golang.org/x/crypto/ssh, because such a client ends when it receives the answer of a ping.
type Modern struct {
	conn    *RawConn
	output  io.Writer // receives the output of the session
	answers bool      // whether the terminal answers queries
	remote  uint32    // number of the session's channel at the server
	started chan struct{}
	ended   chan struct{}

	Pings, Pongs, Queries atomic.Int64 // number of pings sent, of pongs received, and of queries answered

	mu     sync.Mutex // held while a packet is sent
	until  time.Time  // when the pings end
	active bool       // whether the method ping is running
	unread uint32     // bytes of output since the window was last enlarged; only the method receive uses it
}

// ModernOptions describes a modern client and its terminal.
type ModernOptions struct {
	Auth          ssh.AuthMethod
	Kind          string // TERM
	Width, Height int
	Command       string    // empty for the shell
	Output        io.Writer // receives the output of the session, from one goroutine
	Answers       bool      // whether the terminal answers queries
}

const modernWindow = 8 << 20

// OpenModern logs in over a connection and opens a session.
func OpenModern(c net.Conn, o ModernOptions) (*Modern, error) {
	raw, err := rawLogin(&recorder{Conn: c}, o.Auth)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	m := &Modern{conn: raw, output: o.Output, answers: o.Answers, started: make(chan struct{}), ended: make(chan struct{})}
	go m.receive()
	if err := errors.Join(c.SetDeadline(time.Time{}), m.send(ssh.Marshal(struct {
		Type                   string `sshtype:"90"`
		ID, Window, PacketSize uint32
	}{"session", 0, modernWindow, 32 << 10}))); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	select {
	case <-m.started:
	case <-m.ended:
		return nil, errors.Join(errors.New("sshtest: the server has refused the session"), c.Close())
	}
	terminal := ssh.Marshal(struct {
		Kind                          string
		Width, Height, PixelW, PixelH uint32
		Modes                         string
	}{o.Kind, uint32(o.Width), uint32(o.Height), 0, 0, "\x00"})
	if err := m.Request("pty-req", terminal); err != nil {
		return nil, err
	}
	if o.Command == "" {
		return m, m.Request("shell", nil)
	}
	return m, m.Request("exec", ssh.Marshal(struct{ Command string }{o.Command}))
}

// Request sends a request for the session, without asking for a reply.
func (m *Modern) Request(kind string, data []byte) error {
	return m.send(ssh.Marshal(struct {
		ID    uint32 `sshtype:"98"`
		Type  string
		Reply bool
		Data  []byte `ssh:"rest"`
	}{m.remote, kind, false, data}))
}

// Resize tells the server the size of the terminal.
func (m *Modern) Resize(width, height int) error {
	return m.Request("window-change", ssh.Marshal(struct{ Width, Height, PixelW, PixelH uint32 }{uint32(width), uint32(height), 0, 0}))
}

// send sends packets, padded to blocks of 16 bytes as RFC 4253 demands.
func (m *Modern) send(payload []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	padding := 16 - (1+len(payload))%16
	if padding < 4 {
		padding += 16
	}
	_, err := m.conn.Write(m.conn.out.seal(nil, payload, padding))
	return err
}

// Write sends typed keys, or answers of the terminal: OpenSSH cannot tell them from keys.
func (m *Modern) Write(p []byte) (int, error) {
	if err := m.send(ssh.Marshal(struct {
		ID   uint32 `sshtype:"94"`
		Data []byte
	}{m.remote, p})); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.until = time.Now().Add(pingsAfterKey)
	if !m.active {
		m.active = true
		go m.ping()
	}
	return len(p), nil
}

// ping sends pings until the time m.until.
func (m *Modern) ping() {
	ticker := time.NewTicker(time.Second / pingsPerSecond)
	defer ticker.Stop()
	for now := range ticker.C {
		m.mu.Lock()
		m.active = now.Before(m.until)
		active := m.active
		m.mu.Unlock()
		if !active || m.send(Ping) != nil {
			return
		}
		m.Pings.Add(1)
	}
}

// Ping sends one ping.
func (m *Modern) Ping() error {
	m.Pings.Add(1)
	return m.send(Ping)
}

func (m *Modern) receive() {
	defer close(m.ended)
	for {
		packet, err := m.conn.Receive()
		if err != nil {
			return
		}
		switch packet[0] {
		case 91: // the channel is open
			m.remote = binary.BigEndian.Uint32(packet[5:])
			close(m.started)
		case 92, 97: // the channel could not be opened, or is closed
			return
		case 94: // output
			m.take(packet[9:])
		case 95: // output of the error stream
			m.take(packet[13:])
		case msgPong:
			m.Pongs.Add(1)
		}
	}
}

func (m *Modern) take(output []byte) {
	if m.answers {
		if answers := Answers(output); answers != nil {
			m.Queries.Add(1)
			_, _ = m.Write(answers)
		}
	}
	_, _ = m.output.Write(output)
	if m.unread += uint32(len(output)); m.unread > modernWindow/2 {
		_ = m.send(ssh.Marshal(struct {
			ID, More uint32 `sshtype:"93"`
		}{m.remote, m.unread}))
		m.unread = 0
	}
}

// Ended returns a channel that is closed at the end of the session.
func (m *Modern) Ended() <-chan struct{} { return m.ended }

// Close closes the connection.
func (m *Modern) Close() error { return m.conn.Close() }

// queries are the questions of the server to a terminal, and the answers of foot, which
// answers all of them.
var queries = []struct{ question, answer string }{
	{"\x1b[?2026$p", "\x1b[?2026;2$y"},
	{"\x1b[>q", "\x1bP>|foot(1.18.1)\x1b\\"},
	{"\x1b[?1004$p", "\x1b[?1004;2$y"},
	{"\x1b]11;?\x07", "\x1b]11;rgb:2424/2424/2424\x1b\\"},
	{"\x1bP+q524742\x1b\\", "\x1bP1+r524742=382F382F38\x1b\\"},
}

// Answers returns what a terminal that answers all queries sends when it receives the output.
func Answers(output []byte) (answers []byte) {
	for _, q := range queries {
		for range bytes.Count(output, []byte(q.question)) {
			answers = append(answers, q.answer...)
		}
	}
	return answers
}

// CountingConn counts what passes over a connection. Each write is a packet of the client.
// There are at least as many packets of the server as reads.
type CountingConn struct {
	net.Conn
	Reads, Writes, BytesRead, BytesWritten atomic.Int64
}

// Read counts a read.
func (c *CountingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.Reads.Add(1)
	c.BytesRead.Add(int64(n))
	return n, err
}

// Write counts a write.
func (c *CountingConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.Writes.Add(1)
	c.BytesWritten.Add(int64(n))
	return n, err
}
