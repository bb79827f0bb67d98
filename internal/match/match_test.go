package match

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"quadrille/rules"
	"quadrille/rules/variants"
)

func meeting(t *testing.T, game, a, b string, games int) *Match {
	t.Helper()
	v, err := variants.New(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{
		Variant: v, Games: games, Plies: 40, Seed: 7, Workers: 2, Test: Test{Low: 0.5, High: 0.75, Error: 0.01},
		Fault: func(engine string, why error) { t.Errorf("%s lost because it failed: %v", engine, why) },
	}
	m.Engines = []Maker{engine(t, a), engine(t, b)}
	return m
}

func engine(t *testing.T, name string) Maker {
	t.Helper()
	e, err := ParseEngine(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestSeatAssignments(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, alone := range []bool{false, true} {
			f := v.Facts()
			var had [rules.SeatCount]int
			m := Match{Variant: v, Alone: alone, Engines: make([]Maker, 2)}
			all, each := m.assignments(0), 2
			if alone && !f.Teams() {
				each = 1
			}
			for _, a := range all {
				seats := a.of(0)
				if a.of(1) != 0b1111&^seats {
					t.Errorf("%s: a seat of %v has no engine", def.Name, a)
				}
				if seats.Count() != each {
					t.Errorf("%s: A has %d seats in %04b, want %d", def.Name, seats.Count(), seats, each)
				}
				for s := range rules.Seat(rules.SeatCount) {
					if !seats.Has(s) {
						continue
					}
					had[s]++
					for other := range rules.Seat(rules.SeatCount) {
						if f.Partners(s, other) && !seats.Has(other) {
							t.Errorf("%s: partners play against each other in %04b", def.Name, seats)
						}
					}
				}
			}
			if want := len(all) * each / rules.SeatCount; want == 0 || had != [rules.SeatCount]int{want, want, want, want} {
				t.Errorf("%s: in %d assignments, A has the seats %v times", def.Name, len(all), had)
			}
		}
	}
}

// TestSeatsOfFourEngines checks that in the games from one opening each engine has each seat
// once. Over six openings, each engine must sit one, two and three seats after every
// other engine equally often.
func TestSeatsOfFourEngines(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := Match{Variant: v, Engines: make([]Maker, rules.SeatCount)}
	var distances [rules.SeatCount][rules.SeatCount][rules.SeatCount]int
	for opening := range uint64(6) {
		var had [rules.SeatCount]rules.Seats
		for _, a := range m.assignments(opening) {
			for seat, engine := range a {
				had[engine] = had[engine].With(rules.Seat(seat))
				for other, neighbour := range a {
					distances[engine][neighbour][(other-seat+rules.SeatCount)%rules.SeatCount]++
				}
			}
		}
		if had != [rules.SeatCount]rules.Seats{0b1111, 0b1111, 0b1111, 0b1111} {
			t.Errorf("opening %d: the engines had the seats %04b", opening, had)
		}
	}
	for i, others := range distances {
		for j, counts := range others {
			if i != j && counts != [rules.SeatCount]int{0, 8, 8, 8} {
				t.Errorf("engine %d sat at these distances before engine %d: %v", i, j, counts)
			}
		}
	}
}

// TestFourEnginesAtOneTable checks that the best of four engines gets the largest share, and that
// an engine that fails gets nothing while the others divide the points.
func TestFourEnginesAtOneTable(t *testing.T) {
	m := meeting(t, "chess4", "random", "nodes:150", 24)
	m.Engines = append(m.Engines, engine(t, "greedy"), engine(t, "random"))
	m.Plies = 100
	scores, decision, err := m.Run(t.Context())
	if err != nil || decision != Undecided || len(scores) != 4 {
		t.Fatal(scores, decision, err)
	}
	for i := range scores {
		if scores[i].Games != 24 || i != 1 && scores[i].share() >= scores[1].share() {
			t.Errorf("engine %d: %v", i, &scores[i])
		}
	}
	m.Engines[0], m.Games, m.Fault = engine(t, "program:false"), 4, func(string, error) {}
	if scores, _, err = m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if scores[0].share() != 0 || scores[0].Failed != 4 || scores[2].OthersFailed != 4 || scores[2].share() < 0.6 {
		t.Errorf("an engine that failed: %v; another: %v", &scores[0], &scores[2])
	}
}

func TestShareOfPoints(t *testing.T) {
	for _, c := range []struct {
		points [rules.SeatCount]int
		seats  rules.Seats
		want   float64
	}{
		{[4]int{12, 0, 12, 0}, 0b0101, 1},
		{[4]int{12, 0, 12, 0}, 0b1010, 0},
		{[4]int{3, 3, 3, 3}, 0b0011, 0.5},
		{[4]int{0, 6, 12, 18}, 0b1001, 0.5},
		{[4]int{0, 6, 12, 18}, 0b0101, 0.25},
		{[4]int{0, 6, 12, 18}, 0b1000, 1},
		{[4]int{0, 6, 12, 18}, 0b0001, 0},
		{[4]int{0, 9, 9, 18}, 0b0010, 0.5},
	} {
		if got := share(c.points, c.seats); got != c.want {
			t.Errorf("points %v: the share of seats %04b is %v, want %v", c.points, c.seats, got, c.want)
		}
	}
}

// TestEngineAgainstItselfIsEven checks that an engine that plays against itself scores half
// of the points, which shows that the seat assignments are fair.
func TestEngineAgainstItselfIsEven(t *testing.T) {
	for _, def := range variants.All() {
		m := meeting(t, def.Name, "random", "random", 48)
		m.Plies = 16
		scores, decision, err := m.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if scores[0].Games == 0 || decision == IsHigh || scores[0].share() < 0.5-1.5*scores[0].margin() ||
			scores[0].share() > 0.5+1.5*scores[0].margin() {
			t.Errorf("%s: %v, decision %d", def.Name, &scores[0], decision)
		}
	}
}

func TestOneSearchEngineAgainstThreeRandom(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil || v.Facts().Teams() {
		t.Fatal("no free-for-all", err)
	}
	m := meeting(t, "chess4", "nodes:100", "random", 200)
	m.Alone, m.Plies = true, 80
	scores, decision, err := m.Run(t.Context())
	if err != nil || decision != IsHigh || scores[0].Games >= 200 || scores[0].Games%4 != 0 {
		t.Errorf("%v, decision %d, %v", &scores[0], decision, err)
	}
}

func TestSearchEngineBeatsRandom(t *testing.T) {
	m := meeting(t, variants.All()[3].Name, "nodes:30", "random", 200)
	scores, decision, err := m.Run(t.Context())
	if err != nil || decision != IsHigh || scores[0].Games >= 200 {
		t.Errorf("%v, decision %d, %v", &scores[0], decision, err)
	}
}

func TestGreedyCapturesMostValuablePiece(t *testing.T) {
	v, err := variants.All()[3].New(nil)
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for seed := range uint64(20) {
		g := rules.NewGame(v)
		prize := func(a rules.Action) int {
			if captured := g.Position.Board[a.To]; a.Type == rules.Move && captured.IsPiece() {
				return max(v.Facts().Values[captured.Kind()], map[rules.Kind]int{rules.King: kingValue}[captured.Kind()])
			}
			return 0
		}
		for ply := 0; ply < 60 && !g.Position.Over(); ply++ {
			most := 0
			for _, a := range v.Legal(&g.Position, nil) {
				most = max(most, prize(a))
			}
			a, err := greedy{}.Choose(t.Context(), Turn{Game: g, Seed: seed<<8 | uint64(ply)})
			if err != nil || prize(a.Action) != most {
				t.Fatalf("seed %d, ply %d: %v (%d), %v; want one for %d", seed, ply, a.Action, prize(a.Action), err, most)
			}
			if most > 0 {
				taken++
			}
			if _, err := g.Play(a.Action); err != nil {
				t.Fatal(err)
			}
		}
	}
	if taken < 100 {
		t.Errorf("only %d captures were played", taken)
	}
}

func TestNoiseWeakens(t *testing.T) {
	m := meeting(t, variants.All()[3].Name, "nodes:100", "nodes:100/noise:5000", 200)
	scores, decision, err := m.Run(t.Context())
	if err != nil || decision != IsHigh {
		t.Errorf("%v, decision %d, %v", &scores[0], decision, err)
	}
}

func TestMatchIsRepeatable(t *testing.T) {
	var said []string
	for range 2 {
		m := meeting(t, variants.All()[2].Name, "nodes:20", "random", 6)
		scores, _, err := m.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, scores[0].String())
	}
	if said[0] != said[1] {
		t.Errorf("first %s\nthen  %s", said[0], said[1])
	}
}

func TestErrorRateOfTest(t *testing.T) {
	test := Test{Low: 0.5, High: 0.55, Error: 0.05}
	const trials = 400
	for share, wrong := range map[float64]Decision{test.Low: IsHigh, test.High: IsLow} {
		dice, failed, openings := rand.New(rand.NewPCG(3, 4)), 0, 0
		for range trials {
			var s Score
			for test.Decision(&s) == Undecided {
				mean := 0.0
				for range 2 {
					if dice.Float64() < share {
						mean += 0.5
					}
				}
				s.observe(mean)
			}
			openings += s.Openings
			if test.Decision(&s) == wrong {
				failed++
			}
		}
		if failed > trials*6/100 {
			t.Errorf("with a share of %v it was wrong %d times of %d", share, failed, trials)
		}
		if mean := openings / trials; mean > 400 { // a match of fixed length would need 541 openings for the same probability of error
			t.Errorf("with a share of %v it took %d openings", share, mean)
		}
	}
}

func TestProgramPlays(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	m := meeting(t, variants.All()[1].Name, "program:python3 ../../docs/examples/bot.py 1 Snake", "random", 2)
	m.Plies = 12
	scores, _, err := m.Run(t.Context())
	if err != nil || scores[0].Games != 2 || scores[0].Failed+scores[0].OthersFailed != 0 {
		t.Errorf("%v, %v", &scores[0], err)
	}
}

// TestInvalidProgramLoses checks that a program that misbehaves loses its game, and that the
// match continues.
func TestInvalidProgramLoses(t *testing.T) {
	for command, want := range map[string]string{
		"cat":                              "without a move",
		"false":                            "",
		"echo nonsense":                    "the line is not JSON",
		`echo {"command":"move","ply":-1}`: "the program exited",
		`echo {"id":7}`:                    "id cannot be a number",
		`echo {"ply":"3"}`:                 "ply cannot be a string",
		`echo {"value":35.5}`:              "value cannot be a number 35.5",
		"head -c 5000 /dev/zero":           "a line of more than 4096 bytes",
	} {
		m := meeting(t, variants.All()[3].Name, "random", "program:"+command, 2)
		m.Fault = func(engine string, why error) {
			if engine != "program:"+command || !strings.Contains(why.Error(), want) {
				t.Errorf("%s: %v, want %q", engine, why, want)
			}
		}
		scores, _, err := m.Run(t.Context())
		if err != nil || scores[0].OthersFailed != 2 || scores[0].share() != 1 {
			t.Errorf("%s: %v, %v", command, &scores[0], err)
		}
	}
	if _, err := ParseEngine("program:/nowhere/at all"); err == nil {
		t.Error("a program that does not exist was accepted")
	}
}

// TestAnswersToAProgramFollowTheSchema checks that a program gets the answers that the API
// promises, and the score of the game in the end.
func TestAnswersToAProgramFollowTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../docs/api.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(variants.Forms()[0])
	input, output, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	p := &program{in: output, turn: Turn{Game: g, Held: 0b1111}}
	action := rules.LegalPlain(g.Variant, &g.Position)[0]
	requests := []string{"hello", "ping", "ready", "sit", "watch", "state", "legal", "move", "resign"}
	if !slices.Equal(requests, programCommands) {
		t.Errorf("the test sends %v", requests)
	}
	go func() {
		defer output.Close()
		for _, command := range requests {
			if _, _, err := p.handle(fmt.Appendf(nil, `{"v":2,"command":%q,"action":%q}`, command, action)); err != nil {
				t.Errorf("%s: %v", command, err)
			}
		}
		g.Adjudicate(0b0001)
		p.sendEnd(g)
	}()
	var last string
	for lines := bufio.NewScanner(input); lines.Scan(); {
		last = lines.Text()
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(last))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v", last, err)
		}
	}
	if !strings.Contains(last, `"winners":["white"]`) || !strings.Contains(last, `"scores"`) {
		t.Errorf("the program is not told who won: %s", last)
	}
}

// TestDecisionOfTheTestStands checks that games which end after the test has decided do not
// count, because they could reverse the decision.
func TestDecisionOfTheTestStands(t *testing.T) {
	m := meeting(t, variants.All()[0].Name, "random", "random", 2)
	s := scorer{scores: make([]Score, 2), decision: IsHigh}
	s.add(m, []gameResult{failed(0, 2, nil), failed(0, 2, nil)})
	if s.scores[0].Games != 0 || s.decision != IsHigh {
		t.Errorf("%v, decision %d", &s.scores[0], s.decision)
	}
}

func TestMatchStopsWhenContextIsDone(t *testing.T) {
	m := meeting(t, variants.All()[0].Name, "random", "random", 1_000_000)
	ctx, cancel := context.WithCancel(t.Context())
	m.Test.Error = 1e-300
	m.Progress = func([]Score) { cancel() }
	scores, decision, err := m.Run(ctx)
	if err != nil || decision != Undecided || scores[0].Games == 0 || scores[0].Games > 100 {
		t.Errorf("%v, decision %d, %v", &scores[0], decision, err)
	}
}

func TestParseEngine(t *testing.T) {
	for _, name := range []string{
		"", "level", "level:0", "level:99", "nodes:-1", "depth:x", "time:fast", "time:-1s", "cpu:1",
		"program:", "stockfish", "nodes:9/noise:", "nodes:9/noise:-1", "nodes:9/noise:1000000", "level:3/noise:5", "greedy:1",
	} {
		if _, err := ParseEngine(name); err == nil {
			t.Errorf("%q was accepted as an engine", name)
		}
	}
	for _, name := range []string{
		"random", "greedy", "level:1", "nodes:5", "nodes:5/noise:200", "depth:2", "time:10ms", "cpu:10ms",
		"program:ls -l",
	} {
		if _, err := ParseEngine(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// seedRecorder is an engine that plays random actions and records the seeds of its turns.
type seedRecorder struct {
	random
	seeds *[]uint64
}

func (r seedRecorder) Choose(ctx context.Context, t Turn) (Answer, error) {
	*r.seeds = append(*r.seeds, t.Seed)
	return r.random.Choose(ctx, t)
}

// TestFourEnginesShareNoSeed checks that no two turns of a game have the same seed.
func TestFourEnginesShareNoSeed(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	var seeds []uint64
	recorder := Maker{"recorder", func(int) (Engine, error) { return seedRecorder{seeds: &seeds}, nil }}
	m := Match{Variant: v, Engines: []Maker{recorder, recorder, recorder, recorder}, Plies: 40, Seed: 7}
	for opening := range uint64(6) {
		seeds = nil
		if _, err := m.game(t.Context(), &gameLog{}, rules.NewGame(v), m.assignments(opening)[0], 1); err != nil {
			t.Fatal(err)
		}
		slices.Sort(seeds)
		if distinct := len(slices.Compact(slices.Clone(seeds))); len(seeds) != 40 || distinct != 40 {
			t.Errorf("opening %d: %d turns had %d different seeds", opening, len(seeds), distinct)
		}
	}
}
