package pairing

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// resultsWidth is the maximum width of a line of results, in terminal cells.
const resultsWidth = 80

// WriteResults writes the rounds and the standings of an evening as text, with times in the
// time zone `zone`.
func (e *Evening) WriteResults(w io.Writer, zone *time.Location) error {
	var b strings.Builder
	fmt.Fprintln(&b, player.Shown(e.Name+": "+e.Title, resultsWidth))
	fmt.Fprintln(&b, e.Summary(zone))
	for i := range e.Rounds {
		fmt.Fprintf(&b, "\n%s\n", e.RoundHead(i+1, zone))
		b.WriteString(e.roundText(i + 1))
	}
	if len(e.Rounds) > 0 {
		b.WriteString("\nStandings\n" + e.StandingsText())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// RoundHead heads a round, counted from 1: "Round 1, 19:30 UTC".
func (e *Evening) RoundHead(round int, zone *time.Location) string {
	return fmt.Sprintf("Round %d, %s", round, e.Rounds[round-1].At.In(zone).Format("15:04 MST"))
}

// Summary describes an evening in one line: its number, its date in the given time zone,
// the game, the method, the number of people and the number of rounds.
func (e *Evening) Summary(zone *time.Location) string {
	return "evening " + strings.Join(e.SummaryCells(zone), ", ")
}

// SummaryCells returns the parts of the summary.
func (e *Evening) SummaryCells(zone *time.Location) []string {
	state := counted(len(e.Rounds), "round", "rounds")
	switch {
	case e.Over.IsZero():
		state += ", on"
	case len(e.Rounds) == 0:
		state = "no round was played"
	default:
		state += ", over"
	}
	return []string{
		fmt.Sprint(e.Number), e.Started.In(zone).Format(time.DateOnly), e.Game, methodWords[e.Method],
		counted(len(e.People), "person", "people"), state,
	}
}

var methodWords = map[Method]string{Rotating: "rotating", Fixed: "a fixed four", ByRating: "by rating"}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// roundText returns a round as text, with a line for each team at each board. Rounds are
// counted from 1.
func (e *Evening) roundText(n int) string {
	var b strings.Builder
	r := &e.Rounds[n-1]
	for i := range r.Games {
		g := &r.Games[i]
		head := fmt.Sprintf("board %d", i+1)
		for _, seats := range e.parties() {
			line := fmt.Sprintf("  %-9s %s", head, padded(e.party(g, seats), partyCells))
			if g.HasScores() {
				line += " " + g.points(seats)
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			head = ""
		}
		for _, s := range g.Substitutions {
			fmt.Fprintf(&b, "  %-9s %s\n", "", player.Shown(s.String(), resultsWidth-12))
		}
		note := g.Note()
		if g.State == Open {
			note = "not over"
		}
		if note != "" {
			fmt.Fprintf(&b, "  %-9s %s\n", "", player.Shown(note, resultsWidth-12))
		}
	}
	if len(r.Byes) > 0 {
		b.WriteString(wrapped("  sits out  ", r.Byes))
	}
	return b.String()
}

// wrapped returns the text `head` and the names of people, in lines of at most resultsWidth
// cells.
func wrapped(head string, people []player.Player) string {
	text, line := "", head
	for i, p := range people {
		word := shown(p)
		if i < len(people)-1 {
			word += ", "
		}
		if player.Cells(line+strings.TrimSpace(word)) > resultsWidth {
			text += strings.TrimRight(line, " ") + "\n"
			line = strings.Repeat(" ", len(head))
		}
		line += word
	}
	return text + line + "\n"
}

// partyCells is the width of the column of players, in terminal cells. It has room for a
// team of two players, each shown with the colour of their seat and their name.
const partyCells = 60

// parties returns a list of teams. Each team is a list of its seats, in turn order.
func (e *Evening) parties() (list [][]int) {
	for seat, team := range e.Teams {
		at := slices.IndexFunc(list, func(seats []int) bool { return e.Teams[seats[0]] == team })
		if at < 0 {
			list = append(list, nil)
			at = len(list) - 1
		}
		list[at] = append(list[at], seat)
	}
	return list
}

// party formats the players of a team as "white Ann, black Bob".
func (e *Evening) party(g *Game, seats []int) string {
	words := make([]string, len(seats))
	for i, seat := range seats {
		words[i] = e.Seats[seat] + " " + shown(g.Seats[seat])
	}
	return strings.Join(words, ", ")
}

// points returns the points of a team: one number if all its seats have the same, as in every
// game that was played out, and otherwise a number for each seat.
func (g *Game) points(seats []int) string {
	var words []string
	for _, seat := range seats {
		words = append(words, rules.FormatSixths(g.Scores[seat]))
	}
	if len(slices.Compact(slices.Clone(words))) == 1 {
		return words[0]
	}
	return strings.Join(words, ", ")
}

// Note returns the reason why a game does not count or was scored by hand. For any other game it
// returns "".
func (g *Game) Note() string {
	switch g.State {
	case Void:
		return "does not count: " + g.Reason
	case ByHand:
		return "by hand: " + g.Reason
	}
	return ""
}

// StandingsText returns the standings as text.
func (e *Evening) StandingsText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %5s  %s %8s %6s %9s %5s\n", "place", padded("name", player.MaxNameCells), "points", "games", "per game", "byes")
	for _, s := range e.Standings() {
		c := s.Cells()
		line := fmt.Sprintf("  %5s  %s %8s %6s %9s %5s  %s", c[0], padded(c[1], player.MaxNameCells), c[2], c[3], c[4], c[5], c[6])
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// Cells returns the columns of a line of the standings: place, name, points, games, points per game,
// byes, and "left" for a player who has left.
func (s *Standing) Cells() []string {
	place, absent := "-", ""
	if s.Place > 0 {
		place = strconv.Itoa(s.Place)
	}
	if !s.Present {
		absent = "left"
	}
	return []string{
		place, shown(s.Player), Points(s.Points), strconv.Itoa(s.Games), fmt.Sprintf("%d.%02d", s.perGame()/100, s.perGame()%100),
		strconv.Itoa(s.Byes), absent,
	}
}

// Points formats a number of sixths as points, such as "2+1/2".
func Points(sixths int) string {
	whole, rest := sixths/6, rules.FormatSixths(uint8(sixths%6))
	switch {
	case sixths%6 == 0:
		return strconv.Itoa(whole)
	case whole == 0:
		return rest
	}
	return fmt.Sprintf("%d+%s", whole, rest)
}

// padded appends spaces to a text until it has the given width in cells.
func padded(text string, cells int) string {
	return text + strings.Repeat(" ", max(0, cells-player.Cells(text)))
}
