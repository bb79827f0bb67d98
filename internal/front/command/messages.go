package command

import (
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/messages"
)

// messageRows declares the commands about messages.
func messageRows() (list []declaration) {
	for _, m := range messages.List {
		long := ""
		switch m.Name {
		case "messages":
			m.Arguments += " [--json]"
			long = messages.Help
		case "tell":
			long = messages.Help
		}
		list = append(list, declaration{"", 0, m.Name + " " + m.Arguments, m.Help, long, 0, many, in(noticeCommands.message)})
	}
	return list
}

// message makes c run the command about messages that has the name of c.
func (r noticeCommands) message(c *call) {
	var asJSON bool
	if c.name() == "messages" {
		c.BoolVar(&asJSON, "json", false, "")
	}
	c.run = func(args []string) error {
		me := r.Player
		if !r.Named {
			me.Name = ""
		}
		find := messages.Split(r.Notify.Reports.SplitName, func() []player.Player { return r.Lobby.ViewFor(me.ID).Players() })
		commands := messages.Commands{Service: r.Messages, Zone: r.Club.Settings.Zone(), Split: find}
		if asJSON {
			list, err := commands.Listed(r.ctx, me, strings.Join(args, " "))
			if err != nil {
				return err
			}
			return each(&lister{request: r.request, json: true}, list, nil)
		}
		lines, err := commands.Run(r.ctx, me, c.name(), strings.Join(args, " "))
		if err != nil {
			return err
		}
		for _, line := range lines {
			if r.Spoken {
				line = present.Sentence(line)
			}
			fmt.Fprintln(r.Out, line)
		}
		return nil
	}
}
