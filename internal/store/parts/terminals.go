package parts

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
)

// terminalPrefix begins the names of the settings that hold answers of
// terminals.
const terminalPrefix = "terminal "

// storedTerminal is the value of such a setting.
type storedTerminal struct {
	player.Terminal
	Stored time.Time `json:"stored"`
}

const terminalsOf = `SELECT name, value FROM settings WHERE player = $1 AND name LIKE 'terminal %'`

// Terminals returns the stored answers of an account; see [player.TerminalStore].
func (s *Settings) Terminals(ctx context.Context, id player.ID) (map[string]player.Terminal, error) {
	known := map[string]player.Terminal{}
	if id.Guest() {
		return known, nil
	}
	rows, err := s.Read.QueryContext(ctx, terminalsOf, string(id))
	if err != nil {
		return nil, s.Trouble(err)
	}
	stored, err := scanTerminals(rows)
	for name, t := range stored {
		known[strings.TrimPrefix(name, terminalPrefix)] = t.Terminal
	}
	return known, s.Trouble(err)
}

type terminalRows interface {
	Next() bool
	Scan(...any) error
	Err() error
	Close() error
}

func scanTerminals(rows terminalRows) (map[string]storedTerminal, error) {
	defer rows.Close()
	list := map[string]storedTerminal{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, err
		}
		var t storedTerminal
		_ = json.Unmarshal([]byte(value), &t) // a value of a later version counts as no answer
		list[name] = t
	}
	return list, rows.Err()
}

// RememberTerminal stores the answers of a terminal; see [player.TerminalStore].
func (s *Settings) RememberTerminal(ctx context.Context, id player.ID, terminal string, answers player.Terminal) error {
	if id.Guest() {
		return player.GuestSettings.Refuse()
	}
	value, err := json.Marshal(storedTerminal{answers, clock.Wall().Truncate(time.Second)})
	if err != nil {
		return err
	}
	return s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if ok, refused, failed := tx.mayStore(id); !ok {
			return refused, failed
		}
		rows, err := tx.Query(terminalsOf, string(id))
		if err != nil {
			return nil, err
		}
		stored, err := scanTerminals(rows)
		if err != nil {
			return nil, err
		}
		for _, name := range tooMany(stored, terminalPrefix+terminal) {
			if err := tx.Exec(`DELETE FROM settings WHERE player = $1 AND name = $2`, string(id), name); err != nil {
				return nil, err
			}
		}
		return nil, tx.Exec(setSetting, string(id), terminalPrefix+terminal, string(value))
	})
}

// tooMany returns the terminals that must be removed before another is stored: those that were
// stored first.
func tooMany(stored map[string]storedTerminal, another string) (names []string) {
	delete(stored, another)
	for name := range stored {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if c := stored[a].Stored.Compare(stored[b].Stored); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return names[:max(0, len(names)-player.MaxTerminals+1)]
}
