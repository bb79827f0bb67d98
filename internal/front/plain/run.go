package plain

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// rowCommands returns the commands of `ssh HOST COMMAND` that the player may run.
func rowCommands(s *session) (list []command) {
	if s.Commands.List == nil {
		return nil
	}
	for _, row := range s.Commands.List(s.me) {
		c := command{names: row.Names, line: row.Short, row: true, do: func(rest string) { s.runRow(&row, rest) }}
		_, c.usage, _ = strings.Cut(row.Usage, " ")
		list = append(list, c)
	}
	return list
}

// runRow runs a command of `ssh HOST COMMAND`. At a table, a command about a table may leave out its
// number.
func (s *session) runRow(row *Row, rest string) {
	name := row.Names[0]
	if s.table != nil && s.table.study == nil {
		wrong := row.Usage == name+" N" && rest != "" && rest[0] != '-' // the only argument is no number
		switch id := s.table.view.ID; {
		case row.Table == "N" && !wrong && !isNumber(first(rest)):
			rest = fmt.Sprint(id, " ", rest)
		case row.Table == "--table" && rest != "" && rest[0] != '-':
			rest = fmt.Sprint("--table ", id, " ", rest)
		}
	}
	s.runCommand(strings.TrimSpace(name + " " + rest))
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

func first(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// runCommand runs a command, and prints its output or enters the table that it opens.
func (s *session) runCommand(line string) {
	var out, errs bytes.Buffer
	open := s.Commands.Run(s.ctx, s.me, line, &out, &errs)
	s.readLines(linesOf(&out))
	for _, text := range linesOf(&errs) {
		s.say("%s", text)
	}
	if open != nil {
		s.enterOpen(open)
	}
}

// linesOf returns the lines of an output that are not empty.
func linesOf(b *bytes.Buffer) []string {
	return strings.FieldsFunc(b.String(), func(r rune) bool { return r == '\n' })
}
