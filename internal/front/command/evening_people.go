package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
)

func (r eveningCommands) add(c *call) {
	c.run = func(args []string) error {
		people, err := r.playersNamed(r.ctx, args)
		if err != nil {
			return err
		}
		on, err := r.Lobby.Evenings().Add(r.ctx, r.Player, people)
		return r.printHere(on, err)
	}
}

func (r eveningCommands) remove(c *call) {
	c.run = func(args []string) error {
		people, err := r.participants(args)
		if err != nil {
			return err
		}
		on, err := r.Lobby.Evenings().Remove(r.ctx, r.Player, people)
		return r.printHere(on, err)
	}
}

func (r eveningCommands) join(c *call) {
	c.run = func([]string) error {
		on, err := r.Lobby.Evenings().Join(r.ctx, r.Player)
		return r.printHere(on, err)
	}
}

func (r eveningCommands) leave(c *call) {
	c.run = func([]string) error {
		on, err := r.Lobby.Evenings().Leave(r.ctx, r.Player)
		return r.printHere(on, err)
	}
}

// eveningSubstituteHelp explains who may be a substitute.
const eveningSubstituteHelp = "The second player must have no table in this round. If they do not take part\n" +
	"yet, they take part from now on. The first player gets a bye."

func (r eveningCommands) substitute(c *call) {
	c.run = func(args []string) error {
		replaced, err := r.participants(args[:1])
		if err != nil {
			return err
		}
		substitute, err := r.participants(args[1:])
		if err != nil { // somebody who does not take part yet
			substitute, err = r.playersNamed(r.ctx, args[1:])
		}
		if err != nil {
			return err
		}
		on, err := r.Lobby.Evenings().Substitute(r.ctx, r.Player, replaced[0], substitute[0])
		if err != nil {
			return err
		}
		return r.printRound(&lister{request: r.request}, on)
	}
}

// printHere prints the names of the players who are present at the evening.
func (r eveningCommands) printHere(on *pairing.Evening, err error) error {
	if err != nil {
		return err
	}
	var words []string
	for _, p := range on.Present() {
		words = append(words, p.Shown(player.MaxNameCells))
	}
	fmt.Fprintf(r.Out, "%d present: %s\n", len(words), strings.Join(words, ", "))
	return nil
}

// playersNamed finds players by name: accounts, and guests who are connected now.
func (r eveningCommands) playersNamed(ctx context.Context, names []string) (people []player.Player, err error) {
	for _, name := range names {
		p, ok, err := r.Ladder.Called(ctx, name)
		if err != nil {
			return nil, err
		}
		if !ok {
			p, ok = r.Lobby.View().Connected(name)
		}
		if !ok || p.ID.Bot() {
			return nil, fmt.Errorf(
				"no player %q; quote names that contain spaces; guests have to be connected",
				player.ShownName(name, player.MaxNameCells),
			)
		}
		people = append(people, p)
	}
	return people, nil
}

// participants returns the players of the current evening with the given names. It expects
// the names under which the players were added, even if they have changed their names since.
func (r eveningCommands) participants(names []string) (people []player.Player, err error) {
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
			return nil, fmt.Errorf(
				"no player %q at this evening; run \"evening show\" to list them",
				player.ShownName(name, player.MaxNameCells),
			)
		}
	}
	return people, nil
}
