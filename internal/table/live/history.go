package live

import (
	"errors"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// history remembers commands that were answered, so that a command repeated, for example,
// after a lost connection gets the same answer. Accepted commands are restored from the log
// when the table is loaded. The newest refusals are kept only in memory.
type history struct {
	done    map[commandKey]bool
	refused map[commandKey]error
	order   []commandKey // keys of refused commands, oldest first
}

type commandKey struct {
	by player.ID
	id string
}

func newHistory() history {
	return history{done: map[commandKey]bool{}, refused: map[commandKey]error{}}
}

func keyOf(a table.Command) commandKey { return commandKey{a.By.ID, a.ID} }

// answer returns the earlier answer to a command. If the command is new, known is false.
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

// recordRefused remembers a refusal, except a refusal because of the rate limit: the same
// command may succeed a little later.
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

// maxRefusals is the number of refusals that are remembered.
const maxRefusals = 64
