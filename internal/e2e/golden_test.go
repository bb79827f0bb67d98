package e2e

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// Each file of testdata/golden is a script with its own server, together with what the server
// printed. Lines that begin with "$ " are steps. The indented lines below a step are what the
// clients received because of it. The test runs the steps and compares. With the flag -update
// it writes the files again. These are the steps:
//
//	open SESSION plain|dumb|api   open plain mode without a terminal, plain mode on a dumb terminal, or the JSON API
//	SESSION> LINE                 type a line in an open session
//	SESSION$ COMMAND              run a command without a terminal, as in "ssh HOST COMMAND"
//	SESSION% COMMAND              run a command on a terminal
//	close SESSION                 close the input of an open session
//	capture NAME REGEXP           from the next step on, print <NAME> for the first group of a match in its output
//	seed                          restart the server, with a constant seed for the first evening
//
// A session has the name of its player, with a digit added if the player has several sessions.
// Each player has a constant key and an address of their own; "guest" has no key. A value that
// changes from run to run is printed as a name in <>, and a step can use that name.
func TestGoldenTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for n, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			const settings = "[limits]\naccount_commands.burst = 10000\naddress_commands.burst = 10000\n"
			must(t, os.WriteFile(filepath.Join(data, "quadrille.toml"), []byte(settings), 0o600))
			g := &goldenScript{
				T: t, number: n, server: serveIn(t, data),
				people: map[string]*goldenPerson{}, streams: map[string]*goldenStream{}, values: map[string]string{},
			}
			g.values["owner-code"] = g.server.ownerCode()
			g.runFile(file)
		})
	}
}

// goldenScript is the state of a running script.
type goldenScript struct {
	*testing.T
	number  int
	server  *testServer
	people  map[string]*goldenPerson
	streams map[string]*goldenStream
	order   []string          // names of the sessions in the order in which they were opened
	values  map[string]string // the values that names in <> stand for
	into    string            // the name for what `capture` finds in the next step
	capture *regexp.Regexp
	failed  bool // whether a step has printed something unexpected
}

// goldenPerson is a player with a constant key.
type goldenPerson struct {
	auth   ssh.AuthMethod
	local  string
	client *ssh.Client
}

// goldenStream is an open session.
type goldenStream struct {
	*sshtest.Stream
	end  string // what the client sends at the end of a line
	read int    // number of bytes of the output that belong to earlier steps
}

// runFile runs the script in a file, and compares or writes the file.
func (g *goldenScript) runFile(file string) {
	text := readFile(g.T, file)
	var got, step, wanted strings.Builder
	finish := func() {
		if step.Len() > 0 {
			got.WriteString(g.step(step.String(), wanted.String()))
		}
		step.Reset()
		wanted.Reset()
	}
	for line := range strings.Lines(text) {
		switch words, isStep := strings.CutPrefix(line, "$ "); {
		case isStep:
			finish()
			got.WriteString(line)
			step.WriteString(strings.TrimSuffix(words, "\n"))
		case strings.HasPrefix(line, "  "):
			wanted.WriteString(line)
		default: // a comment
			finish()
			got.WriteString(line)
		}
	}
	finish()
	if *update {
		g.server.must(os.WriteFile(file, []byte(got.String()), 0o600))
	}
}

// step runs one step, and returns the lines that it printed.
func (g *goldenScript) step(step, wanted string) string {
	step = g.expand(step)
	var printed func() string
	name, rest, _ := strings.Cut(step, " ")
	switch kind := name[len(name)-1:]; {
	case name == "open":
		session, mode, _ := strings.Cut(rest, " ")
		g.open(session, mode)
	case name == "close":
		g.stream(rest).CloseInput()
		g.stream(rest).Ended(g.T)
	case name == "capture":
		into, expression, _ := strings.Cut(rest, " ")
		g.into, g.capture = into, regexp.MustCompile(expression)
		return ""
	case name == "seed":
		g.seed()
		return ""
	case kind == ">":
		s := g.stream(strings.TrimSuffix(name, kind))
		s.Type(g.T, rest+s.end)
	case kind == "$", kind == "%":
		text := g.command(strings.TrimSuffix(name, kind), rest, kind == "%")
		printed = func() string { return text }
	default:
		g.Fatalf("no step %q", step)
	}
	got := g.await(step, wanted, printed)
	if got != wanted && !*update {
		g.failed = true
		g.Errorf("the step %q printed:\n%swant:\n%s", step, got, wanted)
	}
	return got
}

// expand replaces names in <> by the values that they stand for.
func (g *goldenScript) expand(step string) string {
	for name, value := range g.values {
		step = strings.ReplaceAll(step, "<"+name+">", value)
	}
	return step
}

func (g *goldenScript) stream(name string) *goldenStream {
	s := g.streams[name]
	if s == nil {
		g.Fatalf("no session %q", name)
	}
	return s
}

func (g *goldenScript) open(name, mode string) {
	s := &goldenStream{end: "\n"}
	switch mode {
	case "dumb":
		s.end = "\r"
		s.Stream = sshtest.OpenStream(g.T, g.client(name), name, "dumb", "")
	default:
		s.Stream = sshtest.OpenStream(g.T, g.client(name), name, "", mode)
	}
	g.streams[name] = s
	g.order = append(g.order, name)
}

// client returns the connection of the player of a session.
func (g *goldenScript) client(session string) *ssh.Client {
	name := strings.TrimRight(session, "0123456789")
	p := g.people[name]
	if p == nil {
		seed := sha256.Sum256([]byte(name))
		key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
		g.server.must(err)
		p = &goldenPerson{auth: sshtest.KeyAuth(key), local: net.IPv4(127, 77, byte(g.number), byte(len(g.people)+1)).String()}
		if name == "guest" {
			p.auth = sshtest.GuestAuth()
		}
		g.people[name] = p
	}
	if p.client == nil {
		p.client = sshtest.DialFrom(g.T, p.local, g.server.address, p.auth)
	}
	return p.client
}

// command runs a command and returns what it printed.
func (g *goldenScript) command(name, line string, terminal bool) string {
	var text strings.Builder
	print := func(mark, out string) {
		if !utf8.ValidString(out) || strings.Contains(out, "\x00") {
			out = "(binary)"
		}
		for n, row := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
			if n >= 150 || out == "" {
				break
			}
			fmt.Fprintf(&text, "  %s%s %.600s\n", name, mark, g.normalLine(strings.TrimSuffix(row, "\r")))
		}
	}
	session, err := g.client(name).NewSession()
	g.server.must(err)
	defer func() { _ = session.Close() }()
	if terminal {
		g.server.must(session.RequestPty("xterm-256color", 30, 100, ssh.TerminalModes{}))
	}
	var out, errs bytes.Buffer
	session.Stdout, session.Stderr = &out, &errs
	timer := time.AfterFunc(20*time.Second, func() { _ = session.Close() })
	defer timer.Stop()
	err = session.Run(line)
	found := g.capture
	g.find(out.String())
	if found != nil && g.capture != nil {
		g.Fatalf("%q is not in %q", found, out.String())
	}
	print("$", out.String())
	print("!", errs.String())
	if err != nil {
		print("=", err.Error())
	}
	return text.String()
}

// find stores the value for a name, if the output contains it.
func (g *goldenScript) find(output string) {
	if g.capture == nil {
		return
	}
	if match := g.capture.FindStringSubmatch(output); match != nil {
		g.values[g.into], g.capture = match[1], nil
	}
}

// await waits until the clients have received what the file contains for a step, and returns
// what they received. If they receive something else, or if the file is to be written, it waits
// until nothing more arrives.
func (g *goldenScript) await(step, wanted string, printed func() string) string {
	ends := map[string]int{}
	read := func() (text string) {
		if printed != nil {
			text = printed()
		}
		for _, name := range g.order {
			s := g.streams[name]
			output := s.Output()
			ends[name] = len(output)
			g.find(output[s.read:])
			text += g.received(name, output[:s.read], output[s.read:])
		}
		return text
	}
	begun := time.Now()
	last, since := "", begun
	for {
		now := read()
		if now != last {
			last, since = now, time.Now()
		}
		quiet := 4 * time.Second
		if last != "" && (*update || g.failed) || printed != nil && !strings.HasPrefix(wanted, printed()) {
			quiet = 500 * time.Millisecond
			if strings.Contains(step, "rematch") { // the server opens it a little later
				quiet = 2 * time.Second
			}
		}
		if now == wanted && !*update || time.Since(since) > quiet {
			for name, end := range ends {
				g.streams[name].read = end
			}
			return now
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// received returns the lines of a session's output in this step. Lines that come from different
// goroutines of the server, and therefore in any order, are sorted by their kind. An invitation to a
// rematch is left out if it repeats one of an earlier step: whether the server sends it again depends
// on how quickly a new offer follows a declined one.
func (g *goldenScript) received(name, earlier, output string) string {
	lines := strings.SplitAfter(strings.ReplaceAll(output, "\r\n", "\n"), "\n")
	slices.SortStableFunc(lines, func(a, b string) int { return lineKind(a) - lineKind(b) })
	var text strings.Builder
	for _, line := range lines {
		again := strings.Contains(line, `"event":"invited"`) && strings.Contains(line, `"rematch":true`) && strings.Contains(earlier, line)
		if line != "" && !again {
			fmt.Fprintf(&text, "  %s| %s\n", name, g.normalLine(strings.TrimSuffix(line, "\n")))
		}
	}
	return text.String()
}

// lineKind returns 0 for an answer, 1 for an event of a table, and 2 for news from elsewhere.
func lineKind(line string) int {
	switch {
	case strings.HasPrefix(line, "{") && !strings.Contains(line, `"event":`), line == "":
		return 0
	case strings.HasPrefix(line, "{") && !strings.Contains(line, `"seq":`), elsewhere.MatchString(line):
		return 2
	}
	return 1
}

// elsewhere matches the lines of plain mode that are about another table than the player's.
var elsewhere = regexp.MustCompile(`invites you|Type "table \d+"`)

// normalLine replaces the values in a line that change from run to run. It sorts the fields of
// a JSON object.
func (g *goldenScript) normalLine(line string) string {
	var object map[string]any
	if strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &object) == nil {
		var sorted strings.Builder
		e := json.NewEncoder(&sorted)
		e.SetEscapeHTML(false)
		g.server.must(e.Encode(object))
		line = strings.TrimSuffix(sorted.String(), "\n")
	}
	return g.normal(line)
}

// changing finds values that change from run to run.
var changing = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), "<time>"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( [+-]\d{4}| UTC)?`), "<time>"},
	{regexp.MustCompile(`\d{4}[-.]\d\d[-.]\d\d`), "<date>"},
	{regexp.MustCompile(`\b\d\d? (January|February|March|April|May|June|July|August|September|October|November|December) \d{4}`), "<date>"},
	{regexp.MustCompile(`\b\d\d? (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b`), "<date>"},
	{regexp.MustCompile(`\b0\.2\.0\+[\w.]+`), "0.2.0"}, // a build in a clean clone
	{regexp.MustCompile(`\bguest-\w{4}\b`), "guest-<code>"},
	{regexp.MustCompile(`\b\d\d?:\d\d(:\d\d)?\b`), "<clock>"},
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "<address>"},
	{regexp.MustCompile(`ssh (-t )?-p \d+ 127\.0\.0\.1`), "ssh ${1}HOST"},
	{regexp.MustCompile(`-p \d+`), "-p <port>"},
	{regexp.MustCompile(`"spent_ms":\d+`), `"spent_ms":"<time>"`},
}

// normal replaces the values in a text that change from run to run.
func (g *goldenScript) normal(text string) string {
	for _, name := range slices.Sorted(maps.Keys(g.values)) {
		text = strings.ReplaceAll(text, g.values[name], "<"+name+">")
	}
	for _, c := range changing {
		text = c.pattern.ReplaceAllString(text, c.name)
	}
	text = strings.ReplaceAll(text, "\x1b", "<esc>")
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// seed restarts the server with a constant seed for the first evening, which otherwise is random.
func (g *goldenScript) seed() {
	if g.server.database != "" {
		g.Skip("an evening in PostgreSQL has a random seed")
	}
	g.server.kill()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(g.server.data, "quadrille.db")+"?mode=rw")
	g.server.must(err)
	defer func() { _ = db.Close() }()
	const data = `json_set(data, '$.plan.seed', 7)`
	_, err = db.Exec(`UPDATE evening_events SET data = ` + data + `, checksum = event_checksum(evening, seq, ` + data + `) WHERE seq = 1`)
	g.server.must(err)
	g.server.must(db.Close())
	g.server.start()
	g.order, g.streams = nil, map[string]*goldenStream{}
	for _, p := range g.people {
		p.client = nil
	}
}
