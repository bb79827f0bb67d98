package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/picture"
	"quadrille/internal/draw/scene"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// shown describes the position that the page of a table shows.
type shown struct {
	view *table.View
	at   int  // number of moves before the position on the board
	end  int  // number of moves that the page may show
	seat int  // the seat at the bottom of the board
	late bool // whether the page must not show the newest moves yet
}

// shown returns what a query selects: the number of the move to show, and the seat at the
// bottom of the board. While a rated game is being played, the newest moves are hidden, and
// a query for one of them fails with errNotFound.
func (s *Server) shown(query url.Values, v *table.View) (shown, error) {
	c := shown{view: v, late: s.late(&v.Terms, v.Phase)}
	if c.late {
		c.view = withoutNewest(v, s.RatedDelay)
	}
	c.end = len(c.view.Moves)
	c.at = c.end
	number := func(name string, to *int, most int) error {
		if !query.Has(name) {
			return nil
		}
		n, ok := parseNumber(query.Get(name), int64(most))
		if !ok {
			return errNotFound
		}
		*to = int(n)
		return nil
	}
	if err := number("seat", &c.seat, rules.SeatCount-1); err != nil {
		return c, err
	}
	return c, number("move", &c.at, c.end)
}

// late reports whether a table is shown with a delay.
func (s *Server) late(terms *table.Terms, phase table.Phase) bool {
	return terms.Rated && phase == table.Playing && s.RatedDelay > 0
}

// lateText returns a text that says how many moves late a running rated game is shown.
func (s *Server) lateText() string {
	return fmt.Sprintf("Rated game, shown %s late", present.Count(s.RatedDelay, "move"))
}

// withoutNewest returns the view of a running game without its newest n moves. It omits
// everything that depends on these moves, so that no page can show it.
func withoutNewest(v *table.View, n int) *table.View {
	end := max(0, len(v.Moves)-n)
	old := &table.View{
		ID: v.ID, Terms: v.Terms, Variant: v.Variant, Phase: v.Phase, Started: v.Started, Adjourned: v.Adjourned,
		Moves: v.Moves[:end:end], Position: scene.PositionAfter(v, end).Position, Actor: rules.NoSeat, Lifted: rules.NoSquare,
	}
	for seat := range v.Seats {
		old.Seats[seat].Player, old.Seats[seat].Closed = v.Seats[seat].Player, v.Seats[seat].Closed
	}
	return old
}

// shot describes the position for package picture, which draws it.
func (c *shown) shot(theme *assets.Theme) picture.Shot {
	home := c.view.Variant.Facts().Home[c.seat]
	return picture.Shot{View: c.view, At: c.at, Turned: board.Toward(home), Theme: theme}
}

// version returns a text that is different for different pictures of the table.
func (c *shown) version() string {
	event := 0
	if c.at > 0 {
		event = c.view.Moves[c.at-1].Event
	}
	return fmt.Sprintf("%d.%d", event, c.view.Phase)
}

// small is the value of the query parameter "size" for a small picture.
const small = "small"

// squares returns the size of a square in a picture, in terminal cells.
func squares(reduced bool) board.Size {
	if reduced {
		return board.Size{W: 6, H: 3}
	}
	return board.Size{W: 10, H: 5}
}

// boardImage draws a position. The picture contains no names of players.
func (s *Server) boardImage(r *http.Request) (*page, error) {
	v, err := s.publicView(r)
	if err != nil {
		return nil, err
	}
	c, err := s.shown(r.URL.Query(), v)
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	theme, size := assets.Themes[0], query.Get("size")
	if query.Has("theme") {
		theme = assets.ThemeNamed(query.Get("theme"))
	}
	if theme == nil || query.Has("size") && size != small {
		return nil, errNotFound
	}
	shot := c.shot(theme)
	return &page{kind: "image/svg+xml", body: shot.BoardSVG(squares(size == small)), fixed: c.version()}, nil
}

// The data for the template of the table page.
type (
	tableBody struct {
		ID           table.ID
		Game, Terms  string
		State        string // whose turn it is, or the result
		Seats        []seatBody
		Rounds       []roundBody
		At, End      int
		Turned, Next int // Turned is the seat at the bottom; Next is the seat at the bottom after the viewer turns the board
		Board        imageBody
		Position     []string // a description of the board, one line for each army
		Started      string
	}
	seatBody struct {
		Title, Name, Mark, Clock, Score string
		Column                          int    // of the seat in the list of moves
		Rating                          string // the new rating and the change, after a rated game
		Turn, Winner                    bool
		Seconds                         int // remaining seconds on a running clock
		Running                         bool
	}
	roundBody struct {
		Number int
		Seats  []turnBody // those that moved or passed
	}
	// turnBody has what a player did in a round.
	turnBody struct {
		Column int
		Seat   string
		Moves  []moveBody // empty if the player passed
	}
	moveBody struct {
		Number  int
		Text    string
		Won     string // points that the move won, such as "+5"
		Current bool
	}
	// imageBody holds the URLs of a picture for dark and for light mode.
	imageBody struct {
		Dark, Light, Alt string
		Width, Height    int
	}
)

func (s *Server) tablePage(r *http.Request) (*page, error) {
	id, _ := tableID(r)
	live := s.live.address(fmt.Sprintf("/table/%d/updates", id), id)
	seen, err := s.publicView(r)
	if err != nil {
		return nil, err
	}
	c, err := s.shown(r.URL.Query(), seen)
	if err != nil {
		return nil, err
	}
	v := c.view
	f := v.Variant.Facts()
	b := tableBody{
		ID: v.ID, Game: f.Title, Terms: present.TermsLine(v), At: c.at, End: c.end,
		Turned: c.seat, Next: (c.seat + 1) % rules.SeatCount, Position: c.position(),
	}
	if !v.Started.IsZero() {
		b.Started = v.Started.In(s.Club.Settings.Zone()).Format("2 January 2006, 15:04")
	}
	s.addSeats(r.Context(), &b, &c)
	b.Rounds = roundsOf(&c)
	b.Board = s.image(&c, c.alt(), false)
	if v.Phase == table.Finished || c.at != c.end {
		live = ""
	}
	return s.html("table", fmt.Sprintf("%s, table %d", f.Title, v.ID), live, b)
}

// roundsOf returns the moves of a game, each in the column of its player.
func roundsOf(c *shown) (list []roundBody) {
	v, f := c.view, c.view.Variant.Facts()
	for i, round := range present.Rounds(v.Moves) {
		row := roundBody{Number: i + 1}
		for seat, numbers := range round.Moves {
			if numbers == nil && !round.Passed.Has(rules.Seat(seat)) {
				continue
			}
			turn := turnBody{Column: seat, Seat: f.SeatTitle(rules.Seat(seat))}
			for _, n := range numbers {
				m := present.Move(v, n-1)
				turn.Moves = append(turn.Moves, moveBody{Number: n, Text: m.Text, Won: m.Won, Current: n == c.at})
			}
			row.Seats = append(row.Seats, turn)
		}
		list = append(list, row)
	}
	return list
}

// addSeats adds to the page of a table the players, the clocks, and the state of the game,
// such as whose turn it is or the result.
func (s *Server) addSeats(ctx context.Context, b *tableBody, c *shown) {
	v, f := c.view, c.view.Variant.Facts()
	over := v.Phase == table.Finished && c.at == c.end
	running := v.Phase == table.Playing && c.at == c.end
	words := present.For(v, present.Viewer{})
	switch {
	case over:
		b.State = present.EndingBy(v, func(p player.Player) string { return s.names.of(ctx, p) })
	case c.late && !v.Adjourned:
		b.State = s.lateText()
	case c.at == c.end:
		b.State = words.Status()
	}
	clocks := present.Clocks(v, s.Clock.Now())
	for seat := range rules.Seat(rules.SeatCount) {
		if v.Seats[seat].Closed {
			continue
		}
		row := seatBody{
			Title:  f.SeatTitle(seat),
			Column: int(seat),
			Name:   s.names.of(ctx, v.Seats[seat].Player),
			Mark:   board.SeatSign(f, seat),
			Turn:   running && words.Seats[seat].ToMove,
		}
		if c.at == c.end {
			row.Score = words.Seats[seat].Count(v)
		}
		if over && v.Position.Over() {
			row.Winner = v.Position.Outcome.Winners.Has(seat)
			if change, ok := player.RatingChangeOf(v.Ratings, v.Seats[seat].Player.ID); ok {
				row.Rating = change.String()
			}
		}
		if v.Clock != nil && running {
			shown := &clocks[seat]
			row.Clock, row.Seconds, row.Running = shown.Text, int(shown.Left/time.Second), shown.Running
		}
		b.Seats = append(b.Seats, row)
	}
}

// image returns the URLs of a picture of the board.
func (s *Server) image(c *shown, alt string, reduced bool) imageBody {
	at := func(theme string) string {
		address := fmt.Sprintf("%s/table/%d/board.svg?move=%d&seat=%d&theme=%s&v=%s", s.base, c.view.ID, c.at, c.seat, theme, c.version())
		if reduced {
			address += "&size=" + small
		}
		return address
	}
	view := board.View{Variant: c.view.Variant, Turned: c.shot(nil).Turned, Size: squares(reduced)}
	return imageBody{Dark: at("dark"), Light: at("light"), Alt: alt, Width: 8 * view.Width(), Height: 16 * view.Height()}
}

// alt describes the board for people who cannot see it.
func (c *shown) alt() string {
	text := fmt.Sprintf("Board after %s.", present.Count(c.at, "move"))
	if c.at > 0 {
		m := &c.view.Moves[c.at-1]
		played := m.Plain
		if !m.Action.IsBoardAction() {
			played = present.Action(m)
		}
		text += fmt.Sprintf(" Last move: %s %s.", c.view.Variant.Facts().SeatTitle(m.By), played)
	}
	return text
}

// position describes the board in words.
func (c *shown) position() []string {
	p := scene.PositionAfter(c.view, c.at)
	pieces := present.Pieces{Variant: c.view.Variant, Position: &p.Position, Lifted: rules.NoSquare}
	return pieces.Lines(rules.NoSeat)
}
