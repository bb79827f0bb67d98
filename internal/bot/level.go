package bot

// Level is how well a bot plays, from [Weakest] to [Strongest].
type Level int

// The ends of the scale.
const (
	Weakest   Level = 1
	Strongest Level = Level(len(levels) - 1)
)

// A weaker bot looks at fewer positions, and is less sure of what they are worth.
// All see the same board and play by the same rules. docs/bots.md has what the
// levels scored against each other.
var levels = [...]Limits{
	1: {Nodes: 100, Depth: 1, Noise: 400},
	2: {Nodes: 300, Depth: 2, Noise: 150},
	3: {Nodes: 1_000, Depth: 3, Noise: 80},
	4: {Nodes: 3_000, Noise: 40},
	5: {Nodes: 15_000},
	6: {Nodes: 100_000},
}

// Valid reports whether there is such a level.
func (l Level) Valid() bool { return l >= Weakest && l <= Strongest }

// Limits are what a bot of that level searches within; the seed is what else it
// goes by. A level that is not valid counts as the nearest that is.
func (l Level) Limits(seed uint64) Limits {
	limits := levels[min(max(l, Weakest), Strongest)]
	limits.Seed = seed
	return limits
}
