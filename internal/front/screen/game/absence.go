package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// absent returns what package absence needs to know about the table.
func (t *Screen) absent() At {
	return At{View: t.View, Me: t.env.Me.ID, Now: t.env.Now}
}

// awayLine returns a line that says who is away, or that the game is adjourned.
func (t *Screen) awayLine() string { return t.absent().Line(kit.KeyName(kit.TableKeys, kit.TableMenu)) }

func (t *Screen) vote(c table.Choice) tea.Cmd {
	return t.Link.Act(table.Command{Kind: table.Vote, Seat: t.seats.home(), Choice: c})
}

// votable returns the choices that the viewer can vote for.
func (t *Screen) votable() []table.Choice {
	if t.Study != nil {
		return nil
	}
	return t.absent().Votable()
}

// votes returns those entries of the table menu with which the viewer votes.
func (t *Screen) votes() []kit.Choice {
	var list []kit.Choice
	mine := t.absent().MyVote()
	for _, c := range t.votable() {
		if c != mine {
			list = append(
				list,
				kit.Choice{Label: "Vote " + present.Choice(t.View, c) + t.absent().VotesText(c), Do: func() tea.Cmd { return t.vote(c) }},
			)
		}
	}
	if mine != "" {
		list = append(list, kit.Choice{Label: "Withdraw my vote " + present.Choice(t.View, mine), Do: t.requests.command(table.Unvote)})
	}
	return list
}

// vacantSeats returns the entries of the table menu for taking over a seat.
func (t *Screen) vacantSeats() []kit.Choice {
	var list []kit.Choice
	f := t.View.Variant.Facts()
	for s := range rules.Seat(rules.SeatCount) {
		if t.absent().Vacant().Has(s) && !t.seats.seated() {
			list = append(
				list,
				kit.Choice{Label: "Take over " + present.Seat(f, s) + " from " + present.Occupant(t.View, s), Do: func() tea.Cmd {
					return t.Link.Act(table.Command{Kind: table.Sit, Seat: s})
				}},
			)
		}
	}
	return list
}
