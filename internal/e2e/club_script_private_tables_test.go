package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"

	"quadrille/internal/adminsocket"
	"quadrille/internal/sshtest"
)

// naming lists commands that have a table as an argument. N stands for its number.
var naming = []string{
	"watch N", "play N", "play N white", "play N nonsense", "move N resign", "move N m2-m4 --after 0", "move N m2-m4 --id x",
	"record N", "analysis N", "record N --format nonsense", "record N --format pgn4", "games --before N", "games --before N --json",
	"invite N Hal", "invite N Nobody", "watch N --password wrong-wrong",
	"admin close N --reason why", "admin adjudicate N draw --reason why", "admin unseat N Hal --reason why",
	"admin void N --reason why", "admin restore N --reason why",
}

// unseen runs the script command "unseen NAME TABLE NONE". It checks that player NAME gets
// the same answers about TABLE, which they must not see, as about table NONE, which never
// existed.
func (s *clubScript) unseen(ts *testscript.TestScript, _ bool, args []string) {
	client := s.connect(ts, args[0])
	defer func() { _ = client.Close() }()
	hidden, none := args[1], args[2]
	for _, line := range naming {
		if strings.Contains(line, "--password") && args[0] != "guest" {
			// skip commands with a password: the server limits the attempts, so the answers for the two tables can
			// differ; other tests cover this
			continue
		}
		var printed [2]string
		for i, id := range []string{hidden, none} {
			out, errs, status := sshtest.Run(s, client, strings.ReplaceAll(line, "N", id))
			printed[i] = strings.ReplaceAll(out+"|"+errs, id, "N") + string(rune('0'+status))
		}
		if printed[0] != printed[1] {
			ts.Fatalf("%s, %s: %q, where there is none %q", args[0], line, printed[0], printed[1])
		}
	}
	if a, b := s.askFor(ts, client, hidden), s.askFor(ts, client, none); a != b {
		ts.Fatalf("%s, api: %q, where there is none %q", args[0], a, b)
	}
	for _, list := range []string{"tables", "games", "games --json", "waiting", "player Hal"} {
		out, _, _ := sshtest.Run(s, client, list)
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, hidden+" ") || strings.Contains(line, `"table":`+hidden+",") {
				ts.Fatalf("%s, %s: %s", args[0], list, line)
			}
		}
	}
}

// askFor sends each API request that names a table and returns all answers.
func (s *clubScript) askFor(ts *testscript.TestScript, client *ssh.Client, id string) string {
	requests := []string{`{"v":2,"id":"t","command":"tables"}`}
	for _, verb := range []string{"sit", "watch", "leave", "state", "legal", "ready", "move", "resign", "offer", "vote", "chat"} {
		requests = append(requests, `{"v":2,"id":"`+verb+`","command":"`+verb+`","table":`+id+`}`)
	}
	return strings.ReplaceAll(s.ask(ts, client, requests...), "able "+id, "able N")
}

// stored runs the script command "stored [!] TEXT". It checks that the files of the data
// directory contain the text, or with "!" that they do not.
func (s *clubScript) stored(ts *testscript.TestScript, _ bool, args []string) {
	text, found := args[len(args)-1], false
	files, err := filepath.Glob(filepath.Join(s.server.data, "*"))
	ts.Check(err)
	for _, file := range files {
		if filepath.Base(file) == adminsocket.Name {
			continue
		}
		data, err := os.ReadFile(file)
		ts.Check(err)
		found = found || bytes.Contains(data, []byte(text))
	}
	if found == (args[0] == "!") {
		ts.Fatalf("stored: %v", found)
	}
}

// api runs the script command "api NAME REQUEST...". It sends the requests to the JSON API with
// the key of the player NAME.
func (s *clubScript) api(ts *testscript.TestScript, _ bool, args []string) {
	client := s.connect(ts, args[0])
	defer func() { _ = client.Close() }()
	s.printed = s.ask(ts, client, args[1:]...)
	_, _ = ts.Stdout().Write([]byte(s.printed))
}

func (s *clubScript) ask(ts *testscript.TestScript, client *ssh.Client, requests ...string) string {
	session, err := client.NewSession()
	ts.Check(err)
	defer func() { _ = session.Close() }()
	requests = append([]string{`{"v":2,"id":"0","command":"hello"}`}, requests...)
	session.Stdin = strings.NewReader(strings.Join(requests, "\n") + "\n")
	out, err := session.Output("api")
	ts.Check(err)
	return string(out)
}
