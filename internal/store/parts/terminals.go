package parts

import (
	"cmp"
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
	stored, err := scanTerminals(s.query(ctx, terminalsOf, string(id)))
	for name, t := range stored {
		known[strings.TrimPrefix(name, terminalPrefix)] = t.Terminal
	}
	return known, err
}

func scanTerminals(r result) (map[string]storedTerminal, error) {
	var name string
	var value []byte
	list := map[string]storedTerminal{}
	err := r.each([]any{&name, &value}, func() error {
		var t storedTerminal
		_ = json.Unmarshal(value, &t) // a value of a later version counts as no answer
		list[name] = t
		return nil
	})
	return list, err
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
		stored, err := scanTerminals(tx.query(terminalsOf, string(id)))
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
		return cmp.Or(stored[a].Stored.Compare(stored[b].Stored), strings.Compare(a, b))
	})
	return names[:max(0, len(names)-player.MaxTerminals+1)]
}
