package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/records"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// terminations describes how a game ended, in words that follow the name of the winner.
var terminations = map[rules.Termination]string{
	rules.ByCheckmate:     "by checkmate",
	rules.ByKingTaken:     "by capturing a king",
	rules.ByLastSeat:      "as the last one standing",
	rules.ByResignation:   "by resignation",
	rules.ByFlag:          "on time",
	rules.ByStalemate:     "by stalemate",
	rules.ByRepetition:    "by repetition",
	rules.ByNoProgress:    "because nothing was captured for too long",
	rules.ByMaterial:      "by insufficient material",
	rules.ByAgreement:     "by agreement",
	rules.ByNobodyCanMove: "because nobody can move",
	rules.ByAdjudication:  "by adjudication",
}

// Texts for games without a result.
const (
	abandoned    = "Abandoned"
	aborted      = "Aborted"
	closedBefore = "The table was closed before the game"
)

// Ending describes how the game of a finished table ended. The text contains the result,
// or why the game was aborted. It also says when a rated game was too short to be rated.
func Ending(v *table.View) string { return EndingBy(v, Name) }

// ResultLine describes how the game ended, after the viewer's new rating. It returns "" before the end, and on boards of one
// person.
func (t *Table) ResultLine() string {
	if t.CannotPlayAgain() != "" {
		return ""
	}
	text := Ending(t.View)
	if change, ok := player.RatingChangeOf(t.View.Ratings, t.Viewer.ID); ok {
		text = change.String() + "  " + text
	}
	return text
}

// EndingBy returns the text of [Ending] for readers who may not know all names: the function `name` returns "" for a
// player who must not be named.
func EndingBy(v *table.View, name func(player.Player) string) string {
	f := v.Variant.Facts()
	switch a := v.Aborted; {
	case v.Started.IsZero() && v.Position.Outcome.Termination == rules.Unfinished:
		return closedBefore
	case a == nil && v.Short && v.Terms.Rated:
		return Result(f, &v.Position.Outcome) + "; too short to be rated"
	case a == nil:
		return Result(f, &v.Position.Outcome)
	case a.Seat != rules.NoSeat:
		return aborted + ": " + Seat(f, a.Seat) + " did not move in time"
	}
	if by := name(v.Aborted.By); by != "" {
		return aborted + " by " + by
	}
	return aborted
}

// closed says that a table was closed without a result.
func closed(v *table.View) string {
	if v.Started.IsZero() {
		return closedBefore
	}
	return "The game was closed without a result"
}

// Outcome tells everybody how the game of a finished table ended. Texts that do not apply are empty.
type Outcome struct {
	Ending         string // as [Ending] returns it
	Ruling         string // the decision of a moderator
	Scores, Points string // of all seats, with their names: "Scores: White 1, Silver 0"
	Ratings        string // how the ratings changed, when that is stored
}

// OutcomeOf returns how the game of a finished table ended. If `brief` is true, scores and points do not name the seats.
func OutcomeOf(v *table.View, brief bool) (o Outcome) {
	o.Ending = Ending(v)
	if v.Adjudication != nil {
		o.Ruling = Capital(records.RulingLine(v))
	}
	if v.Position.Outcome.Termination == rules.Unfinished {
		return o
	}
	o.Scores = "Scores: " + bySeat(v, brief, func(seat rules.Seat) string { return rules.FormatSixths(v.Position.Outcome.Scores[seat]) })
	if f := v.Variant.Facts(); v.Position.Outcome.HasPoints {
		points := bySeat(v, brief, func(seat rules.Seat) string { return rules.FormatPoints(f, v.Position.Points[seat]) })
		o.Points = cmp.Or(f.PointsName, "Points") + ": " + points
	}
	o.Ratings = Capital(records.RatingsLine(v))
	return o
}

// Sentences returns the texts of an outcome, for people who read them in order.
func (o *Outcome) Sentences() []string {
	ending := "The game is over: " + o.Ending
	if o.Ending == closedBefore {
		ending = closedBefore
	}
	lines := []string{ending, o.Ruling, o.Scores, o.Points, o.Ratings}
	return slices.DeleteFunc(lines, func(text string) bool { return text == "" })
}

// bySeat lists a number of each seat that the game uses: "White 1/2, Silver 0" or, in brief, "1/2 - 0".
func bySeat(v *table.View, brief bool, number func(rules.Seat) string) string {
	var parts []string
	for s := range rules.Seat(rules.SeatCount) {
		switch {
		case v.Seats[s].Closed:
		case brief:
			parts = append(parts, number(s))
		default:
			parts = append(parts, Seat(v.Variant.Facts(), s)+" "+number(s))
		}
	}
	if brief {
		return strings.Join(parts, " - ")
	}
	return strings.Join(parts, ", ")
}

// Result returns the result of a game and how it ended: "White wins by checkmate", "Red and
// Yellow win on time", "Draw by repetition" or "Abandoned".
func Result(f *rules.Facts, o *rules.Outcome) string {
	return result(Seats(f, o.Winners), ending(f.Endings, o.Termination))
}

// ending describes how a game ended: in the words of the game, or in the usual ones.
func ending(own map[rules.Termination]string, how rules.Termination) string {
	return cmp.Or(own[how], terminations[how])
}

// TableResult returns two texts about the result of a finished table in the lobby. The
// second text, for narrow columns, names only the winners.
func TableResult(s *view.Summary) (whole, who string) {
	var winners []string
	for seat := range rules.Seat(rules.SeatCount) {
		if s.Outcome.Winners.Has(seat) {
			winners = append(winners, rules.Title(s.SeatNames[seat]))
		}
	}
	if s.Aborted {
		return aborted, aborted
	}
	return result(winners, ending(s.Endings, s.Outcome.Termination)), winner(winners, s.Outcome.Termination != rules.Unfinished)
}

// Found returns the result of a game found in the archive, and names the winning seats.
func Found(f *table.Found) string {
	if f.Termination == table.WasAborted {
		return aborted
	}
	winners := make([]string, len(f.Winners))
	for i, word := range f.Winners {
		winners[i] = rules.Title(word)
	}
	return result(winners, foundTermination(f))
}

// FoundLine describes a game found in the archive in a sentence.
func FoundLine(f *table.Found) string {
	text := fmt.Sprintf("Table %d: %s, ended on %s", f.ID, Game(f.Game), f.Ended.UTC().Format(Date))
	for _, p := range records.PlayersOf(f) {
		text += ", " + rules.Title(p.Seat) + " " + Name(p.Player)
	}
	return text + "; " + Found(f)
}

// FoundByName returns two texts about the result of a game found in the archive, and names the winning
// players. The second text, for narrow columns, names only them.
func FoundByName(f *table.Found) (whole, who string) {
	if len(f.Winners) == rules.SeatCount || f.Termination == table.WasAborted {
		return Found(f), Found(f)
	}
	winners := records.Winners(f)
	if len(winners) < len(f.Winners) && player.OfBot(winners[0]) { // in games of earlier versions all bots of a level have one name
		return Found(f), Found(f)
	}
	for i, name := range winners {
		winners[i] = player.ShownName(name, player.MaxNameCells)
	}
	how := foundTermination(f)
	return result(winners, how), winner(winners, how != "")
}

// foundTermination describes how a game found in the archive ended. It returns "" for a game
// without a result.
func foundTermination(f *table.Found) string {
	if f.Termination == table.Abandoned {
		return ""
	}
	for _, how := range rules.Terminations() {
		if how.String() == f.Termination {
			return ending(archivedEndings(f), how)
		}
	}
	return "by " + f.Termination
}

// archivedEndings returns the own words of a game found in the archive, which does not list the options of
// games. Games have own words as a free-for-all, so there are none if a team won, or nobody.
func archivedEndings(f *table.Found) map[rules.Termination]string {
	if len(f.Winners) == 0 || len(f.Winners) == rules.SeatCount/2 {
		return nil
	}
	v, err := variants.New(f.Game, nil)
	if err != nil {
		return nil
	}
	return v.Facts().Endings
}

func result(winners []string, how string) string {
	return strings.TrimSuffix(winner(winners, how != "")+" "+how, " ")
}

func winner(winners []string, over bool) string {
	switch {
	case !over:
		return abandoned
	case len(winners) == 0, len(winners) == rules.SeatCount:
		return "Draw"
	case len(winners) == 1:
		return winners[0] + " wins"
	}
	return List(winners) + " win"
}

// score formats a score with its unit: "1 point", "2 points", "1/2 point".
func score(sixths uint8) string {
	if sixths != 0 && sixths <= 6 {
		return rules.FormatSixths(sixths) + " point"
	}
	return rules.FormatSixths(sixths) + " points"
}

// PointsWon formats points that were scored during play, with their unit: "1 point", "12 points". If they are not the
// points of the result, it says what they are: "1/3 point for eliminations".
func PointsWon(f *rules.Facts, n uint16) string {
	unit := " points"
	if n != 0 && n <= max(1, f.PointUnit) {
		unit = " point"
	}
	return rules.FormatPoints(f, n) + unit + strings.TrimPrefix(f.PointsName, "Points")
}

// PointsUnit returns the unit of points that were scored during play, for a short line: "pt" if they decide the result.
func PointsUnit(f *rules.Facts) string {
	if f.PointsName != "" {
		return "elim."
	}
	return "pt"
}

// Clock describes a time control in words: "5 minutes, and 10 seconds more for each move".
func Clock(c table.Clock) string {
	switch {
	case c == table.Clock{}:
		return "no clock"
	case c.Correspondence():
		return Duration(c.PerMove) + " for each move"
	case c.Delay > 0:
		return Duration(c.Start) + ", and " + Duration(c.Delay) + " of delay in each move"
	case c.Increment > 0:
		return Duration(c.Start) + ", and " + Duration(c.Increment) + " more for each move"
	}
	return Duration(c.Start)
}
