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

// absence tells of players who have left, and votes how to go on.
type absence struct {
	t *Screen
}

// awayText is how long somebody is gone, in at most nine cells.
func (ab *absence) awayText(s rules.Seat) string {
	switch away := ab.t.env.Now.Sub(ab.t.View.Seats[s].AwaySince); {
	case away < time.Minute:
		return "gone <1m"
	case away < time.Hour:
		return fmt.Sprintf("gone %dm", away/time.Minute)
	case away < 100*time.Hour:
		return fmt.Sprintf("gone %dh", away/time.Hour)
	default:
		return fmt.Sprintf("gone %dd", away/(24*time.Hour))
	}
}

// untilAwayChange is when the panel's word on somebody who is gone will be another;
// false if nobody is.
func (ab *absence) untilAwayChange() (time.Duration, bool) {
	soonest, found := time.Duration(0), false
	for s := range ab.t.View.Seats {
		gone := ab.t.View.Seats[s].AwaySince
		if gone.IsZero() || ab.t.View.Phase != table.Playing {
			continue
		}
		unit := time.Minute
		if ab.t.env.Now.Sub(gone) >= time.Hour {
			unit = time.Hour
		}
		left := unit - max(0, ab.t.env.Now.Sub(gone))%unit + time.Millisecond
		if !found || left < soonest {
			soonest, found = left, true
		}
	}
	return soonest, found
}

// absent returns the names of players who have left.
func (ab *absence) absent() string { return strings.Join(phrase.Absent(ab.t.View), ", ") }

func (ab *absence) vote(c table.Choice) tea.Cmd {
	return ab.t.Link.Act(table.Command{Kind: table.Vote, Seat: ab.t.seats.home(), Choice: c})
}

// myVote is what this person votes for; empty if he does not.
func (ab *absence) myVote() table.Choice {
	for _, v := range ab.t.View.Votes {
		if v.By.ID == ab.t.env.Me.ID {
			return v.Choice
		}
	}
	return ""
}

// seatVotable reports whether anybody is gone for so long that the others may decide
// about his seat. A table that counts from later, since the server was away too,
// refuses it.
func (ab *absence) seatVotable() bool {
	for s := range rules.Seat(rules.SeatCount) {
		gone := ab.t.View.Seats[s].AwaySince
		if !gone.IsZero() && ab.t.View.Position.State[s] != rules.Eliminated && ab.t.env.Now.Sub(gone) >= table.ReplaceAfter {
			return true
		}
	}
	return false
}

// votable is what can be voted for now.
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

// votes is the votes in the table's menu.
func (ab *absence) votes() []kit.Choice {
	var list []kit.Choice
	for _, c := range ab.votable() {
		if c != ab.myVote() {
			list = append(list, kit.Choice{Label: "Vote " + phrase.Choice(ab.t.View, c) + ab.count(c), Do: func() tea.Cmd { return ab.vote(c) }})
		}
	}
	if c := ab.myVote(); c != "" {
		list = append(list, kit.Choice{Label: "Take back my vote " + phrase.Choice(ab.t.View, c), Do: ab.t.requests.command(table.Unvote)})
	}
	return list
}

// count is how many vote for something already.
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

// awayLine says what matters about who is gone, or that the game waits.
func (ab *absence) awayLine() string {
	v := ab.t.View
	menu := kit.KeyName(kit.TableKeys, kit.TableMenu)
	switch {
	case v.Phase != table.Playing:
		return ""
	case v.Adjourned && ab.t.seats.seatsInPlay() != 0:
		return "Clocks stand until all are back, or enough vote to go on: " + menu
	case v.Adjourned:
		return "Clocks stand until all are back, or those who play vote to go on"
	case !ab.t.seats.seated() && ab.vacant() != 0:
		return "A seat is free: " + menu
	case ab.absent() != "" && ab.t.seats.seatsInPlay() != 0 && ab.myVote() == "":
		return "Gone: " + ab.absent() + ". Vote on what to do: " + menu
	case ab.myVote() != "":
		return "You vote " + phrase.Choice(ab.t.View, ab.myVote()) + ab.count(ab.myVote())
	}
	return ""
}

// vacant is the seats of a game that somebody who looks on may take.
func (ab *absence) vacant() rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if ab.t.View.Phase == table.Playing && ab.t.View.Seats[s].Vacant {
			set = set.With(s)
		}
	}
	return set
}

// vacantSeats is those seats in the table's menu.
func (ab *absence) vacantSeats() []kit.Choice {
	var list []kit.Choice
	f := ab.t.View.Variant.Facts()
	for s := range rules.Seat(rules.SeatCount) {
		if ab.vacant().Has(s) && !ab.t.seats.seated() {
			list = append(list, kit.Choice{Label: "Sit down as " + phrase.Seat(f, s) + ", for " + phrase.Occupant(ab.t.View, s), Do: func() tea.Cmd {
				return ab.t.Link.Act(table.Command{Kind: table.Sit, Seat: s})
			}})
		}
	}
	return list
}
