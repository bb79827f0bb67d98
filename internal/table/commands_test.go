package table_test

import (
	"strings"
	"testing"

	"quadrille/internal/table"
)

func TestEachCommandHasARow(t *testing.T) {
	names := map[string]bool{}
	offers := map[string]table.CommandKind{}
	for kind := table.Sit; kind <= table.DeclineRematch; kind++ {
		row, ok := kind.Row()
		if !ok {
			t.Errorf("command %d has no row", kind)
			continue
		}
		if len(row.Names) == 0 || row.Help == "" || row.In == 0 {
			t.Errorf("%+v has no name, help or phase", row)
		}
		for _, name := range row.Names {
			if names[name] {
				t.Errorf("two commands are called %q", name)
			}
			names[name] = true
		}
		if before, twice := offers[row.JSON]; twice && strings.Contains(row.JSON, " ") {
			t.Errorf("commands %d and %d are the same request", before, kind)
		}
		offers[row.JSON] = kind
	}
	if n := len(table.Commands); n != int(table.DeclineRematch) {
		t.Errorf("%d rows for %d commands", n, table.DeclineRematch)
	}
}

func TestUsage(t *testing.T) {
	for kind, want := range map[table.CommandKind]string{
		table.AcceptDraw: "", table.Sit: "[SEAT]", table.Unseat: "SEAT", table.AddBot: "[SEAT] [LEVEL]",
		table.Vote: "wait|adjourn|replace|end|resume", table.OfferRematch: "[rotate]",
	} {
		if row, _ := kind.Row(); row.Usage() != want {
			t.Errorf("%s: usage %q, want %q", row.Names[0], row.Usage(), want)
		}
	}
}
