package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// The words of adjudicate besides seats.
const (
	drawWord = "draw"
	voidWord = "void"
)

// adminOnTables are the commands on tables.
func (r *request) adminOnTables() []*cobra.Command {
	return []*cobra.Command{r.adminClose(), r.adminAdjudicate(), r.adminUnseat(), r.adminVoid(), r.adminRestore()}
}

// toTable is a command that does something to a table, with a reason, and says so.
func (r *request) toTable(use, short string, words int, do func(cmd *cobra.Command, t *table.Table, args []string, reason string) (done string, err error)) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   use + " --reason WHY",
		Short: short,
		Args:  between(words, words),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			switch {
			case err != nil:
				return err
			case reason == "":
				return club.ErrNoReason
			}
			done, err := do(cmd, t, args[1:], reason)
			if err == nil {
				fmt.Fprintln(r.Out, done)
			}
			return err
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "")
	return c
}

func (r *request) adminClose() *cobra.Command {
	return r.toTable("close TABLE", "end a table; a game that is on there counts for nothing", 1,
		func(cmd *cobra.Command, t *table.Table, _ []string, reason string) (string, error) {
			if err := t.Adjudicate(cmd.Context(), r.Player, table.Decision{Why: reason}); err != nil {
				return "", err
			}
			id := t.View().ID
			return fmt.Sprintf("table %d is closed", id), r.note(cmd, club.Deed{Verb: club.Closed, Table: int64(id), Reason: reason})
		})
}

func (r *request) adminAdjudicate() *cobra.Command {
	c := r.toTable("adjudicate TABLE RESULT", "end a game: RESULT is draw, void, or the seats that have it", 2,
		func(cmd *cobra.Command, t *table.Table, args []string, reason string) (string, error) {
			v := t.View()
			to, err := r.mayDecide(v, args[0])
			switch {
			case err != nil:
				return "", err
			case v.Phase == table.Waiting:
				return "", &table.Refusal{Reason: table.NotBegan}
			}
			if err := t.Adjudicate(cmd.Context(), r.Player, table.Decision{To: to, Why: reason}); err != nil {
				return "", err
			}
			return fmt.Sprintf("table %d: %s", v.ID, args[0]),
				r.note(cmd, club.Deed{Verb: club.Adjudicated, Table: int64(v.ID), Value: args[0], Reason: reason})
		})
	c.Long = "RESULT is draw, for all who still play; void, and the game counts for nothing; or the seats\n" +
		"that have it, white or white,black: they share it, and where there are partners it is the team's."
	return c
}

// mayDecide reads a result. Who plays for it himself leaves it to others, unless
// he is the owner and there may be nobody else.
func (r *request) mayDecide(v *table.View, word string) (rules.Seats, error) {
	if v.Held(r.Player.ID) != 0 && r.House.Role(r.Player.ID) < club.Owner {
		return 0, errors.New("you play in that game yourself: let another moderator or an owner decide it")
	}
	switch word {
	case voidWord:
		return 0, nil
	case drawWord:
		return v.Position.InPlay(), nil
	}
	var to rules.Seats
	for name := range strings.SplitSeq(word, ",") {
		seat, ok := v.Variant.Facts().Seat(strings.ToLower(name))
		if !ok {
			return 0, fmt.Errorf("%q is no result of table %d: say %s, %s, or seats with commas between: %s",
				player.Shown(word, nameCells), v.ID, drawWord, voidWord, strings.Join(v.Variant.Facts().Seats[:], ", "))
		}
		to = to.With(seat)
	}
	return to, nil
}

func (r *request) adminUnseat() *cobra.Command {
	return r.toTable("unseat TABLE NAME", "make somebody stand up before a game begins", 2,
		func(cmd *cobra.Command, t *table.Table, args []string, reason string) (string, error) {
			v := t.View()
			whom, err := seatedAs(v, args[0])
			if err != nil {
				return "", err
			}
			if err := r.House.MayDealWith(r.Player.ID, whom.ID, reason); err != nil {
				return "", err
			}
			if err := t.SendAway(cmd.Context(), r.Player, whom.ID, reason); err != nil {
				return "", err
			}
			return fmt.Sprintf("%s has no seat at table %d any more", player.ShownName(whom.Name, nameCells), v.ID),
				r.note(cmd, club.Deed{Verb: club.Unseated, Table: int64(v.ID), Whom: whom.ID, Reason: reason})
		})
}

// seatedAs is who of that name sits there; guests too, whom no list of names has.
func seatedAs(v *table.View, name string) (player.Player, error) {
	i := slices.IndexFunc(v.Seats[:], func(s table.SeatView) bool {
		return s.Player.ID != "" && player.Fold(s.Player.Name) == player.Fold(name)
	})
	if i < 0 {
		return player.Player{}, &table.Refusal{Reason: table.NotThere}
	}
	return v.Seats[i].Player, nil
}

func (r *request) adminVoid() *cobra.Command {
	return r.toTable("void TABLE", "a game that is over does not count any more; ratings are made anew", 1, r.judge(false))
}

func (r *request) adminRestore() *cobra.Command {
	return r.toTable("restore TABLE", "a game that was voided counts again; ratings are made anew", 1, r.judge(true))
}

func (r *request) judge(counts bool) func(*cobra.Command, *table.Table, []string, string) (string, error) {
	verb, done := club.Voided, "the game of table %d counts for nothing now"
	if counts {
		verb, done = club.Counted, "the game of table %d counts again"
	}
	return func(cmd *cobra.Command, t *table.Table, _ []string, reason string) (string, error) {
		id := int64(t.View().ID)
		err := r.Arbiter.Judge(cmd.Context(), club.Verdict{Table: id, Counts: counts, Author: string(r.Player.ID), Reason: reason})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf(done, id), r.note(cmd, club.Deed{Verb: verb, Table: id, Reason: reason})
	}
}

// note writes down what this person did.
func (r *request) note(cmd *cobra.Command, d club.Deed) error {
	d.By = r.Player.ID
	return r.House.Note(cmd.Context(), d)
}
