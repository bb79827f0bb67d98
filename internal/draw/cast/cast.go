// Package cast writes games as terminal recordings in asciicast v2, the file format of
// asciinema.
package cast

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/scene"
	"quadrille/internal/draw/wire"
	"quadrille/internal/present"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Options describe a recording.
type Options struct {
	Width, Height int // size of the terminal, in cells
	Theme         *assets.Theme
	Speed         float64
}

// NotStarted is the reason why a table cannot be recorded yet.
var NotStarted = &refusal.Reason{Code: "cast-not-started", Text: "the game of table %[1]s has not started; wait for the first move"}

// longestPause is the maximum pause, in seconds, when a recording is played back.
const longestPause = 5

// lastPause is how long the last position is shown before the recording ends.
const lastPause = 3 * time.Second

// header is the first line of a recording.
type header struct {
	Version   int               `json:"version"`
	Width     int               `json:"width"`
	Height    int               `json:"height"`
	Timestamp int64             `json:"timestamp"`
	Idle      float64           `json:"idle_time_limit"`
	Title     string            `json:"title"`
	Env       map[string]string `json:"env"`
}

// page is the number of events read at a time.
const page = 500

// Log holds the events of tables.
type Log interface {
	// Since returns at most `limit` events of a table after the one with the number `after`.
	Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error)
}

// Write writes the recording of a game, computed from its events. It shows what a spectator
// saw, without chat.
func Write(ctx context.Context, log Log, id table.ID, o Options, w io.Writer) error {
	r := recorder{Options: o, id: id, out: w, screen: wire.New("vt100", colorprofile.TrueColor, o.Width, o.Height)}
	for after := 0; ; {
		events, err := log.Since(ctx, id, after, page)
		if err != nil {
			return err
		}
		for i := range events {
			if err := r.event(&events[i].Event); err != nil {
				return err
			}
			after = events[i].Seq
		}
		if len(events) < page {
			return r.end()
		}
	}
}

// recorder writes a frame for each event of a game.
type recorder struct {
	Options
	id     table.ID
	out    io.Writer
	screen *wire.Screen
	state  *fold.State
	begun  time.Time
	last   time.Time  // time of the last frame
	size   board.Size // size of a square, in cells
}

func (r *recorder) event(e *table.Event) (err error) {
	if r.state == nil {
		r.state, err = fold.New(*e, variants.New)
		return err
	}
	if err := r.state.Apply(*e); err != nil || r.state.Phase == table.Waiting {
		return err
	}
	if e.Kind == table.Heartbeat {
		return nil
	}
	v := r.state.Snapshot()
	if r.begun.IsZero() {
		if err := r.begin(v); err != nil {
			return err
		}
	}
	return r.frame(v, e.At)
}

// begin writes the header when the game starts.
func (r *recorder) begin(v *table.View) error {
	r.begun = v.Started
	view := board.View{Variant: v.Variant}
	r.size = scene.FitSize(&view, r.Width, r.Height, 0, func(s board.Size) board.Size { return s }, 0)
	return json.NewEncoder(r.out).Encode(header{
		Version: 2, Width: r.Width, Height: r.Height, Timestamp: v.Started.Unix(), Idle: longestPause,
		Title: r.title(), Env: map[string]string{"TERM": "xterm-256color"},
	})
}

// frame appends to the recording what has changed on the screen since the last frame. If
// nothing has changed, it writes nothing.
func (r *recorder) frame(v *table.View, at time.Time) error {
	s := r.scene(v, at)
	r.last = at
	return r.write(at, r.screen.Frame(nil, wire.View{
		Draw:   func(g *draw.Grid) { l := s.Layout(); scene.Compose(&s, &l, g) },
		Ground: draw.Style{Fg: r.Theme.Text, Bg: r.Theme.Page},
		Theme:  r.Theme,
	}, nil))
}

func (r *recorder) write(at time.Time, bytes []byte) error {
	if len(bytes) == 0 {
		return nil
	}
	seconds := max(0, at.Sub(r.begun).Seconds()/r.Speed)
	line, err := json.Marshal([]any{json.Number(fmt.Sprintf("%.3f", seconds)), "o", string(bytes)})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(r.out, "%s\n", line)
	return err
}

// scene returns what a spectator sees. All players are shown as present, because the events
// do not say when they were connected.
func (r *recorder) scene(v *table.View, at time.Time) scene.Scene {
	var secrets fold.Secrets
	v = secrets.Seen(v, "")
	shown := *v
	shown.ID, shown.Chat, shown.SpectatorChat = r.id, nil, nil
	for seat := range shown.Seats {
		shown.Seats[seat].Present = shown.Seats[seat].AwaySince.IsZero()
	}
	words := present.For(&shown, present.Viewer{})
	s := scene.Scene{
		Width: r.Width, Height: r.Height, Styles: draw.NewStyles(r.Theme), Size: r.size, View: &shown, Seats: words.Seats,
		Shown: scene.PositionAfter(&shown, len(v.Moves)), At: len(v.Moves), Status: words.Status(), NoChat: true,
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if shown.Clock != nil && !shown.Seats[seat].Closed {
			s.Clocks[seat] = present.ClockColumn(shown.Clock.Shows(seat, at))
		}
	}
	return s
}

// end gives the terminal in which the recording is played back its normal screen, with the
// cursor, and names the game there.
func (r *recorder) end() error {
	if r.begun.IsZero() {
		return NotStarted.Refuse(fmt.Sprint(r.id))
	}
	at := r.last.Add(time.Duration(float64(lastPause) * r.Speed))
	return r.write(at, fmt.Appendf(r.screen.Close(nil), "%s\r\n", r.title()))
}

// title returns the title of the recording.
func (r *recorder) title() string {
	return fmt.Sprintf("%s, table %d", r.state.Variant.Facts().Title, r.id)
}
