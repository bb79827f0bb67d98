package game

import (
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
)

// The first line of a rated or private table says so.
func TestTermsAreMarked(t *testing.T) {
	for want, change := range map[string]func(*table.Terms){
		"touch-move   rated":   func(terms *table.Terms) { terms.Rated = true },
		"touch-move   private": func(terms *table.Terms) { terms.Private = table.ForInvited },
	} {
		v := uitest.Touching(t, "")
		change(&v.Terms)
		d := atTable(t, uitest.People[0], v, kit.Config{})
		d.Sees(want)
	}
}
