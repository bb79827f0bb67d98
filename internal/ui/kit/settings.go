package kit

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
)

// saving is how far the settings are stored.
type saving struct {
	stored player.Settings // as they are stored
	Busy   bool            // they are being stored
	Failed string          // why they could not be
}

// SavedMsg tells that settings were stored, or why not.
type SavedMsg struct {
	settings player.Settings
	err      error
}

// saveTimeout is how long a disk may take that is asked on the way out.
const saveTimeout = 2 * time.Second

// keepsSettings reports whether there is an account to store settings for.
func (e *Env) keepsSettings() bool {
	return e.Cfg.Memory != nil && !e.Me.ID.Guest() && e.Me.Name != ""
}

// SaveSettings stores what was chosen since the last time, one thing after the
// other, so that what was chosen last is what is stored.
func (e *Env) SaveSettings() tea.Cmd {
	if e.Saving.Busy || !e.keepsSettings() || e.Settings == e.Saving.stored {
		return nil
	}
	e.Saving.Busy = true
	now, choices := e.Settings, e.Settings.Since(e.Saving.stored)
	memory, id, ctx := e.Cfg.Memory, e.Me.ID, context.WithoutCancel(e.Ctx) // save even if the player quits immediately
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, saveTimeout)
		defer cancel()
		return SavedMsg{now, memory.Remember(ctx, id, choices...)}
	}
}

// SettingsSaved takes the answer of SaveSettings. What could not be stored is not
// tried again until something else is chosen.
func (e *Env) SettingsSaved(msg SavedMsg) {
	e.Saving = saving{stored: msg.settings}
	if msg.err != nil {
		e.Saving.Failed = msg.err.Error()
	}
}
