package simulation

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mutant is a fault that the simulation must find: in a file of the program, the text `old` is
// replaced by `new`.
type mutant struct {
	name, file, old, new string
}

var mutants = []mutant{
	{
		"show events before they are stored", "internal/table/live/store.go",
		"	chain, err := l.replica.append(d, summary)\n",
		"	l.subscribers.publish(v, secrets, to)\n	chain, err := l.replica.append(d, summary)\n",
	},
	{
		"answer before the events are stored", "internal/table/live/loop.go",
		"		r.answer <- l.answer(r)\n", "		r.answer <- nil\n		_ = l.answer(r)\n",
	},
	{
		"ignore that the log has another past", "internal/table/live/cluster.go",
		"len(list) == 0 || list[0].Chain != last.chain:", "len(list) == 0:",
	},
	{
		"forget the IDs of commands of other nodes", "internal/table/live/cluster.go",
		"		l.history.recordDone(commandKey{author, e.CommandID})\n		l.presence", "		l.presence",
	},
	{
		"forget the IDs of commands after a restart", "internal/table/live/table.go",
		"	done := func(author player.ID, e *table.Event) { l.history.recordDone(commandKey{author, e.CommandID}) }\n",
		"	done := func(player.ID, *table.Event) {}\n",
	},
	{
		"take a refused command for a stored one", "internal/table/live/history.go",
		"	err, known = h.refused[key]\n	return err, known\n", "	_, known = h.refused[key]\n	return nil, known\n",
	},
	{
		"do not recognise events of an append with an unknown outcome", "internal/table/live/cluster.go",
		"if unsure && len(list) > 0 && slices.EqualFunc(events, list, same) {", "if false && slices.EqualFunc(events, list, same) {",
	},
	{
		"believe that events of an append with an unknown outcome are on the standby", "internal/table/live/cluster.go",
		"	if unsure {\n		if err := l.cfg.Cluster.Log.Confirm(l.ctx, l.cfg.ID); err != nil {",
		"	if false {\n		if err := l.cfg.Cluster.Log.Confirm(l.ctx, l.cfg.ID); err != nil {",
	},
	{
		"take an unknown outcome for success", "internal/table/live/cluster.go",
		"!race.again(l):\n			return chain, err",
		"!race.again(l):\n			if errors.Is(err, table.ErrUnsure) {\n				err = nil\n			}\n			return chain, err",
	},
	{
		"apply the last known event again", "internal/table/live/cluster.go",
		"	for _, e := range list[1:] {\n", "	for _, e := range list {\n",
	},
	{
		"tell only those whom the first new event concerns", "internal/table/live/cluster.go",
		"secrets.Recipients(plain(list[1:])))", "secrets.Recipients(nil))",
	},
	{
		"keep copies of tables after a fail-over", "internal/node/node.go",
		"	if server == m.server {\n", "	if true {\n",
	},
	{
		"rely on notifications", "internal/node/node.go",
		"const pollEvery = 2 * time.Second", "const pollEvery = 2 * time.Hour",
	},
	{
		"keep the goroutine of a lost table", "internal/table/live/cluster.go",
		"	l.vanished, l.closing = true, errUnloaded\n", "	l.vanished = true\n",
	},
	{
		"charge by the wall clock", "internal/clock/clock.go",
		"	return c.last\n}\n\n// jump", "	c.last = wall\n	return c.last\n}\n\n// jump",
	},
	{
		"charge a step of the database's clock", "internal/clock/clock.go",
		"	if step.Abs() <= Tolerance {\n		c.zero", "	if true {\n		c.zero",
	},
	{
		"charge the time in which no server ran", "internal/table/live/outage.go",
		"	if s.Clocks.Ticking() && !s.Terms.Clock.Correspondence() && cfg.Cluster == nil {", "	if false {",
	},
	{
		"forget a table whose creation had an unknown outcome", "internal/service/lobby/opener.go",
		"			o.setDoubt()\n", "",
	},
	{
		"answer that an account has a name before it is stored", "internal/store/parts/players.go",
		"	if err = s.tell(TopicNews, err); err != nil {\n		return player.Player{}, err\n	}\n	return player.Player{ID: id",
		"	_ = s.tell(TopicNews, err)\n	return player.Player{ID: id",
	},
	{
		"do not show invitations from other nodes", "internal/service/lobby/invitation_change.go",
		"		if !one.Own {\n", "		if one.Own {\n",
	},
	{
		"rate a game twice", "internal/store/parts/ratings.go",
		"	err := tx.Exec(`UPDATE rated_through SET n = $1`, through)\n	return err\n}",
		"	err := tx.Exec(`UPDATE rated_through SET n = $1`, through-1)\n	return err\n}",
	},
	{
		"send a message before it is stored", "internal/service/messages/service.go",
		"	if m.Number, err = s.Store.AddMessage(ctx, m); err != nil {\n		return Message{}, err\n	}",
		"	if m.Number, err = s.Store.AddMessage(ctx, m); err != nil {\n		return m, nil\n	}",
	},
	{
		"show players the chat of spectators", "internal/table/fold/secrets.go",
		"	if id != \"\" && len(c.players) > 0 && !slices.Contains(c.players, id) {", "	if id != \"\" {",
	},
	{
		"never let the next seek start", "internal/service/seek/service.go",
		"	defer s.unlock()\n	err = s.attempt(", "	err = s.attempt(",
	},
	{
		"do not decide again what other events have made right", "internal/table/live/cluster.go",
		"	case changed:\n		return errOvertaken\n	}\n	return nil", "	case changed:\n	}\n	return nil",
	},
}

// TestMutantsAreCurrent checks that each mutant changes exactly one place of the program.
func TestMutantsAreCurrent(t *testing.T) {
	for _, m := range mutants {
		if _, err := m.apply(); err != nil {
			t.Errorf("%q: %v", m.name, err)
		}
	}
}

// apply returns the changed file.
func (m *mutant) apply() (string, error) {
	text, err := os.ReadFile(filepath.Join("../..", m.file))
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		return "", fmt.Errorf("%s contains the old text %d times, want once", m.file, n)
	}
	return strings.Replace(string(text), m.old, m.new, 1), nil
}

// TestMutants runs the simulation with each mutant. It must fail within 200 seeds, the number that
// .ci/run runs. QUADRILLE_MUTANTS is the number of times that the failed seed is run again.
func TestMutants(t *testing.T) {
	repeats, err := strconv.Atoi(os.Getenv("QUADRILLE_MUTANTS"))
	if err != nil {
		t.Skip("set QUADRILLE_MUTANTS, or run make mutants")
	}
	only := regexp.MustCompile(os.Getenv("QUADRILLE_MUTANT"))
	for _, m := range mutants {
		if only.MatchString(m.name) {
			t.Run(m.name, func(t *testing.T) { m.mustBeFound(t, repeats) })
		}
	}
}

func (m *mutant) mustBeFound(t *testing.T, repeats int) {
	text, err := m.apply()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	changed, program := filepath.Join(dir, "changed.go"), filepath.Join(dir, "simulation.test")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, m.file): changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{changed: text, filepath.Join(dir, "overlay.json"): string(overlay)} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "test", "-c", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the mutant does not compile: %v\n%s", err, out)
	}
	run := func(variables ...string) (out string, failed bool) {
		c := exec.Command(program, "-test.run", "^TestSimulation$", "-test.v", "-test.failfast", "-test.timeout", "20m")
		c.Env = append(os.Environ(), append(variables, "QUADRILLE_SCRIPT="+filepath.Join(dir, "script"))...)
		text, err := c.CombinedOutput()
		return string(text), err != nil
	}
	out, failed := run("QUADRILLE_SEEDS=200", "QUADRILLE_SEED=")
	if !failed {
		t.Fatalf("| %s | nothing | - | - |", m.name)
	}
	seeds := started.FindAllStringSubmatch(out, -1)
	found := "panic or leftover goroutine (law \"quiet\")"
	if law := laws.FindStringSubmatch(out); law != nil {
		found = law[1]
	}
	seed, again := seeds[len(seeds)-1][1], 0
	for range repeats {
		if _, failed := run("QUADRILLE_SEED=" + seed); failed {
			again++
		}
	}
	t.Logf("| %s | %s | %s | %d of %d |", m.name, found, seed, again, repeats)
	if again*100 < repeats*95 {
		t.Errorf("seed %s failed again in %d of %d runs, want 95 %%", seed, again, repeats)
	}
}

var (
	started = regexp.MustCompile(`=== RUN   TestSimulation/seed_(\d+)`)
	laws    = regexp.MustCompile(`law "([^"]+)"`)
)
