package kit

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
)

// saving is the state of storing the settings.
type saving struct {
	stored player.Settings // settings as last stored
	Busy   bool            // an attempt to store them is running
	Failed string          // why the last attempt failed
}

// SavedMsg reports that settings were stored, or why not.
type SavedMsg struct {
	settings player.Settings
	err      error
}

// saveTimeout bounds one attempt to store settings, so that quitting does not hang.
const saveTimeout = 2 * time.Second

// keepsSettings reports whether settings are stored, which needs an account.
func (e *Env) keepsSettings() bool {
	return e.Cfg.Memory != nil && !e.Me.ID.Guest() && e.Me.Name != ""
}

// SaveSettings stores the settings that changed. Only one attempt runs at a time, so that
// the newest settings are stored last.
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

// SettingsSaved handles the result of SaveSettings. A failed attempt is repeated with the
// next change.
func (e *Env) SettingsSaved(msg SavedMsg) {
	e.Saving = saving{stored: msg.settings}
	if msg.err != nil {
		e.Saving.Failed = msg.err.Error()
	}
}
