package analysis

// Exported for tests in another package, which can import package match.
var (
	Assess            = assess
	BeatsOpponent     = beatsOpponent
	NeedsDeeperSearch = needsDeeperSearch
)
