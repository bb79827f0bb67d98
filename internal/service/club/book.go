package club

import (
	"math"
	"time"

	"quadrille/internal/player"
)

// Page identifies one rating: the rating of a player in a class of games.
type Page struct {
	Class  Class
	Player player.ID
}

// Entry is a player's new rating after one game.
type Entry struct {
	Page
	Part          int // if several bots in the game share this rating, the number of this bot among them, counting from 0; otherwise 0
	Rank, Parties int // the rank of the player's party (a team or a single player), and the number of parties in the game
	After         Rating
}

// Same reports whether two entries are equal, except that their ratings may differ by less
// than 0.00001. The same computation can give slightly different ratings on different
// processors, because fused multiply-add instructions round differently.
func (e Entry) Same(other Entry) bool {
	return e.Page == other.Page && e.Part == other.Part && e.Rank == other.Rank && e.Parties == other.Parties &&
		math.Abs(e.After.Mu-other.After.Mu) < 1e-5 && math.Abs(e.After.Sigma-other.After.Sigma) < 1e-5
}

// Book holds all ratings. It is computed only from game results, which must be entered in
// the order in which the games ended.
type Book map[Page]Rated

// Rated is a rating, and when the game ended after which it was computed.
type Rated struct {
	Rating
	Ended time.Time // the zero time for a player without rated games
}

// Of returns the rating of p.Player in games of p.Class, or Newcomer if there is none.
func (b Book) Of(p Page) Rating {
	if r, ok := b[p]; ok {
		return r.Rating
	}
	return Newcomer
}

// idle returns how long before the given time the player's last game ended, in whole seconds.
func (b Book) idle(p Page, at time.Time) time.Duration {
	if r, ok := b[p]; ok {
		return time.Duration(at.Unix()-r.Ended.Unix()) * time.Second
	}
	return 0
}

// before returns the parties of a game with their ratings before it.
func (b Book) before(r *Result) []Party {
	parties := make([]Party, len(r.Parties))
	for i, placed := range r.Parties {
		parties[i].Rank = placed.Rank
		for _, id := range placed.Members {
			page := Page{r.Class, id}
			rating := b.Of(page)
			if r.Lively {
				rating = rating.Aged(b.idle(page, r.Ended)).widened(perGame)
			}
			parties[i].Ratings = append(parties[i].Ratings, rating)
		}
	}
	return parties
}

// Enter adds the result of a game and returns the new ratings of its players. Bots of one
// level share a rating. If such bots have several seats in the game, the rating changes by
// the mean of the changes for these seats.
func (b Book) Enter(r *Result) []Entry {
	parties := b.before(r)
	var entries []Entry
	learnt := map[Page][]Rating{}
	for i, after := range Rate(parties) {
		for n, rating := range after {
			page := Page{r.Class, r.Parties[i].Members[n]}
			entries = append(entries, Entry{Page: page, Part: len(learnt[page]), Rank: r.Parties[i].Rank, Parties: len(parties)})
			learnt[page] = append(learnt[page], rating)
		}
	}
	for page, ratings := range learnt {
		b[page] = Rated{mean(ratings), r.Ended}
	}
	for i := range entries {
		entries[i].After = b[entries[i].Page].Rating
	}
	return entries
}

func mean(ratings []Rating) (m Rating) {
	for _, r := range ratings {
		m.Mu += r.Mu / float64(len(ratings))
		m.Sigma += r.Sigma / float64(len(ratings))
	}
	return m
}
