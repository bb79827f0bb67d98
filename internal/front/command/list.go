package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/player"
	"quadrille/internal/present"
)

// lister prints a list in the form that the output and the flags ask for.
type lister struct {
	*request
	json, tsv bool
	headings  []string // shown on terminals only; --tsv prints as many cells
	none      string   // in plain mode, what an empty list prints; by default that it is empty
}

// lister adds the flags --json and --tsv to a command.
func (r *request) lister(c *call, headings ...string) *lister {
	l := &lister{request: r, headings: headings}
	c.BoolVar(&l.json, "json", false, "")
	c.BoolVar(&l.tsv, "tsv", false, "")
	return l
}

// each prints the elements of a list: as JSON objects or as rows of a table.
func each[T any](l *lister, list []T, line func(T) []string) error {
	return eachAs(l, list, func(one *T) any { return one }, func(one *T) []string { return line(*one) })
}

// eachAs prints a list as each does, with `object` as the JSON form of an element.
func eachAs[T any](l *lister, list []T, object func(*T) any, line func(*T) []string) error {
	var rows [][]string
	for i := range list {
		if !l.json {
			rows = append(rows, line(&list[i]))
			continue
		}
		if err := l.object(object(&list[i])); err != nil {
			return err
		}
	}
	return l.print(rows)
}

// object prints a JSON object on a line.
func (r *request) object(v any) error { return json.NewEncoder(r.Out).Encode(v) }

// itoa formats a number.
func itoa[N ~int | ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }

// print prints the rows of a table. On a terminal the table has headings and a border, in plain
// mode a row is a sentence, and elsewhere the columns are aligned.
func (l *lister) print(rows [][]string) error {
	switch {
	case len(rows) == 0 && l.Spoken && !l.json:
		return l.say(cmp.Or(l.none, "That list is empty"))
	case len(rows) == 0:
		return nil
	case l.Spoken:
		return l.sentences(rows)
	case l.tsv:
		return l.tabbed(rows)
	case l.Terminal:
		return l.draw(rows)
	}
	w := tabwriter.NewWriter(l.Out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	return w.Flush()
}

// printOr prints the rows of a table where they are drawn, spoken or separated by tabs. Elsewhere it prints
// a text that has aligned columns already.
func (l *lister) printOr(rows [][]string, text string) error {
	if l.tsv || l.Spoken || l.Terminal {
		return l.print(rows)
	}
	_, err := io.WriteString(l.Out, text)
	return err
}

// tabbed prints the rows with tabs between the cells, which are as many as the headings. It escapes the cells itself,
// because the usual output escapes tabs.
func (l *lister) tabbed(rows [][]string) error {
	for _, row := range rows {
		if _, err := fmt.Fprintln(l.File, strings.Join(padded(row, max(len(row), len(l.headings))), "\t")); err != nil {
			return err
		}
	}
	return nil
}

// sentences prints a sentence for each row.
func (l *lister) sentences(rows [][]string) error {
	for _, row := range rows {
		if err := l.say(strings.Join(slices.DeleteFunc(row, func(cell string) bool { return cell == "" }), ", ")); err != nil {
			return err
		}
	}
	return nil
}

// say prints a text as a sentence.
func (r *request) say(text string) error {
	_, err := fmt.Fprintln(r.Out, present.Sentence(text))
	return err
}

// remark prints a line that is not part of the list.
func (l *lister) remark(text string) error {
	if l.Spoken {
		return l.say(typed.Replace(strings.ReplaceAll(text, "--", "")))
	}
	_, err := fmt.Fprintln(l.Out, "# "+text)
	return err
}

// draw draws the table for a terminal. It escapes the cells itself, because the styles need an
// output that does not escape.
func (l *lister) draw(rows [][]string) error {
	plain, heading := lipgloss.NewStyle().Padding(0, 1), lipgloss.NewStyle().Padding(0, 1).Bold(true)
	border, ink := lipgloss.ASCIIBorder(), lipgloss.NewStyle()
	if l.Profile > colorprofile.ASCII {
		border, ink = lipgloss.RoundedBorder(), ink.Foreground(lipgloss.BrightBlack)
	}
	width := 0 // columns at the end without any cell are left out
	for _, row := range rows {
		for i, cell := range row {
			if cell != "" {
				width = max(width, i+1)
			}
		}
	}
	drawn := table.New().Border(border).BorderStyle(ink).
		Headers(padded(l.headings, width)...).StyleFunc(func(row, _ int) lipgloss.Style {
		if row == table.HeaderRow {
			return heading
		}
		return plain
	})
	for _, row := range rows {
		drawn.Row(padded(row, width)...)
	}
	text := drawn.String()
	if l.Width > 0 && lipgloss.Width(text) > l.Width {
		text = drawn.Width(l.Width).String()
	}
	_, err := fmt.Fprintln(&colorprofile.Writer{Forward: l.File, Profile: l.Profile}, text)
	return err
}

// padded returns the cells of a row, safe to print, with empty cells at the end.
func padded(row []string, width int) []string {
	cells := make([]string, width)
	for i, cell := range row[:min(width, len(row))] {
		var b strings.Builder
		fmt.Fprint(player.Escaping(&b), cell)
		cells[i] = b.String()
	}
	return cells
}
