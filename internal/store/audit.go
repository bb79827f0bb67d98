package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
)

// Audit stores the audit log; see [club.AuditStore].
type Audit struct{ *database }

// Record stores an audit entry; see [club.AuditStore].
func (s *Audit) Record(ctx context.Context, d club.AuditEntry) (number int64, err error) {
	detail, err := json.Marshal(d)
	if err != nil {
		return 0, fmt.Errorf("writing an audit entry: %w", err)
	}
	err = s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		done, err := p.newAuditEntry.Exec(d.At.UnixMicro(), string(d.By), string(d.Action), string(detail))
		if err != nil {
			return nil, err
		}
		number, err = done.LastInsertId()
		return nil, err
	})
	return number, err
}

// MarkBotAccount marks an account as one that a program has played for; see
// [club.AuditStore].
func (s *Audit) MarkBotAccount(ctx context.Context, id player.ID, at time.Time, daily *club.AuditEntry) error {
	var detail []byte
	if daily != nil {
		var err error
		if detail, err = json.Marshal(daily); err != nil {
			return fmt.Errorf("writing an audit entry: %w", err)
		}
	}
	return s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if _, err := p.markBotAccount.Exec(string(id), at.UnixMicro()); err != nil || daily == nil {
			return nil, err
		}
		_, err := p.newAuditEntry.Exec(daily.At.UnixMicro(), string(daily.By), string(daily.Action), string(detail))
		return nil, err
	})
}

// BotAccounts returns the accounts marked as bots; see [club.AuditStore].
func (s *Audit) BotAccounts(ctx context.Context) (map[player.ID]time.Time, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT account, at FROM bot_accounts`)
	if err != nil {
		return nil, s.trouble(err)
	}
	defer rows.Close()
	list := map[player.ID]time.Time{}
	for rows.Next() {
		var id player.ID
		var at int64
		if err := rows.Scan(&id, &at); err != nil {
			return nil, s.trouble(err)
		}
		list[id] = time.UnixMicro(at).UTC()
	}
	return list, s.trouble(rows.Err())
}

// Entries returns the audit entries with a number above after; see [club.AuditStore].
func (s *Audit) Entries(ctx context.Context, after int64) ([]club.AuditEntry, error) {
	list, err := s.entries(ctx, after)
	return list, s.trouble(err)
}

func (s *Audit) entries(ctx context.Context, after int64) ([]club.AuditEntry, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT n, at, author, action, detail FROM audit WHERE n > ? ORDER BY n`, after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []club.AuditEntry
	for rows.Next() {
		var n, at int64
		var author, action, detail string
		if err := rows.Scan(&n, &at, &author, &action, &detail); err != nil {
			return nil, err
		}
		var d club.AuditEntry
		if err := json.Unmarshal([]byte(detail), &d); err != nil {
			return nil, &datadir.Refusal{Reason: datadir.Unreadable, Path: s.dir.Database(), Detail: fmt.Sprintf("audit entry %d", n), Err: err}
		}
		d.Number, d.At, d.By, d.Action = n, time.UnixMicro(at).UTC(), player.ID(author), club.Action(action)
		list = append(list, d)
	}
	return list, rows.Err()
}
