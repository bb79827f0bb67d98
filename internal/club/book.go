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
	Part          int // which of his seats it is about, from 0: people have one
	Rank, Parties int // how he ended, among how many
	After         Rating
}

// Same reports whether two are the same entry. Processors differ in how they round
// a product that is added to something, so a hundred-thousandth is nothing.
func (e Entry) Same(other Entry) bool {
	return e.Page == other.Page && e.Part == other.Part && e.Rank == other.Rank && e.Parties == other.Parties &&
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

// Enter folds one result, and tells what it changed. Who had several seats, as bots of
// one level may, has learnt the mean of what he would have on each.
func (b Book) Enter(r *Result) []Entry {
	parties := make([]Party, len(r.Parties))
	for i, placed := range r.Parties {
		parties[i].Rank = placed.Rank
		for _, id := range placed.Members {
			parties[i].Ratings = append(parties[i].Ratings, b.Of(Page{r.Class, id}))
		}
	}
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
		b[page] = mean(ratings)
	}
	for i := range entries {
		entries[i].After = b[entries[i].Page]
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
