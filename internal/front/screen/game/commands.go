package game

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
)

// KeyGroups returns the keys that work in the current phase of the table.
func (t *Screen) KeyGroups() []kit.KeyGroup {
	switch v := t.seen(); {
	case v.View == nil:
		return nil
	case v.Phase == table.Waiting:
		return []kit.KeyGroup{kit.AtTable, kit.BeforeGame}
	case v.Phase == table.Finished || v.reading():
		return []kit.KeyGroup{kit.AfterGame, kit.AtTable}
	}
	return []kit.KeyGroup{kit.AtTable}
}

// Typing reports whether the viewer is typing text. A typed move is no text: its letters are
// read as keys of a usual keyboard.
func (t *Screen) Typing() bool { return t.Input.prompt != nil }

// Commands returns the commands that the viewer may give now by their names.
func (t *Screen) Commands() (list []kit.Command) {
	v := t.seen()
	if v.View == nil || v.study != nil {
		return nil
	}
	for i := range table.Commands {
		if row := &table.Commands[i]; row.Kind != table.Play && v.May(v.me.ID, row.Kind) {
			list = append(list, kit.Command{
				Name: row.Names[0], Usage: strings.TrimSpace(row.Names[0] + " " + row.Usage()), Short: row.Help, Key: row.Key,
			})
		}
	}
	return list
}

// Give gives a command by its name.
func (t *Screen) Give(line string) (kit.Step, tea.Cmd) {
	if t.View == nil {
		return kit.Stay, nil
	}
	i, known := t.seen().word(line)
	if !known {
		return kit.Stay, t.refuse("no command of that name", aboutTable)
	}
	return t.carryOut(i)
}
