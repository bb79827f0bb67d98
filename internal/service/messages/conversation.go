package messages

import (
	"cmp"
	"context"
	"slices"

	"quadrille/internal/player"
)

// Conversation holds the direct messages between an account and another person.
type Conversation struct {
	With     player.Player
	Messages []Message // oldest first
	Unread   int       // number of the person's messages that the account has not read
}

// Conversations groups the delivered direct messages of an account by the other person.
// The person with the newest message comes first. The messages are not marked as read.
func (s *Service) Conversations(ctx context.Context, me player.ID) ([]Conversation, error) {
	list, err := s.delivered(ctx, me)
	if err != nil {
		return nil, err
	}
	var all []Conversation
	for _, m := range list {
		other := m.From
		if other == me {
			other = m.To
		}
		i := slices.IndexFunc(all, func(c Conversation) bool { return c.With.ID == other })
		if i < 0 {
			i = len(all)
			all = append(all, Conversation{With: s.Name(ctx, other)})
		}
		all[i].Messages = append(all[i].Messages, m)
		if m.To == me && !m.Read {
			all[i].Unread++
		}
	}
	newest := func(c Conversation) int64 { return c.Messages[len(c.Messages)-1].Number }
	slices.SortFunc(all, func(a, b Conversation) int { return cmp.Compare(newest(b), newest(a)) })
	return all, nil
}
