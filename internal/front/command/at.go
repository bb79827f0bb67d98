package command

import (
	"cmp"
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/play"
)

// atHelp lists the commands at a table.
func atHelp() string {
	var b strings.Builder
	b.WriteString("Without COMMAND, prints the commands that you can give now. All commands:\n\n")
	for i := range table.Commands {
		if row := &table.Commands[i]; row.Kind != table.Play {
			list(&b, strings.TrimSpace(row.Names[0]+" "+row.Usage()), row.Help)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// at gives a command at a table, or lists the commands that the player can give.
func (r tableCommands) at(c *call) {
	l := &lister{request: r.request, headings: []string{"COMMAND", "WHAT IT DOES"}}
	c.BoolVar(&l.tsv, "tsv", false, "")
	c.run = func(args []string) error {
		t, err := r.find(args[0])
		switch {
		case err != nil:
			return err
		case len(args) == 1:
			return r.allowed(l, t.Seen(r.Player.ID))
		}
		row, rest := table.Called(strings.Join(args[1:], " "))
		switch {
		case row == nil:
			return fmt.Errorf("no command %q at a table; run \"help at\" to list them", player.Shown(args[1], player.MaxNameCells))
		case row.Kind == table.Play:
			return fmt.Errorf("to make a move, run \"move %s ACTION\"", args[0])
		}
		return r.give(t, row, rest)
	}
}

// give sends a command to a table, and prints that the table carried it out.
func (r tableCommands) give(t *live.Table, row *table.CommandRow, text string) error {
	by := play.Typist{Player: r.Player, View: t.Seen(r.Player.ID), Find: r.personNamed}
	command, err := by.Command(row, text)
	if err != nil {
		return err
	}
	if command.By = r.Player; !r.Named {
		command.By.Name = ""
	}
	command.Answers = len(by.View.Moves)
	if err := t.Do(r.ctx, command); err != nil {
		return err
	}
	return r.answer(row, present.LastNotice(by.View), t.Seen(r.Player.ID))
}

// answer prints what the player has done: the notices after the one with the given number, or the
// answer of the row.
func (r tableCommands) answer(row *table.CommandRow, last int, v *table.View) error {
	var lines []string
	for _, n := range present.For(v, present.Viewer{ID: r.Player.ID}).Notices(last) {
		if n.ByMe {
			lines = append(lines, n.Text)
		}
	}
	if len(lines) == 0 {
		lines = []string{cmp.Or(row.Done, "Done")}
	}
	_, err := fmt.Fprintln(r.Out, strings.Join(lines, "\n"))
	return err
}

// allowed prints a line for each command that the player can give.
func (r tableCommands) allowed(l *lister, v *table.View) error {
	var rows []*table.CommandRow
	for i := range table.Commands {
		if row := &table.Commands[i]; v.May(r.Player.ID, row.Kind) {
			rows = append(rows, row)
		}
	}
	return each(l, rows, func(row *table.CommandRow) []string {
		name := strings.TrimSpace(row.Names[0] + " " + row.Usage())
		if l.Spoken {
			return []string{name + ": " + row.Help}
		}
		return []string{name, row.Help}
	})
}

// personNamed returns the account, or the guest who is connected, with the given name.
func (r *request) personNamed(name string) (player.Player, error) {
	return r.Notify.Reports.Person(r.ctx, name, r.Lobby.ViewFor(r.Player.ID).Players())
}
