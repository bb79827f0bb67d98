package rules

// Appraiser is a variant that tells a player who thinks ahead what only the game
// knows; the numbers stand in its facts.
type Appraiser interface {
	// Reach is how the men attack.
	Reach() *Reach
}
