package table

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/player"
)

// Terms is what is settled when a table is made: the game, the game's options,
// and the table's own.
type Terms struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"` // the game's, see rules.Option
	Clock   Clock             `json:"clock,omitzero"`
	Touch   bool              `json:"touch,omitzero"` // who has lifted a man that can move must move it
	Rated   bool              `json:"rated,omitzero"` // players are known by a key and have a name
}

// Clock is minutes for the whole game and an increment a move; the zero clock
// is none.
type Clock struct {
	Start     time.Duration `json:"start"`
	Increment time.Duration `json:"increment"`
}

// Admits reports whether somebody may sit at the table, or open it.
func (t *Terms) Admits(p player.Player) error {
	if p.ID == "" || p.Name == "" {
		return refuse(Nameless)
	}
	if t.Rated && p.ID.Guest() {
		return refuse(KnownOnly)
	}
	return nil
}

// What a clock may be, in minutes and seconds.
const maxMinutes, maxSeconds = 180, 180

// ParseClock reads "none" or minutes, a plus and seconds: "5+10".
func ParseClock(text string) (Clock, error) {
	if text == "none" {
		return Clock{}, nil
	}
	minutes, seconds, found := strings.Cut(text, "+")
	m, err1 := strconv.ParseUint(minutes, 10, 16)
	s, err2 := strconv.ParseUint(seconds, 10, 16)
	if !found || err1 != nil || err2 != nil || m < 1 || m > maxMinutes || s > maxSeconds {
		return Clock{}, fmt.Errorf("clock=%s: write none, or minutes (1 to %d) and seconds a move (0 to %d) like 5+10", text, maxMinutes, maxSeconds)
	}
	return Clock{time.Duration(m) * time.Minute, time.Duration(s) * time.Second}, nil
}

// String is the clock as ParseClock reads it.
func (c Clock) String() string {
	if c == (Clock{}) {
		return "none"
	}
	return fmt.Sprintf("%d+%d", int(c.Start.Minutes()), int(c.Increment.Seconds()))
}
