package messages

import (
	"context"
	"slices"
)

// Change describes a change that another node has stored.
type Change struct {
	Kind     ChangeKind `json:"kind"`
	Numbers  []int64    `json:"numbers,omitempty"` // numbers of the messages that were sent, delivered or read
	Relation Relation   `json:"link"`              // for Related: which account has begun or stopped following or blocking another
}

// ChangeKind is the kind of a [Change]. Its values are stored, so never rename one.
type ChangeKind string

// The kinds of changes.
const (
	Sent      ChangeKind = "sent"
	Delivered ChangeKind = "delivered" // messages that were held back during a live game were delivered
	Read      ChangeKind = "read"
	Related   ChangeKind = "linked"
)

// Changes applies changes that come from other nodes to a [Service].
type Changes struct{ service *Service }

// ChangesOf returns a [Changes] that applies the changes of other nodes to `s`.
func ChangesOf(s *Service) Changes { return Changes{s} }

// Apply applies a change that another node has stored. If it returns an error, it has
// changed nothing and may be called again.
func (ch Changes) Apply(ctx context.Context, c Change) error {
	s := ch.service
	s.changes.Lock()
	defer s.changes.Unlock()
	switch c.Kind {
	case Sent:
		return ch.sent(ctx, c.Numbers)
	case Delivered:
		s.mu.Lock()
		defer s.mu.Unlock()
		ch.takeHeld(c.Numbers)
	case Read:
		s.mu.Lock()
		for to, list := range s.unread {
			s.unread.set(to, slices.DeleteFunc(list, func(n int64) bool { return slices.Contains(c.Numbers, n) }))
		}
		s.mu.Unlock()
		if s.Changed != nil {
			s.Changed()
		}
	case Related:
		// The relation may have changed again, so read its current state.
		on, err := s.Store.HasRelation(ctx, c.Relation)
		if err != nil {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.relations.set(c.Relation, on)
	}
	return nil
}

// sent handles messages that were sent through another node. It delivers each message, or
// holds the message until the end of the recipient's game.
func (ch Changes) sent(ctx context.Context, numbers []int64) error {
	s := ch.service
	for _, n := range numbers {
		m, ok, err := s.Store.Message(ctx, n)
		if err != nil {
			return err
		}
		if !ok { // skip a message that was deleted together with an account
			continue
		}
		s.mu.Lock()
		if m.Held && !slices.ContainsFunc(s.held, func(known Message) bool { return known.Number == n }) {
			s.held = append(s.held, m)
		} else if !m.Held {
			s.deliver(m)
		}
		s.mu.Unlock()
	}
	return nil
}

// takeHeld delivers the messages with the given numbers, which were held until the end of a
// game. The caller holds the lock.
func (ch Changes) takeHeld(numbers []int64) {
	s := ch.service
	s.held = slices.DeleteFunc(s.held, func(m Message) bool {
		free := slices.Contains(numbers, m.Number)
		if free {
			s.deliver(m)
		}
		return free
	})
}
