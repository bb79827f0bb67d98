package simulation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/cluster"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
	"quadrille/internal/table"
)

// database is the database that all servers of a run share: the real SQLite store on a temporary
// directory. For several nodes it adds what only the PostgreSQL store has: chained hashes, news,
// heartbeats, notifications and tables that can be made only once.
type database struct {
	dir    string
	shared bool // whether several nodes share it

	mu        sync.Mutex // held while the store is used for a write, or replaced
	store     *store.Store
	opened    int // how often the database was started
	wall      clocktest.Wall
	state     state
	saved     *state // the state of the standby; nil unless it lags behind
	waits     bool   // whether the standby is synchronous: while it is away, no write is answered
	appends   []appended
	listeners map[*server]chan postgres.Notification
}

// state holds the data of the database that is not in the SQLite file.
type state struct {
	Chains  map[table.ID][]table.Chain
	Made    map[string]table.ID
	Written map[table.ID]int64 // the value of Clock at the last append or creation
	Clock   int64
	Nodes   map[cluster.Run]cluster.State
	Reports []cluster.Report
}

func (s *state) clone() *state {
	c := *s
	c.Chains, c.Made, c.Written, c.Nodes = maps.Clone(s.Chains), maps.Clone(s.Made), maps.Clone(s.Written), maps.Clone(s.Nodes)
	for id := range c.Chains {
		c.Chains[id] = slices.Clone(c.Chains[id])
	}
	c.Reports = slices.Clone(s.Reports)
	return &c
}

// appended records that events were stored: when they were sent to the database, and when it had
// stored them. Lost says that a fail-over lost them.
type appended struct {
	id          table.ID
	first, last int
	sent, at    time.Time
	commands    []string // the keys of the commands that the events carry out
	lost        bool
	lostAt      int64 // if lost: the step of the driver at which the standby took over; 0 in tests of one fault
	promised    bool  // if lost: whether the standby was synchronous, so that no server may have reported the events as stored
}

const newsTables = `CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, n INTEGER NOT NULL);
INSERT INTO counters (name, n) VALUES ('news', 0) ON CONFLICT (name) DO NOTHING;
CREATE TABLE IF NOT EXISTS news (
	n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, run TEXT NOT NULL, topic TEXT NOT NULL, data TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS news_counter AFTER INSERT ON news BEGIN UPDATE counters SET n = NEW.n WHERE name = 'news'; END;`

func openDatabase(dir string, shared bool) (*database, error) {
	d := &database{dir: dir, shared: shared, listeners: map[*server]chan postgres.Notification{}, state: state{
		Chains: map[table.ID][]table.Chain{}, Made: map[string]table.ID{}, Written: map[table.ID]int64{}, Clock: 1,
		Nodes: map[cluster.Run]cluster.State{},
	}}
	if err := d.open(); err != nil || !shared {
		return d, err
	}
	return d, d.store.Update(context.Background(), func(tx *parts.Tx) (refused, failed error) { return nil, tx.Exec(newsTables) })
}

func (d *database) open() (err error) {
	d.opened++
	d.store, err = store.Open(context.Background(), d.dir, slog.New(slog.DiscardHandler))
	return err
}

// identity returns a text that changes when the database is started again.
func (d *database) identity() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return fmt.Sprint(d.opened)
}

// restart closes the database and opens it again.
func (d *database) restart() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return errors.Join(d.store.Close(), d.open())
}

// save copies everything that is stored to a standby, which receives nothing more.
func (d *database) save() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.saved = d.state.clone()
	return copyFiles(d.dir, d.dir+".standby")
}

// failOver puts the standby in the place of the database. What was stored since [database.save]
// is lost. It returns the number of lost events.
func (d *database) failOver() (events int, err error) { return d.failOverAt(0) }

// failOverAt puts the standby in the place of the database at a step of the driver.
func (d *database) failOverAt(step int64) (events int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.store.Close(); err != nil {
		return 0, err
	}
	for i := range d.appends {
		if a := &d.appends[i]; !a.lost && a.last > len(d.saved.Chains[a.id]) {
			a.lost, a.lostAt, a.promised = true, step, d.waits
			events += a.last - a.first + 1
		}
	}
	d.state, d.saved, d.waits = *d.saved.clone(), nil, false
	if err := copyFiles(d.dir+".standby", d.dir); err != nil {
		return events, err
	}
	return events, d.open()
}

// copyFiles makes a directory a copy of another one, without the file that locks it.
func copyFiles(from, to string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, dir := range []string{to, from} {
		list, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range list {
			switch name := e.Name(); {
			case filepath.Ext(name) == ".lock" || filepath.Ext(name) == ".db-shm" || !e.Type().IsRegular():
			case dir == to:
				err = errors.Join(err, os.Remove(filepath.Join(to, name)))
			default:
				err = errors.Join(err, copyFile(filepath.Join(from, name), filepath.Join(to, name)))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// notify sends a notification to all nodes that listen.
func (d *database) notify(from *server, topic string, ids ...int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range slices.SortedFunc(maps.Keys(d.listeners), func(a, b *server) int { return a.number - b.number }) {
		select {
		case d.listeners[n] <- postgres.Notification{Node: from.name, Topic: topic, IDs: ids}:
		default:
		}
	}
}

// reconnect tells all nodes that their connections were lost.
func (d *database) reconnect() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range slices.SortedFunc(maps.Keys(d.listeners), func(a, b *server) int { return a.number - b.number }) {
		select {
		case d.listeners[n] <- postgres.Notification{Missed: true}:
		default:
		}
	}
}

// length returns the number of stored events of a table.
func (d *database) length(id table.ID) int { return d.newest(id).last }

func (d *database) appendedNow(id table.ID, seq int, events []table.Event, sent time.Time) {
	a := appended{id: id, first: seq, last: seq + len(events) - 1, sent: sent, at: time.Now()}
	for i := range events {
		if key := keyOf(&events[i]); key != "" {
			a.commands = append(a.commands, key)
		}
	}
	d.appends = append(d.appends, a)
	d.state.Written[id] = d.state.Clock
	d.state.Clock++
}

// update runs a transaction.
func (d *database) update(ctx context.Context, do func(tx *parts.Tx) (refused, failed error)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.store.Update(ctx, do)
}

// current returns the store that is open now.
func (d *database) current() *store.Store {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.store
}

// create stores a new table.
func (d *database) create(ctx context.Context, opened table.Event, s *table.Summary, sent time.Time) (table.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	purpose := madeFor(&opened)
	if id := d.state.Made[purpose]; d.shared && purpose != "" && id != 0 {
		return 0, &table.MadeError{Table: id}
	}
	id, err := d.store.Tables.Create(ctx, opened, s)
	if err == nil {
		d.state.Made[purpose] = id
		d.state.Chains[id] = nil
		d.extend(id, 1, []table.Event{opened})
		d.appendedNow(id, 1, []table.Event{opened}, sent)
	}
	return id, err
}

// madeFor identifies the purpose of a table that only one table can have, as the PostgreSQL store
// does.
func madeFor(opened *table.Event) string {
	switch {
	case opened.Table != 0:
		return fmt.Sprintf("rematch of %d", opened.Table)
	case opened.Terms.Evening != nil:
		return fmt.Sprintf("board %+v", *opened.Terms.Evening)
	}
	return ""
}

// append stores events if the log is as long as the caller believes.
func (d *database) append(ctx context.Context, id table.ID, seq int, events []table.Event, s *table.Summary, sent time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.store.Tables.Append(ctx, id, seq, events, s)
	if err == nil && len(events) > 0 {
		d.extend(id, seq, events)
		d.appendedNow(id, seq, events, sent)
	}
	return err
}

// appendAfter stores events if they follow the given past.
func (d *database) appendAfter(
	ctx context.Context, id table.ID, seq int, past table.Chain, events []table.Event, s *table.Summary, sent time.Time,
) (table.Chain, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	chains := d.state.Chains[id]
	switch {
	case len(chains) == 0:
		return 0, parts.NoTable(id)
	case seq != len(chains)+1 || chains[seq-2] != past:
		return 0, &datadir.Refusal{Reason: datadir.OutOfOrder, Detail: fmt.Sprintf("event %d of table %d", seq, id), Err: table.ErrGap}
	}
	if err := d.store.Tables.Append(ctx, id, seq, events, s); err != nil {
		return 0, err
	}
	if len(events) > 0 {
		d.extend(id, seq, events)
		d.appendedNow(id, seq, events, sent)
	}
	chains = d.state.Chains[id]
	return chains[len(chains)-1], nil
}

// extend computes the chained hashes of new events.
func (d *database) extend(id table.ID, seq int, events []table.Event) {
	for i := range events {
		text, _ := json.Marshal(&events[i])
		h := fnv.New64a()
		var past table.Chain
		if chains := d.state.Chains[id]; len(chains) > 0 {
			past = chains[len(chains)-1]
		}
		fmt.Fprintf(h, "%d %d %d %s", past, id, seq+i, text)
		d.state.Chains[id] = append(d.state.Chains[id], table.Chain(h.Sum64()|1))
	}
}

// since returns events of a table with their chained hashes.
func (d *database) since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	list, err := d.store.Tables.Since(ctx, id, max(after, 0), limit)
	for i := range list {
		list[i].Chain = d.state.Chains[id][list[i].Seq-1]
	}
	return list, err
}

// changed returns the tables that were written since an earlier call.
func (d *database) changed(after int64) (list []table.Change, next int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	next = d.state.Clock
	if after == 0 {
		return nil, next
	}
	for id, written := range d.state.Written {
		if written >= after {
			list = append(list, table.Change{Table: id, Last: len(d.state.Chains[id])})
		}
	}
	slices.SortFunc(list, func(a, b table.Change) int { return int(a.Table - b.Table) })
	return list, next
}

// beat stores a heartbeat.
func (d *database) beat(run cluster.Run, ahead time.Duration, stopped bool) (list []cluster.State, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now = d.wall.Now()
	one := d.state.Nodes[run]
	one.Run, one.Beat, one.Ahead, one.Stopped = run, now, ahead, stopped
	d.state.Nodes[run] = one
	for _, s := range d.state.Nodes {
		s.Age = max(0, now.Sub(s.Beat))
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b cluster.State) int { return a.Beat.Compare(b.Beat) })
	return list, now
}

// report stores who is connected.
func (d *database) report(run cluster.Run, reports []cluster.Report) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range reports {
		same := func(old cluster.Report) bool { return old.Run == run && old.Table == r.Table }
		d.state.Reports = slices.DeleteFunc(slices.Clone(d.state.Reports), same)
		if r.Run = run; len(r.Players) > 0 || r.Spectators > 0 {
			d.state.Reports = append(d.state.Reports, r)
		}
	}
	one := d.state.Nodes[run]
	one.Run = run
	one.Reports++
	d.state.Nodes[run] = one
}

func (d *database) forget(run cluster.Run) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.state.Nodes, run)
	d.state.Reports = slices.DeleteFunc(slices.Clone(d.state.Reports), func(r cluster.Report) bool { return r.Run == run })
}

func (d *database) reports() []cluster.Report {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.state.Reports)
}
