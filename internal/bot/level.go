package bot

import "quadrille/rules"

// Level is the playing strength of a bot, from 1 (loses to beginners) to Strongest.
type Level int

// Strongest is the highest level.
const Strongest Level = 6

// levelLimits holds the limits of each level. A weaker bot searches fewer positions and
// adds more noise to its evaluation. docs/bots.md has the scores of the levels against
// each other.
type levelLimits [Strongest + 1]Limits

var inTeams = levelLimits{
	1: {Nodes: 100, Noise: 500},
	2: {Nodes: 350, Noise: 350},
	3: {Nodes: 1_000, Noise: 260},
	4: {Nodes: 3_500, Noise: 190},
	5: {Nodes: 25_000, Noise: 80},
	6: {Nodes: 200_000, Keep: true},
}

// In a free-for-all a difference of a few pawns matters little, and a deeper search has to
// guess the opponents' moves. Weaker levels therefore need more noise than with teams.
var freeForAll = levelLimits{
	1: {Nodes: 40, Noise: 2_000, Method: Tree},
	2: {Nodes: 200, Noise: 1_300, Method: Tree},
	3: {Nodes: 1_000, Noise: 1_500, Method: Tree},
	4: {Nodes: 3_000, Noise: 1_750, Method: Tree},
	5: {Nodes: 8_000, Noise: 1_600, Method: Tree},
	6: {Nodes: 20_000, Keep: true, Method: Tree},
}

// Limits returns the limits of a level in a variant. Levels below 1 count as 1, and levels
// above Strongest as Strongest.
func (l Level) Limits(v rules.Variant, seed uint64) Limits {
	all := &freeForAll
	if v.Facts().Teams() {
		all = &inTeams
	}
	limits := all[min(max(l, 1), Strongest)]
	limits.Seed = seed
	return limits
}
