package logtest

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/table"
)

// Memory is a store in memory, for tests. It encodes events and summaries as JSON, like the
// store on disk, and never blocks. It also implements [table.SharedLog]: several tables may
// append to the same log.
type Memory struct {
	mu        sync.Mutex
	logs      [][]stored          // indexed by table number minus one, then by event number minus one
	summaries map[table.ID][]byte // encoded as JSON, like the events
	finished  []table.ID          // closed tables, in the order in which they were closed
	alive     time.Time
	outages   clock.Outages
}

type stored struct {
	text  []byte // the event as JSON
	chain table.Chain
}

// NewMemory returns a store without tables.
func NewMemory() *Memory { return &Memory{summaries: map[table.ID][]byte{}} }

// Create stores the first event of a new table and, unless `s` is nil, the summary `s`.
func (m *Memory) Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error) {
	text, err := write(ctx, []table.Event{opened})
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	id := table.ID(len(m.logs) + 1)
	if err := m.summarize(id, s); err != nil {
		return 0, err
	}
	m.logs = append(m.logs, extend(nil, text))
	return id, nil
}

// summarize stores a summary. The lock must be held.
func (m *Memory) summarize(id table.ID, s *table.Summary) error {
	if s == nil {
		return nil
	}
	text, err := json.Marshal(s)
	if err == nil {
		m.summaries[id] = text
	}
	return err
}

// extend appends encoded events to a log and computes the [table.Chain] of each event.
func extend(log []stored, text [][]byte) []stored {
	for _, t := range text {
		sum := fnv.New64a()
		if len(log) > 0 {
			fmt.Fprint(sum, log[len(log)-1].chain)
		}
		sum.Write(t)
		log = append(log, stored{t, table.Chain(sum.Sum64() | 1)})
	}
	return log
}

// Append implements [table.Log].
func (m *Memory) Append(ctx context.Context, id table.ID, seq int, events []table.Event, s *table.Summary) error {
	_, err := m.append(ctx, id, seq, 0, events, s)
	return err
}

// AppendAfter implements [table.SharedLog].
func (m *Memory) AppendAfter(
	ctx context.Context,
	id table.ID,
	seq int,
	past table.Chain,
	events []table.Event,
	s *table.Summary,
) (table.Chain, error) {
	return m.append(ctx, id, seq, past, events, s)
}

// append stores events. The argument `past` is the chained hash that the log must have before
// these events; if it is zero, append does not check the hash.
func (m *Memory) append(
	ctx context.Context,
	id table.ID,
	seq int,
	past table.Chain,
	events []table.Event,
	s *table.Summary,
) (table.Chain, error) {
	text, err := write(ctx, events)
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.known(id); err != nil {
		return 0, err
	}
	log := &m.logs[id-1]
	if seq != len(*log)+1 {
		return 0, fmt.Errorf("table %d has %d events, so event %d is not the next event: %w", id, len(*log), seq, table.ErrGap)
	}
	if past != 0 && past != (*log)[seq-2].chain {
		return 0, fmt.Errorf("event %d of table %d differs from the event that the caller knows: %w", seq-1, id, table.ErrGap)
	}
	if err := m.summarize(id, s); err != nil {
		return 0, err
	}
	*log = extend(*log, text)
	if slices.ContainsFunc(events, closes) {
		m.finished = append(m.finished, id)
	}
	return (*log)[len(*log)-1].chain, nil
}

// Lose removes the events after the given number from a table's log, as if the database had
// been restored from a backup.
func (m *Memory) Lose(id table.ID, after int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.logs[id-1] = slices.Clip(m.logs[id-1][:after])
}

func write(ctx context.Context, events []table.Event) ([][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var text [][]byte
	for _, e := range events {
		b, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		text = append(text, b)
	}
	return text, nil
}

func closes(e table.Event) bool { return e.Kind == table.Closed }

func (m *Memory) known(id table.ID) error {
	if id < 1 || int(id) > len(m.logs) {
		return fmt.Errorf("table %d: %w", id, table.ErrNoTable)
	}
	return nil
}

// Settle implements [table.Log].
func (m *Memory) Settle(ctx context.Context, id table.ID) ([]table.Event, error) {
	return m.Load(ctx, id)
}

// Load returns all events of a table.
func (m *Memory) Load(ctx context.Context, id table.ID) ([]table.Event, error) {
	numbered, err := m.Since(ctx, id, 0, math.MaxInt)
	events := make([]table.Event, len(numbered))
	for i := range numbered {
		events[i] = numbered[i].Event
	}
	if err == nil && len(events) == 0 {
		return nil, fmt.Errorf("table %d: %w", id, table.ErrNoTable)
	}
	return events, err
}

// Since returns at most `limit` events of a table, in order. The first of them has the number
// `after`+1.
func (m *Memory) Since(_ context.Context, id table.ID, after, limit int) (list []table.Numbered, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known(id) != nil {
		return nil, nil
	}
	log := m.logs[id-1]
	for i := max(after, 0); i < len(log) && len(list) < limit; i++ {
		e := table.Numbered{Seq: i + 1, Chain: log[i].chain}
		if err := json.Unmarshal(log[i].text, &e.Event); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// Confirm implements [table.SharedLog].
func (m *Memory) Confirm(context.Context, table.ID) error { return nil }

// Live returns the tables that have not been closed, sorted by number.
func (m *Memory) Live(context.Context) ([]table.Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var live []table.ID
	for i := range m.logs {
		if id := table.ID(i + 1); !slices.Contains(m.finished, id) {
			live = append(live, id)
		}
	}
	return m.stored(live)
}

// Finished returns the closed tables, newest first.
func (m *Memory) Finished(_ context.Context, limit int) ([]table.Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	newest := slices.Clone(m.finished)
	slices.Reverse(newest)
	return m.stored(newest[:min(limit, len(newest))])
}

// stored returns tables with their summaries. The lock must be held.
func (m *Memory) stored(ids []table.ID) (list []table.Stored, err error) {
	for _, id := range ids {
		one := table.Stored{ID: id}
		if text, ok := m.summaries[id]; ok {
			if err := json.Unmarshal(text, &one.Summary); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// Started records that the server started, and returns all earlier outages.
func (m *Memory) Started(_ context.Context, at time.Time) (clock.Outages, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outages = append(m.outages, clock.Outage{From: m.alive, Until: at})
	m.alive = at
	return slices.Clone(m.outages), nil
}

// Alive records that the server was up at the given time.
func (m *Memory) Alive(_ context.Context, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.alive = at
	return nil
}
