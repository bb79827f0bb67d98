package play_test

import (
	"fmt"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
)

// TestTypedCommands checks what a line that a person types at a table means.
func TestTypedCommands(t *testing.T) {
	tab := begin(t, "chess4", four)
	by := play.Typist{Player: four[0], View: tab.View(), Find: func(name string) (player.Player, error) {
		if name == "Ben" {
			return four[1], nil
		}
		return player.Player{}, table.Refuse(table.NoSuchPlayer)
	}}
	for line, want := range map[string]string{
		"draw":           "draw seat=255",
		"sit silver":     "sit seat=1",
		"sit":            "sit seat=255",
		"add bot 3":      "add bot seat=255 level=3",
		"bot black 2":    "add bot seat=2 level=2",
		"vote Adjourn":   "vote seat=255 choice=adjourn",
		"say well,  Ben": `chat seat=255 text="well,  Ben"`,
		"mute Ben":       "mute seat=255 person=Ben",
		"rematch rotate": "rematch seat=255 rotate",
		"premove m7-k7":  "premove seat=0 action",
		"mute Eve":       "no player of that name has a seat at this table",
		"vote":           `that command needs more words; write "vote wait|adjourn|replace|end|resume"`,
		"lift z9":        `there is no square "z9"; the squares go from a to n and 1 to 14, without the corners`,
		"sit nowhere":    `there is no seat "nowhere"; the seats are white, silver, black, gold`,
		"fly":            "no command",
	} {
		row, rest := table.Called(line)
		if row == nil {
			if want != "no command" {
				t.Errorf("%s: no command", line)
			}
			continue
		}
		c, err := by.Command(row, rest)
		got := fmt.Sprintf("%s seat=%d", c.Kind.Word(), c.Seat)
		switch {
		case err != nil:
			got = err.Error()
		case c.Kind == table.AddBot:
			got += fmt.Sprintf(" level=%d", c.Level)
		case c.Choice != "":
			got += " choice=" + string(c.Choice)
		case c.Text != "":
			got += fmt.Sprintf(" text=%q", c.Text)
		case c.Target.ID != "":
			got += " person=" + c.Target.Name
		case c.Rotate:
			got += " rotate"
		case c.Action.IsBoardAction() && c.Kind == table.Premove:
			got += " action"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
