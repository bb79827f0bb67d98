package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/sshtest"
)

// serveWithMetrics starts a server with metrics and returns the URL of its metrics listener.
func serveWithMetrics(t *testing.T) (s *testServer, at string) {
	t.Helper()
	s = newServer(t, filepath.Join(t.TempDir(), "data"))
	return s, s.startWithMetrics()
}

// startWithMetrics starts the server and returns the URL of its metrics listener.
func (s *testServer) startWithMetrics() (at string) {
	s.Helper()
	s.start("--metrics", "127.0.0.1:0")
	return s.metricsURL()
}

// metricsURL waits until the server listens for requests of metrics, and returns the URL.
func (s *testServer) metricsURL() string {
	s.Helper()
	where := regexp.MustCompile(`"metrics","address":"([^"]+)"`)
	return "http://" + where.FindStringSubmatch(s.log.await(s.T, "the address of metrics", where.MatchString))[1]
}

func get(t *testing.T, url string) (status int, text string) {
	t.Helper()
	answer, err := http.Get(url)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(body)
}

// numbers holds the value of each metric, by its name and labels.
type numbers map[string]float64

func scrape(t *testing.T, at string) numbers {
	t.Helper()
	status, text := get(t, at+"/metrics")
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, text)
	}
	all := numbers{}
	for line := range strings.Lines(text) {
		name, number, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || name == "#" {
			continue
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all[name] = n
	}
	return all
}

func (n numbers) want(t *testing.T, when string, want numbers) {
	t.Helper()
	for name, value := range want {
		if got, ok := n[name]; !ok || got != value {
			t.Errorf("%s: %s is %v, want %v", when, name, got, value)
		}
	}
}

func TestMetricsCountGamesAndMoves(t *testing.T) {
	t.Parallel()
	s, at := serveWithMetrics(t)
	scrape(t, at).want(t, "at first", numbers{
		`quadrille_sessions{account="key"}`: 0, `quadrille_people`: 0, `quadrille_moves_stored_total`: 0,
		`quadrille_connections_refused_total{reason="address_busy"}`: 0,
		`quadrille_tables{game="chess4",state="playing"}`:            0, `quadrille_tables{game="forchess",state="waiting"}`: 0,
		`quadrille_spectators{game="verney"}`: 0, `quadrille_store_failures_total{reason="disk_full"}`: 0,
		`quadrille_store_writable`: 1, `quadrille_stopping`: 0, `quadrille_store_queue`: 0,
	})
	p := gatherCommandGame(t, s.address, "chess4")
	for n := range 5 {
		who, plain, a := p.pick(n)
		who.mustRun(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	watcher := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.GuestAuth()), "watcher", 80, 24, fmt.Sprint("watch ", p.id))
	watcher.See(t, "1 watching") // wait until the watcher is counted: the server counts spectators twice a second
	after := scrape(t, at)
	after.want(t, "in a game", numbers{
		`quadrille_sessions{account="guest"}`: 1, `quadrille_connections`: 5, `quadrille_connections_total`: 5,
		`quadrille_tables{game="chess4",state="playing"}`: 1, `quadrille_spectators{game="chess4"}`: 1,
		`quadrille_moves_stored_total`: 5,
	})
	for _, name := range []string{`quadrille_append_seconds_count`, `quadrille_commit_requests_count`, `quadrille_events_stored_total`} {
		if after[name] < 5 {
			t.Errorf("%s is %v after 5 moves", name, after[name])
		}
	}
	if after["go_goroutines"] == 0 || after["process_open_fds"] == 0 {
		t.Error("there are no metrics of the process")
	}
}

func TestMetricsCountRefusedConnections(t *testing.T) {
	t.Parallel()
	s, at := serveWithMetrics(t)
	local := newAddress()
	for range 49 { // one more than the number of unauthenticated connections that are allowed
		c, err := sshtest.Connect(local, s.address)
		must(t, err)
		defer func() { _ = c.Close() }()
		// read the first byte of the server's version string, or of the reason for refusing
		if _, err := c.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	scrape(t, at).want(t, "after a flood", numbers{
		`quadrille_connections_refused_total{reason="address_busy"}`: 1, `quadrille_connections_unauthenticated`: 48,
	})
}

func TestMetricsCountRefusedSessions(t *testing.T) {
	t.Parallel()
	s, at := serveWithMetrics(t)
	owner, stranger, banned := newCommandPlayer(t, "Ada"), newCommandPlayer(t, "Bea"), newCommandPlayer(t, "Cid")
	owner.mustRun(t, s.address, "join "+s.ownerCode())
	banned.mustRun(t, s.address, "name Cid")
	owner.mustRun(t, s.address, "admin ban Cid --reason x")
	owner.mustRun(t, s.address, "admin set entry members-only")
	for range 2 {
		if _, err := stranger.run(s.address, "tables"); err == nil {
			t.Fatal("a stranger was admitted")
		}
	}
	banned.disconnect()
	if _, err := banned.run(s.address, "tables"); err == nil {
		t.Fatal("a banned account was admitted")
	}
	scrape(t, at).want(t, "among members", numbers{
		`quadrille_sessions_refused_total{reason="members_only"}`: 2,
		`quadrille_sessions_refused_total{reason="banned"}`:       1,
		`quadrille_sessions_refused_total{reason="command_rate"}`: 0,
	})
}

func TestHealthReportsDiskFaults(t *testing.T) {
	t.Parallel()
	s, at := serveWithMetrics(t)
	asked := []string{"health", "--metrics", strings.TrimPrefix(at, "http://"), "--data", s.data}
	database := filepath.Join(s.data, "quadrille.db")
	s.must(os.Rename(database, database+".gone"))
	status, text := get(t, at+"/readyz")
	if status != http.StatusServiceUnavailable || !strings.Contains(text, database+" was moved or replaced") {
		t.Errorf("without a database: %d %q", status, text)
	}
	if _, errs, status := runQuadrille(t, asked...); status != 1 || !strings.Contains(errs, "was moved or replaced") {
		t.Errorf("quadrille health without a database: %d %q", status, errs)
	}
	if status, text := get(t, at+"/healthz"); status != http.StatusOK || text != "ok\n" {
		t.Errorf("/healthz answers %d %q, although a restart would not help", status, text)
	}
	if out, errs, status := runQuadrille(t, append(asked, "--alive")...); status != 0 || out != "ok\n" {
		t.Errorf("quadrille health --alive: %d %q %q", status, out, errs)
	}
	after := scrape(t, at) // this request makes the server try to write to the database
	after.want(t, "without a database", numbers{`quadrille_store_writable`: 0})
	if n := after[`quadrille_store_failures_total{reason="vanished"}`]; n < 1 {
		t.Errorf("%v failures are counted", n)
	}
	s.must(os.Rename(database+".gone", database))
}

// In a container without metrics, `quadrille health` connects to the ssh port.
func TestHealthWithoutMetricsAsksTheServer(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	asked := []string{"health", "--listen", s.address, "--data", s.data}
	if out, errs, status := runQuadrille(t, asked...); status != 0 || out != "a server answers on "+s.address+"\n" {
		t.Errorf("%d %q %q", status, out, errs)
	}
	s.kill()
	if _, errs, status := runQuadrille(t, asked...); status != 1 || !strings.Contains(errs, "no server answers on "+s.address) {
		t.Errorf("after it was killed: %d %q", status, errs)
	}
}

func TestHealthReportsShutdown(t *testing.T) {
	t.Parallel()
	s, at := serveWithMetrics(t)
	if status, text := get(t, at+"/readyz"); status != http.StatusOK || text != "ok\n" {
		t.Errorf("at first: %d %q", status, text)
	}
	if out, errs, status := runQuadrille(t, "health", "--metrics", strings.TrimPrefix(at, "http://"), "--data", s.data); status != 0 ||
		out != "ok\n" {
		t.Errorf("quadrille health: %d %q %q", status, out, errs)
	}
	// a client that stays connected, so that the server waits for the timeout before it stops
	client := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	sshtest.Run(t, client, "version")
	s.must(s.cmd.Process.Signal(syscall.SIGTERM))
	for {
		status, text := get(t, at+"/readyz") // this call of get fails the test if the server has ended
		if status == http.StatusServiceUnavailable && strings.Contains(text, "stopping") {
			break
		}
	}
	scrape(t, at).want(t, "while stopping", numbers{`quadrille_stopping`: 1})
}

// The dashboard, the alert rules and docs/hosting.md name only existing metrics.
func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	_, at := serveWithMetrics(t)
	_, text := get(t, at+"/metrics")
	exist := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (\S+) (\S+)$`).FindAllStringSubmatch(text, -1) {
		exist[found[1]] = true
		if found[2] == "histogram" {
			exist[found[1]+"_bucket"] = true
		}
	}
	names := regexp.MustCompile(`\b(quadrille|go|process)_[a-z0-9_]*[a-z0-9]\b`)
	for file, least := range map[string]int{"hosting/prometheus-rules.yaml": 5, "hosting/grafana.json": 15, "hosting.md": 15} {
		text, err := os.ReadFile("../../docs/" + file)
		must(t, err)
		used := names.FindAllString(string(text), -1)
		if len(used) < least {
			t.Errorf("%s names only %d metrics", file, len(used))
		}
		for _, name := range used {
			if !exist[name] {
				t.Errorf("%s names %s, which does not exist", file, name)
			}
		}
	}
	file, err := os.ReadFile("../../docs/hosting/grafana.json")
	must(t, err)
	if !json.Valid(file) {
		t.Error("the dashboard is not JSON")
	}
}
