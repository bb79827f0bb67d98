package node

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"time"
)

const (
	// pollNewsEvery is the interval at which a node looks for news, even without a
	// notification.
	pollNewsEvery = time.Second
	// dropNewsEvery is the interval at which one of the nodes deletes old news.
	dropNewsEvery = 10 * time.Minute
)

// Follower applies the changes that other nodes have stored for one topic, such as webhooks.
type Follower struct {
	// Apply applies one change. If it fails, it is called again with the same change.
	Apply func(ctx context.Context, data []byte) error
	// Reload reads the data of the topic again. It is called if this node may have missed
	// changes.
	Reload func(ctx context.Context) error
	// AtStart makes FollowNews call Reload as soon as FollowNews starts.
	AtStart bool
	// NodesChanged is called after nodes have started or failed, because this node may then
	// have to take over their work. It may be nil.
	NodesChanged func(ctx context.Context) error
}

// Applied returns a function that decodes a change and applies it.
func Applied[Change any](apply func(ctx context.Context, c Change) error) func(ctx context.Context, data []byte) error {
	return func(ctx context.Context, data []byte) error {
		var c Change
		if err := json.Unmarshal(data, &c); err != nil {
			return err
		}
		return apply(ctx, c)
	}
}

// Rereading returns a [Follower] that calls `reload` after each change by another
// node.
func Rereading(reload func(context.Context) error) Follower {
	return Follower{Apply: func(ctx context.Context, _ []byte) error { return reload(ctx) }, Reload: reload}
}

// Transient returns a follower that applies each change, but does not recover changes that
// it has missed.
func Transient[Change any](apply func(ctx context.Context, c Change) error) Follower {
	return Follower{Apply: Applied(apply), Reload: func(context.Context) error { return nil }}
}

// FollowNews runs until ctx is done. It applies the changes that other nodes have stored
// after the store was opened: the Follower of a topic applies the changes of that topic.
// [Member.Run] must be running.
func (m *Member) FollowNews(ctx context.Context, topics map[string]Follower) {
	poll, drop := time.NewTicker(pollNewsEvery), time.NewTicker(dropNewsEvery)
	defer poll.Stop()
	defer drop.Stop()
	last := m.store.NewsAtStart
	for _, topic := range slices.Sorted(maps.Keys(topics)) {
		f := topics[topic]
		if f.AtStart {
			err := f.Reload(ctx)
			m.try(ctx, "cannot read changes that other nodes have made", err)
			if err != nil {
				m.reread.Store(true) // at the next reading
			}
		}
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.news:
		case <-poll.C:
		case <-m.chores:
			for _, topic := range slices.Sorted(maps.Keys(topics)) {
				f := topics[topic]
				if f.NodesChanged != nil {
					m.try(ctx, "cannot take over the work of failed nodes", f.NodesChanged(ctx))
				}
			}
		case <-drop.C:
			if m.Nodes.First("drop news") {
				m.try(ctx, "cannot delete old records of changes made by nodes", m.store.News.Drop(ctx))
			}
		}
		m.try(ctx, "cannot read changes that other nodes have made", m.readNews(ctx, topics, &last))
	}
}

// try logs an error with the message `what`, unless the error is nil or ctx is done.
func (m *Member) try(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		m.logger.Warn(what, slog.Any("error", err))
	}
}

// readNews applies the news items whose number is greater than *last, and updates *last. If
// such items have already been deleted, readNews calls Reload for all topics instead.
func (m *Member) readNews(ctx context.Context, topics map[string]Follower, last *int64) error {
	if m.reread.Swap(false) {
		*last = -1 // no item has this number, so all topics are reloaded
	}
	if list, lost, err := m.store.News.Since(ctx, *last); err != nil {
		return err
	} else if !lost {
		for _, one := range list {
			if f, known := topics[one.Topic]; known && !one.Own {
				if err := f.Apply(ctx, one.Data); err != nil {
					return err
				}
			}
			*last = one.Number
		}
		return nil
	}
	newest, err := m.store.News.Last(ctx) // read before Reload, so that no later change is missed
	if err != nil {
		return err
	}
	for _, topic := range slices.Sorted(maps.Keys(topics)) {
		f := topics[topic]
		if err := f.Reload(ctx); err != nil {
			return err
		}
	}
	*last = newest
	return nil
}
