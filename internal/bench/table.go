package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// row is one line of the table.
type row struct {
	what, measured, baseline, ratio, figure string
	verdict                                 verdict
}

// verdict is whether a figure was reached.
type verdict string

const (
	reached verdict = "yes"
	missed  verdict = "NO"
	noted   verdict = "" // nothing was to be reached
)

func verdictOf(ok bool) verdict {
	if ok {
		return reached
	}
	return missed
}

// format aligns the rows in columns under their headings.
func format(rows []row) string {
	lines := [][]string{{"what", "measured", "baseline of this run", "ratio or count", "figure to reach", "reached"}}
	for _, r := range rows {
		lines = append(lines, []string{r.what, r.measured, r.baseline, r.ratio, r.figure, string(r.verdict)})
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var rules []string
	for _, w := range widths {
		rules = append(rules, strings.Repeat("-", w))
	}
	var b strings.Builder
	writeLine(&b, lines[0], widths)
	writeLine(&b, rules, widths)
	for _, line := range lines[1:] {
		writeLine(&b, line, widths)
	}
	return b.String()
}

func writeLine(b *strings.Builder, cells []string, widths []int) {
	var line strings.Builder
	for i, cell := range cells {
		fmt.Fprintf(&line, "%-*s  ", widths[i], cell)
	}
	b.WriteString(strings.TrimRight(line.String(), " "))
	b.WriteByte('\n')
}
