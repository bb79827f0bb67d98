package command

import (
	"fmt"
	"strings"
)

const pauseHelp = "off: nobody can open a table, and no game, rematch or evening round starts.\n" +
	"Running games continue, and everybody sees the reason. A restart ends\n" +
	"the pause."

const announceHelp = "Shows TEXT to everybody who is connected or connects before it expires. It\n" +
	"expires after a day, or after --for TIME. A new announcement replaces the old\n" +
	"one. Without TEXT, prints the current announcement."

// adminAnnounce shows an announcement to everybody.
func (r noticeCommands) adminAnnounce(c *call) {
	var lasts string
	var withdraw bool
	c.run = func(args []string) error {
		ctx, text := r.ctx, strings.Join(args, " ")
		switch {
		case withdraw && text != "":
			return fmt.Errorf("--clear takes no text; usage: %s", c.usage())
		case withdraw:
			if err := r.Notify.Board.Clear(ctx, r.Player.ID); err != nil {
				return err
			}
			fmt.Fprintln(r.Out, "The announcement is withdrawn.")
			return nil
		case text == "" && lasts != "":
			return fmt.Errorf("--for needs a text; usage: %s", c.usage())
		case text == "":
			line, err := r.Notify.Board.Line()
			if err == nil {
				fmt.Fprintln(r.Out, line)
			}
			return err
		}
		n, err := r.Notify.Board.Announce(ctx, r.Player.ID, text, lasts)
		if err == nil {
			fmt.Fprintf(r.Out, "Announced %s.\n", r.until(n.Until))
		}
		return err
	}
	c.StringVar(&lasts, "for", "", "")
	c.BoolVar(&withdraw, "clear", false, "")
}

// adminGames pauses new games, resumes them, or prints whether they are paused.
func (r noticeCommands) adminGames(c *call) {
	var reason string
	c.run = func(args []string) error {
		if len(args) == 1 {
			if args[0] != "on" && args[0] != "off" {
				return fmt.Errorf("usage: %s", c.usage())
			}
			if err := r.Notify.Board.PauseGames(r.ctx, r.Player.ID, args[0] == "off", reason); err != nil {
				return err
			}
		}
		fmt.Fprintln(r.Out, r.Notify.Board.GamesLine())
		return nil
	}
	c.StringVar(&reason, "reason", "", "")
}
