package match

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"quadrille/rules"
)

// Log writes each finished game as a plain record with comments: first the engines and
// seats, then one action on each line with its value, depth and nodes, then the result. Its
// methods are safe for concurrent use.
type Log struct {
	mu  sync.Mutex
	out io.Writer
	err error // first error that a write returned
}

// NewLog returns a log that writes to out.
func NewLog(out io.Writer) *Log { return &Log{out: out} }

// Err returns the first error that a write returned.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// gameLog is the text of one game.
type gameLog struct{ text strings.Builder }

// begin writes the name of the game, the number of the opening, and the engine of each seat.
func (g *gameLog) begin(m *Match, number uint64, seats assignment) {
	f := m.Variant.Facts()
	fmt.Fprintf(&g.text, "# game %s, opening %d\n", withOptions(f.Name, f), number+1)
	for seat, engine := range seats {
		fmt.Fprintf(&g.text, "# %s: %s\n", f.SeatName(rules.Seat(seat)), m.Engines[engine].Name)
	}
	if start := m.Openings.Start; start != nil {
		for line := range strings.Lines(rules.PositionText(m.Variant, &start.Position)) {
			g.text.WriteString("# position " + line)
		}
	}
}

// Form returns the title of the match's game, followed by the options that are not the default.
func (m *Match) Form() string { return withOptions(m.Variant.Facts().Title, m.Variant.Facts()) }

func withOptions(text string, f *rules.Facts) string {
	for _, o := range f.ChosenOptions() {
		text += " " + o.Name + "=" + o.Value
	}
	return text
}

// opening writes the actions of the opening to the log.
func (g *gameLog) opening(start *rules.Game, line []rules.Action) {
	at := start.Clone()
	for _, a := range line {
		fmt.Fprintf(&g.text, "%s # opening\n", rules.Plain(at.Variant.Facts(), at.Variant.Actor(&at.Position), a))
		_, _ = at.Play(a) // cannot fail: the actions are legal
	}
}

// action writes an action and the result of the search that chose it.
func (g *gameLog) action(f *rules.Facts, actor rules.Seat, a Answer) {
	g.text.WriteString(rules.Plain(f, actor, a.Action))
	if a.Searched {
		fmt.Fprintf(&g.text, " # value %+.2f depth %d nodes %d", float64(a.Value)/100, a.Depth, a.Nodes)
	}
	g.text.WriteByte('\n')
}

// end writes to `g` how the game ended, and appends the text in `g` to the log. A nil Log
// writes nothing.
func (l *Log) end(g *gameLog, m *Match, p *rules.Position, why string) {
	if l == nil {
		return
	}
	g.text.WriteString("# " + why)
	if p.Over() {
		g.text.WriteString(":")
		for seat, sixths := range p.Outcome.Scores {
			fmt.Fprintf(&g.text, " %s %s", m.Variant.Facts().SeatName(rules.Seat(seat)), rules.FormatSixths(sixths))
		}
	}
	g.text.WriteString("\n\n")
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.out, g.text.String()); err != nil && l.err == nil {
		l.err = err
	}
}
