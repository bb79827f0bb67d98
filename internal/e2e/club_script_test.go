package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// What people do in a club, over ssh: a file of testdata/club a subject. Each has
// a server of its own. Besides what testscript knows, a script may say
//
//	as NAME COMMAND...     give a command with that person's key; "guest" has none
//	from ADDRESS           come from that address of this machine from now on
//	restart [FLAG...]      kill -9 the server, and start it again
//	remember VAR REGEXP    put the first group of what was said last into $VAR
//	sit NAME N SEAT        that person sits down at that table, is ready, and stays until the end
//	unseen NAME N NONE     to that person table N is as table NONE, which was never made
//	api NAME REQUEST...    a program of that person says this at the door for programs
//	stored [!] TEXT        the data directory has that text, or has it not
//	moves N NAMES ACTION...  people, separated by commas, play actions at table N in turn
//	board N SEAT...        everybody at that board of the evening sits down and is ready; these seats resign
//
// $OWNERCODE is what the server said when it began.
func TestClubScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/club/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			s := &clubScript{T: t, server: serveFor(t), keys: map[string]ssh.Signer{}}
			s.run(file)
		})
	}
}

// inTurn is a test whose scripts run at once, not after the test that starts them.
type inTurn struct{ *testing.T }

func (t inTurn) Parallel()     {}
func (t inTurn) Verbose() bool { return testing.Verbose() }
func (t inTurn) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(inTurn{t}) })
}

// run runs a script.
func (s *clubScript) run(file string) {
	code := s.server.ownersCode()
	testscript.RunT(inTurn{s.T}, testscript.Params{
		Files: []string{file},
		Setup: func(e *testscript.Env) error {
			e.Setenv("OWNERCODE", code)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"as": s.as, "from": s.comeFrom, "restart": s.restart, "remember": s.remember, "board": s.board, "sit": s.sit, "unseen": s.unseen, "stored": s.stored, "api": s.api,
			"moves": s.moves,
		},
	})
}

// clubScript is what a script plays in.
type clubScript struct {
	*testing.T
	server *testServer
	keys   map[string]ssh.Signer // by name
	from   string
	said   string
}

func (s *clubScript) as(ts *testscript.TestScript, fails bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("say as NAME COMMAND...")
	}
	client, err := sshtest.TryDialFrom(s.from, s.server.address, s.auth(args[0]))
	if err != nil {
		if !fails {
			ts.Fatalf("connecting: %v", err)
		}
		_, _ = ts.Stderr().Write([]byte(err.Error()))
		return
	}
	defer func() { _ = client.Close() }()
	out, errs, status := sshtest.Run(s, client, quoted(args[1:]))
	s.said = out
	_, _ = ts.Stdout().Write([]byte(out))
	_, _ = ts.Stderr().Write([]byte(errs))
	if (status != 0) != fails {
		ts.Fatalf("status %d", status)
	}
}

func (s *clubScript) auth(name string) ssh.AuthMethod {
	if name == "guest" {
		return sshtest.GuestAuth()
	}
	return sshtest.KeyAuth(s.key(name))
}

func (s *clubScript) key(name string) ssh.Signer {
	if s.keys[name] == nil {
		s.keys[name] = sshtest.NewKey(s)
	}
	return s.keys[name]
}

// quoted is a command line of which ssh makes these words again.
func quoted(words []string) string {
	line := make([]string, len(words))
	for i, w := range words {
		if line[i] = w; w == "" || strings.ContainsAny(w, " '\"") {
			line[i] = `"` + strings.ReplaceAll(w, `"`, `\"`) + `"`
		}
	}
	return strings.Join(line, " ")
}

func (s *clubScript) comeFrom(_ *testscript.TestScript, _ bool, args []string) { s.from = args[0] }

func (s *clubScript) restart(_ *testscript.TestScript, _ bool, args []string) {
	s.server.kill()
	s.server.said = ""
	s.server.start(args...)
}

func (s *clubScript) remember(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(s.said)
	if len(found) < 2 {
		ts.Fatalf("%s is not in\n%s", args[1], s.said)
	}
	ts.Setenv(args[0], found[1])
}
