package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
)

// keptMsg tells that settings were stored, or why not.
type keptMsg struct {
	settings player.Settings
	err      error
}

// keepPatience is how long a disk may take that is asked on the way out.
const keepPatience = 2 * time.Second

// keeps reports whether there is an account to keep settings for.
func (e *env) keeps() bool {
	return e.cfg.Memory != nil && !e.me.ID.Guest() && e.me.Name != ""
}

// keep stores what was chosen since the last time, one thing after the other, so
// that what was chosen last is what is kept.
func (e *env) keep() tea.Cmd {
	if e.keeping || !e.keeps() || e.settings == e.kept {
		return nil
	}
	e.keeping = true
	now, choices := e.settings, e.settings.Since(e.kept)
	memory, id, ctx := e.cfg.Memory, e.me.ID, context.WithoutCancel(e.ctx) // who leaves at once has chosen
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, keepPatience)
		defer cancel()
		return keptMsg{now, memory.Remember(ctx, id, choices...)}
	}
}

// storedSettings is told how keeping went. What cannot be kept is not tried
// again until something else is chosen.
func (e *env) storedSettings(msg keptMsg) {
	e.keeping, e.kept, e.unkept = false, msg.settings, ""
	if msg.err != nil {
		e.unkept = msg.err.Error()
	}
}
