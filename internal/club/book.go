package club

import (
	"math"

	"quadrille/internal/player"
)

// Page is whose rating it is, and in what.
type Page struct {
	Class  Class
	Player player.ID
}

// Entry is what one game made of one rating.
type Entry struct {
	Page
	Rank, Parties int // how he ended, among how many
	After         Rating
}

// Same reports whether two are the same entry. Processors differ in how they round
// a product that is added to something, so a hundred-thousandth is nothing.
func (e Entry) Same(other Entry) bool {
	return e.Page == other.Page && e.Rank == other.Rank && e.Parties == other.Parties &&
		math.Abs(e.After.Mu-other.After.Mu) < 1e-5 && math.Abs(e.After.Sigma-other.After.Sigma) < 1e-5
}

// Book is everybody's ratings, by who has played: a fold of results. Results must
// come in the order in which the games ended, which the log has settled; then
// nothing else decides what is in it.
type Book map[Page]Rating

// Of is what is believed of somebody.
func (b Book) Of(p Page) Rating {
	if r, ok := b[p]; ok {
		return r
	}
	return Newcomer
}

// Enter folds one result, and tells what it changed.
func (b Book) Enter(r *Result) []Entry {
	parties := make([]Party, len(r.Parties))
	for i, placed := range r.Parties {
		parties[i].Rank = placed.Rank
		for _, id := range placed.Members {
			parties[i].Ratings = append(parties[i].Ratings, b.Of(Page{r.Class, id}))
		}
	}
	var entries []Entry
	for i, after := range Rate(parties) {
		for n, rating := range after {
			page := Page{r.Class, r.Parties[i].Members[n]}
			b[page] = rating
			entries = append(entries, Entry{page, r.Parties[i].Rank, len(parties), rating})
		}
	}
	return entries
}
