package pairing

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

var (
	noon = time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	ann  = person("Ann")
)

func person(name string) player.Player {
	return player.Player{ID: player.ID("SHA256:" + name), Name: name}
}

func people(names ...string) (list []player.Player) {
	for _, name := range names {
		list = append(list, person(name))
	}
	return list
}

// fixture is an evening under test, with its stored events.
type fixture struct {
	*testing.T
	*Evening
	log   []Event
	clock time.Time
}

func plan(method Method) Plan {
	return Plan{
		Name: "Tuesday", Method: method, Game: "verney", Title: "Verney", Teams: twoTeams,
		Seats: [rules.SeatCount]string{"white", "black", "red", "green"}, Seed: 1, Options: map[string]string{"clock": "5+10"},
	}
}

func begin(t *testing.T, method Method, names ...string) *fixture {
	b := &fixture{T: t, clock: noon}
	b.log = []Event{Begin(ann, plan(method), noon)}
	b.fold()
	if len(names) > 0 {
		b.do(b.Add(ann, people(names...), b.now()))
	}
	return b
}

// now returns a time that advances by one minute at each call.
func (b *fixture) now() time.Time {
	b.clock = b.clock.Add(time.Minute)
	return b.clock
}

// fold computes the evening from its stored events.
func (b *fixture) fold() {
	b.Helper()
	stored, err := json.Marshal(b.log)
	if err != nil {
		b.Fatal(err)
	}
	var log []Event
	if err := json.Unmarshal(stored, &log); err != nil {
		b.Fatal(err)
	}
	one, err := Fold(3, log)
	if err != nil {
		b.Fatal(err)
	}
	b.Evening = one
}

// do appends an event to the evening. It checks that applying the event gives the same
// evening as computing the evening from all stored events.
func (b *fixture) do(e Event, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	grown, err := b.With(e)
	if err != nil {
		b.Fatal(err)
	}
	b.log = append(b.log, e)
	b.fold()
	if !reflect.DeepEqual(grown, b.Evening) {
		b.Fatalf("With returns\n%+v\nFold returns\n%+v", grown, b.Evening)
	}
}

func (b *fixture) refused(want string, _ Event, err error) {
	b.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		b.Errorf("refused with %v, want %q", err, want)
	}
}

// over records the scores of a game that has ended, at a board of the current round.
func (b *fixture) over(board int, scores ...uint8) {
	b.Helper()
	b.do(Event{Kind: Scored, At: b.now(), Round: len(b.Rounds), Board: board, Scores: [rules.SeatCount]uint8(scores)}, nil)
}

// nine returns an evening of nine people and three rounds. It includes a late arrival, a
// departure, a substitute, a game scored by hand and a voided game.
func nine(t *testing.T) *fixture {
	b := begin(t, Rotating, "Ann", "Bob", "Carl", "Dora", "Emil", "Fay", "Gus", "Hanna", "Iñaki")
	b.do(b.Next(ann, nil, b.now()))
	b.do(Event{Kind: TableOpened, At: b.now(), Board: 1, Table: 17}, nil)
	b.do(Event{Kind: TableOpened, At: b.now(), Board: 2, Table: 18}, nil)
	b.do(b.Substitute(ann, b.Rounds[0].Games[1].Seats[2], b.Rounds[0].Byes[0], b.now()))
	b.over(1, 6, 0, 6, 0)
	b.over(2, 3, 3, 3, 3)
	b.do(b.Add(ann, people("山田太郎"), b.now()))
	b.do(b.Next(ann, nil, b.now()))
	b.over(2, 0, 6, 0, 6)
	b.do(b.ScoreByHand(ann, 2, 1, [rules.SeatCount]uint8{6, 0, 6, 0}, "they had to catch a train", b.now()))
	b.do(b.Remove(ann, people("Bob"), b.now()))
	b.do(b.Next(ann, nil, b.now()))
	b.over(1, 6, 0, 6, 0)
	b.do(b.Void(ann, 3, 2, "nobody came", b.now()))
	b.do(b.End(ann, b.now()))
	return b
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s differs (%v); got\n%s", path, err, got)
	}
}

func TestResults(t *testing.T) {
	b := nine(t)
	var results, table, standings bytes.Buffer
	for _, err := range []error{b.WriteResults(&results, time.UTC), b.WriteCSV(&table), b.WriteStandingsCSV(&standings)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(results.String()) {
		if player.Cells(strings.TrimSuffix(line, "\n")) > 80 || strings.HasSuffix(line, " \n") {
			t.Errorf("%q", line)
		}
	}
	golden(t, "results.txt", results.Bytes())
	golden(t, "results.csv", table.Bytes())
	golden(t, "standings.csv", standings.Bytes())
}

// TestResultsWithHostileText checks that no cell of the CSV file is a formula, and that the
// lines of the text file are not too long, even if names and reasons are long.
func TestResultsWithHostileText(t *testing.T) {
	b := begin(t, Rotating, "WWWWWWWWWWWWWWWWWWWW", "XXXXXXXXXXXXXXXXXXXX", "YYYYYYYYYYYYYYYYYYYY", "ZZZZZZZZZZZZZZZZZZZZ",
		"VVVVVVVVVVVVVVVVVVVV", "UUUUUUUUUUUUUUUUUUUU", "TTTTTTTTTTTTTTTTTTTT")
	b.log[0].Plan.Name = `=HYPERLINK("x","y")`
	b.fold()
	b.do(b.Next(ann, nil, b.now()))
	b.do(b.Void(ann, 1, 1, "@SUM(1,2) "+strings.Repeat("long ", 30), b.now()))
	var results, table bytes.Buffer
	if err := b.WriteResults(&results, time.UTC); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(results.String()) {
		if player.Cells(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("%d cells: %q", player.Cells(line), line)
		}
	}
	if err := b.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	cells, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(cells) != 1+4+3 {
		t.Fatalf("%v, %v", cells, err)
	}
	for _, cell := range slices.Concat(cells...) {
		if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
			t.Errorf("a formula: %q", cell)
		}
	}
}

// TestStandings checks that standings are sorted by points per game. People with equal
// results share a place. A person who has played less than half as many games as the most
// active person has no place.
func TestStandings(t *testing.T) {
	b := begin(t, Rotating, "Ann", "Bob", "Carl", "Dora", "Emil")
	at := func(seats ...string) [][rules.SeatCount]player.Player {
		return [][rules.SeatCount]player.Player{[rules.SeatCount]player.Player(people(seats...))}
	}
	play := func(scores [rules.SeatCount]uint8, seats ...string) {
		b.do(Event{Kind: Drawn, At: b.now(), Boards: at(seats...)}, nil)
		b.over(1, scores[:]...)
	}
	play([rules.SeatCount]uint8{6, 0, 6, 0}, "Ann", "Bob", "Carl", "Dora")
	play([rules.SeatCount]uint8{6, 0, 6, 0}, "Ann", "Bob", "Carl", "Dora")
	play([rules.SeatCount]uint8{0, 6, 0, 6}, "Ann", "Bob", "Carl", "Emil")
	got := map[string]Standing{}
	for _, s := range b.Standings() {
		got[s.Player.Name] = s
	}
	for name, want := range map[string][3]int{
		"Ann": {1, 12, 67}, "Carl": {1, 12, 67}, "Bob": {3, 6, 33}, "Dora": {4, 0, 0},
		"Emil": {0, 6, 100},
	} {
		s := got[name]
		if s.Place != want[0] || s.Points != want[1] || s.perGame() != want[2] {
			t.Errorf("%s: %+v, %d a game; want %v", name, s, s.perGame(), want)
		}
	}
	if last := b.Standings()[4]; last.Player.Name != "Emil" {
		t.Errorf("%+v is last", last)
	}
}

// TestVoidedGameIsNeitherGameNorBye checks that a voided game counts neither as a game nor
// as a bye, both in the standings and when the next round is drawn.
func TestVoidedGameIsNeitherGameNorBye(t *testing.T) {
	b := begin(t, Rotating, "Ann", "Bob", "Carl", "Dora", "Emil", "Fay", "Gus", "Hanna", "Ida", "Jo")
	b.do(b.Next(ann, nil, b.now()))
	b.over(1, 6, 0, 6, 0)
	b.do(b.Void(ann, 1, 2, "nobody came", b.now()))
	round := b.Rounds[0]
	for _, s := range b.Standings() {
		games, byes := 1, 0
		switch {
		case slices.Contains(round.Byes, s.Player):
			games, byes = 0, 1
		case slices.Contains(round.Games[1].Seats[:], s.Player):
			games = 0
		}
		if s.Games != games || s.Byes != byes {
			t.Errorf("%s: %d games, %d byes; want %d, %d", s.Player.Name, s.Games, s.Byes, games, byes)
		}
	}
	var ids []player.ID
	for _, p := range round.Games[1].Seats {
		ids = append(ids, p.ID)
	}
	if got := measure(ids, b.past(), twoTeams); got != (evenness{}) {
		t.Errorf("the voided game still counts as %+v", got)
	}
	b.do(b.Next(ann, nil, b.now()))
	for _, p := range b.Rounds[1].Byes {
		if !slices.Contains(round.Games[0].Seats[:], p) {
			t.Errorf("%s sits out, but has not played", p.Name)
		}
	}
}

func TestSummaryOfEveningWithoutRounds(t *testing.T) {
	b := begin(t, Rotating, "Ann", "Bob")
	if got := b.Summary(time.UTC); !strings.HasSuffix(got, ", 2 people, 0 rounds, on") {
		t.Error(got)
	}
	b.do(b.End(ann, b.now()))
	if got := b.Summary(time.UTC); !strings.HasSuffix(got, ", 2 people, no round was played") {
		t.Error(got)
	}
}

func TestRefusals(t *testing.T) {
	b := begin(t, Rotating, "Ann", "Bob", "Carl")
	_, next := b.Next(ann, nil, noon)
	b.refused("4 people are needed", Event{}, next)
	refuse := func(want string, e Event, err error) { t.Helper(); b.refused(want, e, err) }
	add := func(want string, names ...string) {
		t.Helper()
		e, err := b.Add(ann, people(names...), noon)
		refuse(want, e, err)
	}
	add("Bob already takes part", "Bob")
	add("Emil already takes part", "Emil", "Emil")
	many := make([]string, 38)
	for i := range many {
		many[i] = strings.Repeat("x", i+1)
	}
	add("an evening has at most 40 players", many...)
	b.do(b.Add(ann, people("Dora", "Emil"), b.now()))
	e, err := b.Remove(ann, people("Gus"), noon)
	refuse("Gus does not take part in this evening; the players are: Ann, Bob, Carl, Dora, Emil", e, err)
	e, err = b.ScoreByHand(ann, 1, 1, [4]uint8{}, "why not", noon)
	refuse("no round has been drawn yet; run \"evening next\"", e, err)

	b.do(b.Next(ann, nil, b.now()))
	e, err = b.Next(ann, nil, noon)
	refuse("round 1 is not over at board 1", e, err)
	e, err = b.End(ann, noon)
	refuse("round 1 is not over at board 1", e, err)
	e, err = b.ScoreByHand(ann, 1, 1, [4]uint8{}, "", noon)
	refuse("give a reason with --reason", e, err)
	e, err = b.Void(ann, 1, 2, "why not", noon)
	refuse("there is no board 2 in round 1: the round has 1 board", e, err)
	plays, rests := b.Rounds[0].Games[0].Seats, b.Rounds[0].Byes[0]
	e, err = b.Substitute(ann, rests, plays[0], noon)
	refuse("has no table in this round", e, err)
	e, err = b.Substitute(ann, plays[0], plays[1], noon)
	refuse("choose one of: "+rests.Name, e, err)
	b.over(1, 6, 0, 6, 0)
	e, err = b.Substitute(ann, plays[0], rests, noon)
	refuse("the game at board 1 already has a result", e, err)
	b.do(b.End(ann, b.now()))
	add("that evening is over", "Gus")
	for _, refusal := range []error{
		second(b.Next(ann, nil, noon)), second(b.End(ann, noon)), second(b.Remove(ann, people("Ann"), noon)),
		second(b.Substitute(ann, plays[0], rests, noon)),
	} {
		refuse("that evening is over", Event{}, refusal)
	}
	b.do(b.ScoreByHand(ann, 1, 1, [4]uint8{0, 6, 0, 6}, "it was the other way", b.now()))
}

func second(_ Event, err error) error { return err }

// TestFixedFour checks that the players of a fixed four keep their partners, and that each
// player sits on every seat once in four rounds.
func TestFixedFour(t *testing.T) {
	b := begin(t, Fixed)
	for _, names := range [][]string{{"Ann", "Bob", "Carl"}, {"Ann", "Bob", "Carl", "Dora", "Emil"}} {
		e, err := b.Add(ann, people(names...), noon)
		b.refused("an evening with fixed partners needs 4 players", e, err)
	}
	b.do(b.Add(ann, people("Ann", "Bob", "Carl", "Dora"), b.now()))
	e, err := b.Add(ann, people("Emil"), noon)
	b.refused("this evening keeps its four players", e, err)
	e, err = b.Remove(ann, people("Ann"), noon)
	b.refused("this evening keeps its four players", e, err)
	for cycle := 1; cycle <= 2; cycle++ {
		for range 4 {
			b.do(b.Next(ann, nil, b.now()))
			b.over(1, 6, 0, 6, 0)
		}
		var ids []player.ID
		for _, p := range b.Present() {
			ids = append(ids, p.ID)
		}
		tally := newTally(ids, b.past(), twoTeams)
		for i := range ids {
			if tally.partner[i][(i+2)%4] != 4*cycle {
				t.Errorf("%s partners %v", ids[i], tally.partner[i][:4])
			}
			if got := tally.seat[i]; got != [rules.SeatCount]int{cycle, cycle, cycle, cycle} {
				t.Errorf("after %d rounds %s had seats %v", 4*cycle, ids[i], got)
			}
		}
	}
}

func TestFoldOfInconsistentLogs(t *testing.T) {
	opened := Begin(ann, plan(Rotating), noon)
	for name, log := range map[string][]Event{
		"empty":         nil,
		"no opening":    {{Kind: Added}},
		"unknown":       {opened, {Kind: "sang"}},
		"opened twice":  {opened, opened},
		"nobody came":   {opened, {Kind: Added, People: []player.Player{{}}}},
		"no such board": {opened, {Kind: TableOpened, Board: 1, Table: 1}},
		"no such game":  {opened, {Kind: Scored, Round: 1, Board: 1}},
		"no such person": {
			opened,
			{Kind: Drawn, Boards: make([][4]player.Player, 1)},
			{Kind: Substituted, Board: 1, Replaced: &ann, People: people("Bob")},
		},
	} {
		if one, err := Fold(1, log); err == nil {
			t.Errorf("%s: %+v", name, one)
		}
	}
}

func TestResultsHaveTimesInZone(t *testing.T) {
	b := begin(t, Rotating, "Ann", "Bob", "Carl", "Dora")
	b.do(b.Next(ann, nil, b.now()))
	zone := time.FixedZone("CET", 3600)
	var results bytes.Buffer
	if err := b.WriteResults(&results, zone); err != nil {
		t.Fatal(err)
	}
	if want := "Round 1, " + b.Rounds[0].At.In(zone).Format("15:04") + " CET\n"; !strings.Contains(results.String(), want) {
		t.Errorf("%q is not in\n%s", want, results.String())
	}
}
