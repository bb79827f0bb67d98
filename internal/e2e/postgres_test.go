package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/internal/store/pgtest"
)

// onPostgres is the name of an environment variable. If it is set, all servers of the tests
// store their data in PostgreSQL; tests of files in the data directory then fail.
const onPostgres = "QUADRILLE_E2E_POSTGRES"

var (
	// postgresTests has the names of the tests for which useDatabase was called.
	postgresTests sync.Map
	// databases maps the path of each data directory to the URL of its database.
	databases sync.Map
)

// useDatabase makes the servers of a test and of its subtests store their data in PostgreSQL.
func useDatabase(t *testing.T) { postgresTests.Store(t.Name(), true) }

// databaseFor returns the URL of the PostgreSQL database of a server, or "" for SQLite.
func databaseFor(t *testing.T, data string) string {
	test, _, _ := strings.Cut(t.Name(), "/")
	if _, ok := postgresTests.Load(test); !ok && os.Getenv(onPostgres) == "" {
		return ""
	}
	if url, ok := databases.Load(data); ok {
		return url.(string)
	}
	url := pgtest.Database(t)
	databases.Store(data, url)
	return url
}

// serveDatabase starts a server with a PostgreSQL database and a new data directory.
func serveDatabase(t *testing.T, url, node string) *testServer {
	t.Helper()
	s := newNode(t, url, node, "")
	s.start()
	return s
}

// TestServersOfADatabaseShareTheHostKey checks that all servers of a database have the same
// host key, and that no command prints the password of the database.
func TestServersOfADatabaseShareTheHostKey(t *testing.T) {
	t.Parallel()
	url := strings.Replace(pgtest.Start(t).Database(t), "quadrille@", "quadrille:secret@", 1)
	var greetings []string
	for _, node := range []string{"a", "b"} {
		s := serveDatabase(t, url, node)
		_, key, _ := strings.Cut(s.greeting, "host key ")
		greetings = append(greetings, strings.Fields(key)[0])
		if strings.Contains(s.greeting+s.log.String(), "secret") {
			t.Errorf("the server prints the password:\n%s%s", s.greeting, s.log.String())
		}
	}
	if greetings[0] != greetings[1] || !strings.HasPrefix(greetings[0], "SHA256:") {
		t.Errorf("the host keys are %v", greetings)
	}
	shown, err := exec.Command(program, "config", "show", "--database", url).CombinedOutput()
	if err == nil && (strings.Contains(string(shown), "secret") || !strings.Contains(string(shown), "xxxxx")) {
		t.Errorf("config show prints:\n%s", shown)
	}
	doctor, _ := exec.Command(program, "doctor", "--data", t.TempDir(), "--database", url).CombinedOutput()
	if !strings.Contains(string(doctor), "ok     database: PostgreSQL ") || strings.Contains(string(doctor), "secret") {
		t.Errorf("doctor prints:\n%s", doctor)
	}
	doctor, _ = exec.Command(program, "doctor", "--data", t.TempDir(), "--database", "postgres://x:secret@127.0.0.1:1/x").CombinedOutput()
	if !strings.Contains(string(doctor), "WRONG  database: cannot use the database x on 127.0.0.1 ") ||
		strings.Contains(string(doctor), "secret") {
		t.Errorf("doctor prints without a database:\n%s", doctor)
	}
	if err != nil {
		t.Errorf("config show: %v\n%s", err, shown)
	}
}

// TestClusterGuideCommands runs the two commands of docs/cluster.md that dump and restore the
// database. A server with the restored database must have the same games.
func TestClusterGuideCommands(t *testing.T) {
	t.Parallel()
	useDatabase(t)
	s := serveFor(t)
	ada := named(t, s.address, "Ada")
	ada.mustRun(t, s.address, "new chess4")
	restored := pgtest.Database(t)
	dump := filepath.Join(t.TempDir(), "quadrille.dump")
	values := strings.NewReplacer("URL2", restored, "URL", s.database, "quadrille.dump", dump)
	lines := regexp.MustCompile(`(?m)^    (pg_\w+) (.*)`).FindAllStringSubmatch(readFile(t, "../../docs/cluster.md"), -1)
	for _, line := range lines {
		if out, err := exec.Command(line[1], strings.Fields(values.Replace(line[2]))...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line[0], err, out)
		}
	}
	if len(lines) != 2 {
		t.Fatalf("%d commands, want 2", len(lines))
	}
	copied := serveDatabase(t, restored, "a")
	if before, after := ada.mustRun(t, s.address, "tables"), ada.mustRun(t, copied.address, "tables"); before != after {
		t.Errorf("the tables of the restored database:\n%s\nwant:\n%s", after, before)
	}
}

// TestCommandsWithPostgreSQL checks that the command "ratings" can compare ratings and void a
// game in PostgreSQL while the server runs. Commands that need SQLite print which programs to
// use instead.
func TestCommandsWithPostgreSQL(t *testing.T) {
	t.Parallel()
	useDatabase(t)
	s := serveFor(t)
	p := gatherCommandGame(t, s.address, "chess4 rated=on")
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 3, 2, 1)
	const sound = "the stored ratings match the log"
	ratings := func(args ...string) []string {
		return lines(mustRun(t, append(append([]string{"ratings"}, args...), "--database", s.database)...))
	}
	if out := ratings(); !slices.Equal(out, []string{"rated games 1, ratings 4", sound}) {
		t.Errorf("ratings prints %q", out)
	}
	if out := ratings("void", "1", "--reason", "a test"); len(out) != 3 || out[1] != "rated games 0, ratings 0" || out[2] != sound {
		t.Errorf("ratings void prints %q", out)
	}
	if out := p.seats[0].mustRun(t, s.address, "ladder"); out != "" {
		t.Errorf("the ladder after the game was voided:\n%s", out)
	}
	ratings("count", "1", "--reason", "a test")
	s.admin("the administrator  counted  table 1  a test", "audit", "--last", "1")
	if out := ratings("--remake"); len(out) != 4 || out[2] != "rated games 1, ratings 4" || out[3] != sound {
		t.Errorf("ratings --remake prints %q", out)
	}
	if out := p.seats[0].mustRun(t, s.address, "ladder"); strings.Count(out, "games=1") != 4 {
		t.Errorf("the ladder after the game was counted again:\n%s", out)
	}

	dump := filepath.Join(t.TempDir(), "dump")
	must(t, os.WriteFile(dump, []byte("PGDMP and data"), 0o600))
	for line, want := range map[string]string{
		"backup b.tar": "use pg_dump instead; see docs/cluster.md", "vacuum": "use VACUUM FULL in psql instead; see docs/cluster.md",
		"restore " + dump + " --data new": "is a dump of PostgreSQL; restore it with pg_restore",
	} {
		cmd := exec.Command(program, strings.Fields(line)...)
		cmd.Env = append(os.Environ(), "QUADRILLE_SERVER_DATABASE="+s.database)
		if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), want) {
			t.Errorf("quadrille %s: %v, %s", line, cmd.ProcessState, out)
		}
	}
}

// Changes of the club at one server take effect at another: a ban, the removal of a key and
// the deletion of an account end open sessions, and an announcement is shown.
func TestServersOfADatabaseShareTheClub(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	a, b := serveDatabase(t, url, "a"), serveDatabase(t, url, "b")
	people := map[string]*person{}
	for _, name := range []string{"Ada", "Bob", "Cleo", "Dora"} {
		p := newPerson(t, name, 80, 24)
		p.mustRun(a.address, "name "+name)
		p.connect(b.address, "")
		p.See(t, "New table")
		people[name] = p
	}
	ended := func(name, reason string) {
		t.Helper()
		if p := people[name]; p.Ended(t) == 0 || !strings.Contains(p.Text(), reason) {
			t.Errorf("the session of %s ended, and the screen shows:\n%s\nwant %q", name, p.Text(), reason)
		}
	}
	a.admin("Ada is now owner", "role", "Ada", "owner", "--reason", "test")
	a.admin("applies", "ban", "Bob", "--reason", "rude")
	ended("Bob", "you are banned: rude")
	people["Bob"].checkCommand(b.address, "tables", 1, "")
	number, _, _ := strings.Cut(a.admin("Bob", "bans"), " ")
	people["Ada"].checkCommand(b.address, "admin unban "+number+" --reason sorry", 0, "ban "+number+" is lifted")
	a.admin("unbanned", "audit", "--last", "1")
	people["Bob"].checkCommand(b.address, "whoami", 0, "Bob")

	a.admin("is now a key of Cleo", "key", "add", "Cleo", keyLine(newPerson(t, "new", 80, 24).key), "--reason", "lost")
	a.admin(
		"is no longer a key of Cleo",
		"key",
		"remove",
		"Cleo",
		ssh.FingerprintSHA256(people["Cleo"].key.PublicKey()),
		"--reason",
		"stolen",
	)
	ended("Cleo", "this key was removed")
	a.admin("The account is deleted", "erase", "Dora", "--reason", "asked by letter")
	ended("Dora", "this account was deleted")

	people["Ada"].checkCommand(b.address, "admin announce 'Tea at five'", 0, "Announced")
	sshtest.Open(t, sshtest.Dial(t, a.address, sshtest.GuestAuth()), "guest", 100, 30, "").See(t, "Tea at five")
}
