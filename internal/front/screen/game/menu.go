package game

import (
	"quadrille/internal/front/screen/kit"
)

// tableMenu opens the table menu. Its entries are votes, open seats, bots, mutes and, if
// `reports` is true, reports.
func (v seen) tableMenu(bots, reports bool) intent {
	d := v.dialog(v.words.Menu(v.now, bots))
	d.stacked = true
	if people := v.words.Chatters(); reports && v.study == nil && len(people) > 0 {
		list := dialog{
			head: "Report a player", text: "Only the moderators see the report.", stacked: true,
			choices: []choice{{label: "Cancel"}},
		}
		for _, p := range people {
			list.choices = append(list.choices, choice{kit.Shown(p.Name, 20), intent{report: p}})
		}
		d.choices = append(d.choices, choice{"Report a player", ask(list)})
	}
	if len(d.choices) == 1 {
		return refuse("the table menu is empty now")
	}
	return ask(d)
}
