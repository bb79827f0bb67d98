package play

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Incomplete refuses a command that lacks an argument. %[1]s is the command with its arguments.
var Incomplete = &table.Reason{Code: "incomplete", Text: "that command needs more words; write %[1]s"}

// Typist is a person who types a command at a table.
type Typist struct {
	player.Player
	View *table.View
	Find func(name string) (player.Player, error) // finds a person for a command about them
}

// Command returns the table command of a row with the arguments that the person typed. The
// fields By, ID, Answers and Received are left to the caller.
func (t *Typist) Command(row *table.CommandRow, text string) (c table.Command, err error) {
	c = t.Empty(row)
	if len(row.Args) == 0 {
		return c, nil
	}
	words := []string{strings.TrimSpace(text)} // the only argument may contain blanks
	if len(row.Args) > 1 {
		words = strings.Fields(text)
	}
	left := slices.Clone(row.Args)
	for _, word := range words {
		i := slices.IndexFunc(left, func(a table.Arg) bool { return a.Type == table.LevelArg && isNumber(word) })
		switch {
		case word == "" || len(left) == 0:
			continue
		case i < 0:
			i = 0
		}
		if err := t.Set(&c, left[i].Type, word); err != nil {
			return c, err
		}
		left = slices.Delete(left, i, i+1)
	}
	if slices.ContainsFunc(left, func(a table.Arg) bool { return !a.Optional }) {
		return c, table.RefuseAbout(Incomplete, `"`+row.Names[0]+" "+row.Usage()+`"`)
	}
	return c, nil
}

// Empty returns the table command of a row without arguments.
func (t *Typist) Empty(row *table.CommandRow) table.Command {
	c := table.Command{Kind: row.Kind, Seat: rules.NoSeat}
	if row.Kind == table.AddBot {
		c.Level = t.View.Terms.BotLevel()
	}
	return c
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// Set sets the field of a command that an argument of the given type fills.
func (t *Typist) Set(c *table.Command, a table.ArgType, word string) (err error) {
	v := t.View
	switch f := v.Variant.Facts(); a {
	case table.SeatArg:
		c.Seat, err = f.ParseSeat(word)
	case table.ActionArg:
		if c.Action, err = rules.ParsePremove(v.Variant, &v.Position, v.Held(t.ID), word); err != nil {
			return err
		}
		if mover := v.Variant.Controller(&v.Position, c.Action.From); v.Held(t.ID).Has(mover) {
			c.Seat = mover
		}
	case table.SquareArg:
		var ok bool
		if c.Square, ok = f.ParseSquare(word); !ok {
			return rules.Refuse(rules.UnknownSquare, word, f.Geometry.SquareRange())
		}
	case table.ChoiceArg:
		c.Choice = table.Choice(strings.ToLower(word))
	case table.LevelArg:
		c.Level, err = strconv.Atoi(word)
	case table.TextArg:
		c.Text = word
	case table.PersonArg:
		c.Target, err = t.Find(word)
	case table.RotateArg:
		c.Rotate = strings.EqualFold(word, "rotate")
	}
	return err
}
