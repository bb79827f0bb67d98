package web

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
)

// The values of the option web.names.
const (
	allNames      = "all"
	membersChoice = "members-choice"
)

// A player's choice whether pages may name them is cached for choiceKept. At most maxChoices
// choices are cached.
const (
	choiceKept = time.Minute
	maxChoices = 10_000
)

// names decides which players are named on pages.
type names struct {
	mode   string
	memory player.Memory
	logger *slog.Logger

	mu     sync.Mutex
	hidden map[player.ID]choice
}

type choice struct {
	hidden bool
	read   time.Time
}

func newNames(mode string, memory player.Memory, logger *slog.Logger) *names {
	return &names{mode: mode, memory: memory, logger: logger, hidden: map[player.ID]choice{}}
}

// of returns the name of a player, or "" if the player may not be named on pages.
func (n *names) of(ctx context.Context, p player.Player) string {
	switch {
	case p.ID == "":
		return ""
	case p.ID.Bot(), n.mode == allNames, n.mode == membersChoice && !n.isHidden(ctx, p.ID):
		return p.Shown(player.MaxNameCells)
	}
	return ""
}

// isHidden reports whether a player chose not to be named. If the choice cannot be read, the
// name is hidden.
func (n *names) isHidden(ctx context.Context, id player.ID) bool {
	if id.Guest() || id.Deleted() {
		return false
	}
	n.mu.Lock()
	known, ok := n.hidden[id]
	n.mu.Unlock()
	if ok && clock.Steady().Sub(known.read) < choiceKept {
		return known.hidden
	}
	settings, err := n.memory.Recall(ctx, id)
	if err != nil {
		n.logger.Warn("cannot read a setting for the web page", "error", err.Error())
		return true
	}
	hidden := settings.Get(player.WebName) == player.BySeat
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.hidden) >= maxChoices {
		clear(n.hidden)
	}
	n.hidden[id] = choice{hidden, clock.Steady()}
	return hidden
}
