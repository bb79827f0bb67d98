package logtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"quadrille/internal/table"
)

// Memory keeps tables as long as the process lives, written as a disk would
// have them: as JSON. It never waits.
type Memory struct {
	mu       sync.Mutex
	logs     [][][]byte // by table number less one, then by seq less one
	finished []table.ID // in the order in which they were closed
}

// NewMemory is a store without tables.
func NewMemory() *Memory { return &Memory{} }

// Create keeps a new table's first event.
func (m *Memory) Create(ctx context.Context, opened table.Event) (table.ID, error) {
	text, err := write(ctx, []table.Event{opened})
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.logs = append(m.logs, text)
	return table.ID(len(m.logs)), nil
}

// Append is as [table.Log] says.
func (m *Memory) Append(ctx context.Context, id table.ID, seq int, events []table.Event) error {
	text, err := write(ctx, events)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.known(id); err != nil {
		return err
	}
	log := &m.logs[id-1]
	if seq != len(*log)+1 {
		return fmt.Errorf("table %d has %d events, so seq %d will not do: %w", id, len(*log), seq, table.ErrGap)
	}
	*log = append(*log, text...)
	if slices.ContainsFunc(events, closes) {
		m.finished = append(m.finished, id)
	}
	return nil
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

// Load is all events of a table.
func (m *Memory) Load(_ context.Context, id table.ID) ([]table.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.known(id); err != nil {
		return nil, err
	}
	events := make([]table.Event, len(m.logs[id-1]))
	for i, text := range m.logs[id-1] {
		if err := json.Unmarshal(text, &events[i]); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// Since is the events that follow one, at most limit.
func (m *Memory) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	events, err := m.Load(ctx, id)
	if errors.Is(err, table.ErrNoTable) {
		return nil, nil
	}
	var list []table.Numbered
	for i := max(after, 0); i < min(len(events), after+limit); i++ {
		list = append(list, table.Numbered{Event: events[i], Seq: i + 1})
	}
	return list, err
}

// Live is the tables that are not closed, in the order of their numbers.
func (m *Memory) Live(context.Context) ([]table.ID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var live []table.ID
	for i := range m.logs {
		if id := table.ID(i + 1); !slices.Contains(m.finished, id) {
			live = append(live, id)
		}
	}
	return live, nil
}

// Finished is the tables that are closed, newest first.
func (m *Memory) Finished(_ context.Context, limit int) ([]table.ID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	newest := slices.Clone(m.finished)
	slices.Reverse(newest)
	return newest[:min(limit, len(newest))], nil
}
