package node

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/service/club"
)

const (
	// shareVisitorsEvery is the interval at which a node stores the list of people who are
	// connected to it, if the list has changed.
	shareVisitorsEvery = time.Second
	// repeatVisitorsEvery is the interval at which it stores an unchanged list. The other nodes
	// may have deleted the list while this node could not reach the database.
	repeatVisitorsEvery = time.Minute
	// visitorsTimeout is the maximum time that a node waits for the lists of the people who
	// are connected to the other nodes.
	visitorsTimeout = 2 * time.Second
)

// ShareVisitors stores who is connected to this node whenever the list has changed, and at least
// once a minute. It returns when ctx is done.
func (m *Member) ShareVisitors(ctx context.Context, here func() []club.Visitor) {
	tick := time.NewTicker(shareVisitorsEvery)
	defer tick.Stop()
	var stored []byte
	var at time.Time // when the list was last stored, by the steady clock
	for {
		list := here()
		slices.SortFunc(list, func(a, b club.Visitor) int {
			return cmp.Or(cmp.Compare(a.ID, b.ID), a.From.Compare(b.From))
		})
		data, err := json.Marshal(list)
		if err == nil && (!bytes.Equal(data, stored) || clock.Steady().Sub(at) >= repeatVisitorsEvery) {
			if err = m.store.Nodes.SetVisitors(ctx, m.Nodes.Self(), data); err == nil {
				stored, at = data, clock.Steady()
			}
		}
		if err != nil && ctx.Err() == nil {
			m.logger.Warn("cannot store who is connected", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// VisitorsElsewhere returns the people who are connected to other nodes. The list may be a
// second old.
func (m *Member) VisitorsElsewhere() (list []club.Visitor) {
	ctx, cancel := context.WithTimeout(context.Background(), visitorsTimeout)
	defer cancel()
	lists, err := m.store.Nodes.Visitors(ctx, m.Nodes.Self(), m.Nodes.Running)
	for _, data := range lists {
		var one []club.Visitor
		if err == nil {
			err = json.Unmarshal(data, &one)
		}
		list = append(list, one...)
	}
	if err != nil {
		m.logger.Warn("cannot read who is connected to other nodes", slog.Any("error", err))
	}
	return list
}
