package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// row is one line of the report.
type row struct {
	what, measured, baseline, ratio, target string
	status                                  status
}

// status says whether a row meets its target.
type status string

const (
	met    status = "yes"
	missed status = "NO"
	noted  status = "" // the row has no target
)

func statusOf(ok bool) status {
	if ok {
		return met
	}
	return missed
}

// format returns the rows as a table with aligned columns and headings.
func format(rows []row) string {
	lines := [][]string{{"measurement", "result", "baseline in this run", "ratio or count", "target", "met"}}
	for _, r := range rows {
		lines = append(lines, []string{r.what, r.measured, r.baseline, r.ratio, r.target, string(r.status)})
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
