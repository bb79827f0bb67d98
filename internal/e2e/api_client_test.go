package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// apiClient is a client of the JSON API over ssh.
type apiClient struct {
	testing.TB
	name    string
	client  *ssh.Client
	session *ssh.Session
	in      io.Writer
	out     chan fields // closed after the server's last line
	asked   int
	events  []fields // received events that no test has read yet
}

// fields are the fields of one JSON line.
type fields map[string]any

func (f fields) number(name string) int {
	n, _ := f[name].(float64)
	return int(n)
}

func (f fields) text(name string) string {
	s, _ := f[name].(string)
	return s
}

func (f fields) list(name string) []any {
	l, _ := f[name].([]any)
	return l
}

func (f fields) in(name string) fields {
	m, _ := f[name].(map[string]any)
	return m
}

// newAPIClient connects with a key and sends the request "hello". If the key is new, it
// claims the name.
func newAPIClient(t testing.TB, s *testServer, key ssh.Signer, name string) *apiClient {
	t.Helper()
	m := connectAPIClient(t, s, key, name)
	m.must(m.request("hello", fields{"name": name}))
	return m
}

func connectAPIClient(t testing.TB, s *testServer, key ssh.Signer, name string) *apiClient {
	t.Helper()
	m := &apiClient{TB: t, name: name, out: make(chan fields, 1000)}
	m.client = sshtest.Dial(t, s.address, sshtest.KeyAuth(key))
	var err error
	if m.session, err = m.client.NewSession(); err != nil {
		t.Fatal(err)
	}
	if m.in, err = m.session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := m.session.StdoutPipe()
	must(t, err)
	must(t, m.session.Start("api"))
	go m.listen(out)
	return m
}

func (m *apiClient) listen(out io.Reader) {
	defer close(m.out)
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		line := fields{}
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			line = fields{"event": "garbage", "line": scanner.Text()}
		}
		m.out <- line
	}
}

// next returns the next line that the server sends.
func (m *apiClient) next() fields {
	m.Helper()
	select {
	case line, more := <-m.out:
		if !more {
			m.Fatalf("%s: the server has closed the connection", m.name)
		}
		return line
	case <-time.After(20 * time.Second):
		m.Fatalf("%s: the server sends nothing; received: %v", m.name, m.events)
	}
	return nil
}

// sendLine sends a line unchanged.
func (m *apiClient) sendLine(text string) {
	m.Helper()
	if _, err := io.WriteString(m.in, text+"\n"); err != nil {
		m.Fatalf("%s: %v", m.name, err)
	}
}

// request sends a request and waits for its answer. It keeps the events that arrive before the
// answer, and the method event returns them later.
func (m *apiClient) request(do string, with fields) (result fields, fault fields) {
	m.Helper()
	m.asked++
	id := fmt.Sprintf("%s-%d", m.name, m.asked)
	request := fields{"v": 2, "id": id, "command": do}
	maps.Copy(request, with)
	text, err := json.Marshal(request)
	must(m, err)
	m.sendLine(string(text))
	return m.answer(id)
}

func (m *apiClient) answer(id string) (result fields, fault fields) {
	m.Helper()
	for {
		line := m.next()
		if line["event"] != nil {
			m.events = append(m.events, line)
			continue
		}
		if line.text("id") != id {
			m.Fatalf("%s: the answer to %q is %v", m.name, id, line)
		}
		return line.in("result"), line.in("error")
	}
}

// must returns the result of a request. It fails the test if the request was refused.
func (m *apiClient) must(result, fault fields) fields {
	m.Helper()
	if fault != nil {
		m.Fatalf("%s: refused: %v", m.name, fault)
	}
	return result
}

// refused sends a request that must be refused with the given code.
func (m *apiClient) refused(code string, do string, with fields) {
	m.Helper()
	if result, fault := m.request(do, with); fault.text("code") != code || fault.text("message") == "" {
		m.Errorf("%s: %s %v gives %v, %v; want the code %s", m.name, do, with, result, fault, code)
	}
}

func (m *apiClient) event() fields {
	m.Helper()
	if len(m.events) > 0 {
		first := m.events[0]
		m.events = m.events[1:]
		return first
	}
	line := m.next()
	if line["event"] == nil {
		m.Fatalf("%s: an answer without a request: %v", m.name, line)
	}
	return line
}

// awaitEvent returns the next event of a kind and discards the events before it.
func (m *apiClient) awaitEvent(kind string) fields {
	m.Helper()
	for {
		if e := m.event(); e.text("event") == kind {
			return e
		}
	}
}

// drop closes the connection without sending a request first.
func (m *apiClient) drop() { _ = m.client.Close() }
