package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/player"
)

// Delete deletes an account; see [player.Accounts]. It deletes rows that belong only to the
// account at once. Then it anonymizes the account in events, one table at a time, so that no
// move waits long.
func (s *Accounts) Delete(ctx context.Context, id player.ID) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, player.KeylessGuest.Refuse()
	}
	anonymous := player.NewAnonymous()
	err := s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		return nil, p.deleteRows(id, anonymous)
	})
	if err == nil {
		err = s.replaceInEvents(context.WithoutCancel(ctx), id, anonymous)
	}
	if err == nil {
		err = s.awaitCheckpoint(ctx)
	}
	return player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)}, err
}

// deleted lists the statements that delete the rows of an account.
var deleted = []string{
	`DELETE FROM players WHERE id = ?1`,
	`DELETE FROM settings WHERE player = ?1`,
	`DELETE FROM key_codes WHERE account = ?1`,
	`DELETE FROM keys WHERE account = ?1`,
	`DELETE FROM webhooks WHERE owner = ?1`, // the events of a webhook are deleted with it
	`DELETE FROM messages WHERE author = ?1 OR recipient = ?1`,
	`DELETE FROM links WHERE account = ?1 OR other = ?1`,
	`DELETE FROM vacations WHERE account = ?1`,
	`DELETE FROM bot_accounts WHERE account = ?1`,
	`DELETE FROM table_origins WHERE account = ?1`,
	`DELETE FROM quotas WHERE subject = ?1`,
}

// reassigned lists the statements that replace the account by its anonymous ID in rows that
// must remain. They run again at the end of a deletion, because ratings may have been added
// in the meantime.
var reassigned = []string{
	`UPDATE ratings SET player = ?2 WHERE player = ?1`,
	`UPDATE game_players SET player = ?2, name = ?3 WHERE player = ?1`,
	`UPDATE rating_decisions SET author = ?2 WHERE author = ?1`,
	`UPDATE audit SET author = ?2 WHERE author = ?1`,
	`UPDATE audit SET detail = json_set(detail, '$.former', ?3, '$.value', ?3) WHERE action = 'renamed' AND json_extract(detail, '$.target') = ?1`,
	`UPDATE audit SET detail = json_remove(detail, '$.key') WHERE action IN ('key-removed', 'key-added', 'recovered') AND json_extract(detail, '$.target') = ?1`,
	`UPDATE audit SET detail = json_set(detail, '$.target', ?2) WHERE json_extract(detail, '$.target') = ?1`,
}

// exec runs statements in which ?1 is the account, ?2 the anonymous ID and ?3 its name.
func (p *writeConn) exec(id, anonymous player.ID, texts ...string) error {
	values := []any{string(id), string(anonymous), player.AnonymousName(anonymous)}
	for _, text := range texts {
		count := 0
		for i := range values {
			if strings.Contains(text, "?"+strconv.Itoa(i+1)) {
				count = i + 1
			}
		}
		if _, err := p.conn.ExecContext(context.Background(), text, values[:count]...); err != nil {
			return err
		}
	}
	return nil
}

// deleteRows deletes all rows of an account or reassigns them, except in the event tables.
func (p *writeConn) deleteRows(id, anonymous player.ID) error {
	if err := p.exec(id, anonymous, `INSERT INTO account_deletions (account, anonymous_id) VALUES (?1, ?2)
		ON CONFLICT (account) DO UPDATE SET anonymous_id = excluded.anonymous_id`); err != nil {
		return err
	}
	return p.exec(id, anonymous, slices.Concat(deleted, deletedReports, reassigned)...)
}

// replaceInEvents anonymizes an account in events until no event names it. It repeats the
// search, because a table may write another such event in the meantime.
func (s *Accounts) replaceInEvents(ctx context.Context, id, anonymous player.ID) error {
	err := s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		return nil, p.anonymizeSummaries(id, anonymous)
	})
	if err != nil {
		return err
	}
	for {
		names, err := s.naming(ctx, id)
		if err != nil {
			return s.trouble(err)
		}
		if len(names) == 0 {
			return s.endDeletion(ctx, id, anonymous)
		}
		for _, one := range names {
			err := s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
				return nil, p.rename(one, id, anonymous)
			})
			if err != nil {
				return err
			}
		}
	}
}

// awaitCheckpoint waits until the WAL holds no data of the account. It does not wait for a
// long reader, such as a backup; the writer then empties the WAL later.
func (s *Accounts) awaitCheckpoint(ctx context.Context) error {
	for range 20 {
		traces := false
		err := s.writer.look(ctx, func(p *writeConn) { traces = p.staleWAL })
		if err != nil || !traces {
			return err
		}
		time.Sleep(checkpointEvery)
	}
	return nil
}

func (s *Accounts) endDeletion(ctx context.Context, id, anonymous player.ID) error {
	return s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		p.staleWAL = true
		return nil, p.exec(id, anonymous, append(slices.Clone(reassigned), `DELETE FROM account_deletions WHERE account = ?1`)...)
	})
}

// resumeDeletions completes the deletions of accounts that a crash interrupted.
func (s *Accounts) resumeDeletions(ctx context.Context) error {
	begun, err := s.deletions(ctx)
	for id, anonymous := range begun {
		if err == nil {
			err = s.replaceInEvents(ctx, id, anonymous)
		}
	}
	return err
}

func (s *Accounts) deletions(ctx context.Context) (map[player.ID]player.ID, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT account, anonymous_id FROM account_deletions`)
	if err != nil {
		return nil, s.trouble(err)
	}
	defer rows.Close()
	begun := map[player.ID]player.ID{}
	for rows.Next() {
		var id, anonymous player.ID
		if err := rows.Scan(&id, &anonymous); err != nil {
			return nil, s.trouble(err)
		}
		begun[id] = anonymous
	}
	return begun, s.trouble(rows.Err())
}
