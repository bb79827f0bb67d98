package kit

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
)

// KeptMsg tells that settings were stored, or why not.
type KeptMsg struct {
	settings player.Settings
	err      error
}

// keepPatience is how long a disk may take that is asked on the way out.
const keepPatience = 2 * time.Second

// keeps reports whether there is an account to keep settings for.
func (e *Env) keeps() bool {
	return e.Cfg.Memory != nil && !e.Me.ID.Guest() && e.Me.Name != ""
}

// Keep stores what was chosen since the last time, one thing after the other, so
// that what was chosen last is what is kept.
func (e *Env) Keep() tea.Cmd {
	if e.Keeping || !e.keeps() || e.Settings == e.kept {
		return nil
	}
	e.Keeping = true
	now, choices := e.Settings, e.Settings.Since(e.kept)
	memory, id, ctx := e.Cfg.Memory, e.Me.ID, context.WithoutCancel(e.Ctx) // who leaves at once has chosen
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, keepPatience)
		defer cancel()
		return KeptMsg{now, memory.Remember(ctx, id, choices...)}
	}
}

// StoredSettings is told how keeping went. What cannot be kept is not tried
// again until something else is chosen.
func (e *Env) StoredSettings(msg KeptMsg) {
	e.Keeping, e.kept, e.Unkept = false, msg.settings, ""
	if msg.err != nil {
		e.Unkept = msg.err.Error()
	}
}
