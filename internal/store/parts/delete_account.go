package parts

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Delete deletes an account; see [player.Accounts]. First it deletes, in one transaction,
// all rows that belong only to the account. Then it anonymizes the account in events, one
// table at a time, so that no move has to wait long.
func (s *Accounts) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.KeylessGuest.Refuse()
	}
	anonymous := player.NewAnonymous()
	err := s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.BeginDeletion(id, anonymous); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Accounts, nil)
	})
	err = s.tell(TopicNews, s.tell(TopicKeys, err))
	if err == nil {
		err = s.replaceInEvents(context.WithoutCancel(ctx), id, anonymous)
	}
	return player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)}, err
}

// deleted contains the SQL statements that delete the rows of an account.
var deleted = []string{
	`DELETE FROM players WHERE id = $1`,
	`DELETE FROM settings WHERE player = $1`,
	`DELETE FROM key_codes WHERE account = $1`,
	`DELETE FROM keys WHERE account = $1`,
	`DELETE FROM webhooks WHERE owner = $1`, // because of ON DELETE CASCADE, this also deletes the webhook's events
	`DELETE FROM messages WHERE author = $1 OR recipient = $1`,
	`DELETE FROM links WHERE account = $1 OR other = $1`,
	`DELETE FROM vacations WHERE account = $1`,
	`DELETE FROM bot_accounts WHERE account = $1`,
	`DELETE FROM table_origins WHERE account = $1`,
	`DELETE FROM quotas WHERE subject = $1`,
}

// reassigned lists the statements that replace the account with its anonymous ID in rows
// that must remain. They run again at the end of a deletion, because ratings may have been
// added in the meantime.
var reassigned = []string{
	`UPDATE ratings SET player = $2 WHERE player = $1`,
	`UPDATE game_players SET player = $2, name = $3 WHERE player = $1`,
	`UPDATE rating_decisions SET author = $2 WHERE author = $1`,
}

// exec runs statements in which $1 is the account, $2 the anonymous ID and $3 the
// anonymous name.
func (tx *Tx) exec(id, anonymous player.ID, texts ...string) error {
	values := []any{string(id), string(anonymous), player.AnonymousName(anonymous)}
	for _, text := range texts {
		count := 0
		for i := range values {
			if strings.Contains(text, "$"+strconv.Itoa(i+1)) {
				count = i + 1
			}
		}
		if err := tx.Exec(text, values[:count]...); err != nil {
			return err
		}
	}
	return nil
}

// BeginDeletion deletes or reassigns all rows of an account, except those in the event
// tables.
func (tx *Tx) BeginDeletion(id, anonymous player.ID) error {
	if err := tx.exec(id, anonymous, `INSERT INTO account_deletions (account, anonymous_id) VALUES ($1, $2)
		ON CONFLICT (account) DO UPDATE SET anonymous_id = excluded.anonymous_id`); err != nil {
		return err
	}
	if err := tx.exec(id, anonymous, slices.Concat(deleted, deletedReports)...); err != nil {
		return err
	}
	return tx.reassign(id, anonymous)
}

// reassign replaces an account with its anonymous ID in rows that must remain.
func (tx *Tx) reassign(id, anonymous player.ID) error {
	if err := tx.exec(id, anonymous, reassigned...); err != nil {
		return err
	}
	return tx.anonymizeAudit(id, anonymous)
}

// replaceInEvents anonymizes an account in events until no event names it. It repeats the
// search, because a table may store another event that names the account in the meantime.
func (s *Accounts) replaceInEvents(ctx context.Context, id, anonymous player.ID) error {
	s.setAnonymous(id, anonymous)
	err := s.Update(ctx, func(tx *Tx) (refused, failed error) {
		return nil, tx.anonymizeSummaries(id, anonymous)
	})
	if err != nil {
		return err
	}
	for {
		names, err := s.naming(ctx, id)
		if err != nil {
			return s.Trouble(err)
		}
		if len(names) == 0 {
			return s.endDeletion(ctx, id, anonymous)
		}
		for _, one := range names {
			err := s.Update(ctx, func(tx *Tx) (refused, failed error) {
				return nil, s.rename(tx, one, id, anonymous)
			})
			if err != nil {
				return err
			}
			if s.Rewrote != nil && !one.evening {
				s.Rewrote(table.ID(one.number))
			}
		}
	}
}

// endDeletion anonymizes rows that were added during the deletion of an account, and removes
// the record that the deletion is in progress.
func (s *Accounts) endDeletion(ctx context.Context, id, anonymous player.ID) error {
	err := s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.reassign(id, anonymous); err != nil {
			return nil, err
		}
		return nil, tx.Exec(`DELETE FROM account_deletions WHERE account = $1`, string(id))
	})
	if err == nil && s.Deleted != nil {
		err = s.Deleted(ctx)
	}
	return err
}

// ResumeDeletions completes the deletions of accounts that a crash interrupted.
func (s *Accounts) ResumeDeletions(ctx context.Context) error {
	begun, err := s.Deletions(ctx)
	for id, anonymous := range begun {
		if err == nil {
			err = s.replaceInEvents(ctx, id, anonymous)
		}
	}
	return err
}

// Deletions returns the anonymous ID of each account that is being deleted.
func (s *DB) Deletions(ctx context.Context) (map[player.ID]player.ID, error) {
	var id, anonymous player.ID
	begun := map[player.ID]player.ID{}
	err := s.query(ctx, `SELECT account, anonymous_id FROM account_deletions`).each([]any{&id, &anonymous}, func() error {
		begun[id] = anonymous
		return nil
	})
	return begun, err
}
