package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/api"
	"quadrille/internal/player"
	"quadrille/internal/protocol"
	"quadrille/internal/refusal"
	"quadrille/internal/service/vacation"
)

// apiClient runs a session of the JSON API in a world.
type apiClient struct {
	w     *world
	name  string
	input chan []byte
	lines chan []byte
	ended chan struct{}
}

// apiClient begins a session of a person. Its clock advances so fast that no request has to wait
// for the request limit.
func (w *world) apiClient(name string) *apiClient {
	c := &apiClient{w: w, name: name, input: make(chan []byte), lines: make(chan []byte, 100), ended: make(chan struct{})}
	ctx := player.WithAddress(context.Background(), netip.MustParseAddr("192.0.2.1"))
	start, readings := time.Now(), atomic.Int64{}
	fast := clocktest.At(func() time.Time { return start.Add(time.Duration(readings.Add(1)) * time.Second) })
	services := w.services
	services.Clock = fast
	go func() {
		defer close(c.ended)
		api.Run(ctx, api.Config{
			Services: services, Player: w.people[name], Named: !w.unnamed[name], Input: c.input, Output: c,
			Guard: func(_ string, f func()) { f() },
		})
	}()
	if code := c.request(fmt.Sprintf(`{"v":%d,"command":"hello"}`, protocol.Version)); code != "" {
		w.Fatalf("%s: hello: %s", name, code)
	}
	return c
}

// Write receives one line from the server. It keeps answers and drops events.
func (c *apiClient) Write(line []byte) (int, error) {
	if !strings.Contains(string(line), `"event":`) {
		c.lines <- slices.Clone(line)
	}
	return len(line), nil
}

// request sends a line and returns the code of the refusal, or "" for a result.
func (c *apiClient) request(line string) (code string) {
	c.input <- []byte(line + "\n")
	var answer protocol.Answer
	if err := json.Unmarshal(<-c.lines, &answer); err != nil {
		c.w.Fatal(err)
	}
	if answer.Error != nil {
		return answer.Error.Code
	}
	return ""
}

// refused sends a request and compares the states before and after it if it is refused.
func (c *apiClient) refused(line string) (code string) {
	c.w.Helper()
	code = c.request(line)
	for _, r := range allReasons {
		c.w.reached[r] = c.w.reached[r] || r.Code == code
	}
	// A vacation is stored before the tables know of it, and the server tries again.
	c.w.check(c.name+": "+line+": "+code, code != "" && code != vacation.NotEverywhere.Code)
	return code
}

func (c *apiClient) close() {
	close(c.input)
	<-c.ended
}

// apiCandidates are values for the fields of requests.
var apiCandidates = map[string][]any{
	"table": {1, 4, 5, 6, 9, 2, 8, 99, 0, -1},
	"name":  {"Bob", "Newname", "Olga", "nobody", "guest-abcd", ""},
	"seat":  {"", "white", "gold", "nowhere"},
	"after": {0, -1, 999}, "limit": {-1, 10}, "with": {[]string{"legal"}, []string{"x"}},
	"password": {"sesame", "wrong", ""}, "key": {"a", strings.Repeat("k", 200)},
	"level": {1, 0, 99}, "days": {1, -1, 99}, "ply": {0, 99, -1}, "text": {"hello", "", strings.Repeat("long ", 200), "\x1b[2J"},
	"action": {"m7-k7", "a1-a2", "nonsense", "resign", "draw:claim"}, "reason": {"test", strings.Repeat("long ", 200)},
	"game": {"chess4", "verney", "nogame"}, "bots": {"never", "0", "99h", "x"},
	"options": {
		map[string]string{"clock": "99"},
		map[string]string{"rated": "on"},
		map[string]string{"private": "password"},
		map[string]string{"private": "members"},
		map[string]string{"rated": "on", "bots": "3"},
		map[string]string{"no": "such"},
		map[string]string{"clock": "3d"},
		map[string]string{"private": "invited"},
		map[string]string{"bots": "99"},
	},
}

// schemaRow is a request in the schema, which internal/front/api makes from its rows.
type schemaRow struct {
	Required   []string `json:"required"`
	Properties map[string]struct {
		Type string `json:"type"`
		Enum []any  `json:"enum"`
	} `json:"properties"`
}

// requestsOf returns request lines for a row: for each value of the first required field, one
// with each value of each other field, and without optional ones.
func requestsOf(t *testing.T, name string, row *schemaRow) (lines []string) {
	values := func(field string) []any {
		p := row.Properties[field]
		switch list := apiCandidates[field]; {
		case len(p.Enum) > 0:
			return append(slices.Clone(p.Enum), "x")
		case p.Type == "boolean":
			return []any{true, false}
		case len(list) > 0:
			return list
		}
		t.Fatalf("%s: there are no values for the field %q", name, field)
		return nil
	}
	add := func(fields map[string]any) {
		fields["v"], fields["id"], fields["command"] = protocol.Version, "1", name
		line, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	base := map[string]any{}
	for _, field := range row.Required {
		if field != "v" && field != "command" {
			base[field] = values(field)[0]
		}
	}
	add(map[string]any{})
	add(map[string]any{"extra": 1})
	firsts := []any{nil}
	if _, ok := base["table"]; ok {
		firsts = values("table")
	}
	for _, first := range firsts {
		for _, field := range slices.Sorted(maps.Keys(row.Properties)) {
			if slices.Contains([]string{"v", "id", "command", "table"}, field) {
				continue
			}
			for _, value := range values(field) {
				fields := maps.Clone(base)
				fields[field] = value
				if first != nil {
					fields["table"] = first
				}
				add(fields)
			}
		}
		fields := maps.Clone(base)
		if first != nil {
			fields["table"] = first
		}
		add(fields)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestARefusedAPIRequestChangesNothing sends all requests of the JSON API, with valid and invalid
// fields, as people of each role, and compares the whole stored state and the states in memory
// before and after each request that is refused.
func TestARefusedAPIRequestChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes under the race detector")
	}
	file, err := os.ReadFile("../../../docs/api.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(file, &schema); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, map[*refusal.Reason]bool{})
	w.state = w.snapshot()
	people := []string{"Guest", "Una", "Sid", "Moe", "Cid", "Bob", "Mina"}
	n, codes := 0, map[string]bool{}
	for _, def := range slices.Sorted(maps.Keys(schema.Defs)) {
		name, ok := strings.CutSuffix(def, "-request")
		if !ok {
			continue
		}
		var row schemaRow
		if err := json.Unmarshal(schema.Defs[def], &row); err != nil {
			t.Fatal(err)
		}
		lines := requestsOf(t, name, &row)
		for p, who := range people {
			c := w.apiClient(who)
			for _, id := range []int{1, 2, 4, 5, 6, 9} {
				c.request(fmt.Sprintf(`{"v":%d,"command":"watch","table":%d}`, protocol.Version, id))
			}
			w.state = w.snapshot()
			for i, line := range lines {
				if (i+p)%2 == 0 { // each person sends half of the requests
					codes[c.refused(line)] = true
					n++
				}
			}
			c.close()
			w.state = w.snapshot()
		}
	}
	t.Logf("%d requests, answered with %d codes: %q", n, len(codes), slices.Sorted(maps.Keys(codes)))
	if n < 1000 || len(codes) < 40 {
		t.Errorf("only %d requests with %d different answers", n, len(codes))
	}
}

// TestAFullSessionTakesNoSeat sends requests that take a seat from a session that already follows as
// many tables as it may. It must not take the seat before it refuses to follow the table.
func TestAFullSessionTakesNoSeat(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	c := w.apiClient("Sid")
	defer c.close()
	for id := 4; c.request(fmt.Sprintf(`{"v":%d,"command":"watch","table":%d}`, protocol.Version, id)) != protocol.TooManyTables; id++ {
		if id > 8 { // there are nine tables
			c.request(fmt.Sprintf(`{"v":%d,"command":"new","game":"chess4"}`, protocol.Version))
		}
		if id > 30 {
			t.Fatal("the session follows more tables than it may")
		}
	}
	w.state = w.snapshot()
	for _, line := range []string{
		`"seek","game":"chess4"`, `"sit","table":8,"password":"sesame"`, `"sit","table":1`, `"watch","table":8,"password":"sesame"`,
	} {
		if code := c.refused(fmt.Sprintf(`{"v":%d,"command":%s}`, protocol.Version, line)); code != protocol.TooManyTables {
			t.Errorf("%s: %q", line, code)
		}
	}
}

// TestAPasswordAdmitsNobodyToASeatThatIsRefused takes seats of a private table with the right
// password. If the seat, or following the table, is refused, the player must not be admitted.
func TestAPasswordAdmitsNobodyToASeatThatIsRefused(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	c := w.apiClient("Sid")
	defer c.close()
	w.state = w.snapshot()
	for rest, want := range map[string]string{
		`"sit","table":8,"password":"sesame","seat":"nowhere"`: "unknown-seat",
		`"sit","table":8,"password":"sesame","seat":"white"`:   "seat-taken",
		`"sit","table":8,"password":"sesame","after":999`:      "no-such-event",
		`"watch","table":8,"password":"sesame","after":-1`:     "no-such-event",
	} {
		if code := c.refused(fmt.Sprintf(`{"v":%d,"command":%s}`, protocol.Version, rest)); code != want {
			t.Errorf("%s: %q", rest, code)
		}
	}
	for _, line := range []string{"play 8 nowhere --password sesame", "play 8 white --password sesame"} {
		w.run("Cid", line)
	}
	if tb, err := w.services.Lobby.AnyTable(t.Context(), 8); err != nil || len(tb.View().Admitted) > 0 {
		t.Errorf("admitted: %v, %v", tb.View().Admitted, err)
	}
	if code := c.request(fmt.Sprintf(`{"v":%d,"command":"sit","table":8,"password":"sesame"}`, protocol.Version)); code != "" {
		t.Errorf("a right password and an open seat: %q", code)
	}
}
