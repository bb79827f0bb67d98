package game

import (
	"fmt"
	"slices"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tableMenu opens the table menu. Its entries are votes, open seats, bots, mutes and, if
// `reports` is true, reports.
func (v seen) tableMenu(bots, reports bool) intent {
	votes, votable := v.voteChoices(), v.words.Choices(v.now)
	d := dialog{head: "Table menu", stacked: true, choices: slices.Concat(
		[]choice{{label: "Cancel"}}, votes, v.vacantSeats(), v.botsForVacant(bots), v.muteChoices(), v.reportChoices(reports),
	)}
	if len(d.choices) == 1 {
		return refuse("the table menu is empty now")
	}
	d.text = "A vote passes when most of the players present agree."
	switch {
	case len(votes) == 0 && v.words.Vacant() != 0 && !v.seated():
		d.text = "The player left; the others voted to open the seat."
	case len(votes) == 0:
		d.text = "The host can mute people in this table's chat."
	case len(votable) == 2:
		d.text += " If a player is away for two minutes, you can vote to open their seat or resign for them."
	case len(votable) == 1 && !v.Adjourned:
		d.text = "While everyone is present, all players must vote to adjourn."
	}
	return ask(d)
}

// voteChoices returns those entries of the table menu with which the viewer votes.
func (v seen) voteChoices() []choice {
	var list []choice
	mine := v.words.MyVote()
	for _, c := range v.words.Choices(v.now) {
		if c == mine {
			continue
		}
		label := "Vote " + present.Choice(v.View, c)
		if n := v.words.VotesFor(c); n > 0 {
			label += fmt.Sprintf(" (%d so far)", n)
		}
		list = append(list, choice{label, send(table.Command{Kind: table.Vote, Seat: v.home(), Choice: c})})
	}
	if mine != "" {
		list = append(list, choice{"Withdraw my vote " + present.Choice(v.View, mine), v.command(table.Unvote)})
	}
	return list
}

// vacantSeats returns the entries of the table menu for taking over a seat.
func (v seen) vacantSeats() []choice {
	if v.seated() {
		return nil
	}
	var list []choice
	for s := range v.words.Vacant().All() {
		label := "Take over " + present.Seat(v.facts(), s) + " from " + present.Occupant(v.View, s)
		list = append(list, choice{label, send(table.Command{Kind: table.Sit, Seat: s})})
	}
	return list
}

// botsForVacant returns the entries of the table menu for giving an open seat to a bot.
func (v seen) botsForVacant(bots bool) []choice {
	if !v.seated() || !v.Terms.AdmitsBots() || !bots {
		return nil
	}
	var list []choice
	for s := range v.words.Vacant().All() {
		label := "Add a bot as " + present.Seat(v.facts(), s)
		list = append(list, choice{label, send(table.Command{Kind: table.AddBot, Seat: s, Level: v.usualLevel()})})
	}
	return list
}

// muteChoices returns the menu entries by which the host mutes or unmutes people at the
// table.
func (v seen) muteChoices() []choice {
	if v.study != nil || v.Host.ID != v.me.ID {
		return nil
	}
	var list []choice
	for _, p := range v.chatters() {
		label, kind := "Mute ", table.Mute
		if player.Contains(v.Muted, p.ID) {
			label, kind = "Unmute ", table.Unmute
		}
		list = append(list, choice{label + kit.Shown(p.Name, 20), send(table.Command{Kind: kind, Seat: v.home(), Target: p})})
	}
	return list
}

// reportChoices returns the entry of the table menu with which the viewer can report a
// player or the author of a chat line.
func (v seen) reportChoices(reports bool) []choice {
	people := v.chatters()
	if v.study != nil || len(people) == 0 || !reports {
		return nil
	}
	d := dialog{
		head: "Report a player", text: "Only the moderators see the report.", stacked: true,
		choices: []choice{{label: "Cancel"}},
	}
	for _, p := range people {
		d.choices = append(d.choices, choice{kit.Shown(p.Name, 20), intent{report: p}})
	}
	return []choice{{"Report a player", ask(d)}}
}

// maxChatters is the maximum number of people in the host's menu. Muted people come first,
// then players, then those who wrote in the chat most recently; further people are omitted.
const maxChatters = 6

// chatters returns the people whom the host may mute or unmute: muted people, players, and
// people who wrote in the chat.
func (v seen) chatters() []player.Player {
	list := slices.Clone(v.Muted)
	add := func(p player.Player) {
		if p.ID != "" && !p.ID.Bot() && p.ID != v.me.ID && !player.Contains(list, p.ID) {
			list = append(list, p)
		}
	}
	for s := range rules.Seat(rules.SeatCount) {
		add(v.Seats[s].Player)
	}
	for _, s := range slices.Backward(scene.Chat(v.View)) {
		add(s.By)
	}
	return list[:min(len(list), maxChatters)]
}
