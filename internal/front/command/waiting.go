package command

import (
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/present"
	"quadrille/internal/service/share"
	"quadrille/internal/service/view"
)

const waitingHelp = "Prints a line for each table that waits for you: number, game, your seat, what\n" +
	"to do, and the time left. The exit status is 0 if a table waits for you, 1 if\n" +
	"none does, and 2 after an error. With --json, the lines are JSON objects."

// answering lists the commands whose exit status answers a question: 0 means yes, 1 means no,
// and 2 means that an error occurred.
var answering = []string{"waiting"}

func (r tableCommands) waiting(c *call) {
	l := r.lister(c, "TABLE", "GAME", "SEAT", "TASK", "TIME")
	c.run = func([]string) error {
		list := r.Lobby.WaitingFor(r.Player.ID)
		now := r.Clock.Now()
		if r.Spoken && !l.json {
			return r.sayWaiting(l, list, now)
		}
		if len(list) == 0 {
			r.status = 1
			return nil
		}
		return eachAs(l, list, func(d *view.Waiting) any {
			line := share.Task{Table: d.Table, Game: d.Terms.Game, Seat: d.SeatName, Task: present.Task(d.Task), Deadline: d.Deadline}
			if d.Vacation.After(now) {
				line.Vacation = d.Vacation
			}
			return line
		}, func(d *view.Waiting) []string {
			return []string{itoa(d.Table), d.Title, d.SeatName, present.Task(d.Task), timeLeft(d, now, r.Club.Settings.Zone())}
		})
	}
}

// sayWaiting prints the tables and the invitations that wait for the player.
func (r tableCommands) sayWaiting(l *lister, list []view.Waiting, now time.Time) error {
	l.none = "Nothing waits for you"
	var rows [][]string
	for i := range list {
		rows = append(rows, []string{present.DueAnswer(&list[i], now)})
	}
	inbox := r.Lobby.Inbox(r.Player.ID)
	defer inbox.Close()
	letters, _ := inbox.Take(r.ctx)
	for _, q := range present.Inbox(letters) {
		rows = append(rows, []string{q.Answers(now)})
	}
	return l.print(rows)
}

func timeLeft(d *view.Waiting, now time.Time, zone *time.Location) string {
	if d.Deadline.IsZero() {
		return "-"
	}
	text := present.Left(d.Deadline.Sub(now)) + " left"
	if d.Vacation.After(now) {
		text += ", vacation until " + clock.Minute(d.Vacation, zone)
	}
	return text
}
