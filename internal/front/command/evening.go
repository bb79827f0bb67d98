package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/internal/pairing"
	"quadrille/internal/service/evening"
)

// eveningNewHelp explains the flags of the command "evening new".
const eveningNewHelp = "OPTION=VALUE sets an option of the tables; \"help new\" lists the options.\n" +
	"  --tournament      anybody may join and leave; opponents have similar results,\n" +
	"                    and if possible similar ratings\n" +
	"  --fixed A,B,C,D   four players in seat order; they keep their partners, and\n" +
	"                    change seats in each round"

// eveningHelp explains evenings and their standings.
const eveningHelp = `An evening has rounds of games among 4 to 40 players. Partners and opponents are
drawn for each round, so that everybody meets everybody about equally often; or
four players keep their partners (--fixed). Moderators run an evening; everybody
can see it, and join a tournament with "evening join".
Quote names that contain spaces: evening add "Ann Lee" Bob

The standings count points per game played, so a bye costs nothing. A player
with fewer than half as many games as the busiest player is not ranked. JSON
counts points in sixths, as whole numbers: 6 is a point, 3 is half a point.`

func (r eveningCommands) new(c *call) {
	var game, fixed string
	var tournament bool
	c.args = func(args []string) error {
		if len(args) == 0 || game == "" {
			return fmt.Errorf("\"evening new\" needs a name and a game; usage: %s", c.usage())
		}
		return nil
	}
	c.run = func(args []string) error {
		method, four := pairing.Rotating, []string(nil)
		switch {
		case fixed != "" && tournament:
			return errors.New("choose --tournament or --fixed, not both")
		case tournament:
			method = pairing.ByRating
		case fixed != "":
			method, four = pairing.Fixed, commaList(fixed)
		}
		plan, err := evening.NewPlan(args[0], method, append([]string{game}, args[1:]...))
		if err != nil {
			return err
		}
		people, err := r.playersNamed(r.ctx, four)
		if err != nil {
			return err
		}
		one, err := r.Lobby.Evenings().Begin(r.ctx, r.Player, plan, people)
		if err != nil {
			return err
		}
		fmt.Fprintln(r.Out, one.Number)
		return nil
	}
	c.StringVar(&game, "game", "", "")
	c.BoolVar(&tournament, "tournament", false, "")
	c.StringVar(&fixed, "fixed", "", "")
}

func (r eveningCommands) next(c *call) {
	c.run = func([]string) error {
		on, err := r.Lobby.Evenings().Next(r.ctx, r.Player)
		if err != nil {
			return err
		}
		return r.printRound(&lister{request: r.request}, on)
	}
}

func (r eveningCommands) end(c *call) {
	c.run = func([]string) error {
		over, err := r.Lobby.Evenings().End(r.ctx, r.Player)
		if err != nil {
			return err
		}
		return r.printStandings(&lister{request: r.request}, over)
	}
}

// commaList splits a list like "Ann, Bob".
func commaList(text string) (names []string) {
	for name := range strings.SplitSeq(text, ",") {
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// findEvening returns the evening with the given number, or the current evening.
func (r eveningCommands) findEvening(args []string) (*pairing.Evening, error) {
	n := int64(0)
	if len(args) > 0 {
		var err error
		if n, err = strconv.ParseInt(args[0], 10, 64); err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not the number of an evening; run \"evening list\" to list them", args[0])
		}
	}
	return r.Lobby.Evenings().Find(r.ctx, pairing.Number(n))
}
