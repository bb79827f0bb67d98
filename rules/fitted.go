package rules

import (
	"encoding/json"
	"fmt"
)

// Fitter is implemented by variants that bring numbers which were fitted to games of an engine.
type Fitter interface {
	// Fitted returns the row of the variant in a table of the engine, as JSON, or "" if the game
	// has none. A table has the name of the package that uses it.
	Fitted(table string) string
}

// FittedRow returns the row of a variant in a table of an engine: the row of its [Form], or else the
// row that the variant brings. It returns the zero row if there is none.
func FittedRow[Row any](table map[string]Row, name string, v Variant) Row {
	row, ok := table[Form(v.Facts())]
	if f, brings := v.(Fitter); !ok && brings {
		if text := f.Fitted(name); text != "" {
			if err := json.Unmarshal([]byte(text), &row); err != nil {
				panic(fmt.Sprintf("%s: the row of the table %s: %v", v.Facts().Name, name, err)) // cannot happen: the text is embedded
			}
		}
	}
	return row
}
