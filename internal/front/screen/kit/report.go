package kit

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// reportReasons are the reasons that the dialog for a report offers. Plain mode and the
// report command accept any text.
var reportReasons = [...]string{"Abusive chat", "Cheating", "Offensive name", "Leaves games", "Something else"}

// ReportedMsg carries the answer to a report, as a sentence.
type ReportedMsg struct {
	Text    string
	Refused bool
}

// CanReport reports whether the player may report other players.
func CanReport(e *Env) bool { return e.Cfg.Notify.Reports != nil && !e.Me.ID.Guest() }

// NewReportDialog returns the dialog that asks for the reason for a report. The parameter
// `at` is the table whose chat the report includes, or 0 for a report without chat.
func NewReportDialog(e *Env, reported player.Player, at table.ID) *Dialog {
	choices := []Choice{{Label: "Cancel"}}
	for _, reason := range reportReasons {
		choices = append(choices, Choice{Label: reason, Do: func() tea.Cmd { return fileReport(e, reported, reason, at) }})
	}
	text := "Moderators see your name, the reason and the time."
	if at != 0 {
		text = "Moderators see your name, the reason and the last lines of chat that you can read here."
	}
	d := NewDialog(e, "Report "+Shown(reported.Name, player.MaxNameCells)+"?", text, choices...)
	d.Below = true
	return d
}

func fileReport(e *Env, reported player.Player, reason string, at table.ID) tea.Cmd {
	me := e.Me
	return func() tea.Msg {
		var seen *table.View
		if at != 0 {
			t, err := e.Cfg.Lobby.TableFor(e.Ctx, me.ID, at)
			if err != nil {
				return ReportedMsg{err.Error(), true}
			}
			seen = t.Reportable(me.ID)
		}
		one, err := e.Cfg.Notify.Reports.File(e.Ctx, me, me.Name != "", reported, reason, seen)
		if err != nil {
			return ReportedMsg{err.Error(), true}
		}
		return ReportedMsg{one.Thanks(), false}
	}
}
