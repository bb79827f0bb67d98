package share

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/protocol"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Game is the JSON form of a finished game.
type Game struct {
	Table       table.ID  `json:"table"`
	Game        string    `json:"game"`
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended"`
	Termination string    `json:"termination"`
	Winners     []string  `json:"winners"`
	Players     []Player  `json:"players"`
}

// Player is the JSON form of a player in a game.
type Player struct {
	Seat string `json:"seat"`
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitempty"`
	// Rating is the change of the player's rating by this game; nil if the game is not
	// rated.
	Rating *protocol.RatingChange `json:"rating,omitempty"`
}

// NewGame returns the JSON form of a finished game found by a search.
func NewGame(f *table.Found) Game {
	g := Game{
		Table: f.ID, Game: f.Game, Started: f.Started, Ended: f.Ended, Termination: f.Termination,
		Winners: append([]string{}, f.Winners...), Players: []Player{},
	}
	for _, p := range records.PlayersOf(f) {
		g.Players = append(
			g.Players,
			Player{
				p.Seat,
				player.ShownName(p.Name, player.MaxNameCells),
				p.BotAccount || p.ID.Bot(),
				protocol.NewRatingChange(f.Ratings, p.ID),
			},
		)
	}
	return g
}

// wholeGame is the JSON form of a game with its terms and moves.
type wholeGame struct {
	Game
	Options map[string]string `json:"options,omitempty"`
	Clock   string            `json:"clock"`
	Rated   bool              `json:"rated,omitempty"`
	Scores  map[string]string `json:"scores,omitempty"` // points by seat
	Moves   []string          `json:"moves"`            // moves in plain notation
}

// newWholeGame returns the JSON form of a finished game. f is the game as a search found
// it, and v is the final view of its table.
func newWholeGame(f *table.Found, v *table.View) wholeGame {
	g := wholeGame{Game: NewGame(f), Options: v.Terms.Options, Clock: v.Terms.Clock.String(), Rated: v.Terms.Rated, Moves: []string{}}
	for _, m := range v.Moves {
		g.Moves = append(g.Moves, m.Plain)
	}
	if v.Position.Over() {
		g.Scores = map[string]string{}
		for seat, sixths := range v.Position.Outcome.Scores {
			if !v.Seats[seat].Closed {
				g.Scores[v.Variant.Facts().Seats[seat]] = rules.FormatSixths(sixths)
			}
		}
	}
	return g
}

// Games finds and shows games.
type Games interface {
	// SearchFor returns finished games that a player may see, the newest first.
	SearchFor(ctx context.Context, by player.ID, q table.Search) ([]table.Found, error)
	// TableViewFor returns the view of a table that a player may see.
	TableViewFor(ctx context.Context, by player.ID, id table.ID) (*table.View, error)
}

// Export writes a tar archive of all games that the search `q` finds and the account `by`
// may see, the newest first. For each game it writes a file in each format of the game, and
// one in JSON.
func Export(ctx context.Context, g Games, by player.ID, q table.Search, w io.Writer) error {
	archive := tar.NewWriter(w)
	for q.Limit = table.MaxFound; ; {
		found, err := g.SearchFor(ctx, by, q)
		if err != nil {
			return err
		}
		for i := range found {
			if err := exportGame(ctx, g, by, &found[i], archive); err != nil {
				return err
			}
			q.Before = found[i].ID
		}
		if len(found) < q.Limit {
			return archive.Close()
		}
	}
}

func exportGame(ctx context.Context, g Games, by player.ID, f *table.Found, archive *tar.Writer) error {
	v, err := g.TableViewFor(ctx, by, f.ID)
	if err != nil {
		return err
	}
	add := func(extension string, text []byte) error {
		err := archive.WriteHeader(&tar.Header{
			Name: fmt.Sprintf("games/%d.%s", f.ID, extension), Mode: 0o644, Size: int64(len(text)), ModTime: f.Ended,
		})
		if err == nil {
			_, err = archive.Write(text)
		}
		return err
	}
	for _, format := range records.Formats(f.Game) {
		text, err := records.Record(v, format)
		if err != nil {
			continue // skip a format that cannot express the game, for example because its result was adjudicated
		}
		extension := format
		if format == records.PlainFormat {
			extension = "txt"
		}
		if err := add(extension, []byte(text)); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetIndent("", "  ")
	if err := out.Encode(newWholeGame(f, v)); err != nil {
		return err
	}
	return add("json", text.Bytes())
}
