package game

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// absence shows players who are away, and the votes about them.
type absence struct {
	t *Screen
}

// awayText returns how long a player has been away or that they are on vacation, in at most
// nine cells; nothing for a player who is present.
func (ab *absence) awayText(s rules.Seat) string {
	switch seat := &ab.t.View.Seats[s]; {
	case ab.t.View.Phase != table.Playing:
	case seat.Vacation.After(ab.t.env.Now):
		return "vacation"
	case !seat.AwaySince.IsZero():
		return phrase.Away(ab.t.env.Now.Sub(seat.AwaySince))
	}
	return ""
}

// untilAwayChange returns the time until the text of awayText changes, and false if no
// player is away.
func (ab *absence) untilAwayChange() (time.Duration, bool) {
	soonest, found := time.Duration(0), false
	for s := range ab.t.View.Seats {
		since := ab.t.View.Seats[s].AwaySince
		if since.IsZero() || ab.t.View.Phase != table.Playing {
			continue
		}
		unit := time.Minute
		if ab.t.env.Now.Sub(since) >= time.Hour {
			unit = time.Hour
		}
		left := unit - max(0, ab.t.env.Now.Sub(since))%unit + time.Millisecond
		if !found || left < soonest {
			soonest, found = left, true
		}
	}
	return soonest, found
}

// absent returns the names of players who are away.
func (ab *absence) absent() string { return strings.Join(phrase.Absent(ab.t.View), ", ") }

func (ab *absence) vote(c table.Choice) tea.Cmd {
	return ab.t.Link.Act(table.Command{Kind: table.Vote, Seat: ab.t.seats.home(), Choice: c})
}

// myVote returns the viewer's vote, or an empty choice if the viewer has not voted.
func (ab *absence) myVote() table.Choice {
	for _, v := range ab.t.View.Votes {
		if v.By.ID == ab.t.env.Me.ID {
			return v.Choice
		}
	}
	return ""
}

// seatVotable reports whether a player has been away long enough for a vote on their seat.
// The table may still refuse the vote, because it does not count time during which the
// server was down.
func (ab *absence) seatVotable() bool {
	for s := range rules.Seat(rules.SeatCount) {
		since := ab.t.View.Seats[s].AwaySince
		if !since.IsZero() && ab.t.View.Position.State[s] != rules.Eliminated && ab.t.env.Now.Sub(since) >= table.ReplaceAfter {
			return true
		}
	}
	return false
}

// votable returns the choices that the viewer can vote for now.
func (ab *absence) votable() []table.Choice {
	switch {
	case ab.t.View.Phase != table.Playing || ab.t.Study != nil || ab.t.seats.seatsInPlay() == 0:
		return nil
	case ab.t.View.Adjourned:
		return []table.Choice{table.Resume}
	case ab.seatVotable():
		return []table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat}
	case ab.absent() != "":
		return []table.Choice{table.Wait, table.Adjourn}
	}
	return []table.Choice{table.Adjourn}
}

// votes returns the choices of the table menu for voting.
func (ab *absence) votes() []kit.Choice {
	var list []kit.Choice
	for _, c := range ab.votable() {
		if c != ab.myVote() {
			list = append(list, kit.Choice{Label: "Vote " + phrase.Choice(ab.t.View, c) + ab.count(c), Do: func() tea.Cmd { return ab.vote(c) }})
		}
	}
	if c := ab.myVote(); c != "" {
		list = append(list, kit.Choice{Label: "Withdraw my vote " + phrase.Choice(ab.t.View, c), Do: ab.t.requests.command(table.Unvote)})
	}
	return list
}

// count returns how many players have voted for a choice.
func (ab *absence) count(c table.Choice) string {
	n := 0
	for _, v := range ab.t.View.Votes {
		if v.Choice == c {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d so far)", n)
}

// awayLine says who is away and how to vote, or that the game is adjourned.
func (ab *absence) awayLine() string {
	v := ab.t.View
	menu := kit.KeyName(kit.TableKeys, kit.TableMenu)
	switch {
	case v.Phase != table.Playing:
		return ""
	case v.Adjourned && ab.t.seats.seatsInPlay() != 0:
		return "Clocks are stopped until all return. Vote to resume: " + menu
	case v.Adjourned:
		return "Clocks are stopped until all return or the players vote to resume"
	case !ab.t.seats.seated() && ab.vacant() != 0:
		return "A seat is open: " + menu
	case ab.absent() != "" && ab.t.seats.seatsInPlay() != 0 && ab.myVote() == "":
		return "Away: " + ab.absent() + ". Vote: " + menu
	case ab.myVote() != "":
		return "You voted " + phrase.Choice(ab.t.View, ab.myVote()) + ab.count(ab.myVote())
	}
	return ""
}

// vacant returns the seats of a running game that the viewer, a spectator, can take over.
func (ab *absence) vacant() rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if ab.t.View.Phase == table.Playing && ab.t.View.Seats[s].Vacant {
			set = set.With(s)
		}
	}
	return set
}

// vacantSeats returns the choices of the table menu for taking over a seat.
func (ab *absence) vacantSeats() []kit.Choice {
	var list []kit.Choice
	f := ab.t.View.Variant.Facts()
	for s := range rules.Seat(rules.SeatCount) {
		if ab.vacant().Has(s) && !ab.t.seats.seated() {
			list = append(list, kit.Choice{Label: "Take over " + phrase.Seat(f, s) + " from " + phrase.Occupant(ab.t.View, s), Do: func() tea.Cmd {
				return ab.t.Link.Act(table.Command{Kind: table.Sit, Seat: s})
			}})
		}
	}
	return list
}
