package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
)

const seeksHelp = `Prints a line for each table: number, game, options, seats, and when bots fill
the empty seats. To play there, run "seek" with the same game and options.

  --json            one JSON object per line, in the form of "tables --json";
                    bots_in is the time until bots take the empty seats,
                    in seconds`

func (r seekCommands) seek(c *call) {
	var bots string
	var asJSON bool
	c.run = func(args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("\"seek\" needs a game; the games are: %s", strings.Join(setup.GameNames(), ", "))
		}
		if !r.Named {
			return errors.New("only accounts with a name can seek a game; to choose one, run \"name NAME\"")
		}
		want, err := seek.Parse(args)
		if err != nil {
			return err
		}
		if want.BotsAfter, err = seek.ParseBotsAfter(bots); err != nil {
			return err
		}
		t, err := r.Seeks.Start(r.ctx, r.Player, want)
		if err != nil {
			return err
		}
		if r.Terminal {
			r.open = &Open{Table: t.View().ID, Seat: rules.NoSeat}
			return nil
		}
		text := fmt.Sprintf("Waiting at table %d.", t.View().ID)
		if bots := present.SeekBots(r.Seeks.BotsIn(t.View().ID, r.Clock.Now()), r.Seeks.PeopleOnly(t.View().ID)); bots != "" {
			text += " " + bots + "."
		}
		if t.View().Phase == table.Waiting {
			fmt.Fprintln(r.Err, text)
		}
		v, err := seek.Await(r.ctx, t, r.Player)
		if err != nil {
			return err
		}
		seat := v.Variant.Facts().SeatName(v.Held(r.Player.ID).First())
		if asJSON {
			return json.NewEncoder(r.Out).Encode(struct {
				Table table.ID `json:"table"`
				Seat  string   `json:"seat"`
			}{v.ID, seat})
		}
		_, err = fmt.Fprintf(r.Out, "%d %s\n", v.ID, seat)
		return err
	}
	c.StringVar(&bots, "bots", "", "")
	c.BoolVar(&asJSON, "json", false, "")
}

func (r seekCommands) seeks(c *call) {
	l := r.lister(c, append([]string{"TABLE", "GAME", "OPTIONS", "SEATS", "BOTS"}, present.TableHeadings()...)...)
	c.run = func([]string) error {
		if !r.Seeks.Enabled() {
			return seek.Off.Refuse()
		}
		l.none = "Nobody is seeking a game: to seek one, type \"seek\" and the name of a game"
		return eachAs(l, r.Seeks.Open(), func(one *seek.Open) any {
			line := r.tableJSON(one.Summary)
			if seconds := max(0, int(one.BotsAt.Sub(r.Clock.Now()).Seconds())); !one.BotsAt.IsZero() {
				line.BotsIn = &seconds
			}
			return line
		}, func(one *seek.Open) []string {
			if l.Spoken {
				text := present.TableLine(one.Summary)
				if bots := present.SeekBots(r.Seeks.BotsIn(one.ID, r.Clock.Now()), r.Seeks.PeopleOnly(one.ID)); bots != "" {
					text += ". " + bots
				}
				return []string{text}
			}
			bots := "bots=never"
			if !one.BotsAt.IsZero() {
				bots = "bots=" + present.Left(one.BotsAt.Sub(r.Clock.Now()))
			}
			cells := []string{itoa(one.ID), one.Title, present.TermsOptions(&one.Terms), seating(one.Summary), bots}
			return append(cells, present.TableCells(one.Summary)...)
		})
	}
}
