package pairing

import (
	"encoding/json"
	"io"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// The following types define the form of an evening in JSON. Points are given in sixths.
type (
	eveningJSON struct {
		Evening   int64          `json:"evening"`
		Name      string         `json:"name"`
		Form      string         `json:"form"`
		Game      string         `json:"game"`
		Started   time.Time      `json:"started"`
		Ended     *time.Time     `json:"ended"`
		Present   []string       `json:"present"`
		Rounds    []roundJSON    `json:"rounds"`
		Standings []standingJSON `json:"standings"`
	}
	roundJSON struct {
		Started time.Time   `json:"started"`
		Boards  []boardJSON `json:"boards"`
		Byes    []string    `json:"byes"`
	}
	boardJSON struct {
		Table  int64                   `json:"table"`
		State  string                  `json:"state"`
		Seats  [rules.SeatCount]string `json:"seats"`
		Names  [rules.SeatCount]string `json:"names"`
		Sixths [rules.SeatCount]int    `json:"sixths"`
		Reason string                  `json:"reason"`
		// Substitutions name the players who were replaced before the game started.
		Substitutions []substitutionJSON `json:"substitutions,omitempty"`
	}
	substitutionJSON struct {
		Out string `json:"out"`
		In  string `json:"in"`
	}
	standingJSON struct {
		Place   int    `json:"place"` // 0 if the person has no place
		Name    string `json:"name"`
		Sixths  int    `json:"sixths"`
		Games   int    `json:"games"`
		Won     int    `json:"won"`
		Byes    int    `json:"byes"`
		Present bool   `json:"present"`
	}
)

// WriteJSON writes the evening as a JSON object.
func (e *Evening) WriteJSON(w io.Writer) error {
	j := eveningJSON{
		Evening: int64(e.Number), Name: e.Name, Form: string(e.Method), Game: e.Game,
		Started: e.Started, Present: namesOf(e.Present()), Rounds: []roundJSON{}, Standings: []standingJSON{},
	}
	if !e.Over.IsZero() {
		j.Ended = &e.Over
	}
	for i := range e.Rounds {
		round := roundJSON{Started: e.Rounds[i].At, Boards: []boardJSON{}, Byes: namesOf(e.Rounds[i].Byes)}
		for _, g := range e.Rounds[i].Games {
			round.Boards = append(round.Boards, boardOf(e, &g))
		}
		j.Rounds = append(j.Rounds, round)
	}
	for _, s := range e.Standings() {
		j.Standings = append(
			j.Standings,
			standingJSON{s.Place, player.ShownName(s.Player.Name, player.MaxNameCells), s.Points, s.Games, s.Won, s.Byes, s.Present},
		)
	}
	return json.NewEncoder(w).Encode(j)
}

func namesOf(people []player.Player) []string {
	words := make([]string, len(people))
	for i, p := range people {
		words[i] = p.Shown(player.MaxNameCells)
	}
	return words
}

func boardOf(one *Evening, g *Game) boardJSON {
	b := boardJSON{Table: g.Table, State: g.State.String(), Seats: one.Seats, Reason: g.Reason}
	for seat, p := range g.Seats {
		b.Names[seat] = player.ShownName(p.Name, player.MaxNameCells)
		b.Sixths[seat] = int(g.Scores[seat])
	}
	for _, s := range g.Substitutions {
		b.Substitutions = append(b.Substitutions, substitutionJSON{shown(s.Out), shown(s.In)})
	}
	return b
}
