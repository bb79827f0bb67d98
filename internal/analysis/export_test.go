package analysis

// Names exported for package analysis_test, which imports package match.
var (
	Assess            = assess
	BeatsOpponent     = beatsOpponent
	NeedsDeeperSearch = needsDeeperSearch
)
