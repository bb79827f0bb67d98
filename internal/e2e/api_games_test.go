package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules/variants"
)

func TestAPIClientOpensATableSitsAndPlays(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	id := m.must(m.request("new", fields{"game": "chess4", "options": fields{"seats-per-person": "4"}})).number("table")
	if id < 1 {
		t.Fatalf("the table has number %d", id)
	}
	state := m.must(m.request("sit", fields{"table": id, "with": []string{"legal"}}))
	for _, seat := range state.list("seats")[1:] {
		state = m.must(m.request("sit", fields{"table": id, "with": []string{"legal"}, "seat": seat.(map[string]any)["seat"]}))
	}
	if got := state.text("phase"); got != "waiting" || len(state.list("seats")) != 4 {
		t.Fatalf("the state: %v", state)
	}
	inList := m.must(m.request("tables", nil)).list("tables")[0].(map[string]any)["seats"].([]any)
	for i, seat := range state.list("seats") {
		if listed := inList[i].(map[string]any)["team"]; listed != float64(i) || listed != seat.(map[string]any)["team"] {
			t.Errorf("seat %d is in team %v in the list of tables, and everybody plays alone", i, listed)
		}
	}
	m.must(m.request("ready", fields{"table": id}))
	began := m.awaitEvent("started")
	turn := m.awaitEvent("turn")
	if turn.number("seq") != began.number("seq") || turn.number("ply") != 0 || turn["yours"] != true {
		t.Fatalf("began %v, turn %v", began, turn)
	}
	act := fields{"table": id, "ply": 0, "key": "first", "action": turn.list("legal")[0]}
	if ply := m.must(m.request("move", act)).number("ply"); ply != 1 {
		t.Errorf("played as action %d", ply)
	}
	if ply := m.must(m.request("move", act)).number("ply"); ply != 1 {
		t.Errorf("repeated, played as action %d", ply)
	}
	acted := m.awaitEvent("acted")
	if acted.number("ply") != 1 || acted["action"] != act["action"] || acted.text("key") != "first" || acted.text("notation") == "" {
		t.Errorf("the event: %v", acted)
	}
	m.refused("stale", "move", fields{"table": id, "ply": 0, "key": "second", "action": turn.list("legal")[1]})
}

// apiPlayer plays one seat through the JSON API until the game is over. The number of the
// ply determines which of the legal moves it plays.
type apiPlayer struct {
	*apiClient
	table        int
	seq          int // number of the last received event
	reconnectsAt int // ply at which the player disconnects and reconnects; 0 for never
	resignsAt    int // the player resigns on their first turn at this ply or later
	back         func(t testing.TB, name string) *apiClient
	seqs         []int
}

func (p *apiPlayer) play() fields {
	for {
		e := p.event()
		if seq := e.number("seq"); e["event"] != "turn" {
			// record only events that all players receive; these two kinds are sent only to partners
			if kind := e.text("event"); kind != "resignation-proposed" && kind != "resignation-rejected" {
				p.seqs = append(p.seqs, seq)
			}
			p.seq = seq
		}
		switch {
		case e["event"] == "closed":
			return e
		case e["event"] == "resignation-proposed" && p.partner(e.text("seat")):
			// resign too, because a team resigns only if both partners agree
			p.must(p.request("resign", fields{"table": p.table, "key": "too"}))
		case e["event"] != "turn" || e["yours"] != true:
		case p.reconnectsAt > 0 && e.number("ply") >= p.reconnectsAt:
			p.reconnectDuringRequest(e)
		default:
			p.move(e)
		}
	}
}

// partner reports whether the seat belongs to another player of the same team.
func (p *apiPlayer) partner(seat string) bool {
	teams, mine := map[string]any{}, ""
	for _, s := range p.must(p.request("state", fields{"table": p.table})).list("seats") {
		one := fields(s.(map[string]any))
		teams[one.text("seat")] = one["team"]
		if one.in("player")["you"] == true {
			mine = one.text("seat")
		}
	}
	return seat != mine && teams[seat] == teams[mine]
}

func (p *apiPlayer) move(turn fields) {
	ply, legal := turn.number("ply"), turn.list("legal")
	if ply >= p.resignsAt {
		p.must(p.request("resign", fields{"table": p.table, "key": fmt.Sprint("enough ", ply)}))
		return
	}
	p.must(p.request("move", p.choice(ply, legal)))
}

func (p *apiPlayer) choice(ply int, legal []any) fields {
	return fields{"table": p.table, "ply": ply, "key": fmt.Sprint("ply ", ply), "action": legal[(ply*7+p.table)%len(legal)]}
}

// reconnectDuringRequest sends an action and disconnects before the answer. Then it
// reconnects, requests the missed events and repeats the action.
func (p *apiPlayer) reconnectDuringRequest(turn fields) {
	act := p.choice(turn.number("ply"), turn.list("legal"))
	text := mustJSON(p, merge(act, fields{"v": 2, "id": "last words", "command": "move"}))
	p.sendLine(text)
	p.drop()
	p.reconnectsAt, p.apiClient = 0, p.back(p.TB, p.name)
	state := p.must(p.request("sit", fields{"table": p.table, "after": p.seq, "with": []string{"legal"}}))
	if state.number("seq") < p.seq {
		p.Errorf("the table went back from event %d: %v", p.seq, state)
	}
	first := p.must(p.request("move", act))
	if again := p.must(p.request("move", act)); first.number("ply") != turn.number("ply")+1 ||
		again.number("ply") != first.number("ply") {
		p.Errorf("the action after %d was played as %v, and repeated as %v", turn.number("ply"), first, again)
	}
}

// TestFourAPIClientsPlayEachVariant plays each variant with four API clients over ssh. One
// of them loses its connection and reconnects.
func TestFourAPIClientsPlayEachVariant(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	for _, def := range variants.All() {
		t.Run(def.Name, func(t *testing.T) {
			t.Parallel()
			playByPrograms(t, s, def.Name)
		})
	}
}

// resignsAfter returns the ply at which the clients resign. If QUADRILLE_SOAK is set, they
// never resign.
func resignsAfter() int {
	if os.Getenv("QUADRILLE_SOAK") != "" {
		return math.MaxInt
	}
	return 40
}

func playByPrograms(t *testing.T, s *testServer, game string) {
	var pilots [4]*apiPlayer
	table := 0
	for i := range pilots {
		key, name := sshtest.NewKey(t), fmt.Sprintf("%s %d", game, i+1)
		p := &apiPlayer{
			apiClient: newAPIClient(t, s, key, name), resignsAt: resignsAfter(),
			back: func(t testing.TB, name string) *apiClient { return newAPIClient(t, s, key, name) },
		}
		pilots[i] = p
		if i == 0 {
			table = p.must(p.request("new", fields{"game": game})).number("table")
		}
		p.table = table
		state := p.must(p.request("sit", fields{"table": table, "after": 0, "with": []string{"legal"}}))
		player := state.list("seats")[i].(map[string]any)["player"].(map[string]any)
		if player["bot"] != true || player["you"] != true || player["name"] != name {
			t.Errorf("seat %d is taken by %v", i+1, player)
		}
	}
	pilots[2].reconnectsAt = 20
	for _, p := range pilots {
		p.must(p.request("ready", fields{"table": table}))
	}
	ends := make([]fields, len(pilots))
	var all sync.WaitGroup
	for i, p := range pilots {
		all.Go(func() { ends[i] = p.play() })
	}
	all.Wait()
	for i, p := range pilots {
		if got, want := mustJSON(t, ends[i]), mustJSON(t, ends[0]); got != want {
			t.Errorf("%s: the game ended as %s; for another client as %s", p.name, got, want)
		}
		if !slices.Equal(p.seqs, pilots[0].seqs) {
			t.Errorf("%s received the events %v\nanother %v", p.name, p.seqs, pilots[0].seqs)
		}
	}
	for command, wants := range map[string]string{
		fmt.Sprintf("record %d", table): " 1 (bot)\n",
		"tables":                        " 1 (bot) ",
		"games --game " + game:          " 1 (bot) ",
		"games --json --game " + game:   `"bot":true`,
	} {
		if out, errs, _ := sshtest.Run(t, pilots[0].client, command); !strings.Contains(out, wants) {
			t.Errorf("%s:\n%s%s", command, out, errs)
		}
	}
}

func mustJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	return string(text)
}

func merge(a, b fields) fields {
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}
