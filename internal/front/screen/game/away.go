package game

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// At is a table as one viewer sees it at a given time.
type At struct {
	View *table.View
	Me   player.ID
	Now  time.Time
}

// Text returns the time that a player has been away, or says that they are on vacation, in at
// most nine cells. It returns "" for a player who is present, and if the game is not running.
func (a At) Text(s rules.Seat) string {
	switch seat := &a.View.Seats[s]; {
	case a.View.Phase != table.Playing:
	case seat.Vacation.After(a.Now):
		return "vacation"
	case !seat.AwaySince.IsZero():
		return present.Away(a.Now.Sub(seat.AwaySince))
	}
	return ""
}

// UntilChange returns the time until [At.Text] returns a different text for one of the seats.
// It returns false if no player is away or on vacation.
func (a At) UntilChange() (time.Duration, bool) {
	soonest, found := time.Duration(0), false
	for s := range a.View.Seats {
		var left time.Duration
		since, vacation := a.View.Seats[s].AwaySince, a.View.Seats[s].Vacation
		switch {
		case a.View.Phase != table.Playing:
			continue
		case vacation.After(a.Now):
			// at most an hour, so that the screen also updates during the vacation
			left = min(vacation.Sub(a.Now), time.Hour) + time.Millisecond
		case since.IsZero():
			continue
		default:
			unit := time.Minute
			if a.Now.Sub(since) >= time.Hour {
				unit = time.Hour
			}
			left = unit - max(0, a.Now.Sub(since))%unit + time.Millisecond
		}
		if !found || left < soonest {
			soonest, found = left, true
		}
	}
	return soonest, found
}

// names returns the names of the players who are away.
func (a At) names() string { return strings.Join(present.Absent(a.View), ", ") }

// MyVote returns the viewer's vote, or "" if they have not voted.
func (a At) MyVote() table.Choice {
	for _, v := range a.View.Votes {
		if v.By.ID == a.Me {
			return v.Choice
		}
	}
	return ""
}

// seatVotable reports whether a player has been away so long that the other players can vote
// on their seat. The table may still refuse the vote, because it does not count time during
// which the server was down.
func (a At) seatVotable() bool {
	for s := range rules.Seat(rules.SeatCount) {
		since := a.View.Seats[s].AwaySince
		if !since.IsZero() && a.View.Position.State[s] != rules.Eliminated && a.Now.Sub(since) >= table.ReplaceAfter {
			return true
		}
	}
	return false
}

// plays reports whether the viewer has a seat that is not eliminated.
func (a At) plays() bool { return a.View.Held(a.Me)&a.View.Position.InPlay() != 0 }

// Votable returns the choices that the viewer can vote for.
func (a At) Votable() []table.Choice {
	switch {
	case a.View.Phase != table.Playing || !a.plays():
		return nil
	case a.View.Adjourned:
		return []table.Choice{table.Resume}
	case a.seatVotable():
		return []table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat}
	case a.names() != "":
		return []table.Choice{table.Wait, table.Adjourn}
	}
	return []table.Choice{table.Adjourn}
}

// VotesText returns how many players have voted for a choice, in parentheses. It returns ""
// if nobody has voted for it.
func (a At) VotesText(c table.Choice) string {
	n := 0
	for _, v := range a.View.Votes {
		if v.Choice == c {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d so far)", n)
}

// Line returns a line that says who is away and which key opens the menu to vote, or that
// the game is adjourned.
func (a At) Line(menuKey string) string {
	v, mine := a.View, a.MyVote()
	switch {
	case v.Phase != table.Playing:
		return ""
	case v.Adjourned && a.plays():
		return "Clocks are stopped until all return. Vote to resume: " + menuKey
	case v.Adjourned:
		return "Clocks are stopped until all return or the players vote to resume"
	case v.Held(a.Me) == 0 && a.Vacant() != 0:
		return "A seat is open: " + menuKey
	case a.names() != "" && a.plays() && mine == "":
		return "Away: " + a.names() + ". Vote: " + menuKey
	case mine != "":
		return "You voted " + present.Choice(v, mine) + a.VotesText(mine)
	}
	return ""
}

// Vacant returns the seats of a running game that a spectator can take over.
func (a At) Vacant() rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if a.View.Phase == table.Playing && a.View.Seats[s].Vacant {
			set = set.With(s)
		}
	}
	return set
}
