package web

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// feedGames is the number of games in a feed.
const feedGames = 30

// entries returns the newest finished games.
func (s *Server) entries(r *http.Request) ([]gameBody, error) {
	found, err := s.Lobby.SearchFor(r.Context(), "", table.Search{Limit: feedGames})
	list := make([]gameBody, len(found))
	for i := range found {
		list[i] = s.game(r.Context(), &found[i])
	}
	return list, err
}

func (s *Server) feedTitle() string {
	name, _ := s.Club.Settings.Get(club.SetName)
	if name == "" {
		name = "Quadrille"
	}
	return name + ": finished games"
}

// address returns the public URL of a page, or only its path if no public address is
// configured.
func (s *Server) address(path string) string {
	if s.Public == "" {
		return s.base + path
	}
	return strings.TrimSuffix(s.Public, "/") + path
}

func (b *gameBody) title() string { return fmt.Sprintf("%s, table %d: %s", b.Game, b.ID, b.Result) }

// The elements of an Atom feed (RFC 4287).
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Link    []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
		Summary string   `xml:"summary"`
	}
)

func (s *Server) atomFeed(r *http.Request) (*page, error) {
	list, err := s.entries(r)
	if err != nil {
		return nil, err
	}
	feed := atomFeed{
		ID: s.address("/feed.atom"), Title: s.feedTitle(), Author: s.feedTitle(), Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Link: []atomLink{{"self", s.address("/feed.atom")}, {"alternate", s.address("/games")}},
	}
	for _, g := range list {
		at := s.address(fmt.Sprintf("/table/%d", g.ID))
		feed.Entries = append(
			feed.Entries,
			atomEntry{ID: at, Title: g.title(), Updated: g.Ended, Link: atomLink{"alternate", at}, Summary: g.Players},
		)
	}
	if len(list) > 0 {
		feed.Updated = list[0].Ended
	}
	text, err := xml.MarshalIndent(feed, "", "  ")
	return &page{kind: "application/atom+xml; charset=utf-8", body: append([]byte(xml.Header), text...)}, err
}

// The objects of a JSON Feed, version 1.1.
type (
	jsonFeed struct {
		Version string     `json:"version"`
		Title   string     `json:"title"`
		Home    string     `json:"home_page_url"`
		Feed    string     `json:"feed_url"`
		Items   []jsonItem `json:"items"`
	}
	jsonItem struct {
		ID        string `json:"id"`
		URL       string `json:"url"`
		Title     string `json:"title"`
		Text      string `json:"content_text"`
		Published string `json:"date_published"`
	}
)

func (s *Server) jsonFeed(r *http.Request) (*page, error) {
	list, err := s.entries(r)
	if err != nil {
		return nil, err
	}
	feed := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: s.feedTitle(),
		Home: s.address("/games"), Feed: s.address("/feed.json"), Items: []jsonItem{},
	}
	for _, g := range list {
		at := s.address(fmt.Sprintf("/table/%d", g.ID))
		feed.Items = append(feed.Items, jsonItem{ID: at, URL: at, Title: g.title(), Text: g.Players, Published: g.Ended})
	}
	text, err := json.MarshalIndent(feed, "", "  ")
	return &page{kind: "application/feed+json; charset=utf-8", body: text}, err
}
