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

const analysisHelp = `A line for each move as soon as it is judged: number, who moved, what he played and
what that is worth; where the strongest bot would have played something else, that too,
and what was given away. Values are in pawns, for the side that moved; won and lost
are ends that are foreseen. With --json an object a line, in hundredths of a pawn.
Ending the command ends the analysis; what was analysed lately is there at once.`

// judged is what is said of one move.
type judged struct {
	Number int    `json:"ply"`
	Seat   string `json:"seat"`
	Played string `json:"played"`
	*weighed
}

// weighed is the rest of it, where there was something to choose on the board. Values
// are in hundredths of a pawn, for the side that moved.
type weighed struct {
	Best   string `json:"best"`
	Before int    `json:"before"` // what the best is worth
	After  int    `json:"after"`  // what was played is
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
		say := r.sayJudged
		if asJSON {
			say = r.writeJudged
		}
		return relate(cmd.Context(), facts, reading, say)
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
}

// analyse has the game of a table analysed, or one with notes.
func (r tableCommands) analyse(cmd *cobra.Command, args []string) (*rules.Facts, *analysis.Subscription, error) {
	switch {
	case len(args) == 2:
		return r.analyseScore(args)
	case args[0] == "score":
		return nil, nil, errors.New("analysis score takes the number of a game with notes: help analysis has them")
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
		return nil, nil, fmt.Errorf("there is no analysis of %.40q: say analysis and the number of a table, or analysis score and that of a game with notes", args[0])
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 || n > len(assets.AnnotatedGames) || assets.AnnotatedGames[n-1].Lesson {
		return nil, nil, fmt.Errorf("%.40q is no game with notes: help analysis has their numbers", args[1])
	}
	score := &assets.AnnotatedGames[n-1]
	v, err := variants.New(score.Game, score.Options)
	if err != nil {
		return nil, nil, err
	}
	reading, err := r.Lobby.AnalyseSample(r.Player.ID, &analysis.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()})
	return v.Facts(), reading, err
}

// sampleList is the games with notes, by the numbers that they have line by line too.
func sampleList() string {
	list := "\n\nGames with notes, which nobody played here:"
	for i := range assets.AnnotatedGames {
		if s := &assets.AnnotatedGames[i]; !s.Lesson {
			list += fmt.Sprintf("\n  analysis score %d   %s", i+1, s.Title)
		}
	}
	return list
}

// relate says each move's judgement as it comes.
func relate(ctx context.Context, facts *rules.Facts, reading *analysis.Subscription, say func(*rules.Facts, *analysis.Assessment) error) error {
	for said := 0; ; {
		now, ok := reading.Take(ctx)
		if !ok {
			return errGone
		}
		for ; said < len(now.Assessments); said++ {
			if err := say(facts, &now.Assessments[said]); err != nil {
				return err
			}
		}
		if now.Err != nil || now.Complete() {
			return now.Err
		}
	}
}

func (r tableCommands) writeJudged(facts *rules.Facts, j *analysis.Assessment) error {
	one := judged{Number: j.Number, Seat: facts.SeatName(j.By), Played: j.Played}
	if j.HadChoice {
		one.weighed = &weighed{Best: j.Plain, Before: j.Before, After: j.After, Swing: j.Swing(), Depth: j.Depth}
	}
	return json.NewEncoder(r.Out).Encode(one)
}

func (r tableCommands) sayJudged(facts *rules.Facts, j *analysis.Assessment) error {
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
