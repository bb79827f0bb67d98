package game

import (
	"quadrille/internal/player"
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
		return player.Player{}, table.Refuse(table.NoSuchPlayer)
	}}
	c, err := by.Command(row, rest)
	return row, c, err
}

// give returns the intent that sends the command that a line names, after a confirmation if it
// needs one. It returns false if the line is no command.
func (v seen) give(line string) (intent, bool) {
	row, c, err := typedCommand(v.View, v.me, line)
	switch {
	case row == nil:
		return intent{}, false
	case err != nil:
		return intent{refuse: err.Error(), about: aboutLine}, true
	}
	if d := v.words.Confirmation(&c); d != nil {
		return ask(v.dialog(*d)), true
	}
	return send(c), true
}
