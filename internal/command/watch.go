package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (r *request) watch() *cobra.Command {
	return &cobra.Command{
		Use:   "watch N",
		Short: "looks on at a table; without a terminal, a line for each action",
		Args:  between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			if err != nil {
				return err
			}
			if r.Terminal {
				r.open = &Open{Table: t.View().ID, Seat: rules.NoSeat}
				return nil
			}
			return r.follow(cmd, t)
		},
	}
}

// follow prints the actions as they happen, and the result.
func (r *request) follow(cmd *cobra.Command, t *table.Table) error {
	watcher := t.Watch(r.Player)
	defer watcher.Close()
	printed := 0
	for {
		v, ok := watcher.Take(cmd.Context())
		if !ok {
			return errGone
		}
		for ; printed < len(v.Moves); printed++ {
			if _, err := fmt.Fprintln(r.Out, actionLine(v, v.Moves[printed])); err != nil {
				return err
			}
		}
		if v.Phase == table.Finished {
			_, err := fmt.Fprintln(r.Out, resultLine(v))
			return err
		}
	}
}

// actionLine is "17 silver j1-k3 Nk3": number, who acted, plain notation and the
// game's own.
func actionLine(v *table.View, m table.MoveView) string {
	facts := v.Variant.Facts()
	line := fmt.Sprintf("%d %s %s %s", m.Number, facts.SeatName(m.By), m.Plain, m.Text)
	for _, seat := range m.Passed {
		line += fmt.Sprintf(" (%s passes)", facts.SeatName(seat))
	}
	return line
}

// resultLine is "result checkmate: white 0, silver 3, ...".
func resultLine(v *table.View) string {
	outcome := v.Position.Outcome
	if outcome.Why == rules.Unfinished {
		return "result none"
	}
	facts := v.Variant.Facts()
	var scores []string
	for seat, sixths := range outcome.Scores {
		if !v.Seats[seat].Closed {
			scores = append(scores, facts.Seats[seat]+" "+rules.Sixths(sixths))
		}
	}
	return fmt.Sprintf("result %s: %s", outcome.Why, strings.Join(scores, ", "))
}

func (r *request) play() *cobra.Command {
	return &cobra.Command{
		Use:   "play N [SEAT]",
		Short: "sits down at a table, or comes back to it",
		Args:  between(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			if err != nil {
				return err
			}
			v := t.View()
			open, err := r.place(v, args[1:])
			if err != nil {
				return err
			}
			if !r.Terminal {
				return fmt.Errorf("play needs a terminal: say ssh -t HOST play %s", strings.Join(args, " "))
			}
			r.open = open
			return nil
		},
	}
}

// place is where somebody who wants to play comes to sit.
func (r *request) place(v *table.View, words []string) (*Open, error) {
	open := &Open{Table: v.ID, Seat: rules.NoSeat, Sit: true}
	if len(words) > 0 {
		seat, err := seatNamed(v, words[0])
		if err != nil {
			return nil, err
		}
		open.Seat = seat
	}
	switch {
	case v.Phase == table.Finished:
		return nil, fmt.Errorf("the game of table %d is finished: say watch %d, or record %d", v.ID, v.ID, v.ID)
	case r.sits(v, open.Seat):
		open.Sit = false
		return open, nil
	case v.Phase == table.Playing:
		return nil, fmt.Errorf("the game of table %d has begun without you: say watch %d", v.ID, v.ID)
	}
	return open, vacant(v, open.Seat)
}

// sits reports whether the player has the seat; NoSeat means any.
func (r *request) sits(v *table.View, seat rules.Seat) bool {
	for s, view := range v.Seats {
		if view.Player.ID == r.Player.ID && (seat == rules.NoSeat || seat == rules.Seat(s)) {
			return true
		}
	}
	return false
}

// vacant refuses a seat that cannot be taken, naming those that can.
func vacant(v *table.View, seat rules.Seat) error {
	facts := v.Variant.Facts()
	var free []string
	for s, view := range v.Seats {
		if view.Open {
			free = append(free, facts.Seats[s])
		}
	}
	switch {
	case len(free) == 0:
		return fmt.Errorf("table %d has no seat free: say watch %d", v.ID, v.ID)
	case seat == rules.NoSeat || v.Seats[seat].Open:
		return nil
	case v.Seats[seat].Closed:
		return fmt.Errorf("%s does not play at table %d: free is %s", facts.Seats[seat], v.ID, strings.Join(free, ", "))
	}
	return fmt.Errorf("%s sits there as %s: free is %s", player.Shown(v.Seats[seat].Player.Name, nameCells), facts.Seats[seat], strings.Join(free, ", "))
}
