package plain

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/table"
)

// rows returns the commands of `ssh HOST COMMAND` that the player may run.
func (s *session) rows() []Row {
	if s.Commands.List == nil {
		return nil
	}
	return s.Commands.List(s.me)
}

// runLine runs a command of `ssh HOST COMMAND`. It returns false if the line is none. At a table, a
// command about a table may leave out its number.
func (s *session) runLine(line string) bool {
	name, rest := table.CutWords(line, 1)
	rows := s.rows()
	i := slices.IndexFunc(rows, func(row Row) bool { return row.Name == name })
	if i < 0 {
		return false
	}
	atTable := s.table != nil && s.table.study == nil
	if numbered := strings.HasPrefix(rows[i].Usage, name+" N"); numbered && atTable && !isNumber(first(rest)) {
		rest = fmt.Sprint(s.table.view.ID, " ", rest)
	}
	s.runCommand(strings.TrimSpace(name + " " + rest))
	return true
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
