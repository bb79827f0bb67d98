package messages

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Line is a message with the current names of its author and its recipient.
type Line struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	From   string    `json:"from"`
	To     string    `json:"to,omitempty"` // empty for lobby chat
	Text   string    `json:"text"`
	Held   bool      `json:"held,omitempty"` // whether delivery waits for the end of a live game of the author or the recipient
}

// Lines returns the messages with the current names of their authors and recipients.
func (s *Service) Lines(ctx context.Context, list []Message) (lines []Line) {
	for _, m := range list {
		l := Line{m.Number, m.At, s.Name(ctx, m.From).Name, "", m.Text, m.Held}
		if m.To != Lobby {
			l.To = s.Name(ctx, m.To).Name
		}
		lines = append(lines, l)
	}
	return lines
}

// Export holds the messages, follows and blocks of an account, for its owner.
type Export struct {
	Follows  []string `json:"follows,omitempty"`
	Blocks   []string `json:"blocks,omitempty"`
	Messages []Line   `json:"messages,omitempty"`
}

// Export returns the stored messages, follows and blocks of an account.
func (s *Service) Export(ctx context.Context, id player.ID) (e Export, err error) {
	for _, other := range s.Related(Follows, id) {
		e.Follows = append(e.Follows, s.Name(ctx, other).Name)
	}
	for _, other := range s.Related(Blocks, id) {
		e.Blocks = append(e.Blocks, s.Name(ctx, other).Name)
	}
	list, err := s.Stored(ctx, id)
	e.Messages = s.Lines(ctx, list)
	return e, err
}
