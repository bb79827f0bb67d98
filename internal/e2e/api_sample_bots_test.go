package e2e

import (
	"bytes"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules/variants"
)

// keyFile creates a private key with ssh-keygen and returns the path of its file.
func keyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v: %s", err, out)
	}
	return path
}

// resumes is the pattern of the text that a sample bot prints when it resumes a game.
var resumes = regexp.MustCompile(`; resuming after event [1-9]`)

// TestSampleBotsPlay plays each game over ssh. The sample bots in Go and Python form one team,
// and one player has both seats of the other team. In each game one bot is killed and
// restarted, or loses its connection.
func TestSampleBotsPlay(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"ssh-keygen", "ssh", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed: %v", tool, err)
		}
	}
	s := serveFor(t)
	binary := filepath.Join(t.TempDir(), "gobot")
	if out, err := exec.Command("go", "build", "-o", binary, "../../docs/examples/gobot").CombinedOutput(); err != nil {
		t.Fatalf("building: %v: %s", err, out)
	}
	for _, c := range []struct {
		game, program string
		killed        bool // if true, the bot is killed; if false, its connection is cut
	}{
		{"verney", "Go", true},
		{"quadrochess", "Python", true},
		{"forchess", "Go", false},
		{"chess4", "Python", false},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			host, table := openTeams(t, s, c.game)
			samples := map[string]*sample{"Go": goSample(t, s, binary, c.game, table), "Python": pythonSample(t, s, c.game, table)}
			p := &apiPlayer{apiClient: host, table: table, resignsAt: 16}
			turn := playTo(p, 4) // stop early: random play in Quadrochess soon captures a king
			if unlucky := samples[c.program]; c.killed {
				unlucky.kill()
				unlucky.start()
			} else {
				unlucky.wire.cut()
			}
			p.move(turn)
			p.play()
			for name, one := range samples {
				printed := one.end()
				if (name == "Python") != strings.Contains(printed, "Snake "+c.game+` {"`) {
					t.Errorf("%s printed: %s", name, printed)
				}
				if lost := name == c.program && !c.killed; lost != resumes.MatchString(printed) {
					t.Errorf("%s printed: %s", name, printed)
				}
			}
		})
	}
}

// openTeams opens a table with teams and takes both seats of one team.
func openTeams(t *testing.T, s *testServer, game string) (host *apiClient, table int) {
	t.Helper()
	host = newAPIClient(t, s, sshtest.NewKey(t), "Host of "+game)
	def, err := variants.Find(game)
	must(t, err)
	options := fields{}
	if v, err := def.New(nil); err == nil && !v.Facts().Teams() {
		options["teams"] = "on"
	}
	table = host.must(host.request("new", fields{"game": game, "options": options})).number("table")
	sitAsTeam(host, table)
	host.must(host.request("ready", fields{"table": table}))
	return host, table
}

// sitAsTeam takes both seats of one team.
func sitAsTeam(m *apiClient, table int) {
	state := m.must(m.request("sit", fields{"table": table, "with": []string{"legal"}}))
	seats := state.list("seats")
	mine := seats[0].(map[string]any)
	for _, seat := range seats[1:] {
		if one := seat.(map[string]any); one["team"] == mine["team"] {
			m.must(m.request("sit", fields{"table": table, "with": []string{"legal"}, "seat": one["seat"]}))
		}
	}
}

// playTo plays until the player has a turn at the given ply or later. It returns that turn
// without playing it.
func playTo(p *apiPlayer, ply int) fields {
	for {
		switch e := p.event(); {
		case e["event"] == "closed":
			p.Fatalf("over before there were %d actions: %v", ply, e)
		case e["event"] != "turn" || e["yours"] != true:
		case e.number("ply") >= ply:
			return e
		default:
			p.move(e)
		}
	}
}

// sample is a sample bot with its own connection to the server.
type sample struct {
	*testing.T
	wire    *lossyLink
	command []string
	running *exec.Cmd
	output  bytes.Buffer // output of all processes started so far
}

func goSample(t *testing.T, s *testServer, binary, game string, table int) *sample {
	way := newLossyLink(t, s.address)
	return startSample(t, way, binary, way.listener.Addr().String(), keyFile(t), "Go "+game, fmt.Sprint(table))
}

func pythonSample(t *testing.T, s *testServer, game string, table int) *sample {
	way := newLossyLink(t, s.address)
	ip, port, err := net.SplitHostPort(way.listener.Addr().String())
	must(t, err)
	return startSample(t, way, "python3", "../../docs/examples/bot.py", fmt.Sprint(table), "Snake "+game,
		"ssh", "-F", "none", "-i", keyFile(t), "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-p", port, ip)
}

func startSample(t *testing.T, way *lossyLink, command ...string) *sample {
	one := &sample{T: t, wire: way, command: command}
	one.start()
	t.Cleanup(func() { _ = one.running.Process.Kill() })
	return one
}

func (s *sample) start() {
	s.Helper()
	s.running = exec.Command(s.command[0], s.command[1:]...)
	s.running.Stdout, s.running.Stderr = &s.output, &s.output
	must(s, s.running.Start())
}

func (s *sample) kill() {
	_ = s.running.Process.Kill()
	_ = s.running.Wait()
}

// end waits until the process ends, and returns its output.
func (s *sample) end() string {
	s.Helper()
	if err := s.running.Wait(); err != nil {
		s.Errorf("%s: %v: %s", s.command, err, s.output.String())
	}
	return s.output.String()
}
