package present

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tasks describes, for each task, what the player has to do at a table.
var tasks = map[table.Task]string{
	table.ToMove:     "your move",
	table.ToVote:     "your vote",
	table.ToResign:   "your partner wants your team to resign",
	table.ToDraw:     "a draw is offered",
	table.ToTakeback: "a takeback is proposed",
	table.ToReady:    "say that you are ready",
	table.ToRematch:  "the others want a rematch",
}

// asked has the tasks that are questions, in few cells.
var asked = map[table.Task]string{
	table.ToResign: "resign?", table.ToDraw: "draw?", table.ToTakeback: "takeback?", table.ToReady: "ready?", table.ToRematch: "rematch?",
}

// TaskInBrief describes in few cells what a player has to do at a table: "your move", "ready?".
func TaskInBrief(t table.Task) string {
	if text := asked[t]; text != "" {
		return text
	}
	return tasks[t]
}

// Task describes what a player has to do at a table: "your move".
func Task(t table.Task) string { return tasks[t] }

// Due describes what a player has to do, and at which table: "Your move: table 12, GAME,
// White".
func Due(d *view.Waiting) string {
	return fmt.Sprintf("%s: table %d, %s, %s", Capital(Task(d.Task)), d.Table, d.Title, rules.Title(d.SeatName))
}

// DueLine describes what a player has to do, and how much time is left for it.
func DueLine(d *view.Waiting, now time.Time) string { return withTime(Due(d), d.Deadline, now) }

// DueAnswer describes what a player has to do, and the word that opens the table in plain mode.
func DueAnswer(d *view.Waiting, now time.Time) string {
	return fmt.Sprintf("%s: type \"table %d\"", DueLine(d, now), d.Table)
}

// Inbox returns the questions that invitations ask, in the same order.
func Inbox(list []view.Invitation) []Question {
	questions := make([]Question, len(list))
	for i := range list {
		l := &list[i]
		q := Question{ID: fmt.Sprintf("invitation %d", l.Number), Text: invitation(l), Until: l.Until}
		q.Accept = Intent{Table: l.Table, Seat: l.Seat}
		if !l.Rematch && l.Evening == "" {
			q.Accept.Kind, q.Accept.SeatName = table.Sit, l.SeatName
		}
		q.Decline.Ignore = l.Number
		questions[i] = q
	}
	return questions
}

// invitation returns the text of an invitation to a table: "Pinky invites you: table 12,
// GAME". For a board of an evening it names the evening instead of a player.
func invitation(l *view.Invitation) string {
	switch {
	case l.Evening != "":
		return fmt.Sprintf("Table %d, %s: %s, round %d", l.Table, rules.Title(l.SeatName), player.Shown(l.Evening, 40), l.Round)
	case l.Rematch:
		return fmt.Sprintf("%s wants a rematch: table %d, %s", Name(l.From), l.Table, l.Title)
	}
	return fmt.Sprintf("%s invites you: table %d, %s", Name(l.From), l.Table, l.Title)
}

// Here returns a sentence with the number of people in the lobby: "1 person is here", "3
// people are here".
func Here(n int) string {
	if n == 1 {
		return "1 person is here"
	}
	return fmt.Sprintf("%d people are here", n)
}

// Followed says what an account that the reader follows does, and where they can go then: "Ann, whom you follow, seeks
// Chess4 5+10 at table 12". The intent is nil if there is no table.
func Followed(f *view.Followed) (string, *Intent) {
	who := Name(f.Player) + ", whom you follow, "
	switch f.Does {
	case view.Seeks:
		return who + Seeks(f.Game, f.Clock) + fmt.Sprintf(" at table %d", f.Table), &Intent{Kind: table.Sit, Table: f.Table}
	case view.Plays:
		return who + fmt.Sprintf("plays %s at table %d", f.Game, f.Table), &Intent{Table: f.Table}
	case view.Connects:
	}
	return who + "has connected", nil
}

// Seeks says which game somebody seeks: "seeks Chess4 5+10".
func Seeks(game, clock string) string { return strings.TrimSpace("seeks " + game + " " + clock) }

// Activity says what somebody in the lobby does, and at which table.
type Activity struct {
	verb  string // "plays at", "watches"; empty if they do nothing
	table table.ID
}

// Does returns what the people of a lobby do: they play, or else watch a game, or else wait for one.
func Does(v *view.Lobby) map[player.ID]Activity {
	does := map[player.ID]Activity{}
	for _, h := range v.Here {
		if h.Watching != 0 {
			does[h.Player.ID] = Activity{"watches", h.Watching}
		}
	}
	for _, s := range v.Tables {
		for seat := range s.Seats {
			at := &s.Seats[seat]
			switch before := does[at.Player.ID].verb; {
			case s.Phase == table.Playing && !at.Vacant && at.Present:
				does[at.Player.ID] = Activity{"plays at", s.ID}
			case s.Phase == table.Waiting && before == "":
				does[at.Player.ID] = Activity{"waits at", s.ID}
			}
		}
	}
	return does
}

// Brief returns the activity for a list, "plays 12", or "" if there is none.
func (a Activity) Brief() string {
	if a.verb == "" {
		return ""
	}
	return strings.TrimSuffix(a.verb, " at") + " " + itoa(int(a.table))
}

// Text returns the activity in words, "plays at table 12", or "" if there is none.
func (a Activity) Text() string {
	if a.verb == "" {
		return ""
	}
	return a.verb + " table " + itoa(int(a.table))
}
