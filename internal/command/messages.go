package command

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/messages"
	"quadrille/internal/player"
)

// messageRows declares the commands about messages.
func messageRows() (list []row) {
	for _, m := range messages.List {
		use, help := m.Name+" "+m.Arguments, ""
		if m.Name == "tell" {
			help = messages.Help
		}
		if m.Name == "messages" {
			use += " [--json]"
		}
		list = append(list, row{"", 0, use, m.Help, help, 0, many, in(noticeCommands.message)})
	}
	return list
}

// message runs the command about messages with the name of the command.
func (r noticeCommands) message(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if asJSON {
			return r.messagesJSON(ctx)
		}
		me := r.Player
		if !r.Named {
			me.Name = ""
		}
		commands := messages.Commands{
			Service: r.Messages, Zone: r.Club.Settings.Zone(),
			Split: messages.Split(r.Notify.Reports.SplitName, func() []player.Player { return r.Lobby.ViewFor(me.ID).Players() }),
		}
		lines, err := commands.Run(ctx, me, cmd.Name(), strings.Join(args, " "))
		if err != nil {
			return err
		}
		return each(r.Out, false, lines, func(line string) []string { return []string{line} })
	}
	if c.Name() == "messages" {
		c.Flags().BoolVar(&asJSON, "json", false, "")
	}
}

// messageLine is a message in JSON.
type messageLine struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	From   string    `json:"from"`
	To     string    `json:"to,omitempty"` // empty: lobby chat
	Text   string    `json:"text"`
	Held   bool      `json:"held,omitempty"` // until the end of a live game
}

func (r *request) messageLines(ctx context.Context, list []messages.Message) (lines []messageLine) {
	for _, m := range list {
		line := messageLine{m.Number, m.At, r.Admin.Called(ctx, m.From), "", m.Text, m.Held}
		if m.To != messages.Lobby {
			line.To = r.Admin.Called(ctx, m.To)
		}
		lines = append(lines, line)
	}
	return lines
}

func (r noticeCommands) messagesJSON(ctx context.Context) error {
	list, err := r.Messages.Direct(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	out := json.NewEncoder(r.Out)
	for _, line := range r.messageLines(ctx, list) {
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
