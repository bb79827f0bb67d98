package command

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"quadrille/internal/player"
	"quadrille/internal/service/evening/pairing"
	"quadrille/internal/table"
	"quadrille/rules"
)

// eveningsListed is the maximum number of evenings that are listed.
const eveningsListed = 50

// printAs sets up the command c to print the evening whose number is its argument, or the
// current evening. Each of the flags selects another format.
func (r eveningCommands) printAs(c *call, print func(*pairing.Evening) error, flags formats) {
	for flag := range flags {
		c.Bool(flag, false, "")
	}
	c.run = func(args []string) error {
		one, err := r.findEvening(args)
		if err != nil {
			return err
		}
		for flag, other := range flags {
			if c.Changed(flag) {
				return other(one)
			}
		}
		return print(one)
	}
}

func (r eveningCommands) writeJSON(one *pairing.Evening) error { return one.WriteJSON(r.Out) }

type formats = map[string]func(*pairing.Evening) error

func (r eveningCommands) show(c *call) {
	r.printAs(c, r.printRound, formats{"json": r.writeJSON})
}

func (r eveningCommands) standings(c *call) {
	r.printAs(c, func(one *pairing.Evening) error {
		_, err := fmt.Fprint(r.Out, one.StandingsText())
		return err
	}, formats{
		"csv":  func(one *pairing.Evening) error { return one.WriteStandingsCSV(r.Out) },
		"json": r.writeJSON,
	})
}

func (r eveningCommands) sheet(c *call) {
	r.printAs(c, func(one *pairing.Evening) error { return one.WriteResults(r.Out, r.Club.Settings.Zone()) },
		formats{"csv": func(one *pairing.Evening) error { return one.WriteCSV(r.Out) }, "json": r.writeJSON})
}

// printRound prints the current or last round, one board per line.
func (r eveningCommands) printRound(one *pairing.Evening) error {
	fmt.Fprintf(r.Out, "%s: %s\n", player.Shown(one.Name, 80), one.Summary(r.Club.Settings.Zone()))
	if len(one.Rounds) == 0 {
		return r.printHere(one, nil)
	}
	round := &one.Rounds[len(one.Rounds)-1]
	fmt.Fprintf(r.Out, "round %d\n", len(one.Rounds))
	w := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	for i := range round.Games {
		g := &round.Games[i]
		fmt.Fprintf(w, "board %d\ttable %d\t%s\t%s\n", i+1, g.Table, r.progress(g), strings.Join(seatWords(one, g), " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range round.Games {
		for _, s := range round.Games[i].Substitutions {
			fmt.Fprintf(r.Out, "board %d: %s\n", i+1, s)
		}
	}
	if len(round.Byes) > 0 {
		fmt.Fprintf(r.Out, "bye: %s\n", strings.Join(namesOf(round.Byes), ", "))
	}
	return nil
}

// progress returns a word for the state of a game: of its table, until it has a result.
func (r eveningCommands) progress(g *pairing.Game) string {
	if g.State != pairing.Open {
		return g.State.String()
	}
	if line, ok := r.Lobby.Line(r.Player.ID, table.ID(g.Table)); g.Table == 0 || ok && line.Phase == table.Waiting {
		return "waiting"
	}
	return "playing"
}

// seatWords returns a word for each seat, such as "white=Ann(1)". The points are present
// only if the game is finished.
func seatWords(one *pairing.Evening, g *pairing.Game) []string {
	words := make([]string, rules.SeatCount)
	for seat, p := range g.Seats {
		words[seat] = one.Seats[seat] + "=" + p.Shown(player.MaxNameCells)
		if g.State == pairing.Done || g.State == pairing.ByHand {
			words[seat] += "(" + rules.FormatSixths(g.Scores[seat]) + ")"
		}
	}
	return words
}

func namesOf(people []player.Player) []string {
	words := make([]string, len(people))
	for i, p := range people {
		words[i] = p.Shown(player.MaxNameCells)
	}
	return words
}

func (r eveningCommands) list(c *call) {
	var asJSON bool
	c.run = func([]string) error {
		list, err := r.Lobby.Evenings().List(r.ctx, eveningsListed)
		if err != nil {
			return err
		}
		for _, one := range list {
			if asJSON {
				err = r.writeJSON(one)
			} else {
				_, err = fmt.Fprintf(r.Out, "%s: %s\n", player.Shown(one.Name, 80), one.Summary(r.Club.Settings.Zone()))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	c.BoolVar(&asJSON, "json", false, "")
}
