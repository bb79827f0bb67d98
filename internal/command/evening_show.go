package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/rules"
)

// eveningsListed limits the list of evenings.
const eveningsListed = 50

// show makes a command print an evening: the current one, or the one with a number. A flag
// may choose another format.
func (r eveningCommands) show(c *cobra.Command, print func(*pairing.Evening) error, flags formats) {
	for flag := range flags {
		c.Flags().Bool(flag, false, "")
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		one, err := r.findEvening(cmd, args)
		if err != nil {
			return err
		}
		for flag, other := range flags {
			if cmd.Flags().Changed(flag) {
				return other(one)
			}
		}
		return print(one)
	}
}

type formats = map[string]func(*pairing.Evening) error

func (r eveningCommands) eveningShow(c *cobra.Command) {
	r.show(c, r.printRound, formats{"json": r.encodeEvening})
}

func (r eveningCommands) eveningStandings(c *cobra.Command) {
	r.show(c, func(one *pairing.Evening) error {
		_, err := fmt.Fprint(r.Out, one.StandingsText())
		return err
	}, formats{
		"csv":  func(one *pairing.Evening) error { return one.WriteStandingsCSV(r.Out) },
		"json": r.encodeEvening,
	})
}

func (r eveningCommands) eveningSheet(c *cobra.Command) {
	r.show(c, func(one *pairing.Evening) error { return one.WriteResults(r.Out, r.Club.Settings.Zone()) },
		formats{"csv": func(one *pairing.Evening) error { return one.WriteCSV(r.Out) }, "json": r.encodeEvening})
}

// printRound prints the current or last round, one line a board.
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
		fmt.Fprintf(w, "board %d\ttable %d\t%s\t%s\n", i+1, g.Table, g.State, strings.Join(seatWords(one, g), " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(round.Byes) > 0 {
		fmt.Fprintf(r.Out, "bye: %s\n", strings.Join(namesOf(round.Byes), ", "))
	}
	return nil
}

// seatWords returns "white=Ann(1)" for each seat, with the points of finished games.
func seatWords(one *pairing.Evening, g *pairing.Game) []string {
	words := make([]string, rules.SeatCount)
	for seat, p := range g.Seats {
		words[seat] = one.Seats[seat] + "=" + p.Shown(nameCells)
		if g.State == pairing.Done || g.State == pairing.ByHand {
			words[seat] += "(" + rules.FormatSixths(g.Scores[seat]) + ")"
		}
	}
	return words
}

func namesOf(people []player.Player) []string {
	words := make([]string, len(people))
	for i, p := range people {
		words[i] = p.Shown(nameCells)
	}
	return words
}

func (r eveningCommands) eveningList(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		list, err := r.Lobby.Evenings().List(cmd.Context(), eveningsListed)
		if err != nil {
			return err
		}
		for _, one := range list {
			if asJSON {
				err = r.encodeEvening(one)
			} else {
				_, err = fmt.Fprintf(r.Out, "%s: %s\n", player.Shown(one.Name, 80), one.Summary(r.Club.Settings.Zone()))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

// The JSON form of an evening. Points are in sixths.
type (
	eveningJSON struct {
		Evening   int64          `json:"evening"`
		Name      string         `json:"name"`
		Form      string         `json:"form"`
		Game      string         `json:"game"`
		Started   time.Time      `json:"started"`
		Ended     *time.Time     `json:"ended"`
		Present   []string       `json:"present"`
		Rounds    []roundJSON    `json:"rounds"`
		Standings []standingJSON `json:"standings"`
	}
	roundJSON struct {
		Started time.Time   `json:"started"`
		Boards  []boardJSON `json:"boards"`
		Byes    []string    `json:"byes"`
	}
	boardJSON struct {
		Table  int64                   `json:"table"`
		State  string                  `json:"state"`
		Seats  [rules.SeatCount]string `json:"seats"`
		Names  [rules.SeatCount]string `json:"names"`
		Sixths [rules.SeatCount]int    `json:"sixths"`
		Reason string                  `json:"reason"`
	}
	standingJSON struct {
		Place   int    `json:"place"` // 0 without a place
		Name    string `json:"name"`
		Sixths  int    `json:"sixths"`
		Games   int    `json:"games"`
		Won     int    `json:"won"`
		Byes    int    `json:"byes"`
		Present bool   `json:"present"`
	}
)

func (r eveningCommands) encodeEvening(one *pairing.Evening) error {
	j := eveningJSON{
		Evening: int64(one.Number), Name: one.Name, Form: string(one.Method), Game: one.Game,
		Started: one.Started, Present: namesOf(one.Present()), Rounds: []roundJSON{}, Standings: []standingJSON{},
	}
	if !one.Over.IsZero() {
		j.Ended = &one.Over
	}
	for i := range one.Rounds {
		round := roundJSON{Started: one.Rounds[i].At, Boards: []boardJSON{}, Byes: namesOf(one.Rounds[i].Byes)}
		for _, g := range one.Rounds[i].Games {
			round.Boards = append(round.Boards, boardOf(one, &g))
		}
		j.Rounds = append(j.Rounds, round)
	}
	for _, s := range one.Standings() {
		j.Standings = append(j.Standings, standingJSON{s.Place, player.ShownName(s.Player.Name, nameCells), s.Points, s.Games, s.Won, s.Byes, s.Present})
	}
	return json.NewEncoder(r.Out).Encode(j)
}

func boardOf(one *pairing.Evening, g *pairing.Game) boardJSON {
	b := boardJSON{Table: g.Table, State: g.State.String(), Seats: one.Seats, Reason: g.Reason}
	for seat, p := range g.Seats {
		b.Names[seat] = player.ShownName(p.Name, nameCells)
		b.Sixths[seat] = int(g.Scores[seat])
	}
	return b
}
