package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"quadrille/assets"
	"quadrille/internal/present"
	"quadrille/internal/service/analysis"
	"quadrille/internal/service/view"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// assessedMove is the JSON form of the assessment of a move.
type assessedMove struct {
	Number int    `json:"ply"`
	Seat   string `json:"seat"`
	Played string `json:"played"`
	*evaluations
}

// evaluations compares the move that was played with the best move. Before, After and Swing
// are in hundredths of a pawn, from the point of view of the player who moved. A forced move
// has no evaluations.
type evaluations struct {
	Best   string `json:"best"`
	Before int    `json:"before"` // evaluation of the best move
	After  int    `json:"after"`  // evaluation of the move that was played
	Swing  int    `json:"swing"`
	Depth  int    `json:"depth"`

	ScoreBefore float64 `json:"score_before"` // expected score with the best move, from 0 to 1
	ScoreAfter  float64 `json:"score_after"`
	Judgement   string  `json:"judgement"`
}

func (r tableCommands) analysis(c *call) {
	l := r.lister(c, "MOVE", "SEAT", "PLAYED", "VALUE", "SCORE", "BEST", "BEST VALUE", "BEST SCORE", "JUDGEMENT")
	c.run = func(args []string) error {
		facts, reading, err := r.analyse(args)
		if err != nil {
			return err
		}
		defer reading.Close()
		if l.json {
			return r.encodeAll(r.ctx, facts, reading)
		}
		return r.printAll(l, facts, reading)
	}
}

// analyse starts the analysis of a table's game or of an annotated game.
func (r tableCommands) analyse(args []string) (*rules.Facts, *analysis.Subscription, error) {
	switch {
	case len(args) == 2:
		return r.analyseScore(args)
	case args[0] == "score":
		return nil, nil, errors.New("\"analysis score\" needs a number; \"help analysis\" lists annotated games")
	}
	t, err := r.find(args[0])
	if err != nil {
		return nil, nil, err
	}
	v := t.View()
	reading, err := r.Lobby.Analyse(r.ctx, r.Player.ID, v.ID, 0)
	return v.Variant.Facts(), reading, err
}

func (r tableCommands) analyseScore(args []string) (*rules.Facts, *analysis.Subscription, error) {
	if args[0] != "score" {
		return nil, nil, fmt.Errorf("unknown word %.40q; run \"analysis N\", or \"analysis score N\" for annotated games", args[0])
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 || n > len(assets.AnnotatedGames) || assets.AnnotatedGames[n-1].Lesson {
		return nil, nil, fmt.Errorf("no annotated game %.40q; run \"help analysis\" to list them", args[1])
	}
	score := &assets.AnnotatedGames[n-1]
	v, err := variants.New(score.Game, score.Options)
	if err != nil {
		return nil, nil, err
	}
	sample := &analysis.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
	reading, err := r.Lobby.AnalyseSample(r.ctx, r.Player.ID, sample, 0)
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

// encodeAll prints each assessment as JSON as soon as it is ready.
func (r tableCommands) encodeAll(ctx context.Context, facts *rules.Facts, reading *analysis.Subscription) error {
	for printed := 0; ; {
		now, ok := reading.Take(ctx)
		if !ok {
			return errStopping
		}
		r.printPlace(&now)
		for ; printed < len(now.Assessments); printed++ {
			if err := r.encodeAssessment(facts, &now.Assessments[printed]); err != nil {
				return err
			}
		}
		if now.Err != nil || now.Complete() {
			return now.Err
		}
	}
}

// printPlace prints the place of an analysis in the queue, until it begins.
func (r tableCommands) printPlace(now *view.Analysis) {
	if now.Place > 0 {
		_, _ = fmt.Fprintln(r.Err, present.AnalysisProgress(now)+".")
	}
}

func (r tableCommands) encodeAssessment(facts *rules.Facts, j *view.Assessment) error {
	one := assessedMove{Number: j.Number, Seat: facts.SeatName(j.By), Played: j.Played}
	if j.HadChoice {
		one.evaluations = &evaluations{
			Best: j.Plain, Before: j.Before, After: j.After, Swing: j.Swing(), Depth: j.Depth,
			ScoreBefore: rounded(j.ScoreBefore), ScoreAfter: rounded(j.ScoreAfter), Judgement: j.Judgement.String(),
		}
	}
	return json.NewEncoder(r.Out).Encode(one)
}

// rounded rounds a score to three decimals.
func rounded(score float64) float64 { return math.Round(1000*score) / 1000 }

// printAll waits until the analysis is complete, and prints the turning points and all
// moves.
func (r tableCommands) printAll(l *lister, facts *rules.Facts, reading *analysis.Subscription) error {
	var now view.Analysis
	for !now.Complete() || now.Moves == 0 {
		newer, ok := reading.Take(r.ctx)
		if !ok {
			return errStopping
		}
		if now = newer; now.Err != nil {
			return now.Err
		}
		r.printPlace(&now)
	}
	head := "Turning points:"
	if now.Count(view.Mistake) == 0 {
		head = present.NoMistakes + "."
	}
	var all []*view.Assessment
	for i := range now.Assessments {
		all = append(all, &now.Assessments[i])
	}
	if !l.tsv { // the rows of the moves contain the turning points
		if err := printAssessments(l, head, facts, now.TurningPoints()); err != nil {
			return err
		}
	}
	return printAssessments(l, "Moves:", facts, all)
}

// printAssessments prints a table of assessments below a heading.
func printAssessments(l *lister, head string, facts *rules.Facts, list []*view.Assessment) error {
	var rows [][]string
	text := ""
	for _, j := range list {
		text += "  " + assessmentLine(facts, j) + "\n"
		cells := []string{itoa(j.Number), facts.SeatName(j.By), j.Played + j.Judgement.Mark()}
		if j.HadChoice {
			cells = append(cells, view.FormatValue(j.After), view.FormatScore(j.ScoreAfter), j.Plain, view.FormatValue(j.Before),
				view.FormatScore(j.ScoreBefore), j.Judgement.String())
		}
		rows = append(rows, cells)
	}
	if !l.tsv {
		if _, err := fmt.Fprintln(l.Out, head); err != nil {
			return err
		}
	}
	return l.printOr(rows, text)
}

func assessmentLine(facts *rules.Facts, j *view.Assessment) string {
	head := fmt.Sprintf("%d %s ", j.Number, facts.SeatName(j.By))
	if !j.HadChoice {
		return head + j.Played
	}
	return head + present.Assessed(j.Played, j.Plain, j)
}
