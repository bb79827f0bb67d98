package game

import "quadrille/internal/front/screen/kit"

// reportChoices returns the entry of the table menu with which the viewer can report a
// player or the author of a chat line.
func (t *Screen) reportChoices() []kit.Choice {
	people := t.waiting.chatters()
	if t.Study != nil || len(people) == 0 || !kit.CanReport(t.env) {
		return nil
	}
	choices := []kit.Choice{{Label: "Cancel"}}
	for _, p := range people {
		choices = append(choices, kit.Choice{Label: kit.Shown(p.Name, 20), To: kit.Enter(kit.NewReportDialog(t.env, p, t.View.ID))})
	}
	d := kit.NewDialog(t.env, "Report a player", "Only the moderators see the report.", choices...)
	d.Below = true
	return []kit.Choice{{Label: "Report a player", To: kit.Enter(d)}}
}
