package player

// Career describes a player's results in one class of rated games.
type Career struct {
	Game, Form    string
	Rating, Doubt int
	Games         int // number of finished games
	Won, Drawn    int
	Lost          int
	Places        [4]int // number of games in which the player came first, second and so on
	History       []int  // the rating after each of the last games, oldest first
}
