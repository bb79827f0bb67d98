package bot

import "quadrille/rules"

// Level is how well a bot plays: from 1, whom a beginner beats, to Strongest.
type Level int

// Strongest is the highest level.
const Strongest Level = 6

// A weaker bot looks at fewer positions and is less sure of what they are worth.
// All see the same board. docs/bots.md has what the levels scored against each
// other.
type levels [Strongest + 1]Limits

var inTeams = levels{
	1: {Nodes: 40, Noise: 600},
	2: {Nodes: 200, Noise: 300},
	3: {Nodes: 1_000, Noise: 200},
	4: {Nodes: 4_000, Noise: 100},
	5: {Nodes: 25_000, Noise: 50},
	6: {Nodes: 200_000},
}

// Where everybody plays for himself, a few pawns more or less decide nothing, and
// beyond some thousand positions what the others will do is a guess: only who is
// off by many men gains by more of them.
var alone = levels{
	1: {Nodes: 40, Noise: 2_000},
	2: {Nodes: 200, Noise: 1_300},
	3: {Nodes: 1_000, Noise: 1_500},
	4: {Nodes: 3_000, Noise: 1_750},
	5: {Nodes: 8_000, Noise: 1_600},
	6: {Nodes: 20_000},
}

// Limits are those of a level in a game. Below 1 it is the lowest, above Strongest
// that.
func (l Level) Limits(v rules.Variant, seed uint64) Limits {
	all := &alone
	if v.Facts().Teams() {
		all = &inTeams
	}
	limits := all[min(max(l, 1), Strongest)]
	limits.Seed = seed
	return limits
}
