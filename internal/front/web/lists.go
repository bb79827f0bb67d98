package web

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Lengths of the lists on pages.
const (
	boardsShown   = 12
	gamesShown    = 20
	gamesPerPage  = 50
	ladderShown   = 100
	eveningsFound = 1
)

// The data for the templates of pages with lists.
type (
	indexBody struct {
		Playing  []lineBody // tables that are shown with a board
		More     []lineBody // tables that are shown without a board
		Waiting  []lineBody
		Finished []gameBody
	}
	lineBody struct {
		ID            table.ID
		Game, Players string
		State         string
		Board         *imageBody
	}
	gameBody struct {
		ID                    table.ID
		Day, Ended            string
		Game, Players, Result string
	}
	gamesBody struct {
		Games []gameBody
		Older table.ID // where the next page begins; 0 on the last page
	}
	ladderBody struct {
		Title string
		Rows  []ladderRow
	}
	ladderRow struct {
		Place, Rating, Doubt, Games int
		Name                        string
	}
)

func (s *Server) index(r *http.Request) (*page, error) {
	if s.closed() {
		return s.html("index", "", "", indexBody{})
	}
	live := s.live.address("/updates", 0)
	var b indexBody
	for _, t := range s.summaries(table.Playing) {
		if len(b.Playing) >= boardsShown {
			b.More = append(b.More, s.line(r.Context(), t))
			continue
		}
		v, err := s.viewOf(r.Context(), t.ID)
		if err != nil {
			continue // skip a table that strangers can no longer see
		}
		line := s.line(r.Context(), t)
		if line.Board, err = s.smallImage(v); err != nil {
			return nil, err
		}
		b.Playing = append(b.Playing, line)
	}
	for _, t := range s.summaries(table.Waiting) {
		b.Waiting = append(b.Waiting, s.line(r.Context(), t))
	}
	found, err := s.Lobby.SearchFor(r.Context(), "", table.Search{Limit: gamesShown})
	if err != nil {
		return nil, err
	}
	for i := range found {
		b.Finished = append(b.Finished, s.game(r.Context(), &found[i]))
	}
	return s.html("index", "", live, b)
}

// smallImage returns a small picture of the newest position, for use in a list of boards.
func (s *Server) smallImage(v *table.View) (*imageBody, error) {
	c, err := s.shown(nil, v)
	if err != nil {
		return nil, err
	}
	image := s.image(&c, fmt.Sprintf("Table %d. %s", v.ID, c.alt()), true)
	return &image, nil
}

// line describes a table of the lobby.
func (s *Server) line(ctx context.Context, t *view.Summary) lineBody {
	var players []string
	for seat, view := range t.Seats {
		if !view.Closed && view.Player.ID != "" {
			players = append(players, s.seated(ctx, t.SeatNames[seat], view.Player))
		}
	}
	state := present.Count(t.Moves, "move")
	switch {
	case t.Adjourned:
		state = "adjourned"
	case t.Phase == table.Waiting:
		state = present.Clock(t.Terms.Clock)
	case s.late(&t.Terms, t.Phase):
		state = s.lateText()
	}
	return lineBody{
		ID: t.ID, Game: t.Title, Players: strings.Join(players, ", "),
		State: strings.Join(append([]string{state}, present.TableWords(t)...), ", "),
	}
}

// seated returns "White Inky", or only "White" if the player may not be named.
func (s *Server) seated(ctx context.Context, seat string, p player.Player) string {
	return strings.TrimSpace(rules.Title(seat) + " " + s.names.of(ctx, p))
}

// game describes a finished game.
func (s *Server) game(ctx context.Context, f *table.Found) gameBody {
	var players []string
	for _, p := range records.PlayersOf(f) {
		players = append(players, s.seated(ctx, p.Seat, p.Player))
	}
	title := f.Game
	if def, err := variants.Find(f.Game); err == nil {
		title = def.Title
	}
	ended := f.Ended.In(s.Club.Settings.Zone())
	return gameBody{
		ID:      f.ID,
		Day:     ended.Format("2 Jan 2006"),
		Ended:   ended.Format(time.RFC3339),
		Game:    title,
		Players: strings.Join(players, ", "),
		Result:  present.Found(f),
	}
}

func (s *Server) games(r *http.Request) (*page, error) {
	q := table.Search{Limit: gamesPerPage}
	if query := r.URL.Query(); query.Has("before") {
		n, ok := parseNumber(query.Get("before"), math.MaxInt64)
		if !ok || n < 1 {
			return nil, errNotFound
		}
		q.Before = table.ID(n)
	}
	found, err := s.Lobby.SearchFor(r.Context(), "", q)
	if err != nil {
		return nil, err
	}
	var b gamesBody
	for i := range found {
		b.Games = append(b.Games, s.game(r.Context(), &found[i]))
	}
	if len(found) == gamesPerPage {
		b.Older = found[len(found)-1].ID
	}
	return s.html("games", "Finished games", "", b)
}

func (s *Server) ladder(r *http.Request) (*page, error) {
	classes, err := s.Ladder.Classes(r.Context())
	if err != nil {
		return nil, err
	}
	var list []ladderBody
	for _, class := range classes {
		standings, err := s.Ladder.Standings(r.Context(), class, s.Clock.Now().Add(-club.Active))
		if err != nil {
			return nil, err
		}
		one := ladderBody{Title: present.ShortClass(class.Game, class.Form)}
		for _, p := range standings[:min(len(standings), ladderShown)] {
			one.Rows = append(
				one.Rows,
				ladderRow{p.Place, p.Rating.Shown(), p.Rating.Doubt(), p.Games, s.names.of(r.Context(), p.Player)},
			)
		}
		if len(one.Rows) > 0 {
			list = append(list, one)
		}
	}
	return s.html("ladder", "Ladder", "", list)
}

// The data for the template of the evening page.
type (
	eveningBody struct {
		Name, Summary string
		Round         int
		Boards        []boardBody
		Byes          string
		Standings     []standingBody
	}
	boardBody struct {
		Number int
		Table  int64 // 0 if strangers may not see the table
		State  string
		Board  *imageBody
		Seats  []seatBody
	}
	standingBody struct {
		Place, Name, Points string
		Games               int
	}
)

// evening renders the current evening, or the last one if none is running.
func (s *Server) evening(r *http.Request) (*page, error) {
	live := s.live.address("/updates", 0)
	list, err := s.Lobby.Evenings().List(r.Context(), eveningsFound)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return s.html("evening", "Evening", live, nil)
	}
	one := list[0]
	b := &eveningBody{Name: player.Shown(one.Name, player.MaxNameCells*4), Round: len(one.Rounds)}
	b.Summary = fmt.Sprintf(
		"%s, %s, %s",
		one.Title,
		present.Count(len(one.People), "player"),
		one.Started.In(s.Club.Settings.Zone()).Format(present.Date),
	)
	if state := present.EveningState(one); state != "" {
		b.Summary += ". " + state
	}
	// somebody returns the name of a participant, or a placeholder if they may not be named.
	somebody := func(p player.Player) string {
		if name := s.names.of(r.Context(), p); name != "" {
			return name
		}
		return unnamed
	}
	if b.Round > 0 {
		round := &one.Rounds[b.Round-1]
		for i := range round.Games {
			b.Boards = append(b.Boards, s.boardOf(r.Context(), one, &round.Games[i], i+1))
		}
		var byes []string
		for _, p := range round.Byes {
			byes = append(byes, somebody(p))
		}
		b.Byes = present.Capital(present.SitOut(byes))
	}
	for _, p := range one.Standings() {
		row := standingBody{Name: somebody(p.Player), Points: pairing.Points(p.Points), Games: p.Games}
		if p.Place > 0 {
			row.Place = strconv.Itoa(p.Place)
		}
		b.Standings = append(b.Standings, row)
	}
	return s.html("evening", b.Name, live, b)
}

// unnamed stands for a participant who may not be named.
const unnamed = "(not named)"

func (s *Server) boardOf(ctx context.Context, one *pairing.Evening, g *pairing.Game, number int) boardBody {
	b, waits := boardBody{Number: number}, false
	if v, err := s.viewOf(ctx, table.ID(g.Table)); err == nil {
		b.Table = g.Table
		if waits = v.Phase == table.Waiting; !waits && number <= boardsShown {
			b.Board, _ = s.smallImage(v) // ignore the error: only a URL query can cause one, and smallImage uses none
		}
		if line := s.Lobby.Line("", v.ID); line != nil && v.Phase == table.Playing {
			b.State = s.line(ctx, line).State
		}
	}
	b.State = cmp.Or(b.State, present.BoardState(g, waits))
	for seat, p := range g.Seats {
		row := seatBody{Title: rules.Title(one.Seats[seat]), Name: s.names.of(ctx, p)}
		if g.HasScores() {
			row.Score = rules.FormatSixths(g.Scores[seat])
		}
		b.Seats = append(b.Seats, row)
	}
	return b
}
