package parts

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"sync"
	"time"

	"quadrille/internal/player"
)

// maxKeys is the maximum number of keys of an account.
const maxKeys = 16

// Keyring stores which account each key logs in to; see [player.Keyring].
type Keyring struct {
	*DB
	noted noted
}

// Holder returns the account to which a key logs in; see [player.Keyring]. It does not wait
// for the disk: the writer records later, at most once a day, that the key was used.
func (s *Keyring) Holder(ctx context.Context, key player.Fingerprint) (player.ID, error) {
	var account string
	var used int64
	switch err := s.Read.QueryRowContext(ctx, `SELECT account, last_used FROM keys WHERE fingerprint = $1`, string(key)).Scan(&account,
		&used); {
	case errors.Is(err, sql.ErrNoRows):
		return player.ID(key), nil
	case err != nil:
		return "", s.Trouble(err)
	}
	if today := dayOf(s.Clock.Wall()); used < today {
		s.noteUse(key, today)
	}
	return player.ID(account), nil
}

// noteUse tries to record that a key was used, at most once a day for each key. If the
// writer is busy or the disk is full, the use is not recorded.
func (s *Keyring) noteUse(key player.Fingerprint, today int64) {
	if s.noted.first(key, today) {
		s.Offer(func(tx *Tx) (refused, failed error) { return nil, tx.Exec(useKey, today, string(key)) })
	}
}

// Keys returns the keys of an account; see [player.Keyring].
func (s *Keyring) Keys(ctx context.Context, id player.ID) (keys []player.Key, err error) {
	var k player.Key
	var used int64
	err = s.query(ctx, `SELECT fingerprint, added, last_used FROM keys WHERE account = $1 ORDER BY added, fingerprint`, string(id)).
		each([]any{&k.Fingerprint, micros{&k.Added}, &used}, func() error {
			k.Used = time.Unix(used*secondsOfDay, 0).UTC()
			keys = append(keys, k)
			return nil
		})
	return keys, err
}

const secondsOfDay = 24 * 60 * 60

// dayOf returns the number of days since 1970 in UTC.
func dayOf(t time.Time) int64 { return t.Unix() / secondsOfDay }

// Remove removes a key from an account; see [player.Keyring]. It does not delete the row
// of the key, but writes the ID of a new account to it. Without a row, the key would log
// in to the account whose ID is the key's fingerprint, possibly the account that has just
// lost it.
func (s *Keyring) Remove(ctx context.Context, id player.ID, key player.Fingerprint) error {
	if id.Guest() {
		return player.KeylessGuest.Refuse()
	}
	return s.tell(TopicKeys, s.Update(ctx, func(tx *Tx) (refused, failed error) {
		holder, err := tx.holderOf(key)
		if err != nil {
			return nil, err
		}
		keys, err := tx.count(countKeys, id)
		switch {
		case err != nil:
			return nil, err
		case holder != id || keys == 0:
			return player.NoSuchKey.Refuse(), nil
		case keys == 1:
			return player.LastKey.Refuse(), nil
		}
		if err := tx.Exec(leadKey, string(key), string(player.NewAccount()), s.Clock.Wall().UnixMicro(),
			dayOf(s.Clock.Wall())); err != nil {
			return nil, err
		}
		// delete the account's unused key codes, because the owner of the removed key may have created them
		return nil, tx.Exec(dropInvitations, string(id))
	}))
}

// holderOf returns the account to which a key logs in.
func (tx *Tx) holderOf(key player.Fingerprint) (player.ID, error) {
	var account string
	err := tx.Row(keyHolder, string(key)).Scan(&account)
	if errors.Is(err, sql.ErrNoRows) {
		return player.ID(key), nil
	}
	return player.ID(account), err
}

func (tx *Tx) count(text string, id player.ID) (n int, err error) {
	err = tx.Row(text, string(id)).Scan(&n)
	return n, err
}

// nameOf returns the name of an account, or "" if it has none.
func (tx *Tx) nameOf(id player.ID) (name string, err error) {
	err = tx.Row(playerName, string(id)).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return name, err
}

func manyKeys() error {
	return player.ManyKeys.Refuse(strconv.Itoa(maxKeys))
}

// noted holds the keys whose use was already recorded today.
type noted struct {
	mu   sync.Mutex
	day  int64
	keys map[player.Fingerprint]bool
}

func (n *noted) first(key player.Fingerprint, today int64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.day != today {
		n.day, n.keys = today, map[player.Fingerprint]bool{}
	}
	if n.keys[key] {
		return false
	}
	n.keys[key] = true
	return true
}

const playerName = `SELECT name FROM players WHERE id = $1`

const keyHolder = `SELECT account FROM keys WHERE fingerprint = $1`

const useKey = `UPDATE keys SET last_used = $1 WHERE last_used < $1 AND fingerprint = $2`

const dropInvitations = `DELETE FROM key_codes WHERE account = $1 AND NOT recovery`
