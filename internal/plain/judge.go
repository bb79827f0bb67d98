package plain

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/analysis"
	"quadrille/internal/phrase"
	"quadrille/internal/phrase/moves"
	"quadrille/internal/table"
	"quadrille/rules"
)

// judging is the analysis of the game at a table, as far as it has come.
type judging struct {
	news <-chan analysis.Analysis
	now  analysis.Analysis
	stop context.CancelFunc
}

// slip is what a move gives away, in hundredths of a pawn, to be gone to.
const slip = 100

// judgeCommands are about the analysis of a game that is over.
func judgeCommands(s *session) []command {
	return []command{
		{names: []string{"analysis"}, usage: "[stop]", line: "has a game that is over, or one with notes, analysed: then looking back tells what the strongest bot would have played", do: s.review.analysis},
		{names: []string{"slip"}, line: "looks at the next action that gave away a pawn or more, once there is an analysis", do: s.review.slip},
	}
}

// judged is where news of the analysis come from.
func (r *room) judged() <-chan analysis.Analysis {
	if r == nil || r.judging == nil {
		return nil
	}
	return r.judging.news
}

// analysis asks for one, tells how far it has come, or has enough of it.
func (rv *review) analysis(rest string) {
	r := rv.s.at.room
	switch word := strings.ToLower(rest); {
	case word != "" && word != "stop":
		rv.s.say("Say analysis, or analysis stop")
	case r.study != nil && r.study.score == nil:
		rv.s.say("A board of your own is not analysed: only games with notes, and those that were played here to their end")
	case r.study != nil && r.study.score.Lesson:
		rv.s.say("A lesson is not analysed: only games with notes, and those that were played here to their end")
	case word == "stop" && r.judging == nil, word == "" && r.judging != nil:
		rv.tellAnalysis()
	case word == "stop":
		r.judging.stop()
		r.judging = nil
		rv.s.say("The analysis is put away")
	default:
		rv.askAnalysis()
	}
}

func (rv *review) askAnalysis() {
	reading, err := rv.analyse()
	if err != nil {
		rv.s.refuse(err)
		return
	}
	ctx, cancel := context.WithCancel(rv.s.ctx)
	context.AfterFunc(ctx, reading.Close)
	rv.s.at.room.judging = &judging{news: pump(ctx, rv.s, "an analysis", reading.Take), stop: cancel}
	rv.s.say("The game is being analysed: say analysis to hear how far that is, and slip to go to what gave something away")
}

// analyse has the game at this table analysed, or the one with notes.
func (rv *review) analyse() (*analysis.Subscription, error) {
	if st := rv.s.at.room.study; st != nil {
		return rv.s.Lobby.AnalyseSample(rv.s.me.ID, sampleOf(st.score))
	}
	return rv.s.Lobby.Analyse(rv.s.ctx, rv.s.me.ID, rv.s.at.room.view.ID)
}

// analysisNews takes what is new, and tells its end.
func (rv *review) analysisNews(now analysis.Analysis, more bool) {
	j := rv.s.at.room.judging
	switch {
	case !more:
		j.news = nil
	case now.Err != nil:
		j.stop()
		rv.s.at.room.judging = nil
		rv.s.refuse(now.Err)
	default:
		whole := j.now.Moves > 0 && j.now.Complete()
		if j.now = now; now.Complete() && !whole {
			rv.tellAnalysis()
		}
	}
}

func (rv *review) tellAnalysis() {
	j := rv.s.at.room.judging
	if j == nil {
		rv.s.say("There is no analysis: say analysis to have one")
		return
	}
	slips := 0
	for i := range j.now.Assessments {
		if j.now.Assessments[i].Swing() >= slip {
			slips++
		}
	}
	if j.now.Moves > 0 && j.now.Complete() {
		rv.s.say("The analysis is complete: %s gave away a pawn or more", phrase.Count(slips, "action"))
		return
	}
	rv.s.say("%d of %s are analysed: %s so far gave away a pawn or more", len(j.now.Assessments), phrase.Count(j.now.Moves, "action"), phrase.Count(slips, "action"))
}

// slip goes to the next action that gave something away, after the last to the first.
func (rv *review) slip(string) {
	j := rv.s.at.room.judging
	if j == nil {
		rv.tellAnalysis()
		return
	}
	at, moves := len(rv.s.at.room.looked().Moves), rv.s.at.room.view.Moves
	for i := range moves {
		k := (at+i)%len(moves) + 1
		if said := j.now.At(moves, k); said != nil && said.Swing() >= slip {
			rv.lookAt(k)
			return
		}
	}
	rv.tellAnalysis()
}

// tellJudgement tells what the analysis says of the n-th action, if it has come so far.
func (rv *review) tellJudgement(n int) {
	if rv.s.at.room.judging == nil {
		return
	}
	j := rv.s.at.room.judging.now.At(rv.s.at.room.view.Moves, n)
	if j == nil {
		return
	}
	who := phrase.Seat(rv.s.at.room.view.Variant.Facts(), j.By)
	if j.PlayedBest() || worth(j.After) == worth(j.Before) {
		rv.s.say("Nothing better was found: %s stands %s", who, worth(j.After))
		return
	}
	rv.s.say("With it %s stands %s; better was %s, %s", who, worth(j.After), rv.better(n, j), worth(j.Before))
}

// better is what should have been played instead of the n-th action.
func (rv *review) better(n int, j *analysis.Assessment) string {
	v, then := rv.s.at.room.view, asItStood(rv.s.at.room.view, n-1)
	if j.Best.Type == rules.ChooseArmy {
		return "to keep " + phrase.Seat(v.Variant.Facts(), j.Best.Seat)
	}
	d := moves.Played{Move: table.MoveView{Seat: then.Position.Turn, By: j.By, Action: j.Best}, Variant: v.Variant, Before: then.Position}
	d.Effects = v.Variant.Apply(&d.After, &d.Before, j.Best)
	way := rv.s.board.way(&d)
	if strings.HasPrefix(way, rv.s.report.square(j.Best.To)) {
		way = "to " + way
	}
	return then.Position.Board[j.Best.From].Kind().Name() + " " + rv.s.report.square(j.Best.From) + " " + way
}

// worth is a value in words.
func worth(value int) string {
	switch pawns := fmt.Sprintf("%.1f pawns", float64(max(value, -value))/100); {
	case value > analysis.Decided:
		return "to win"
	case value < -analysis.Decided:
		return "to lose"
	case value > -5 && value < 5:
		return "even"
	case value > 0:
		return pawns + " ahead"
	default:
		return pawns + " behind"
	}
}
