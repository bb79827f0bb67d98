package game

import "quadrille/internal/ui/kit"

// reportChoices offers to report those who sit here or said something.
func (t *Screen) reportChoices() []kit.Choice {
	people := t.waiting.chatters()
	if t.Study != nil || len(people) == 0 || !kit.CanReport(t.env) {
		return nil
	}
	choices := []kit.Choice{{Label: "Cancel"}}
	for _, p := range people {
		choices = append(choices, kit.Choice{Label: kit.Shown(p.Name, 20), To: kit.Enter(kit.NewReportDialog(t.env, p, t.View.ID))})
	}
	d := kit.NewDialog(t.env, "Report whom?", "The moderators read it; the person does not.", choices...)
	d.Below = true
	return []kit.Choice{{Label: "Report somebody to the moderators", To: kit.Enter(d)}}
}
