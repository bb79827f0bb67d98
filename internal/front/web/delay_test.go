package web

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// rated opens a table for a rated game between four people, and plays the given moves.
func (s *site) rated(moves ...string) {
	s.Helper()
	people := []player.Player{
		inky,
		{ID: "SHA256:pinky", Name: "Pinky"},
		{ID: "SHA256:blinky", Name: "Blinky"},
		{ID: "SHA256:clyde", Name: "Clyde"},
	}
	t := s.open(inky, "chess4", "rated=on", "clock=none")
	for seat, p := range people {
		s.must(t.Do(s.Context(), table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}))
		s.must(t.Do(s.Context(), table.Command{By: p, Kind: table.Ready}))
	}
	s.move(t, moves...)
}

// TestRatedDelayHidesNewestMovesEverywhere checks that two rated games that differ only
// in their newest two moves look the same if moves are shown two moves late. This must
// hold for all pages, pictures, feeds and live updates.
func TestRatedDelayHidesNewestMovesEverywhere(t *testing.T) {
	const delay = 2
	for _, c := range []struct {
		moves [2]string
		shown int
	}{
		{[2]string{"m7-k7 j1-k3 b8-d8 h13-h11 m5-l5", "m7-k7 j1-k3 b8-d8 h13-h12 m6-l6"}, 3},
		{[2]string{"m7-k7", "m7-k7 j1-k3"}, 0},
	} {
		var games [2]map[string]string
		for i, moves := range c.moves {
			s := newSite(t, func(c *Config) { c.RatedDelay = delay })
			s.rated(strings.Fields(moves)...)
			s.has("/table/1", fmt.Sprintf("%d of %d", c.shown, c.shown), "Rated game, shown 2 moves late")
			s.lacks("/table/1", " to move")
			s.has("/", "Rated game, shown 2 moves late")
			for n := 1; n <= delay; n++ {
				s.missing(fmt.Sprintf("/table/1?move=%d", c.shown+n))
				s.missing(fmt.Sprintf("/table/1/board.svg?move=%d", c.shown+n))
			}
			games[i] = s.everything()
		}
		for path, body := range games[0] {
			if other := games[1][path]; body != other {
				t.Errorf("%s differs:\n%s\n%s", path, body, other)
			}
		}
		if len(games[0]) < 10 {
			t.Errorf("only %d pages were compared", len(games[0]))
		}
	}
}

func TestRatedDelayEndsWithTheGame(t *testing.T) {
	s := newSite(t, func(c *Config) { c.RatedDelay = 2 })
	s.rated("m7-k7", "resign", "resign", "resign")
	s.has("/table/1", "4 of 4", "resignation")
}

// address matches the links in a page.
var address = regexp.MustCompile(`(?:href|src|srcset|data-live)="(/[^"]*)"`)

// minutes matches a time of day.
var minutes = regexp.MustCompile(`[0-9]{2}:[0-9]{2}`)

// since matches the digest of a state, which is different at each server.
var since = regexp.MustCompile(`since=[0-9a-f]{16}"`)

// everything requests all paths that can be reached by links. It returns the responses by
// path.
func (s *site) everything() map[string]string {
	s.Helper()
	all := map[string]string{}
	for open := []string{"/", "/feed.atom", "/feed.json", "/robots.txt", "/table/1/board.svg"}; len(open) > 0; {
		path := open[0]
		open = open[1:]
		if _, known := all[path]; known {
			continue
		}
		if stream, _, found := strings.Cut(path, "?since="); found {
			s.follow(path) // only open the stream, because live updates contain no text about the game
			all[stream] = ""
			continue
		}
		answer, body := s.request(path)
		if answer.StatusCode != 200 {
			s.Errorf("%s: %s", path, answer.Status)
		}
		answer.Header.Del("Date")
		answer.Header.Del("ETag") // ignore the ETag: it depends only on the body, which is compared below
		all[path] = fmt.Sprint(answer.Header, minutes.ReplaceAllString(since.ReplaceAllString(body, `"`), "12:34"))
		for _, found := range address.FindAllStringSubmatch(body, -1) {
			open = append(open, strings.ReplaceAll(found[1], "&amp;", "&"))
		}
	}
	return all
}
