package bot

import (
	_ "embed" // for levels.json
	"encoding/json"

	"quadrille/rules"
)

// Level is the playing strength of a bot, from 1 (loses to beginners) to Strongest.
type Level int

// Strongest is the highest level.
const Strongest Level = 10

// levelsJSON contains, for each level, the number of nodes that a bot searches and the
// noise in its choice of a move, separately for teams and free-for-all in each game, and for a
// form of a game (see [rules.Form]) if it has a row of its own. The aim is
// that each level scores 65 to 75 % against the next lower one; docs/bots.md has the results.
//
//go:embed levels.json
var levelsJSON []byte

// levels holds the contents of levelsJSON.
var levels = func() (all map[string][Strongest][2]int) {
	if err := json.Unmarshal(levelsJSON, &all); err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	return all
}()

// unmeasured are the levels of a game without a row of its own.
var unmeasured = [Strongest][2]int{
	{100, 600}, {125, 400}, {160, 250}, {220, 150}, {400, 80}, {800, 50}, {1_600, 50}, {3_200, 50}, {8_000, 50}, {20_000, 0},
}

// Leveled is implemented by variants that know the levels of their bots: the nodes and the noise
// of each level.
type Leveled interface {
	Levels() [Strongest][2]int
}

// Limits returns the limits of a level in a variant. Levels below 1 count as 1, and levels
// above Strongest as Strongest.
func (l Level) Limits(v rules.Variant, seed uint64) Limits {
	f := v.Facts()
	form := " free-for-all"
	if f.Teams() {
		form = " teams"
	}
	l = min(max(l, 1), Strongest)
	rows, ok := levels[rules.Form(f)]
	if !ok {
		rows, ok = levels[f.Name+form]
	}
	if own, has := v.(Leveled); has {
		rows, ok = own.Levels(), true
	}
	if !ok {
		rows = unmeasured
	}
	level := rows[l-1]
	return Limits{Nodes: level[0], Noise: level[1], Seed: seed, Keep: l == Strongest, Method: Tree}
}
