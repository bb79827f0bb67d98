package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
)

func (r eveningCommands) eveningAdd(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		people, err := r.peopleCalled(cmd.Context(), args)
		if err != nil {
			return err
		}
		on, err := r.Lobby.Evenings().Add(cmd.Context(), r.Player, people)
		return r.printHere(on, err)
	}
}

func (r eveningCommands) eveningRemove(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		people, err := r.peopleThere(args)
		if err != nil {
			return err
		}
		on, err := r.Lobby.Evenings().Remove(cmd.Context(), r.Player, people)
		return r.printHere(on, err)
	}
}

func (r eveningCommands) eveningSubstitute(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		people, err := r.peopleThere(args)
		if err != nil {
			return err
		}
		on, err := r.Lobby.Evenings().Substitute(cmd.Context(), r.Player, people[0], people[1])
		if err != nil {
			return err
		}
		return r.printRound(on)
	}
}

// printHere prints who is there now.
func (r eveningCommands) printHere(on *pairing.Evening, err error) error {
	if err != nil {
		return err
	}
	var words []string
	for _, p := range on.Present() {
		words = append(words, p.Shown(nameCells))
	}
	fmt.Fprintf(r.Out, "%d here: %s\n", len(words), strings.Join(words, ", "))
	return nil
}

// peopleCalled is people by their names: those who have an account, and guests who
// are in the house.
func (r eveningCommands) peopleCalled(ctx context.Context, names []string) (people []player.Player, err error) {
	for _, name := range names {
		p, ok, err := r.Ladder.Called(ctx, name)
		if err != nil {
			return nil, err
		}
		if !ok {
			p, ok = r.inTheHouse(name)
		}
		if !ok || p.ID.Bot() {
			return nil, fmt.Errorf("nobody here is called %q; names with blanks are quoted, and guests have to be in the house", player.ShownName(name, nameCells))
		}
		people = append(people, p)
	}
	return people, nil
}

func (r eveningCommands) inTheHouse(name string) (p player.Player, ok bool) {
	for _, here := range r.Lobby.View().Here {
		if player.Fold(here.Player.Name) == player.Fold(name) {
			return here.Player, true
		}
	}
	return player.Player{}, false
}

// peopleThere is people of the evening that is on, by the names they were entered
// with.
func (r eveningCommands) peopleThere(names []string) (people []player.Player, err error) {
	on, err := r.Lobby.Evenings().Find(context.Background(), 0)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		found := false
		for _, p := range on.People {
			if player.Fold(p.Name) == player.Fold(name) {
				people, found = append(people, p.Player), true
			}
		}
		if !found {
			return nil, fmt.Errorf("nobody called %q is at this evening; say evening show to see who is", player.ShownName(name, nameCells))
		}
	}
	return people, nil
}
