package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"quadrille/assets"
	"quadrille/internal/analysis"
	"quadrille/rules"
	"quadrille/rules/variants"
)

const analysisHelp = `Prints a line for each move: number, seat, move and its evaluation. If the
strongest bot would have played another move, the line has that move, its
evaluation and the difference. Evaluations are in pawns, for the side that
moved; won and lost are forced. With --json, prints one object a line, with
evaluations in hundredths of a pawn. Interrupt the command to stop the analysis.
Recent analyses are printed at once.`

// assessedMove is the JSON form of an assessment.
type assessedMove struct {
	Number int    `json:"ply"`
	Seat   string `json:"seat"`
	Played string `json:"played"`
	*evaluations
}

// The evaluations are absent for forced moves. They are in hundredths of a pawn, for the
// side that moved.
type evaluations struct {
	Best   string `json:"best"`
	Before int    `json:"before"` // after the best move
	After  int    `json:"after"`  // after the move that was played
	Swing  int    `json:"swing"`
	Depth  int    `json:"depth"`
}

func (r tableCommands) analysis(c *cobra.Command) {
	var asJSON bool
	c.RunE = func(cmd *cobra.Command, args []string) error {
		facts, reading, err := r.analyse(cmd, args)
		if err != nil {
			return err
		}
		defer reading.Close()
		print := r.printAssessment
		if asJSON {
			print = r.encodeAssessment
		}
		return printAll(cmd.Context(), facts, reading, print)
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

// analyse starts the analysis of a table's game or of an annotated game.
func (r tableCommands) analyse(cmd *cobra.Command, args []string) (*rules.Facts, *analysis.Subscription, error) {
	switch {
	case len(args) == 2:
		return r.analyseScore(args)
	case args[0] == "score":
		return nil, nil, errors.New("analysis score needs a number; run help analysis to list annotated games")
	}
	t, err := r.find(cmd, args[0])
	if err != nil {
		return nil, nil, err
	}
	v := t.View()
	reading, err := r.Lobby.Analyse(cmd.Context(), r.Player.ID, v.ID)
	return v.Variant.Facts(), reading, err
}

func (r tableCommands) analyseScore(args []string) (*rules.Facts, *analysis.Subscription, error) {
	if args[0] != "score" {
		return nil, nil, fmt.Errorf("no analysis %.40q; run analysis N, or analysis score N for an annotated game", args[0])
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 || n > len(assets.AnnotatedGames) || assets.AnnotatedGames[n-1].Lesson {
		return nil, nil, fmt.Errorf("no annotated game %.40q; run help analysis to list them", args[1])
	}
	score := &assets.AnnotatedGames[n-1]
	v, err := variants.New(score.Game, score.Options)
	if err != nil {
		return nil, nil, err
	}
	reading, err := r.Lobby.AnalyseSample(r.Player.ID, &analysis.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()})
	return v.Facts(), reading, err
}

// sampleList lists the annotated games with their numbers.
func sampleList() string {
	list := "\n\nAnnotated games:"
	for i := range assets.AnnotatedGames {
		if s := &assets.AnnotatedGames[i]; !s.Lesson {
			list += fmt.Sprintf("\n  analysis score %d   %s", i+1, s.Title)
		}
	}
	return list
}

// printAll prints each assessment when it is ready.
func printAll(ctx context.Context, facts *rules.Facts, reading *analysis.Subscription, print func(*rules.Facts, *analysis.Assessment) error) error {
	for printed := 0; ; {
		now, ok := reading.Take(ctx)
		if !ok {
			return errStopping
		}
		for ; printed < len(now.Assessments); printed++ {
			if err := print(facts, &now.Assessments[printed]); err != nil {
				return err
			}
		}
		if now.Err != nil || now.Complete() {
			return now.Err
		}
	}
}

func (r tableCommands) encodeAssessment(facts *rules.Facts, j *analysis.Assessment) error {
	one := assessedMove{Number: j.Number, Seat: facts.SeatName(j.By), Played: j.Played}
	if j.HadChoice {
		one.evaluations = &evaluations{Best: j.Plain, Before: j.Before, After: j.After, Swing: j.Swing(), Depth: j.Depth}
	}
	return json.NewEncoder(r.Out).Encode(one)
}

func (r tableCommands) printAssessment(facts *rules.Facts, j *analysis.Assessment) error {
	line := fmt.Sprintf("%d %s %s", j.Number, facts.SeatName(j.By), j.Played)
	if j.HadChoice {
		line += " " + analysis.FormatValue(j.After)
	}
	if j.HadChoice && !j.PlayedBest() {
		line += fmt.Sprintf(" best %s %s gave away %s", j.Plain, analysis.FormatValue(j.Before), j.SwingText())
	}
	_, err := fmt.Fprintln(r.Out, line)
	return err
}
