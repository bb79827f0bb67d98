package store

import (
	"context"
	"time"

	"quadrille/internal/messages"
	"quadrille/internal/player"
)

// Messages stores direct messages, lobby chat, and which accounts follow or block which
// others. It is a [messages.Store].
type Messages struct{ store *Store }

// Messages returns the part of the store that stores messages.
func (s *Store) Messages() Messages { return Messages{s} }

// AddMessage stores a message and returns its number.
func (m Messages) AddMessage(ctx context.Context, one messages.Message) (number int64, err error) {
	err = m.store.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		result, err := p.conn.ExecContext(context.Background(), `INSERT INTO messages (at, author, recipient, text, held, read) VALUES (?, ?, ?, ?, ?, 0)`,
			one.At.UnixMicro(), string(one.From), string(one.To), one.Text, one.Held)
		if err == nil {
			number, err = result.LastInsertId()
		}
		return nil, err
	})
	return number, err
}

// UpdateMessages marks messages as delivered. If read is set, it also marks them as read.
func (m Messages) UpdateMessages(ctx context.Context, numbers []int64, read bool) error {
	return m.store.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		for _, n := range numbers {
			if _, err := p.conn.ExecContext(context.Background(), `UPDATE messages SET held = 0, read = max(read, ?) WHERE n = ?`, read, n); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

// DropMessages deletes the messages that were sent before a time.
func (m Messages) DropMessages(ctx context.Context, before time.Time) error {
	var old bool
	err := m.store.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM messages WHERE at < ?)`, before.UnixMicro()).Scan(&old)
	if err != nil || !old {
		return m.store.trouble(err)
	}
	return m.store.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		_, err := p.conn.ExecContext(context.Background(), `DELETE FROM messages WHERE at < ?`, before.UnixMicro())
		return nil, err
	})
}

// Messages returns the messages sent by or to an account, the oldest first.
func (m Messages) Messages(ctx context.Context, of player.ID) ([]messages.Message, error) {
	return m.list(ctx, `recipient = ?1 OR ?1 <> '' AND author = ?1`, string(of))
}

// Pending returns the messages that are held or unread, the oldest first.
func (m Messages) Pending(ctx context.Context) ([]messages.Message, error) {
	return m.list(ctx, `held = 1 OR read = 0 AND recipient <> ''`)
}

func (m Messages) list(ctx context.Context, condition string, values ...any) ([]messages.Message, error) {
	rows, err := m.store.read.QueryContext(ctx, `SELECT n, at, author, recipient, text, held, read FROM messages WHERE `+condition+` ORDER BY n`, values...)
	if err != nil {
		return nil, m.store.trouble(err)
	}
	defer rows.Close()
	var list []messages.Message
	for rows.Next() {
		var one messages.Message
		var at int64
		if err := rows.Scan(&one.Number, &at, &one.From, &one.To, &one.Text, &one.Held, &one.Read); err != nil {
			return nil, m.store.trouble(err)
		}
		one.At = time.UnixMicro(at).UTC()
		list = append(list, one)
	}
	return list, m.store.trouble(rows.Err())
}

// SetLink adds a relation between two accounts, such as a block, or removes it.
func (m Messages) SetLink(ctx context.Context, l messages.Link, on bool) error {
	text := `DELETE FROM links WHERE kind = ? AND account = ? AND other = ?`
	if on {
		text = `INSERT OR IGNORE INTO links (kind, account, other) VALUES (?, ?, ?)`
	}
	return m.store.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		_, err := p.conn.ExecContext(context.Background(), text, string(l.Kind), string(l.From), string(l.To))
		return nil, err
	})
}

// Links returns all relations between accounts.
func (m Messages) Links(ctx context.Context) ([]messages.Link, error) {
	rows, err := m.store.read.QueryContext(ctx, `SELECT kind, account, other FROM links`)
	if err != nil {
		return nil, m.store.trouble(err)
	}
	defer rows.Close()
	var list []messages.Link
	for rows.Next() {
		var l messages.Link
		if err := rows.Scan(&l.Kind, &l.From, &l.To); err != nil {
			return nil, m.store.trouble(err)
		}
		list = append(list, l)
	}
	return list, m.store.trouble(rows.Err())
}

var _ messages.Store = Messages{}
