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

// Each file of testdata/club is a script with its own server. Scripts have the commands
// of testscript and these:
//
//	as NAME COMMAND...     run a command over ssh with that player's key; "guest" connects without a key
//	from ADDRESS           connect from that local address from now on
//	restart [FLAG...]      kill the server with SIGKILL and start it again
//	remember VAR REGEXP    set $VAR to the first group of a match in the last output
//	sit NAME N SEAT        take a seat at a table, get ready, and stay until the end
//	unseen NAME N NONE     check that table N looks to the player like table NONE, which never existed
//	api NAME REQUEST...    send requests to the JSON API with that player's key
//	stored [!] TEXT        check that the data directory contains the text; with "!", that it does not
//	moves N NAMES ACTION...  let the players (separated by commas) take turns to play the actions at table N
//	board N SEAT...        play board N of the evening: all players get ready, and these seats resign
//
// $OWNERCODE is the code that the server prints while the club has no owner.
func TestClubScripts(t *testing.T) {
	t.Parallel()
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

// inTurn is a testscript.T that runs its scripts one after another.
type inTurn struct{ *testing.T }

func (t inTurn) Parallel()     {}
func (t inTurn) Verbose() bool { return testing.Verbose() }
func (t inTurn) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(inTurn{t}) })
}

func (s *clubScript) run(file string) {
	code := s.server.ownerCode()
	testscript.RunT(inTurn{s.T}, testscript.Params{
		Files: []string{file},
		Setup: func(e *testscript.Env) error {
			e.Setenv("OWNERCODE", code)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"as": s.as, "from": s.setAddress, "restart": s.restart, "remember": s.remember, "board": s.board, "sit": s.sit,
			"unseen": s.unseen, "stored": s.stored, "api": s.api,
			"moves": s.moves,
		},
	})
}

// clubScript is the state of a running script.
type clubScript struct {
	*testing.T
	server  *testServer
	keys    map[string]ssh.Signer // the key of each player, by name
	from    string
	printed string
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
	s.printed = out
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

// quoted joins words into a command line that the server splits into the same words.
func quoted(words []string) string {
	line := make([]string, len(words))
	for i, w := range words {
		if line[i] = w; w == "" || strings.ContainsAny(w, " '\"") {
			line[i] = `"` + strings.ReplaceAll(w, `"`, `\"`) + `"`
		}
	}
	return strings.Join(line, " ")
}

func (s *clubScript) setAddress(_ *testscript.TestScript, _ bool, args []string) { s.from = args[0] }

func (s *clubScript) restart(_ *testscript.TestScript, _ bool, args []string) {
	s.server.kill()
	s.server.greeting = ""
	s.server.start(args...)
}

func (s *clubScript) remember(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(s.printed)
	if len(found) < 2 {
		ts.Fatalf("%s is not in\n%s", args[1], s.printed)
	}
	ts.Setenv(args[0], found[1])
}
