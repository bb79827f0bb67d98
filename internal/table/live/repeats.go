package live

import (
	"errors"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// repeats knows the commands that were answered, so that one that comes again, after
// a lost connection say, is answered as it was the first time. Commands that were
// done are in the log and so known for good; the newest refusals are known as
// long as the process lives.
type repeats struct {
	done    map[actKey]bool
	refused map[actKey]error
	order   []actKey // of refused, oldest first
}

type actKey struct {
	by player.ID
	id string
}

func newRepeats() repeats {
	return repeats{done: map[actKey]bool{}, refused: map[actKey]error{}}
}

func keyOf(a table.Command) actKey { return actKey{a.By.ID, a.ID} }

// answer returns what a command was answered; known is false if it is new.
func (r *repeats) answer(key actKey) (err error, known bool) {
	if key.id == "" {
		return nil, false
	}
	if r.done[key] {
		return nil, true
	}
	err, known = r.refused[key]
	return err, known
}

func (r *repeats) wasDone(key actKey) {
	if key.id != "" {
		r.done[key] = true
	}
}

// wasRefused remembers why, unless it was only too soon: then the same command is right
// a little later.
func (r *repeats) wasRefused(key actKey, err error) {
	var why *table.Refusal
	if key.id == "" || errors.As(err, &why) && (why.Reason == table.TooFast || why.Reason == table.ChatTooFast) {
		return
	}
	if len(r.order) == refusalsKept {
		delete(r.refused, r.order[0])
		r.order = r.order[1:]
	}
	r.refused[key] = err
	r.order = append(r.order, key)
}

// refusalsKept bounds the refusals that are remembered.
const refusalsKept = 64
