package present_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// TestListsShowTheShortNameOfTheGame checks that lists of tables, which have little room, show the short name of a game
// also where its title is another.
func TestListsShowTheShortNameOfTheGame(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		game, _ := present.GameAndClock(&view.Summary{Title: v.Facts().Title, Terms: table.Terms{Game: def.Name}})
		if want := present.Capital(def.Name); game != want {
			t.Errorf("%s: got %q, want %q", def.Name, game, want)
		}
	}
}

// TestListsHaveTheSameColumns checks that a column of lists of tables is in what commands print, in JSON and in sentences, if
// it has a value.
func TestListsHaveTheSameColumns(t *testing.T) {
	const key, head, words = "strength", "RATING", "average rating 1450"
	heads := present.TableHeadings()
	at := slices.Index(heads, head)
	if at < 0 {
		t.Fatalf("the headings are %q", heads)
	}
	for _, phase := range []table.Phase{table.Waiting, table.Playing, table.Finished} {
		s := view.Summary{Phase: phase}
		if cells := present.TableCells(&s); len(cells) != len(heads) || cells[at] != "" || len(present.TableValues(&s)) > 0 {
			t.Errorf("without values the cells are %q", cells)
		}
		s.Strength = 1450
		cells, values, line := present.TableCells(&s), present.TableValues(&s), present.TableLine(&s)
		_, brief := present.Summary(&s, 40)
		if cells[at] != key+"=1450" || values[key] != "1450" || !strings.Contains(line, words) || !strings.Contains(brief, words) {
			t.Errorf("%v: %q, %v, %q, %q", phase, cells, values, line, brief)
		}
	}
}
