package parts

import (
	"context"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/service/messages"
)

// Messages stores direct messages, lobby chat, and the accounts that each account follows or
// blocks. It is a [messages.Store].
type Messages struct{ *DB }

// Messages returns the part of the store that stores messages.
func (s *Parts) Messages() Messages { return Messages{s.DB} }

// AddMessage stores a message and returns its number.
func (m Messages) AddMessage(ctx context.Context, one messages.Message) (number int64, err error) {
	err = m.Update(ctx, func(tx *Tx) (refused, failed error) {
		number, err = tx.insert(
			`INSERT INTO messages (at, author, recipient, text, held, read) VALUES ($1, $2, $3, $4, $5, FALSE) RETURNING n`,
			one.At.UnixMicro(),
			string(one.From),
			string(one.To),
			one.Text,
			one.Held,
		)
		if err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Messages, messages.Change{Kind: messages.Sent, Numbers: []int64{number}})
	})
	return number, m.tell(TopicNews, err)
}

// UpdateMessages marks messages as delivered and, if `read` is true, also as read.
func (m Messages) UpdateMessages(ctx context.Context, numbers []int64, read bool) error {
	change := messages.Change{Kind: messages.Delivered, Numbers: numbers}
	if read {
		change.Kind = messages.Read
	}
	return m.tell(TopicNews, m.Update(ctx, func(tx *Tx) (refused, failed error) {
		for _, n := range numbers {
			if err := tx.Exec(`UPDATE messages SET held = FALSE, read = (read OR $1) WHERE n = $2`, read, n); err != nil {
				return nil, err
			}
		}
		return nil, tx.publish(news.Messages, change)
	}))
}

// DropMessages deletes the messages that were sent before a time.
func (m Messages) DropMessages(ctx context.Context, before time.Time) error {
	return m.deleteFrom(ctx, `messages WHERE at < $1`, before.UnixMicro())
}

// Messages returns the messages sent by or to an account, the oldest first.
func (m Messages) Messages(ctx context.Context, of player.ID) ([]messages.Message, error) {
	return m.list(ctx, `recipient = $1 OR $1 <> '' AND author = $1`, string(of))
}

// Message returns the message with the given number. ok is false if there is none.
func (m Messages) Message(ctx context.Context, number int64) (one messages.Message, ok bool, err error) {
	list, err := m.list(ctx, `n = $1`, number)
	if err != nil || len(list) == 0 {
		return one, false, err
	}
	return list[0], true, nil
}

// Pending returns the messages that are unread, or held until the end of a game, oldest
// first.
func (m Messages) Pending(ctx context.Context) ([]messages.Message, error) {
	return m.list(ctx, `held OR NOT read AND recipient <> ''`)
}

func (m Messages) list(ctx context.Context, condition string, values ...any) ([]messages.Message, error) {
	r := m.query(ctx, `SELECT n, at, author, recipient, text, held, read FROM messages WHERE `+condition+` ORDER BY n`, values...)
	return all(r, func(one *messages.Message) []any {
		return []any{&one.Number, micros{&one.At}, &one.From, &one.To, &one.Text, &one.Held, &one.Read}
	})
}

// SetRelation adds a relation between two accounts, such as a block, or removes it.
func (m Messages) SetRelation(ctx context.Context, l messages.Relation, on bool) error {
	text := `DELETE FROM links WHERE kind = $1 AND account = $2 AND other = $3`
	if on {
		text = `INSERT INTO links (kind, account, other) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	}
	return m.tell(TopicNews, m.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.Exec(text, string(l.Kind), string(l.From), string(l.To)); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Messages, messages.Change{Kind: messages.Related, Relation: l})
	}))
}

// HasRelation reports whether the account l.From follows or blocks the account l.To, depending
// on l.Kind.
func (m Messages) HasRelation(ctx context.Context, l messages.Relation) (exists bool, err error) {
	err = m.Read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM links WHERE kind = $1 AND account = $2 AND other = $3)`,
		string(l.Kind), string(l.From), string(l.To)).
		Scan(&exists)
	return exists, m.Trouble(err)
}

// Relations returns all follows and blocks between accounts.
func (m Messages) Relations(ctx context.Context) ([]messages.Relation, error) {
	return all(m.query(ctx, `SELECT kind, account, other FROM links`), func(l *messages.Relation) []any {
		return []any{&l.Kind, &l.From, &l.To}
	})
}

var _ messages.Store = Messages{}
