package game

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
)

// typedCommand returns the command that a line names, such as "vote adjourn" or "add bot 3", and its
// row. The row is nil if the line is no command; a move has no row either.
func typedCommand(v *table.View, me player.Player, line string) (*table.CommandRow, table.Command, error) {
	row, rest := table.Called(line)
	if row == nil || row.Kind == table.Play {
		return nil, table.Command{}, nil
	}
	by := play.Typist{Player: me, View: v, Find: func(name string) (player.Player, error) {
		for i := range v.Seats {
			if p := v.Seats[i].Player; p.ID != "" && player.Fold(p.Name) == player.Fold(name) {
				return p, nil
			}
		}
		return player.Player{}, errors.New("no player of that name has a seat here")
	}}
	c, err := by.Command(row, rest)
	return row, c, err
}

// give sends the command that a line names, after the question of its row. It returns false if the
// line is no command.
func (in *input) give(line string) (kit.Step, tea.Cmd, bool) {
	row, c, err := typedCommand(in.t.View, in.t.env.Me, line)
	switch {
	case row == nil:
		return kit.Stay, nil, false
	case err != nil:
		return kit.Stay, in.t.Link.refuseLine(err.Error()), true
	}
	in.Line.Text = ""
	send := func() tea.Cmd { return in.t.Link.Act(c) }
	if row.Confirm == "" {
		return kit.Stay, send(), true
	}
	choices := []kit.Choice{{Label: "No"}, {Label: "Yes", Do: send}}
	return kit.Enter(kit.NewDialog(in.t.env, present.Capital(row.Names[0]), row.Confirm, choices...)), nil, true
}
