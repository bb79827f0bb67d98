package simulation

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/cluster"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
	"quadrille/internal/table"
)

// gate stands between a server and the database. Everything that passes it waits for the driver.
type gate struct{ *server }

// noAnswer is the error of a database that has done nothing.
func noAnswer() error {
	return &table.Refusal{Reason: table.CannotStore, Cause: errors.New("simulated: the database does not answer")}
}

// unsure is the error of a write whose outcome is unknown.
func unsure() error {
	return &datadir.Refusal{Reason: datadir.Unsure, Path: "simulated", Err: table.ErrUnsure}
}

// write passes a write to the database.
func (g gate) write(key string, do func() error) error {
	switch g.world.cross(g.server, write, key) {
	case fail:
		return noAnswer()
	case ghost:
		return unsure()
	case lost:
		_ = do()
		return unsure()
	}
	err, answered := do(), answer
	if err != nil {
		answered = rejection
	}
	if g.world.cross(g.server, answered, key) != pass {
		return unsure()
	}
	return err
}

// read passes a read to the database.
func (g gate) read(key string, do func() error) error {
	if g.world.cross(g.server, read, key) != pass {
		return noAnswer()
	}
	err := do()
	if answered := g.world.answered.Load(); answered != nil {
		(*answered)(g.server, key)
	}
	return err
}

// glance passes a read that a server repeats all the time. It waits for the driver only while the
// server has trouble with the database.
func (g gate) glance(key string, do func() error) error {
	key = key[:min(len(key), 60)]
	if g.troubled() {
		return g.read(key, do)
	}
	return do()
}

func tableKey(what string, id table.ID, seq int) string {
	return fmt.Sprintf("%s %d/%d", what, id, seq)
}

// Create implements [lobby.Store].
func (g gate) Create(ctx context.Context, opened table.Event, s *table.Summary) (id table.ID, err error) {
	sent := time.Now()
	err = g.write("create "+string(opened.Player.ID), func() (err error) {
		id, err = g.db.create(ctx, opened, s, sent)
		return err
	})
	if err != nil {
		return 0, err
	}
	g.db.notify(g.server, postgres.TopicTables, int64(id))
	return id, nil
}

// Append implements [table.Log].
func (g gate) Append(ctx context.Context, id table.ID, seq int, events []table.Event, s *table.Summary) error {
	sent := time.Now()
	return g.write(tableKey("append", id, seq), func() error { return g.db.append(ctx, id, seq, events, s, sent) })
}

// AppendAfter implements [table.SharedLog].
func (g gate) AppendAfter(
	ctx context.Context, id table.ID, seq int, past table.Chain, events []table.Event, s *table.Summary,
) (chain table.Chain, err error) {
	sent := time.Now()
	err = g.write(tableKey("append", id, seq), func() (err error) {
		chain, err = g.db.appendAfter(ctx, id, seq, past, events, s, sent)
		if err == nil {
			g.db.notify(g.server, postgres.TopicTables, int64(id))
		} else if errors.Is(err, table.ErrGap) {
			g.world.counted.add("conflicts")
		}
		return err
	})
	return chain, err
}

// Settle implements [table.Log].
func (g gate) Settle(ctx context.Context, id table.ID) (list []table.Event, err error) {
	err = g.write(tableKey("settle", id, 0), func() (err error) {
		list, err = g.db.current().Tables.Settle(ctx, id)
		return err
	})
	return list, err
}

// Confirm implements [table.SharedLog].
func (g gate) Confirm(_ context.Context, id table.ID) error {
	return g.write(tableKey("confirm", id, 0), func() error { return nil })
}

// Server implements [node.Tables].
func (g gate) Server(context.Context) (id string, err error) {
	err = g.glance("server", func() error {
		id = g.db.identity()
		return nil
	})
	return id, err
}

// Since implements [lobby.Store] and [table.SharedLog].
func (g gate) Since(ctx context.Context, id table.ID, after, limit int) (list []table.Numbered, err error) {
	err = g.read(tableKey("since", id, after), func() (err error) {
		list, err = g.db.since(ctx, id, after, limit)
		return err
	})
	return list, err
}

// Load implements [lobby.Store].
func (g gate) Load(ctx context.Context, id table.ID) (list []table.Event, err error) {
	err = g.read(tableKey("load", id, 0), func() (err error) {
		list, err = g.db.current().Tables.Load(ctx, id)
		return err
	})
	return list, err
}

// Live implements [lobby.Store].
func (g gate) Live(ctx context.Context) (list []table.Stored, err error) {
	err = g.read("live", func() (err error) {
		list, err = g.db.current().Tables.Live(ctx)
		return err
	})
	return list, err
}

// Finished implements [lobby.Store].
func (g gate) Finished(ctx context.Context, limit int) (list []table.Stored, err error) {
	err = g.read("finished", func() (err error) {
		list, err = g.db.current().Tables.Finished(ctx, limit)
		return err
	})
	return list, err
}

// Stored implements [node.Tables].
func (g gate) Stored(ctx context.Context, ids []table.ID) (list []table.Stored, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = g.read(fmt.Sprint("stored ", ids), func() (err error) {
		list, err = g.db.current().Tables.Stored(ctx, ids)
		return err
	})
	return list, err
}

// Changed implements [node.Tables].
func (g gate) Changed(_ context.Context, after int64) (list []table.Change, next int64, err error) {
	next = after
	err = g.glance("changed", func() error {
		list, next = g.db.changed(after)
		return nil
	})
	return list, next, err
}

// Started implements [lobby.Store].
func (g gate) Started(ctx context.Context, at time.Time) (list clock.Outages, err error) {
	err = g.write("started", func() (err error) {
		list, err = g.db.current().Tables.Started(ctx, at)
		return err
	})
	return list, err
}

// Alive implements [lobby.Store].
func (g gate) Alive(ctx context.Context, at time.Time) error {
	return g.write("alive", func() error { return g.db.current().Tables.Alive(ctx, at) })
}

// Search implements [lobby.Store].
func (g gate) Search(ctx context.Context, q table.Search) (list []table.Found, err error) {
	err = g.read("search", func() (err error) {
		list, err = g.db.current().Tables.Search(ctx, q)
		return err
	})
	return list, err
}

// Readable implements [lobby.Store].
func (g gate) Readable(ctx context.Context, id table.ID, by player.ID, all bool) (ok bool, err error) {
	err = g.read("readable", func() (err error) {
		ok, err = g.db.current().Tables.Readable(ctx, id, by, all)
		return err
	})
	return ok, err
}

// Update implements [parts.Backend].
func (g gate) Update(ctx context.Context, do func(tx *parts.Tx) (refused, failed error)) error {
	return g.write("update "+caller(), func() error {
		return g.db.update(ctx, func(tx *parts.Tx) (refused, failed error) {
			if own := *tx; g.db.shared {
				own.Run = g.run
				return do(&own)
			}
			return do(tx)
		})
	})
}

// caller returns the name of the method of a service's store that runs a transaction.
func caller() string {
	const skipped = 3 // runtime.Callers, caller and Update
	frames := make([]uintptr, 4)
	list := runtime.CallersFrames(frames[:runtime.Callers(skipped, frames)])
	for {
		frame, more := list.Next()
		name := frame.Function[strings.LastIndex(frame.Function, "/")+1:]
		if !more || !strings.HasPrefix(name, "parts.(*DB)") {
			return name
		}
	}
}

// Offer implements [parts.Backend].
func (g gate) Offer(do func(tx *parts.Tx) (refused, failed error)) {
	if !g.troubled() {
		_ = g.db.update(context.Background(), do)
	}
}

// Trouble implements [parts.Backend].
func (g gate) Trouble(err error) error { return g.db.current().Trouble(err) }

// ended is a context that makes a query fail.
var ended = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// ExecContext implements [parts.Queryer].
func (g gate) ExecContext(ctx context.Context, text string, values ...any) (sql.Result, error) {
	return g.db.current().Read.ExecContext(ctx, text, values...)
}

// QueryContext implements [parts.Queryer].
func (g gate) QueryContext(ctx context.Context, text string, values ...any) (rows *sql.Rows, err error) {
	err = g.glance(text, func() (err error) {
		rows, err = g.db.current().Read.QueryContext(ctx, text, values...)
		return err
	})
	return rows, err
}

// QueryRowContext implements [parts.Queryer].
func (g gate) QueryRowContext(ctx context.Context, text string, values ...any) *sql.Row {
	if err := g.glance(text, func() error { return nil }); err != nil {
		ctx = ended
	}
	return g.db.current().Read.QueryRowContext(ctx, text, values...)
}

// Beat implements [cluster.Store].
func (g gate) Beat(
	_ context.Context, run cluster.Run, ahead time.Duration, stopped bool,
) (list []cluster.State, now time.Time, err error) {
	err = g.beating(func() { list, now = g.db.beat(run, ahead, stopped) })
	return list, now, err
}

// beating passes a heartbeat to the database.
func (g gate) beating(do func()) error {
	if (g.troubled() || g.dead.Load()) && g.world.cross(g.server, heartbeat, "beat") != pass {
		return noAnswer()
	}
	do()
	return nil
}

// Report implements [cluster.Store].
func (g gate) Report(_ context.Context, run cluster.Run, reports []cluster.Report) error {
	return g.beating(func() { g.db.report(run, reports) })
}

// Reports implements [cluster.Store].
func (g gate) Reports(context.Context) (list []cluster.Report, err error) {
	err = g.beating(func() { list = g.db.reports() })
	return list, err
}

// Forget implements [cluster.Store].
func (g gate) Forget(_ context.Context, run cluster.Run) error {
	return g.beating(func() { g.db.forget(run) })
}

// SetVisitors implements [node.Nodes].
func (gate) SetVisitors(context.Context, cluster.Run, []byte) error { return nil }

// Visitors implements [node.Nodes].
func (gate) Visitors(context.Context, cluster.Run, func(cluster.Run) bool) ([][]byte, error) {
	return nil, nil
}

// Listen implements the method of [node.Store]. Notifications arrive in order, late, twice or
// never.
func (g gate) Listen(ctx context.Context, receive func(postgres.Notification)) {
	arriving := make(chan postgres.Notification, 1000)
	g.db.mu.Lock()
	g.db.listeners[g.server] = arriving
	g.db.mu.Unlock()
	defer func() {
		g.db.mu.Lock()
		defer g.db.mu.Unlock()
		delete(g.db.listeners, g.server)
	}()
	receive(postgres.Notification{Missed: true})
	missed := false
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-arriving:
			if n.Missed { // the connection was lost, and the node connects again
				time.Sleep(500 * time.Millisecond)
				receive(n)
				missed = false
				continue
			}
			n.Missed = missed
			switch g.world.cross(g.server, notification, fmt.Sprint(n.Node, n.Topic, n.IDs)) {
			case fail, lost, ghost:
				missed = true
				continue
			case twice:
				receive(n)
			}
			missed = false
			receive(n)
		}
	}
}
