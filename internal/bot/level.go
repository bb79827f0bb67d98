package bot

import "quadrille/rules"

// Level is the playing strength of a bot, from 1 (loses to beginners) to Strongest.
type Level int

// Strongest is the highest level.
const Strongest Level = 10

// ladder holds the limits of each level. A weaker bot searches fewer positions and chooses
// with more noise. The numbers were chosen so that each level scores 65 to 75 % against the
// next lower one; docs/bots.md has the measured scores.
type ladder [Strongest + 1]Limits

var verneyLadder = ladder{
	1:  {Nodes: 60, Noise: 1_000},
	2:  {Nodes: 100, Noise: 600},
	3:  {Nodes: 250, Noise: 250},
	4:  {Nodes: 550, Noise: 90},
	5:  {Nodes: 850, Noise: 40},
	6:  {Nodes: 1_200, Noise: 30},
	7:  {Nodes: 1_750, Noise: 30},
	8:  {Nodes: 3_000, Noise: 30},
	9:  {Nodes: 6_300, Noise: 30},
	10: {Nodes: 13_000, Keep: true},
}

var quadrochessLadder = ladder{
	1:  {Nodes: 100, Noise: 600},
	2:  {Nodes: 140, Noise: 260},
	3:  {Nodes: 600, Noise: 30},
	4:  {Nodes: 2_800, Noise: 30},
	5:  {Nodes: 4_500, Noise: 30},
	6:  {Nodes: 6_500, Noise: 30},
	7:  {Nodes: 11_000, Noise: 30},
	8:  {Nodes: 20_000, Noise: 30},
	9:  {Nodes: 40_000, Noise: 30},
	10: {Nodes: 90_000, Keep: true},
}

var forchessLadder = ladder{
	1:  {Nodes: 100, Noise: 430},
	2:  {Nodes: 100, Noise: 220},
	3:  {Nodes: 240, Noise: 40},
	4:  {Nodes: 550, Noise: 30},
	5:  {Nodes: 1_100, Noise: 30},
	6:  {Nodes: 2_500, Noise: 30},
	7:  {Nodes: 6_500, Noise: 30},
	8:  {Nodes: 14_000, Noise: 30},
	9:  {Nodes: 32_000, Noise: 30},
	10: {Nodes: 80_000, Keep: true},
}

var cutthroatLadder = ladder{
	1:  {Nodes: 100, Noise: 1_100, Method: Tree},
	2:  {Nodes: 130, Noise: 900, Method: Tree},
	3:  {Nodes: 160, Noise: 700, Method: Tree},
	4:  {Nodes: 200, Noise: 520, Method: Tree},
	5:  {Nodes: 320, Noise: 190, Method: Tree},
	6:  {Nodes: 750, Noise: 50, Method: Tree},
	7:  {Nodes: 1_500, Noise: 50, Method: Tree},
	8:  {Nodes: 3_000, Noise: 50, Method: Tree},
	9:  {Nodes: 6_500, Noise: 50, Method: Tree},
	10: {Nodes: 20_000, Keep: true, Method: Tree},
}

var chess4Ladder = ladder{
	1:  {Nodes: 40, Noise: 1_300, Method: Tree},
	2:  {Nodes: 65, Noise: 1_060, Method: Tree},
	3:  {Nodes: 90, Noise: 850, Method: Tree},
	4:  {Nodes: 125, Noise: 690, Method: Tree},
	5:  {Nodes: 185, Noise: 520, Method: Tree},
	6:  {Nodes: 265, Noise: 360, Method: Tree},
	7:  {Nodes: 430, Noise: 160, Method: Tree},
	8:  {Nodes: 1_300, Noise: 50, Method: Tree},
	9:  {Nodes: 4_800, Noise: 50, Method: Tree},
	10: {Nodes: 20_000, Keep: true, Method: Tree},
}

var chess4TeamsLadder = ladder{
	1:  {Nodes: 100, Noise: 450},
	2:  {Nodes: 100, Noise: 270},
	3:  {Nodes: 150, Noise: 120},
	4:  {Nodes: 300, Noise: 30},
	5:  {Nodes: 650, Noise: 30},
	6:  {Nodes: 1_200, Noise: 30},
	7:  {Nodes: 2_400, Noise: 30},
	8:  {Nodes: 7_000, Noise: 30},
	9:  {Nodes: 24_000, Noise: 30},
	10: {Nodes: 100_000, Keep: true},
}

// ladderOf returns the ladder of a variant.
func ladderOf(f *rules.Facts) *ladder {
	switch {
	case f.Name == "verney":
		return &verneyLadder
	case f.Name == "quadrochess":
		return &quadrochessLadder
	case f.Name == "forchess" && f.Teams():
		return &forchessLadder
	case f.Name == "forchess":
		return &cutthroatLadder
	case f.Teams():
		return &chess4TeamsLadder
	}
	return &chess4Ladder
}

// Limits returns the limits of a level in a variant. Levels below 1 count as 1, and levels
// above Strongest as Strongest.
func (l Level) Limits(v rules.Variant, seed uint64) Limits {
	limits := ladderOf(v.Facts())[min(max(l, 1), Strongest)]
	limits.Seed = seed
	return limits
}
