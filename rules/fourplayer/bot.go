package fourplayer

import _ "embed" // for the files below

//go:embed lesson.txt
var lesson string

// The rows of the game in the tables of the engine; see [rules.Fitter]. The tools fitweights and
// fitscores make them.
var (
	//go:embed placement.json
	placementRow string
	//go:embed expected-points.json
	expectedPoints string
	//go:embed expected-teams.json
	expectedTeams string
)

// Fitted returns the row of the game in a table of the engine; see [rules.Fitter].
func (g *Game) Fitted(table string) string {
	switch {
	case table == "placement" && !g.teams:
		return placementRow
	case table == "expected" && g.teams:
		return expectedTeams
	case table == "expected":
		return expectedPoints
	}
	return ""
}

// The nodes and the noise of each level of the bots, in a free-for-all and with teams.
var (
	pointsLevels = [10][2]int{
		{60, 1400}, {75, 1210}, {95, 1030}, {120, 860}, {160, 700}, {220, 540}, {320, 390}, {600, 240}, {1_700, 100}, {25_000, 0},
	}
	teamsLevels = [10][2]int{
		{100, 1250}, {130, 765}, {190, 465}, {390, 150}, {800, 40}, {1_350, 30}, {2_500, 30}, {4_900, 30}, {12_500, 30}, {28_000, 0},
	}
)

// Levels returns the nodes and the noise of each level of the bots.
func (g *Game) Levels() [10][2]int {
	if g.teams {
		return teamsLevels
	}
	return pointsLevels
}
