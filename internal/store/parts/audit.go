package parts

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// Audit stores the audit log; see [club.AuditStore].
type Audit struct{ *DB }

// Record stores an audit entry; see [club.AuditStore].
func (s *Audit) Record(ctx context.Context, d club.AuditEntry, after int64) (number int64, err error) {
	detail, err := json.Marshal(d)
	if err != nil {
		return 0, fmt.Errorf("writing an audit entry: %w", err)
	}
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		var last int64
		if err := tx.Row(`SELECT coalesce(max(n), 0) FROM audit`).Scan(&last); err != nil {
			return nil, err
		}
		if last > after {
			return club.ErrBehind, nil
		}
		number, err = tx.insert(newAuditEntry, d.At.UnixMicro(), string(d.By), string(d.Action), string(detail))
		if err != nil {
			return nil, err
		}
		return nil, tx.unmarkBot(&d)
	})
	return number, s.tell(TopicAudit, err)
}

// MarkBotAccount marks an account as a bot account, because a program has played for it; see
// [club.AuditStore].
func (s *Audit) MarkBotAccount(ctx context.Context, id player.ID, at time.Time, daily *club.AuditEntry) error {
	var detail []byte
	if daily != nil {
		var err error
		if detail, err = json.Marshal(daily); err != nil {
			return fmt.Errorf("writing an audit entry: %w", err)
		}
	}
	return s.tell(TopicAudit, s.Update(ctx, func(tx *Tx) (refused, failed error) {
		err := tx.Exec(
			`INSERT INTO bot_accounts (account, at) VALUES ($1, $2) ON CONFLICT (account) DO NOTHING`,
			string(id),
			at.UnixMicro(),
		)
		if err == nil {
			err = tx.Exec(`UPDATE players SET bot = TRUE WHERE id = $1`, string(id))
		}
		if err != nil || daily == nil {
			return nil, err
		}
		_, err = tx.insert(newAuditEntry, daily.At.UnixMicro(), string(daily.By), string(daily.Action), string(detail))
		return nil, err
	}))
}

// unmarkBot removes an account from the bot accounts, if the audit entry says that the
// account was deleted or is no longer a bot account.
func (tx *Tx) unmarkBot(d *club.AuditEntry) error {
	switch d.Action {
	case club.AccountDeleted:
		return tx.Exec(`DELETE FROM bot_accounts WHERE account = $1`, string(d.By))
	case club.BotUnmarked:
		if err := tx.Exec(`DELETE FROM bot_accounts WHERE account = $1`, string(d.Target)); err != nil {
			return err
		}
		return tx.Exec(`UPDATE players SET bot = FALSE WHERE id = $1`, string(d.Target))
	}
	return nil
}

// BotAccounts returns the accounts marked as bots; see [club.AuditStore].
func (s *Audit) BotAccounts(ctx context.Context) (map[player.ID]time.Time, error) {
	var id player.ID
	var at time.Time
	list := map[player.ID]time.Time{}
	err := s.query(ctx, `SELECT account, at FROM bot_accounts`).each([]any{&id, micros{&at}}, func() error {
		list[id] = at
		return nil
	})
	return list, err
}

// Entries returns the audit entries whose number is greater than `after`; see
// [club.AuditStore].
func (s *Audit) Entries(ctx context.Context, after int64) (list []club.AuditEntry, err error) {
	var row club.AuditEntry
	var detail []byte
	err = s.query(ctx, `SELECT n, at, author, action, detail FROM audit WHERE n > $1 ORDER BY n`, after).
		each([]any{&row.Number, micros{&row.At}, &row.By, &row.Action, &detail}, func() error {
			d := row
			if err := json.Unmarshal(detail, &d); err != nil {
				return s.unreadable(fmt.Sprintf("audit entry %d", row.Number), err)
			}
			list = append(list, d)
			return nil
		})
	if err != nil {
		return nil, err
	}
	return list, nil
}

const newAuditEntry = `INSERT INTO audit (at, author, action, detail) VALUES ($1, $2, $3, $4) RETURNING n`

// anonymizeAudit replaces an account with its anonymous ID in the audit log.
func (tx *Tx) anonymizeAudit(id, anonymous player.ID) error {
	if err := tx.Exec(`UPDATE audit SET author = $2 WHERE author = $1`, string(id), string(anonymous)); err != nil {
		return err
	}
	var n int64
	var action club.Action
	var detail string
	texts := map[int64]string{}
	err := tx.query(`SELECT n, action, detail FROM audit WHERE instr(detail, $1) > 0`, `"target":`+quoted(id)).
		each([]any{&n, &action, &detail}, func() (err error) {
			texts[n], err = anonymizedDetail(action, detail, anonymous)
			return err
		})
	if err != nil {
		return err
	}
	return tx.updateAll(`UPDATE audit SET detail = $1 WHERE n = $2`, texts)
}

// updateAll executes a statement for each text, with the text and its key as parameters.
func (tx *Tx) updateAll(statement string, texts map[int64]string) error {
	for key, text := range texts {
		if err := tx.Exec(statement, text, key); err != nil {
			return err
		}
	}
	return nil
}

// anonymizedDetail replaces the target of an audit entry with an anonymous ID, and deletes
// the target's names and keys. It returns the new details.
func anonymizedDetail(action club.Action, detail string, anonymous player.ID) (string, error) {
	var d club.AuditEntry
	if err := json.Unmarshal([]byte(detail), &d); err != nil {
		return "", err
	}
	d.Target = anonymous
	switch action {
	case club.Renamed:
		d.Former = player.AnonymousName(anonymous)
		d.Value = d.Former
	case club.KeyRemoved, club.KeyAdded, club.Recovered:
		d.Key = ""
	}
	text, err := json.Marshal(&d)
	return string(text), err
}
