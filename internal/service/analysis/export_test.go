package analysis

// Names exported for the tests in package analysis_test. These tests import package match, so
// they cannot be in package analysis, which match imports.
var (
	Assess            = assess
	BeatsOpponent     = beatsOpponent
	NeedsDeeperSearch = needsDeeperSearch
)
