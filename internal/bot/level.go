package bot

// Level is how well a bot plays: from 1, whom a beginner beats, to Strongest.
type Level int

// Strongest is the highest level.
const Strongest Level = 6

// nodes are what a level looks at before it moves. It sees the same as the others,
// only less far.
var nodes = [Strongest + 1]int{1: 40, 2: 300, 3: 2_000, 4: 12_000, 5: 60_000, 6: 300_000}

// Limits are those of a level. Below 1 it is the lowest, above Strongest that.
func (l Level) Limits(seed uint64) Limits {
	return Limits{Nodes: nodes[min(max(l, 1), Strongest)], Seed: seed}
}
