package game

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// goneText is how long somebody is gone, in at most nine cells.
func (t *Screen) goneText(s rules.Seat) string {
	switch away := t.env.Now.Sub(t.View.Seats[s].Gone); {
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

// goneChanges is when the panel's word on somebody who is gone will be another;
// false if nobody is.
func (t *Screen) goneChanges() (time.Duration, bool) {
	soonest, found := time.Duration(0), false
	for s := range t.View.Seats {
		gone := t.View.Seats[s].Gone
		if gone.IsZero() || t.View.Phase != table.Playing {
			continue
		}
		unit := time.Minute
		if t.env.Now.Sub(gone) >= time.Hour {
			unit = time.Hour
		}
		left := unit - max(0, t.env.Now.Sub(gone))%unit + time.Millisecond
		if !found || left < soonest {
			soonest, found = left, true
		}
	}
	return soonest, found
}

// goneNames is who is gone, each once.
func (t *Screen) goneNames() string {
	names := ""
	for s := range rules.Seat(rules.SeatCount) {
		if t.View.Seats[s].Gone.IsZero() || t.View.Position.State[s] == rules.Out {
			continue
		}
		if t.View.Held(t.View.Seats[s].Player.ID)&(1<<s-1) != 0 {
			continue // named for an earlier seat
		}
		if names != "" {
			names += ", "
		}
		names += nameOf(t.View, s, 20)
	}
	return names
}

// choiceWords is what somebody votes for, behind "votes".
func (t *Screen) choiceWords(c table.Choice) string {
	who := t.goneNames()
	if who == "" {
		who = "who is gone"
	}
	return map[table.Choice]string{
		table.Wait:     "to wait for " + who,
		table.Adjourn:  "to adjourn: clocks stand",
		table.OpenSeat: "to open the seat of " + who,
		table.EndSeat:  "to end the game of " + who,
		table.GoOn:     "to go on",
	}[c]
}

func (t *Screen) vote(c table.Choice) tea.Cmd {
	return t.Act(table.Act{Do: table.Vote, Seat: t.home(), Choice: c})
}

// myVote is what this person votes for; empty if he does not.
func (t *Screen) myVote() table.Choice {
	for _, v := range t.View.Votes {
		if v.By.ID == t.env.Me.ID {
			return v.Choice
		}
	}
	return ""
}

// longGone reports whether anybody is gone for so long that the others may decide
// about his seat. A table that counts from later, since the server was away too,
// refuses it.
func (t *Screen) longGone() bool {
	for s := range rules.Seat(rules.SeatCount) {
		gone := t.View.Seats[s].Gone
		if !gone.IsZero() && t.View.Position.State[s] != rules.Out && t.env.Now.Sub(gone) >= table.GoneFor {
			return true
		}
	}
	return false
}

// votable is what can be voted for now.
func (t *Screen) votable() []table.Choice {
	switch {
	case t.View.Phase != table.Playing || t.Study != nil || t.voices() == 0:
		return nil
	case t.View.Adjourned:
		return []table.Choice{table.GoOn}
	case t.longGone():
		return []table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat}
	case t.goneNames() != "":
		return []table.Choice{table.Wait, table.Adjourn}
	}
	return []table.Choice{table.Adjourn}
}

// votes is the votes in the table's menu.
func (t *Screen) votes() []kit.Choice {
	var list []kit.Choice
	for _, c := range t.votable() {
		if c != t.myVote() {
			list = append(list, kit.Choice{Label: "Vote " + t.choiceWords(c) + t.count(c), Do: func() tea.Cmd { return t.vote(c) }})
		}
	}
	if c := t.myVote(); c != "" {
		list = append(list, kit.Choice{Label: "Take back my vote " + t.choiceWords(c), Do: t.asks(table.Unvote)})
	}
	return list
}

// count is how many vote for something already.
func (t *Screen) count(c table.Choice) string {
	n := 0
	for _, v := range t.View.Votes {
		if v.Choice == c {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d so far)", n)
}

// goneLine says what matters about who is gone, or that the game waits.
func (t *Screen) goneLine() string {
	v := t.View
	menu := kit.KeyName(kit.TableKeys, kit.TableMenu)
	switch {
	case v.Phase != table.Playing:
		return ""
	case v.Adjourned && t.voices() != 0:
		return "Clocks stand until all are back, or enough vote to go on: " + menu
	case v.Adjourned:
		return "Clocks stand until all are back, or those who play vote to go on"
	case !t.seated() && t.vacant() != 0:
		return "A seat is free: " + menu
	case t.goneNames() != "" && t.voices() != 0 && t.myVote() == "":
		return "Gone: " + t.goneNames() + ". Vote on what to do: " + menu
	case t.myVote() != "":
		return "You vote " + t.choiceWords(t.myVote()) + t.count(t.myVote())
	}
	return ""
}

// vacant is the seats of a game that somebody who looks on may take.
func (t *Screen) vacant() rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if t.View.Phase == table.Playing && t.View.Seats[s].Vacant {
			set = set.With(s)
		}
	}
	return set
}

// freeSeats is those seats in the table's menu.
func (t *Screen) freeSeats() []kit.Choice {
	var list []kit.Choice
	f := t.View.Variant.Facts()
	for s := range rules.Seat(rules.SeatCount) {
		if t.vacant().Has(s) && !t.seated() {
			list = append(list, kit.Choice{Label: "Sit down as " + board.SeatWord(f, s) + ", for " + nameOf(t.View, s, 20), Do: func() tea.Cmd {
				return t.Act(table.Act{Do: table.Sit, Seat: s})
			}})
		}
	}
	return list
}
