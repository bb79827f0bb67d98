package command

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
)

// waitingHelp explains what a line and the exit status say.
const waitingHelp = "A line for each: the table, its game, your seat, what is to be done, and how long you have.\n" +
	"The exit status is 0 if something waits for you, 1 if nothing does, and 2 if that cannot be told."

// answering are the commands whose status answers a question: 0 is yes and 1 is
// no. They fail with 2.
var answering = []string{"waiting"}

func (r tableCommands) waiting(c *cobra.Command) {
	c.RunE = func(*cobra.Command, []string) error {
		list := r.Lobby.WaitingFor(r.Player.ID)
		if len(list) == 0 {
			r.status = 1
			return nil
		}
		w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
		now := time.Now()
		for i := range list {
			d := &list[i]
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", d.Table, d.Title, d.SeatName, phrase.Task(d.Task), timeLeft(d, now))
		}
		return w.Flush()
	}
}

func timeLeft(d *lobby.Waiting, now time.Time) string {
	if d.Deadline.IsZero() {
		return "-"
	}
	return phrase.Left(d.Deadline.Sub(now)) + " left"
}
