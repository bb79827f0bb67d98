package command

import (
	"fmt"
	"strings"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// eveningsListed is the maximum number of evenings that are listed.
const eveningsListed = 50

// printAs sets up the command c to print the evening whose number is its argument, or the
// current evening: with `print`, with `csv` if the flag --csv is given, or as JSON.
func (r eveningCommands) printAs(c *call, print func(*lister, *pairing.Evening) error, csv func(*pairing.Evening) error) {
	asCSV := false
	if csv != nil {
		c.BoolVar(&asCSV, "csv", false, "")
	}
	l := r.lister(c)
	c.run = func(args []string) error {
		one, err := r.findEvening(args)
		switch {
		case err != nil:
			return err
		case asCSV:
			return csv(one)
		case l.json:
			return r.writeJSON(one)
		}
		return print(l, one)
	}
}

func (r eveningCommands) writeJSON(one *pairing.Evening) error { return one.WriteJSON(r.Out) }

func (r eveningCommands) show(c *call) { r.printAs(c, r.printRound, nil) }

func (r eveningCommands) standings(c *call) {
	r.printAs(c, r.printStandings, func(one *pairing.Evening) error { return one.WriteStandingsCSV(r.Out) })
}

// printStandings prints the standings of an evening.
func (r eveningCommands) printStandings(l *lister, one *pairing.Evening) error {
	l.headings = []string{"PLACE", "NAME", "POINTS", "GAMES", "PER GAME", "BYES"}
	var rows [][]string
	for _, s := range one.Standings() {
		cells := s.Cells()
		if l.Spoken {
			cells = []string{present.StandingLine(&s)}
		}
		rows = append(rows, cells)
	}
	return l.printOr(rows, one.StandingsText())
}

func (r eveningCommands) sheet(c *call) {
	r.printAs(c, r.printSheet, func(one *pairing.Evening) error { return one.WriteCSV(r.Out) })
}

// printSheet prints an evening: its rounds, and the standings.
func (r eveningCommands) printSheet(l *lister, one *pairing.Evening) error {
	zone := r.Club.Settings.Zone()
	switch {
	case l.Spoken:
		lines := []string{player.Shown(one.Name, 80) + ": " + one.Title, one.Summary(zone)}
		for i := range one.Rounds {
			lines = append(lines, r.roundLines(one, i)...)
		}
		if err := r.sayAll(lines); err != nil || len(one.Rounds) == 0 {
			return err
		}
		return r.printStandings(l, one)
	case !l.tsv && !l.Terminal:
		return one.WriteResults(r.Out, zone)
	case l.tsv:
		var rows [][]string
		for i := range one.Rounds {
			for _, cells := range one.Cells(i + 1) {
				rows = append(rows, append([]string{itoa(i + 1)}, cells...))
			}
		}
		return l.print(rows)
	}
	fmt.Fprintf(r.Out, "%s: %s\n%s\n", player.Shown(one.Name, 80), one.Title, one.Summary(zone))
	for i := range one.Rounds {
		fmt.Fprintln(r.Out, one.RoundHead(i+1, zone))
		l.headings = []string{"BOARD", "TABLE", "SEAT", "TEAM", "NAME", "POINTS", "RESULT", "REASON"}
		rows := one.Cells(i + 1)
		for j := range one.Rounds[i].Games {
			g := &one.Rounds[i].Games[j]
			for _, cells := range rows[j*rules.SeatCount : (j+1)*rules.SeatCount] {
				cells[6] = present.BoardState(g, r.waits(g))
			}
		}
		if err := l.print(rows); err != nil {
			return err
		}
		r.printSubstitutions(&one.Rounds[i])
	}
	if len(one.Rounds) == 0 {
		return nil
	}
	fmt.Fprintln(r.Out, "Standings")
	return r.printStandings(l, one)
}

// printRound prints the current or last round, one board per line.
func (r eveningCommands) printRound(l *lister, one *pairing.Evening) error {
	head := player.Shown(one.Name, 80) + ": " + one.Summary(r.Club.Settings.Zone())
	if l.Spoken && len(one.Rounds) > 0 {
		return r.sayAll(append([]string{head}, r.roundLines(one, len(one.Rounds)-1)...))
	}
	fmt.Fprintln(r.Out, head)
	if len(one.Rounds) == 0 {
		return r.printHere(one, nil)
	}
	round := &one.Rounds[len(one.Rounds)-1]
	fmt.Fprintf(r.Out, "round %d\n", len(one.Rounds))
	l.headings = []string{"BOARD", "TABLE", "STATE", "SEATS"}
	var rows [][]string
	for i := range round.Games {
		g := &round.Games[i]
		board, number := itoa(i+1), itoa(g.Table)
		if l.tsv || !l.Terminal { // on a terminal, the headings say it
			board, number = "board "+board, "table "+number
		}
		rows = append(rows, []string{
			board, number, r.boardState(l, g), strings.Join(seatWords(one, g), " "),
		})
	}
	if err := l.print(rows); err != nil {
		return err
	}
	r.printSubstitutions(round)
	if len(round.Byes) > 0 {
		fmt.Fprintf(r.Out, "bye: %s\n", strings.Join(namesOf(round.Byes), ", "))
	}
	return nil
}

// roundLines describes a round, with a line for each board.
func (r eveningCommands) roundLines(one *pairing.Evening, at int) []string {
	round, lines := &one.Rounds[at], []string{one.RoundHead(at+1, r.Club.Settings.Zone())}
	for i := range round.Games {
		g := &round.Games[i]
		lines = append(append(lines, present.BoardLine(one, i+1, g, r.waits(g))), present.BoardRemarks(g)...)
	}
	if len(round.Byes) > 0 {
		lines = append(lines, present.SitOut(namesOf(round.Byes)))
	}
	return lines
}

// sayAll prints each line as a sentence.
func (r *request) sayAll(lines []string) error {
	for _, line := range lines {
		if err := r.say(line); err != nil {
			return err
		}
	}
	return nil
}

// boardState returns the state of a board: in words for people on a terminal, and elsewhere in the words that scripts read.
func (r eveningCommands) boardState(l *lister, g *pairing.Game) string {
	if g.State != pairing.Open && (l.tsv || !l.Terminal) {
		return g.State.String()
	}
	return present.BoardState(g, r.waits(g))
}

func (r eveningCommands) printSubstitutions(round *pairing.Played) {
	for i := range round.Games {
		for _, s := range round.Games[i].Substitutions {
			fmt.Fprintf(r.Out, "board %d: %s\n", i+1, s)
		}
	}
}

// waits reports whether the game at the table of a board has not started.
func (r eveningCommands) waits(g *pairing.Game) bool {
	line := r.Lobby.Line(r.Player.ID, table.ID(g.Table))
	return line != nil && line.Phase == table.Waiting
}

// seatWords returns a word for each seat, such as "white=Ann(1)". The points are present
// only if the game is finished.
func seatWords(one *pairing.Evening, g *pairing.Game) []string {
	words := make([]string, rules.SeatCount)
	for seat, p := range g.Seats {
		words[seat] = one.Seats[seat] + "=" + p.Shown(player.MaxNameCells)
		if g.HasScores() {
			words[seat] += "(" + rules.FormatSixths(g.Scores[seat]) + ")"
		}
	}
	return words
}

func namesOf(people []player.Player) []string {
	words := make([]string, len(people))
	for i, p := range people {
		words[i] = p.Shown(player.MaxNameCells)
	}
	return words
}

func (r eveningCommands) list(c *call) {
	l := r.lister(c, "NAME", "NUMBER", "DATE", "GAME", "METHOD", "PLAYERS", "STATE")
	l.none = "There have been no evenings yet"
	c.run = func([]string) error {
		list, err := r.Lobby.Evenings().List(r.ctx, eveningsListed)
		if err != nil {
			return err
		}
		var rows [][]string
		text, zone := "", r.Club.Settings.Zone()
		for _, one := range list {
			if l.json {
				if err := r.writeJSON(one); err != nil {
					return err
				}
				continue
			}
			name := player.Shown(one.Name, 80)
			line, cells := name+": "+one.Summary(zone), append([]string{name}, one.SummaryCells(zone)...)
			if l.Spoken {
				cells = []string{line}
			}
			text, rows = text+line+"\n", append(rows, cells)
		}
		return l.printOr(rows, text)
	}
}
