package records

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// PlainFormat is the name of the record format in which every game can be written.
const PlainFormat = "plain"

// actionsPerLine is the number of actions on a line of a record: two rounds of four players.
const actionsPerLine = 8

// Formats returns the names of the record formats of a game. The first one is PlainFormat, the last
// ones are formats of positions, in which a record is its last position.
func Formats(game string) []string {
	names := []string{PlainFormat}
	if def, err := variants.Find(game); err == nil {
		for _, f := range def.Formats {
			names = append(names, f.Name)
		}
		for _, f := range def.Positions {
			names = append(names, f.Name)
		}
	}
	return names
}

// Record writes the game of a table in one of its [Formats].
func Record(v *table.View, format string) (string, error) {
	def, err := variants.Find(v.Terms.Game)
	if err != nil {
		return "", err
	}
	f, err := def.Format(format)
	switch {
	case err != nil:
		return "", err
	case format == PlainFormat:
		return string(recordOf(v)), nil
	}
	return f.Write(documentOf(v))
}

// dayForm is the layout of the dates in records. The dates are in UTC.
const dayForm = "2006.01.02"

// documentOf returns the record of a table's game, with names, dates, and clocks.
func documentOf(v *table.View) *rules.Record {
	doc := &rules.Record{Variant: v.Variant}
	if v.Terms.Clock.Timed() {
		doc.Clock = v.Terms.Clock.String()
	}
	for seat, view := range v.Seats {
		doc.Names[seat] = view.Player.Shown(player.MaxNameCells)
	}
	if !v.Started.IsZero() {
		doc.Date, doc.Started = v.Started.UTC().Format(dayForm), v.Started.UTC().Format(dayForm)
	}
	if v.Phase == table.Finished {
		doc.Ended = v.Ended.UTC().Format(dayForm)
	}
	for i := range v.Moves {
		doc.Actions = append(doc.Actions, v.Moves[i].Action)
		doc.Notes = append(doc.Notes, noteOf(&v.Moves[i]))
	}
	return doc
}

// noteOf returns when an action was played, and the time left on the clock.
func noteOf(m *table.MoveView) (n rules.Note) {
	if !m.At.IsZero() {
		n.Time = m.At.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	if m.Left > 0 {
		n.Clock = strconv.FormatInt(m.Left.Milliseconds(), 10)
	}
	return n
}

// recordOf returns the game in plain notation, with comments for its terms, players and
// result.
func recordOf(v *table.View) []byte {
	var b bytes.Buffer
	facts := v.Variant.Facts()
	fmt.Fprintf(&b, "# %s, table %d\n# variant %s\n", facts.Title, v.ID, v.Terms.Game)
	for _, name := range slices.Sorted(maps.Keys(v.Terms.Options)) {
		fmt.Fprintf(&b, "# option %s=%s\n", name, v.Terms.Options[name])
	}
	fmt.Fprintf(&b, "# clock %s\n", v.Terms.Clock)
	if v.Terms.Rated {
		fmt.Fprintf(&b, "# rated\n")
	}
	if !v.Started.IsZero() {
		fmt.Fprintf(&b, "# date %s\n", v.Started.UTC().Format(dayForm))
	}
	for seat, view := range v.Seats {
		if !view.Closed && view.Player.ID != "" {
			fmt.Fprintf(&b, "# %s %s\n", facts.Seats[seat], view.Player.Shown(player.MaxNameCells))
		}
	}
	if v.Phase == table.Finished {
		fmt.Fprintf(&b, "# %s\n", ResultLine(v))
	}
	if line := RatingsLine(v); line != "" {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	if v.Adjudication != nil {
		fmt.Fprintf(&b, "# %s\n", RulingLine(v))
	}
	for i, m := range v.Moves {
		end := " "
		if (i+1)%actionsPerLine == 0 || i == len(v.Moves)-1 {
			end = "\n"
		}
		b.WriteString(m.Plain + end)
	}
	return b.Bytes()
}

// RulingLine returns a line that says which moderator adjudicated the game or closed the
// table, and why. It returns "" if no moderator did.
func RulingLine(v *table.View) string {
	if v.Adjudication == nil {
		return ""
	}
	how := "decided"
	switch {
	case v.Started.IsZero():
		how = "closed"
	case !v.Position.Over():
		how = "ended without a result"
	}
	return fmt.Sprintf(
		"%s by %s: %s",
		how,
		player.ShownName(v.Adjudication.By.Name, player.MaxNameCells),
		player.Shown(v.Adjudication.Reason, table.MaxReasonCells),
	)
}

// ResultLine returns a line such as "result checkmate: white 0, silver 3, ...".
func ResultLine(v *table.View) string {
	outcome := v.Position.Outcome
	if v.Aborted != nil {
		return "result " + table.WasAborted
	}
	if outcome.Termination == rules.Unfinished {
		return "result none"
	}
	facts := v.Variant.Facts()
	var scores []string
	for seat, sixths := range outcome.Scores {
		if !v.Seats[seat].Closed {
			scores = append(scores, facts.Seats[seat]+" "+rules.FormatSixths(sixths))
		}
	}
	return fmt.Sprintf("result %s: %s", outcome.Termination, strings.Join(scores, ", "))
}

// RatingsLine returns a line such as "ratings white 1138 (+138), black 927 (-73)". It
// returns "" if the game changed no ratings.
func RatingsLine(v *table.View) string {
	var parts []string
	for seat := range v.Seats {
		if change, ok := player.RatingChangeOf(v.Ratings, v.Seats[seat].Player.ID); ok {
			parts = append(parts, fmt.Sprintf("%s %v", v.Variant.Facts().Seats[seat], change))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "ratings " + strings.Join(parts, ", ")
}
