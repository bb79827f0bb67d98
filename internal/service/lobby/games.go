package lobby

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// games makes the games of tables. A game with its options never changes, so tables with the same
// game and options share it.
type games struct {
	mu   sync.Mutex
	made map[string]rules.Variant // by name and options
}

// maxGames is the maximum number of games in `made`. When it is reached, `made` is emptied. A limit
// is needed because an option can have any number of spellings.
const maxGames = 100

// get returns the game with the given name and options.
func (g *games) get(name string, options map[string]string) (rules.Variant, error) {
	key := strconv.Quote(name)
	for _, option := range slices.Sorted(maps.Keys(options)) {
		key += fmt.Sprintf(" %q=%q", option, options[option])
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if v := g.made[key]; v != nil {
		return v, nil
	}
	v, err := variants.New(name, options)
	if err != nil {
		return nil, err
	}
	if g.made == nil || len(g.made) == maxGames {
		g.made = map[string]rules.Variant{}
	}
	g.made[key] = v
	return v, nil
}

// factsOf returns the facts of the game that the terms describe.
func (g *games) factsOf(t *table.Terms) *rules.Facts {
	if v, err := g.get(t.Game, t.Options); err == nil {
		return v.Facts()
	}
	return &rules.Facts{Title: t.Game} // show the name of a game that this version of the server does not know
}
