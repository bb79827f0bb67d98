package pairing

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes the games of an evening as CSV, with a line for each person in each round.
// Points are written as decimals, because spreadsheets read 1/2 as a date.
func (e *Evening) WriteCSV(w io.Writer) error {
	lines := [][]string{{"evening", "round", "board", "table", "seat", "team", "name", "points", "result", "reason"}}
	for i := range e.Rounds {
		for _, cells := range e.Cells(i + 1) {
			lines = append(lines, append([]string{e.Name, strconv.Itoa(i + 1)}, cells...))
		}
	}
	return writeCells(csv.NewWriter(w), lines)
}

// Cells returns a line for each person in a round: board, table, seat, team, name, points, result and
// reason. Rounds are counted from 1.
func (e *Evening) Cells(round int) (lines [][]string) {
	r := &e.Rounds[round-1]
	for i := range r.Games {
		lines = append(lines, e.gameCells(i+1, &r.Games[i])...)
	}
	for _, p := range r.Byes {
		lines = append(lines, []string{"", "", "", "", p.Name, "", "bye", ""})
	}
	return lines
}

var stateWords = [...]string{Open: "open", Done: "played", ByHand: "by-hand", Void: "void"}

// String returns the word that CSV files contain for the state of a game, such as "played".
func (s State) String() string { return stateWords[s] }

func (e *Evening) gameCells(board int, g *Game) (lines [][]string) {
	number := ""
	if g.Table > 0 {
		number = strconv.FormatInt(g.Table, 10)
	}
	for seat, p := range g.Seats {
		points := ""
		if g.HasScores() {
			points = decimal(int(g.Scores[seat]))
		}
		lines = append(lines, []string{
			strconv.Itoa(board), number, e.Seats[seat],
			strconv.Itoa(int(e.Teams[seat]) + 1), p.Name, points, g.State.String(), g.Reason,
		})
	}
	return lines
}

// WriteStandingsCSV writes the standings as CSV.
func (e *Evening) WriteStandingsCSV(w io.Writer) error {
	lines := [][]string{{"place", "name", "points", "games", "won", "byes", "here"}}
	for _, s := range e.Standings() {
		place := ""
		if s.Place > 0 {
			place = strconv.Itoa(s.Place)
		}
		lines = append(lines, []string{
			place, s.Player.Name, decimal(s.Points), strconv.Itoa(s.Games),
			strconv.Itoa(s.Won), strconv.Itoa(s.Byes), strconv.FormatBool(s.Present),
		})
	}
	return writeCells(csv.NewWriter(w), lines)
}

func writeCells(out *csv.Writer, lines [][]string) error {
	for _, line := range lines {
		for i := range line {
			line[i] = guarded(line[i])
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// guarded returns the text of a cell, changed if necessary so that no spreadsheet takes it
// for a formula.
func guarded(cell string) string {
	if strings.ContainsRune("=+-@\t\r", []rune(cell + " ")[0]) {
		return "'" + cell
	}
	return cell
}

// decimal formats points, given in sixths, as a decimal number with at most four decimal
// places.
func decimal(sixths int) string {
	return strconv.FormatFloat(float64((sixths*20000+6)/12)/10000, 'f', -1, 64)
}
