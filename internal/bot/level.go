package bot

import "quadrille/rules"

// Level is how well a bot plays: from 1, whom a beginner beats, to Strongest.
type Level int

// Strongest is the highest level.
const Strongest Level = 6

// A weaker bot looks at fewer positions and is less sure of what they are worth.
// All see the same board. docs/bots.md has what the levels scored against each
// other.
var levels = [Strongest + 1]Limits{
	1: {Nodes: 40, Noise: 600},
	2: {Nodes: 200, Noise: 300},
	3: {Nodes: 1_000, Noise: 200},
	4: {Nodes: 4_000, Noise: 100},
	5: {Nodes: 25_000, Noise: 50},
	6: {Nodes: 200_000},
}

// Limits are those of a level in a game. Below 1 it is the lowest, above Strongest
// that.
func (l Level) Limits(v rules.Variant, seed uint64) Limits {
	l = min(max(l, 1), Strongest)
	limits := levels[l]
	limits.Seed = seed
	if l < Strongest {
		limits.Noise += v.(rules.Appraiser).Weights().Blur[l-1]
	}
	return limits
}
