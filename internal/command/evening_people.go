package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
)

func (r *request) eveningAdd() *cobra.Command {
	return &cobra.Command{
		Use:   "add NAME ...",
		Short: "these people are there from the next round on",
		Long:  "They need not be connected; who has come in as a guest is found by the name he has now.",
		Args:  between(1, pairing.MostPeople),
		RunE: func(cmd *cobra.Command, args []string) error {
			people, err := r.peopleCalled(cmd.Context(), args)
			if err != nil {
				return err
			}
			on, err := r.Lobby.Evenings().Add(cmd.Context(), r.Player, people)
			return r.printHere(on, err)
		},
	}
}

func (r *request) eveningRemove() *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME ...",
		Short: "these people have gone; a game that they sit at is not over by that",
		Args:  between(1, pairing.MostPeople),
		RunE: func(cmd *cobra.Command, args []string) error {
			people, err := r.peopleThere(args)
			if err != nil {
				return err
			}
			on, err := r.Lobby.Evenings().Remove(cmd.Context(), r.Player, people)
			return r.printHere(on, err)
		},
	}
}

func (r *request) eveningSubstitute() *cobra.Command {
	return &cobra.Command{
		Use:   "substitute NAME NAME",
		Short: "the second plays for the first, whose game has not begun",
		Long:  "The second is somebody who sits out this round, or has just been added; the first sits out instead.",
		Args:  between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			people, err := r.peopleThere(args)
			if err != nil {
				return err
			}
			on, err := r.Lobby.Evenings().Substitute(cmd.Context(), r.Player, people[0], people[1])
			if err != nil {
				return err
			}
			return r.printRound(on)
		},
	}
}

// printHere prints who is there now.
func (r *request) printHere(on *pairing.Evening, err error) error {
	if err != nil {
		return err
	}
	var words []string
	for _, p := range on.Here() {
		words = append(words, p.Shown(nameCells))
	}
	fmt.Fprintf(r.Out, "%d here: %s\n", len(words), strings.Join(words, ", "))
	return nil
}

// peopleCalled is people by their names: those who have an account, and guests who
// are in the house.
func (r *request) peopleCalled(ctx context.Context, names []string) (people []player.Player, err error) {
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

func (r *request) inTheHouse(name string) (p player.Player, ok bool) {
	for _, here := range r.Lobby.View().Here {
		if player.Fold(here.Player.Name) == player.Fold(name) {
			return here.Player, true
		}
	}
	return player.Player{}, false
}

// peopleThere is people of the evening that is on, by the names they were entered
// with.
func (r *request) peopleThere(names []string) (people []player.Player, err error) {
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
