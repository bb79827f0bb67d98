package kit

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
)

// saving describes the progress of storing the settings.
type saving struct {
	stored player.Settings // the settings stored last
	tried  player.Settings // the settings of the last attempt
	Busy   bool            // whether the settings are being stored
	Failed string          // why the settings could not be stored at the last attempt; empty if they were stored
}

// SavedMsg reports that settings were stored, or why they could not be stored.
type SavedMsg struct {
	settings player.Settings
	err      error
}

// saveTimeout limits the time of one attempt to store settings, so that quitting does not
// hang.
const saveTimeout = 2 * time.Second

// keepsSettings reports whether the server stores the player's settings. It stores only the
// settings of accounts that have a name.
func (e *Env) keepsSettings() bool {
	return e.Cfg.Memory != nil && !e.Me.ID.Guest() && e.Me.Name != ""
}

// SaveSettings stores the settings if they have changed. Only one attempt runs at a time, so
// that the newest settings are stored last.
func (e *Env) SaveSettings() tea.Cmd {
	if e.Saving.Busy || !e.keepsSettings() || e.Settings == e.Saving.tried {
		return nil
	}
	e.Saving.Busy = true
	now, choices := e.Settings, e.Settings.Since(e.Saving.stored)
	if e.Saving.Failed != "" { // a failed attempt may have stored its choices nevertheless
		for _, c := range e.Settings.Since(e.Saving.tried) {
			if !slices.Contains(choices, c) {
				choices = append(choices, c)
			}
		}
	}
	memory, id, ctx := e.Cfg.Memory, e.Me.ID, context.WithoutCancel(e.Ctx) // save even if the player quits immediately
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, saveTimeout)
		defer cancel()
		return SavedMsg{now, memory.Remember(ctx, id, choices...)}
	}
}

// SettingsSaved handles the result of SaveSettings. What could not be stored is stored when the
// settings change again.
func (e *Env) SettingsSaved(msg SavedMsg) {
	if e.Saving.Busy, e.Saving.tried = false, msg.settings; msg.err != nil {
		e.Saving.Failed = msg.err.Error()
		return
	}
	e.Saving.stored, e.Saving.Failed = msg.settings, ""
}
