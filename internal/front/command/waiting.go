package command

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/service/club"
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
	var asJSON bool
	c.BoolVar(&asJSON, "json", false, "")
	c.run = func([]string) error {
		list := r.Lobby.WaitingFor(r.Player.ID)
		if len(list) == 0 {
			r.status = 1
			return nil
		}
		w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
		now := r.Clock.Now()
		for i := range list {
			d := &list[i]
			if asJSON {
				line := share.Task{Table: d.Table, Game: d.Terms.Game, Seat: d.SeatName, Task: present.Task(d.Task), Deadline: d.Deadline}
				if d.Vacation.After(now) {
					line.Vacation = d.Vacation
				}
				if err := json.NewEncoder(r.Out).Encode(line); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(
				w,
				"%d\t%s\t%s\t%s\t%s\n",
				d.Table,
				d.Title,
				d.SeatName,
				present.Task(d.Task),
				timeLeft(d, now, r.Club.Settings.Zone()),
			)
		}
		return w.Flush()
	}
}

func timeLeft(d *view.Waiting, now time.Time, zone *time.Location) string {
	if d.Deadline.IsZero() {
		return "-"
	}
	text := present.Left(d.Deadline.Sub(now)) + " left"
	if d.Vacation.After(now) {
		text += ", vacation until " + club.Minute(d.Vacation, zone)
	}
	return text
}
