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
		"repeat an answer after a fail-over without reading the log", "internal/table/live/doubt.go",
		"	return r.confirm()\n", "	return nil\n",
	},
	{
		"take an unknown outcome for success", "internal/table/live/cluster.go",
		"!race.again(l):\n			return chain, err",
		"!race.again(l):\n			if errors.Is(err, table.ErrUnsure) {\n				err = nil\n			}\n" +
			"			return chain, err",
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
		"		if own || !one.Own {\n", "		if own || one.Own {\n",
	},
	{
		"show a declined invitation again", "internal/service/lobby/invitation_change.go",
		"		m.invitations = slices.DeleteFunc(m.invitations, sameAs(i))\n", "",
	},
	{
		"rate a game twice", "internal/store/parts/ratings.go",
		"	err = r.keep(ctx, kept,", "	enter(book, games)\n	err = r.keep(ctx, kept,",
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
		"tell nobody who is out", "internal/table/fold/recent.go",
		"	for seat := range left.All() {\n		how",
		"	left = 0\n	for seat := range left.All() {\n		how",
	},
	{
		"list only the seeks that other nodes have published", "internal/service/seek/service.go",
		"		if !known {\n", "		if false && !known {\n",
	},
	{
		"never let the next seek start", "internal/service/seek/service.go",
		"	defer s.unlock()\n	err = s.attempt(", "	err = s.attempt(",
	},
	{
		"keep the earlier seek of a person who seeks again", "internal/service/seek/service.go",
		"	if err == nil {\n		err = s.cancel(ctx, by, own)\n	}\n", "",
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

// TestMutants runs the simulation with each mutant. One of 200 seeds, the number that .ci/run runs,
// must fail, and must fail again in 95 of 100 repeats. QUADRILLE_MUTANTS is the number of repeats,
// QUADRILLE_MUTANT a regular expression for the names of the mutants to run, and QUADRILLE_FIRST_SEED
// the seed at which the search begins.
func TestMutants(t *testing.T) {
	repeats := int(number(t, "QUADRILLE_MUTANTS", 0))
	if repeats == 0 {
		t.Skip("set QUADRILLE_MUTANTS, or run make mutants")
	}
	only, first := regexp.MustCompile(os.Getenv("QUADRILLE_MUTANT")), number(t, "QUADRILLE_FIRST_SEED", 1)
	for _, m := range mutants {
		if only.MatchString(m.name) {
			t.Run(m.name, func(t *testing.T) {
				t.Parallel()
				m.mustBeFound(t, int(first), repeats)
			})
		}
	}
}

// mustBeFound looks for a seed that finds the mutant again and again.
func (m *mutant) mustBeFound(t *testing.T, first, repeats int) {
	program := m.build(t)
	for seed := first; seed <= mutantSeeds; seed++ {
		found, law := 0, ""
		if found, law = run(t, program, seed, mutantSeeds-seed+1); found == 0 {
			break
		}
		seed = found
		ran, passed := 0, 0
		for ; ran < repeats && passed*100 <= repeats*5; ran++ {
			if again, _ := run(t, program, seed, 1); again == 0 {
				passed++
			}
		}
		t.Logf("| %s | %s | %d | %d of %d |", m.name, law, seed, ran-passed, ran)
		if ran == repeats {
			return
		}
	}
	t.Errorf("no seed finds it again and again")
}

// mutantSeeds is the number of seeds of which one must find a mutant.
const mutantSeeds = 200

// build compiles this package with the mutant, and returns the name of the program.
func (m *mutant) build(t *testing.T) string {
	text, err := m.apply()
	must(t, err)
	root, err := filepath.Abs("../..")
	must(t, err)
	dir := t.TempDir()
	changed, program := filepath.Join(dir, "changed.go"), filepath.Join(dir, "simulation.test")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, m.file): changed}})
	must(t, err)
	for name, data := range map[string]string{changed: text, filepath.Join(dir, "overlay.json"): string(overlay)} {
		must(t, os.WriteFile(name, []byte(data), 0o600))
	}
	build := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the mutant does not compile: %v\n%s", err, out)
	}
	return program
}

// run runs seeds until one breaks a law, and returns this seed and the law, or 0.
func run(t *testing.T, program string, first, count int) (seed int, law string) {
	c := exec.Command(program, "-test.run", "^TestSimulation$", "-test.v", "-test.timeout", "0", "-test.failfast")
	c.Env = append(
		os.Environ(), "QUADRILLE_SEED=", fmt.Sprint("QUADRILLE_FIRST_SEED=", first), fmt.Sprint("QUADRILLE_SEEDS=", count),
		stopAtOnce+"=1", "QUADRILLE_SCRIPT="+program+".script",
	)
	out, err := c.CombinedOutput()
	if err == nil {
		return 0, ""
	}
	seeds := started.FindAllSubmatch(out, -1)
	if len(seeds) == 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	if seed, err = strconv.Atoi(string(seeds[len(seeds)-1][1])); err != nil {
		t.Fatal(err)
	}
	if law := laws.FindSubmatch(out); law != nil {
		return seed, string(law[1])
	}
	if !leftOver.Match(out) {
		t.Fatalf("seed %d fails, but breaks no law:\n%s", seed, out)
	}
	return seed, "quiet"
}

var (
	started  = regexp.MustCompile(`=== RUN   TestSimulation/seed_(\d+)`)
	laws     = regexp.MustCompile(`law "([^"]+)"`)
	leftOver = regexp.MustCompile(`(?m)^(panic|fatal error): `)
)
