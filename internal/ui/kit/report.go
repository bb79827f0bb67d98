package kit

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// reportReasons are what a report can be about. In plain mode and as a command it
// can be said in one's own words.
var reportReasons = [...]string{"Abusive chat", "Cheating", "Offensive name", "Leaves games", "Something else"}

// ReportedMsg is what came of a report, in a sentence.
type ReportedMsg struct {
	Text    string
	Refused bool
}

// CanReport tells whether this person can report others.
func CanReport(e *Env) bool { return e.Cfg.Notify.Reports != nil && !e.Me.ID.Guest() }

// NewReportDialog asks why somebody is to be reported. at is the table whose chat goes
// with it; 0 for none.
func NewReportDialog(e *Env, whom player.Player, at table.ID) *Dialog {
	choices := []Choice{{Label: "Cancel"}}
	for _, why := range reportReasons {
		choices = append(choices, Choice{Label: why, Do: func() tea.Cmd { return fileReport(e, whom, why, at) }})
	}
	text := "The moderators read your name, the reason and when it was."
	if at != 0 {
		text = "The moderators read your name, the reason and the last lines of chat that you can read here."
	}
	d := NewDialog(e, "Report "+Shown(whom.Name, player.MaxNameCells)+"?", text, choices...)
	d.Below = true
	return d
}

func fileReport(e *Env, whom player.Player, why string, at table.ID) tea.Cmd {
	me := e.Me
	return func() tea.Msg {
		var seen *table.View
		if at != 0 {
			t, err := e.Cfg.Lobby.TableFor(e.Ctx, me.ID, at)
			if err != nil {
				return ReportedMsg{err.Error(), true}
			}
			seen = t.Seen(me.ID)
		}
		one, err := e.Cfg.Notify.Reports.File(e.Ctx, me, me.Name != "", whom, why, seen)
		if err != nil {
			return ReportedMsg{err.Error(), true}
		}
		return ReportedMsg{one.Thanks(), false}
	}
}
