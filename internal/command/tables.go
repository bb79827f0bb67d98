package command

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// nameCells is how wide a name can be.
const nameCells = 20

// nameless is what the host of a table is called who has chosen no name yet.
// Nobody can take it for himself.
const nameless = "somebody"

func (r *request) tables() *cobra.Command {
	return &cobra.Command{
		Use:   "tables",
		Short: "the tables that wait, play, or have finished lately",
		Args:  between(0, 0),
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
			for _, t := range r.Lobby.Seen(r.Player.ID).Tables {
				fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", t.ID, phaseWord(t.Phase), t.Title, conditions(&t.Terms), seating(t), progress(t))
			}
			return w.Flush()
		},
	}
}

func phaseWord(p table.Phase) string {
	return [...]string{table.Waiting: "waiting", table.Playing: "playing", table.Finished: "finished"}[p]
}

// conditions is what a table's time and standing are.
func conditions(t *table.Terms) string {
	words := "clock=" + t.Clock.String()
	if t.Rated {
		words += " rated=on"
	}
	if t.Private != table.ForAll {
		words += " private=" + string(t.Private)
	}
	return words
}

func seating(t lobby.Summary) string {
	var parts []string
	for seat, view := range t.Seats {
		who := "-"
		switch {
		case view.Closed:
			continue
		case view.Player.ID != "":
			who = view.Player.Shown(nameCells)
		}
		parts = append(parts, t.SeatNames[seat]+"="+who)
	}
	return strings.Join(parts, " ")
}

func progress(t lobby.Summary) string {
	if t.Phase == table.Finished {
		return t.Result
	}
	if t.Strength > 0 {
		return fmt.Sprintf("moves=%d strength=%d", t.Moves, t.Strength)
	}
	return fmt.Sprintf("moves=%d", t.Moves)
}

func (r *request) newTable() *cobra.Command {
	var key string
	c := &cobra.Command{
		Use:   "new GAME [OPTION=VALUE ...] [--password PASSWORD]",
		Short: "opens a table and prints its number",
		Long:  games(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("new needs a game: say new %s", strings.Join(gameNames(), ", or new "))
			}
			terms, err := lobby.ParseTerms(args)
			if err != nil {
				return err
			}
			host := r.Player
			switch {
			case r.Named:
			case terms.Rated:
				return &table.Refusal{Reason: table.KnownOnly}
			default:
				host.Name = nameless
			}
			t, err := r.makeTable(cmd.Context(), host, terms, key)
			if err != nil {
				return err
			}
			fmt.Fprintln(r.Out, t.View().ID)
			return nil
		},
	}
	password(c, &key)
	return c
}

func gameNames() []string {
	var names []string
	for _, offer := range variants.All() {
		names = append(names, offer.Name)
	}
	return names
}

// find is the table of that number.
func (r *request) find(cmd *cobra.Command, word string) (*table.Table, error) {
	n, err := tableNumber(word)
	if err != nil {
		return nil, err
	}
	t, err := r.Lobby.TableFor(cmd.Context(), r.Player.ID, n)
	if errors.Is(err, table.ErrNoTable) {
		return nil, fmt.Errorf("there is no table %d: say tables to see which there are", n)
	}
	return t, err
}

// seatNamed is a seat of the table's game by its word.
func seatNamed(v *table.View, word string) (rules.Seat, error) {
	facts := v.Variant.Facts()
	seat, ok := facts.Seat(strings.ToLower(word))
	if !ok {
		return rules.NoSeat, fmt.Errorf("there is no seat %q at table %d: the seats are %s", word, v.ID, strings.Join(facts.Seats[:], ", "))
	}
	return seat, nil
}
