package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Trace is one line of the replay format (T2). Before the first action, Ply is 0 and Seat,
// By and Action are null.
type Trace struct {
	Ply      int           `json:"ply"`
	Seat     *string       `json:"seat"`
	By       *string       `json:"by"`
	Action   *string       `json:"action"`
	Captured *string       `json:"captured"`
	Passed   []string      `json:"passed"`
	Turn     *string       `json:"turn"`
	Check    []string      `json:"check"`
	Mated    []string      `json:"mated"`
	Out      []string      `json:"out"`
	Over     bool          `json:"over"`
	Legal    []string      `json:"legal"`
	Outcome  *TraceOutcome `json:"outcome"`
	// Points are the points of each seat so far, in games that count whole points.
	Points map[string]uint16 `json:"points,omitempty"`
}

// TraceOutcome is the result of a game in the replay format (T2). Its scores are exact
// fractions.
type TraceOutcome struct {
	Reason  string      `json:"reason"`
	Winners []string    `json:"winners"`
	Scores  SeatValues  `json:"scores"`
	Points  *SeatValues `json:"points"`
}

// SeatValues holds a text for each seat. In JSON it is an object with the seats as keys, in
// turn order.
type SeatValues struct {
	Seats  [SeatCount]string
	Values [SeatCount]string
}

// MarshalJSON writes the keys in turn order; a Go map would sort them.
func (b SeatValues) MarshalJSON() ([]byte, error) {
	parts := make([]string, SeatCount)
	for i := range b.Seats {
		key, err := json.Marshal(b.Seats[i])
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(b.Values[i])
		if err != nil {
			return nil, err
		}
		parts[i] = string(key) + ":" + string(value)
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// TraceStart returns the line that describes a game before its first action. The parameter
// `effects` tells what [Variant.Settle] changed in the position.
func TraceStart(g *Game, effects Effects) Trace {
	return traceNow(g, effects)
}

// TracePlay plays an action given in plain notation, and returns the line that describes it.
// If the action is refused, the error is a [*Refusal] and the game does not change.
func TracePlay(g *Game, ply int, text string) (Trace, error) {
	f := g.Variant.Facts()
	seat, actor := g.Position.Turn, g.Variant.Actor(&g.Position)
	a, err := ParsePlain(f, actor, text)
	if err != nil {
		return Trace{}, err
	}
	effects, err := g.Play(a)
	if err != nil {
		return Trace{}, err
	}
	by := actor
	if a.Type == Resign || a.Type == Flag {
		by = a.Seat
	}
	t := traceNow(g, effects)
	plain := Plain(f, actor, a)
	t.Ply, t.Seat, t.By, t.Action = ply, &f.Seats[seat], &f.Seats[by], &plain
	return t, nil
}

func traceNow(g *Game, effects Effects) Trace {
	v, p, f := g.Variant, &g.Position, g.Variant.Facts()
	t := Trace{
		Passed: []string{},
		Check:  seatNames(f, v.InCheck(p)),
		Mated:  seatNames(f, v.Mated(p)),
		Out:    seatNames(f, p.Out()),
		Over:   p.Over(),
		Legal:  LegalPlain(v, p),
	}
	if f.PointUnit == 1 {
		t.Points = map[string]uint16{}
		for seat, n := range p.Points {
			t.Points[f.Seats[seat]] = n
		}
	}
	for _, s := range effects.Passed() {
		t.Passed = append(t.Passed, f.Seats[s])
	}
	if effects.Captured != 0 {
		name := f.Armies[effects.Captured.Army()] + " " + string(effects.Captured.Kind().Letter())
		t.Captured = &name
	}
	if t.Over {
		t.Outcome = traceOutcome(f, p)
	} else {
		t.Turn = &f.Seats[p.Turn]
	}
	return t
}

// LegalPlain returns the legal board actions in plain notation, sorted bytewise.
func LegalPlain(v Variant, p *Position) []string {
	legal := v.Legal(p, nil)
	words := make([]string, len(legal))
	for i, a := range legal {
		words[i] = Plain(v.Facts(), NoSeat, a)
	}
	slices.Sort(words)
	return words
}

func seatNames(f *Facts, set Seats) []string {
	words := []string{}
	for s := range Seat(SeatCount) {
		if set.Has(s) {
			words = append(words, f.Seats[s])
		}
	}
	return words
}

func traceOutcome(f *Facts, p *Position) *TraceOutcome {
	o := &TraceOutcome{
		Reason:  p.Outcome.Termination.String(),
		Winners: seatNames(f, p.Outcome.Winners),
		Scores:  formatShares(f, p.Outcome.Scores),
	}
	if p.Outcome.HasPoints {
		o.Points = &SeatValues{Seats: f.Seats}
		for seat, n := range p.Points {
			o.Points.Values[seat] = FormatPoints(f, n)
		}
	}
	return o
}

func formatShares(f *Facts, sixths [SeatCount]uint8) SeatValues {
	b := SeatValues{Seats: f.Seats}
	for i, n := range sixths {
		b.Values[i] = FormatSixths(n)
	}
	return b
}

// SplitRecord splits a record in plain notation into its actions. White space separates
// actions. A # begins a comment, which ends at the end of the line. See [Typed] for other
// characters than those of a plain keyboard.
func SplitRecord(record string) []string {
	var words []string
	for line := range strings.Lines(Typed(record)) {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	return words
}

// PlayRecord plays the actions of a record in plain notation. It stops at the first action
// that is refused; the error gives the ply and the text of that action.
func PlayRecord(g *Game, words []string) error {
	for i, word := range words {
		if _, err := TracePlay(g, i+1, word); err != nil {
			return fmt.Errorf("ply %d: %s: %w", i+1, word, err)
		}
	}
	return nil
}
