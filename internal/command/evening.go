package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/evening"
	"quadrille/internal/evening/pairing"
)

// eveningNewHelp explains the options of an evening.
const eveningNewHelp = "The options are those of a table; say help new for them.\n" +
	"  --fixed A,B,C,D   a fixed four, named by seat in the game's order: their partners stay, their seats change"

const eveningHelp = `An evening is rounds of games among the people who are there, 4 to 40: with tables
and partners that are drawn for each round, so that everybody partners and meets
everybody as evenly as can be, or of a fixed four. Moderators run it; everybody may
look. Names with blanks in them are quoted: evening add "Ann Lee" Bob

What counts is points for each game played, so that sitting out costs nothing. Who
has played fewer than half as many games as whoever played most has no place.`

// evening explains what is below its word.
func (r eveningCommands) evening(c *cobra.Command) {
	// A command that the caller may not run is answered like one that does not exist,
	// whatever flags it has.
	c.FParseErrWhitelist.UnknownFlags = true
	c.Args = nil
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 || args[0] == "help" {
			r.explain(cmd)
			return nil
		}
		return fmt.Errorf("there is no command evening %q; say evening and one of: %s", args[0], strings.Join(names(cmd), ", "))
	}
}

func (r eveningCommands) eveningNew(c *cobra.Command) {
	var game, fixed string
	c.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 || game == "" {
			return fmt.Errorf("evening new needs a name and a game: say %s", usage(cmd))
		}
		return nil
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		form, four := pairing.Rotating, []string(nil)
		if fixed != "" {
			form, four = pairing.Fixed, commaList(fixed)
		}
		plan, err := evening.NewPlan(args[0], form, append([]string{game}, args[1:]...))
		if err != nil {
			return err
		}
		people, err := r.peopleCalled(cmd.Context(), four)
		if err != nil {
			return err
		}
		one, err := r.Lobby.Evenings().Begin(cmd.Context(), r.Player, plan, people)
		if err != nil {
			return err
		}
		fmt.Fprintln(r.Out, one.Number)
		return nil
	}
	c.Flags().StringVar(&game, "game", "", "")
	c.Flags().StringVar(&fixed, "fixed", "", "")
}

func (r eveningCommands) eveningNext(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		on, err := r.Lobby.Evenings().Next(cmd.Context(), r.Player)
		if err != nil {
			return err
		}
		return r.printRound(on)
	}
}

func (r eveningCommands) eveningEnd(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		over, err := r.Lobby.Evenings().End(cmd.Context(), r.Player)
		if err != nil {
			return err
		}
		fmt.Fprint(r.Out, over.StandingsText())
		return nil
	}
}

// commaList is the names in "Ann, Bob".
func commaList(text string) (names []string) {
	for name := range strings.SplitSeq(text, ",") {
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// eveningNumber is the evening that a command is about: the one that is on, or
// that of a number.
func (r eveningCommands) eveningNumber(cmd *cobra.Command, args []string) (*pairing.Evening, error) {
	n := int64(0)
	if len(args) > 0 {
		var err error
		if n, err = strconv.ParseInt(args[0], 10, 64); err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not the number of an evening: say evening list to see them, and write the number like 3", args[0])
		}
	}
	return r.Lobby.Evenings().Find(cmd.Context(), pairing.Number(n))
}
