package e2e

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/rules"
)

// storedEvent is a row of the SQL table events, with the fields of its JSON data that the
// checker needs.
type storedEvent struct {
	table, seq, chain, batch int64
	data                     string

	Kind      string
	At        time.Time
	Seat      int
	Action    string
	CommandID string `json:"command_id"`
	Spent     time.Duration
}

// storedLogs reads the logs of all tables from a database, with SQL and without the server's
// packages. It requires that each log has the numbers 1, 2, 3 and so on, that the checksum of
// each event is computed from the checksum of the previous event, and that no command is
// stored twice.
func storedLogs(t *testing.T, url string) map[int][]storedEvent {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), `SELECT table_id, seq, data, chain, batch FROM events ORDER BY table_id, seq`)
	must(t, err)
	logs := map[int][]storedEvent{}
	commands := map[string]bool{}
	for rows.Next() {
		var e storedEvent
		must(t, rows.Scan(&e.table, &e.seq, &e.data, &e.chain, &e.batch))
		if err := json.Unmarshal([]byte(e.data), &e); err != nil {
			t.Fatalf("event %d of table %d: %v", e.seq, e.table, err)
		}
		log := logs[int(e.table)]
		if e.seq != int64(len(log)+1) {
			t.Errorf("table %d: event %d follows %d events", e.table, e.seq, len(log))
		}
		past := int64(0)
		if len(log) > 0 {
			past = log[len(log)-1].chain
		}
		if e.chain != chainAfter(past, &e) {
			t.Errorf("table %d: event %d has the chain %d, want %d", e.table, e.seq, e.chain, chainAfter(past, &e))
		}
		key := fmt.Sprint(e.table, " ", e.CommandID)
		if e.CommandID != "" && commands[key] {
			t.Errorf("table %d: the command %q is stored twice", e.table, e.CommandID)
		}
		commands[key] = true
		logs[int(e.table)] = append(log, e)
	}
	must(t, rows.Err())
	return logs
}

// chainAfter computes the checksum of an event: the FNV-1a hash of the checksum of the
// previous event, the table number and the event number (all little-endian), and the data.
// The lowest bit of the result is set.
func chainAfter(past int64, e *storedEvent) int64 {
	sum := fnv.New64a()
	for _, n := range []int64{past, e.table, e.seq} {
		_ = binary.Write(sum, binary.LittleEndian, n)
	}
	_, _ = sum.Write([]byte(e.data))
	return int64(sum.Sum64() | 1)
}

// compareMoves compares a stored log with the lines that the server sent to the players
// when it acknowledged their moves. It returns how many of these moves are missing, and how
// many are stored more than once. The test fails if any other move is stored.
func compareMoves(t *testing.T, log []storedEvent, facts *rules.Facts, acknowledged []string) (lost, doubled int) {
	t.Helper()
	var stored []string
	for _, e := range log {
		if e.Kind == "acted" {
			stored = append(stored, fmt.Sprintf("%d %s %s", len(stored)+1, facts.SeatName(rules.Seat(e.Seat)), e.Action))
		}
	}
	var want []string
	for _, line := range acknowledged {
		want = append(want, strings.Join(strings.Fields(line)[:3], " "))
	}
	for _, line := range want {
		if !slices.Contains(stored, line) {
			lost++
		}
	}
	for n := 1; n < len(stored); n++ { // ignore the move numbers: a move that is stored twice has two numbers
		_, one, _ := strings.Cut(stored[n-1], " ")
		if _, two, _ := strings.Cut(stored[n], " "); one == two {
			doubled++
		}
	}
	if !slices.Equal(stored, want) {
		t.Errorf("table %d: %q is stored; %q was acknowledged", log[0].table, stored, want)
	}
	return lost, doubled
}
