package api

import (
	"reflect"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/protocol"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
)

// arguments has a field for each type of argument of a command at a table.
type arguments struct {
	Table  table.ID `json:"table"`
	Seat   string   `json:"seat,omitempty"`
	Action string   `json:"action,omitempty"`
	Square string   `json:"square,omitempty"`
	Choice string   `json:"choice,omitempty"`
	Level  int      `json:"level,omitempty"`
	Text   string   `json:"text,omitempty"`
	Name   string   `json:"name,omitempty"`
	Rotate bool     `json:"rotate,omitempty"`
	Key    string   `json:"key,omitempty"`
}

// argumentFields names the field of [arguments] that holds an argument of each type.
var argumentFields = map[table.ArgType]string{
	table.SeatArg: "Seat", table.ActionArg: "Action", table.SquareArg: "Square", table.ChoiceArg: "Choice", table.LevelArg: "Level",
	table.TextArg: "Text", table.PersonArg: "Name", table.RotateArg: "Rotate",
}

// value returns an argument as a person would type it. It returns "" if the request lacks it.
func (in *arguments) value(t table.ArgType) string {
	switch v := reflect.ValueOf(in).Elem().FieldByName(argumentFields[t]); {
	case v.IsZero():
		return ""
	case t == table.LevelArg:
		return strconv.FormatInt(v.Int(), 10)
	case t == table.RotateArg:
		return "rotate"
	default:
		return v.String()
	}
}

// atTable declares the request for a command at a table by the row of the command. Its fields
// are the table, the arguments of the row, and a command key.
func atTable(kind table.CommandKind) command {
	row, _ := kind.Row()
	fields := []reflect.StructField{field("Table", true)}
	for _, a := range row.Args {
		fields = append(fields, field(argumentFields[a.Type], !a.Optional))
	}
	c := declare(row.JSON, row.Help, reflect.StructOf(append(fields, field("Key", false))), empty{})
	c.run = func(s *session, fields *protocol.Fields) (any, error) {
		var in arguments
		if err := fields.Into(&in); err != nil {
			return nil, err
		}
		return empty{}, s.give(row, &in)
	}
	return c
}

// field returns a field of [arguments]. Its tag says whether a request must have it.
func field(name string, required bool) reflect.StructField {
	f, _ := reflect.TypeFor[arguments]().FieldByName(name)
	f.Offset, f.Index = 0, nil
	if json, _, _ := strings.Cut(f.Tag.Get("json"), ","); required {
		f.Tag = reflect.StructTag(`json:"` + json + `"`)
	}
	return f
}

// give sends a command with the given arguments to a table that the session follows.
func (s *session) give(row *table.CommandRow, in *arguments) error {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return err
	}
	by := play.Typist{Player: s.me, View: f.table.Seen(s.me.ID), Find: func(name string) (player.Player, error) {
		_, other, err := s.person(name)
		return other, err
	}}
	c := by.Empty(row)
	for _, a := range row.Args {
		if word := in.value(a.Type); word != "" {
			if err := by.Set(&c, a.Type, word); err != nil {
				return err
			}
		}
	}
	c.ID, c.Answers = in.Key, len(by.View.Moves)
	return s.do(f, c)
}
