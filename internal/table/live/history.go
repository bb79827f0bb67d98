package live

import (
	"errors"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// history remembers the results of commands. If a client repeats a command, for example
// after its connection was lost, the command gets the same result again. Accepted commands
// are restored from the log when the table is loaded. The newest refusals are kept in memory
// only.
type history struct {
	done    map[commandKey]bool
	refused map[commandKey]error
	order   []commandKey // the keys of `refused`, oldest first
}

type commandKey struct {
	by player.ID
	id string
}

func newHistory() history {
	return history{done: map[commandKey]bool{}, refused: map[commandKey]error{}}
}

func keyOf(a table.Command) commandKey { return commandKey{a.By.ID, a.ID} }

// answer returns the earlier result of a command. The result `known` is false if the
// command is new or has no ID.
func (h *history) answer(key commandKey) (err error, known bool) {
	if key.id == "" {
		return nil, false
	}
	if h.done[key] {
		return nil, true
	}
	err, known = h.refused[key]
	return err, known
}

func (h *history) recordDone(key commandKey) {
	if key.id != "" {
		h.done[key] = true
	}
}

// recordRefused remembers a refusal. It does not remember a refusal that a rate limit caused,
// because the same command may succeed a little later.
func (h *history) recordRefused(key commandKey, err error) {
	var why *table.Refusal
	if key.id == "" || errors.As(err, &why) && (why.Reason == table.TooFast || why.Reason == table.ChatTooFast) {
		return
	}
	if len(h.order) == maxRefusals {
		delete(h.refused, h.order[0])
		h.order = h.order[1:]
	}
	h.refused[key] = err
	h.order = append(h.order, key)
}

// maxRefusals is the maximum number of refusals that a table remembers.
const maxRefusals = 64
