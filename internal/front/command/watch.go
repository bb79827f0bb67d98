package command

import (
	"context"
	"fmt"

	"quadrille/internal/records"
	"quadrille/internal/service/notify"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

const watchHelp = `Without a terminal, the command prints a line for each action, and the result.
`

func (r tableCommands) watch(c *call) {
	var key string
	c.run = func(args []string) error {
		t, err := r.enter(args[0], key, func(*live.Table) error { return nil })
		if err != nil {
			return err
		}
		if r.Terminal {
			r.open = &Open{Table: t.View().ID, Seat: rules.NoSeat}
			return nil
		}
		return r.follow(t)
	}
	c.StringVar(&key, "password", "", "")
}

// follow prints moves as they are played, and then the result.
func (r tableCommands) follow(t *live.Table) error {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	watcher, notices := t.Watch(r.Player), r.Notify.Board.Watch(r.Player.ID)
	defer watcher.Close()
	defer notices.Close()
	views, lists := receive(ctx, watcher.Take), receive(ctx, notices.Take)
	printed, unread := 0, notify.Unread{}
	for {
		var v *table.View
		var ok bool
		select {
		case v, ok = <-views:
		case list := <-lists:
			for _, n := range unread.Take(list) {
				if _, err := fmt.Fprintln(r.Out, "# "+n.Line()); err != nil {
					return err
				}
			}
			continue
		}
		if !ok {
			return errStopping
		}
		for ; printed < len(v.Moves); printed++ {
			if _, err := fmt.Fprintln(r.Out, actionLine(v, v.Moves[printed])); err != nil {
				return err
			}
		}
		if v.Phase == table.Finished {
			_, err := fmt.Fprintln(r.Out, records.ResultLine(v))
			return err
		}
	}
}

// receive calls the function `take` repeatedly and sends the values to the returned channel.
// The channel is closed after the last value, or when ctx is done.
func receive[T any](ctx context.Context, take func(context.Context) (T, bool)) <-chan T {
	values := make(chan T)
	go func() {
		defer close(values)
		for {
			value, ok := take(ctx)
			if !ok {
				return
			}
			select {
			case values <- value:
			case <-ctx.Done():
				return
			}
		}
	}()
	return values
}

// actionLine returns a line such as "17 silver j1-k3 Nk3": number, seat, plain notation and
// the notation of the game.
func actionLine(v *table.View, m table.MoveView) string {
	facts := v.Variant.Facts()
	line := fmt.Sprintf("%d %s %s %s", m.Number, facts.SeatName(m.By), m.Plain, m.Text)
	for _, seat := range m.Passed {
		line += fmt.Sprintf(" (%s passes)", facts.SeatName(seat))
	}
	return line
}
