package server

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// apiSession is a session of the JSON API.
type apiSession struct {
	*raw
	lines *bufio.Scanner
}

func (a *attacker) openAPI(t *testing.T, client *gossh.Client) *apiSession {
	t.Helper()
	p := &apiSession{raw: newRaw(t, client)}
	p.ask(t, "exec", gossh.Marshal(struct{ S string }{"api"}))
	p.lines = bufio.NewScanner(p.channel)
	p.lines.Buffer(nil, 1<<20)
	p.send(t, `{"v":2,"command":"hello"}`)
	p.expect(t, `"max_line"`)
	return p
}

func (p *apiSession) send(t *testing.T, line string) {
	t.Helper()
	_, err := io.WriteString(p.channel, line+"\n")
	must(t, err)
}

// expect fails the test unless the next line of output contains the given text.
func (p *apiSession) expect(t *testing.T, want string) {
	t.Helper()
	if !p.lines.Scan() || !strings.Contains(p.lines.Text(), want) {
		t.Fatalf("received %q, %v; want %q", p.lines.Text(), p.lines.Err(), want)
	}
}

// apiAttacks lists attacks on the JSON API.
var apiAttacks = []attack{
	{
		name: "an endless line after hello", reason: "unrecognized input|input flood|too much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			p := a.openAPI(t, a.dial(t))
			for {
				if _, err := p.channel.Write([]byte(strings.Repeat("[", 16<<10))); err != nil {
					break
				}
			}
			a.checkVictim(t)
			p.awaitEnd(t)
		},
	},
	{
		name: "malformed requests",
		do: func(t *testing.T, a *attacker) {
			p := a.openAPI(t, a.dial(t))
			for line, code := range map[string]string{
				strings.Repeat("x", 20<<10):                     "line-too-long",
				`{"v":2,"command":` + strings.Repeat("[", 4000): "not-json",
				`{"v":2,"command":"chat","table":` + strings.Repeat(`{"a":`, 600) + "1" + strings.Repeat("}", 600) + "}": "missing-field",
				`{"v":2,"command":"ping","command":"ping"}`:                                                              "not-json",
				"{\"v\":2,\"command\":\"\xff\xfe\"}":                                                                     "no-such-command",
				"\xff\x00\x1b[31m":                                                                                       "not-json",
				`{"v":2,"command":"watch","table":1,"after":-1}`:                                                         "no-such-table",
				`{"v":2,"command":"watch","table":99999999999999999999999}`:                                              "wrong-type",
				`{"v":2e999,"command":"ping"}`:                                                                           "wrong-type",
				`{"v":2,"command":"ready","table":-9223372036854775808}`:                                                 "not-followed",
				`{"v":2,"command":"move","table":1,"action":"","ply":-1,"key":"\u0000"}`:                                 "bad-value",
			} {
				p.send(t, line)
				p.expect(t, `"code":"`+code+`"`)
			}
			a.checkVictim(t)
			p.send(t, `{"v":2,"command":"ping"}`)
			p.expect(t, `"at"`)
			must(t, p.channel.Close())
		},
	},
	{
		// The API delays these requests, but does not disconnect the client.
		name: "a flood of requests",
		do: func(t *testing.T, a *attacker) {
			p := a.openAPI(t, a.dial(t))
			go func() {
				for n := range 300 {
					if _, err := fmt.Fprintf(p.channel, `{"v":2,"id":"%d","command":"ping"}`+"\n", n); err != nil {
						return
					}
				}
			}()
			begun := time.Now()
			for n := range 300 {
				p.expect(t, fmt.Sprintf(`"id":"%d"`, n))
				if n == 100 {
					a.checkVictim(t)
				}
			}
			if took := time.Since(begun); took < 400*time.Millisecond {
				t.Errorf("300 requests were answered in %v", took)
			}
			must(t, p.channel.Close())
		},
	},
	{
		name: "a client that reads no answers", limits: Limits{WriteTimeout: 500 * time.Millisecond}, reason: "write timed out|too " +
			"much data that no session has read",
		do: func(t *testing.T, a *attacker) {
			client, ears := stallingClient(t, a)
			p := a.openAPI(t, client)
			close(ears.stopped)
			a.checkVictim(t)
			for {
				if _, err := io.WriteString(p.channel, `{"v":2,"command":"games"}`+"\n"); err != nil {
					return
				}
			}
		},
	},
}
