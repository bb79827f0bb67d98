package plain

import (
	"context"
	"fmt"

	"quadrille/assets"
	"quadrille/internal/present"
	"quadrille/internal/service/analysis"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// study is a board for a single player. On it, the player can try moves, replay an annotated
// game or follow a lesson.
type study struct {
	score    *assets.AnnotatedGame // the annotated game or lesson; nil on a board for trying moves
	from     func()                // returns to the place where the board was opened; nil means the lobby
	lastNote int                   // number of moves at the last call of continueLesson; -1 before the lesson begins
}

// scores prints the list of lessons and annotated games.
func (rv *review) scores(string) {
	var lines []string
	for i, score := range assets.AnnotatedGames {
		what := "an annotated game"
		if score.Lesson {
			what = "a two-minute lesson"
		}
		lines = append(lines, fmt.Sprintf("Score %d: %s, %s", i+1, score.Title, what))
	}
	rv.s.read(append(lines, "To begin, type \"score\" and a number"))
}

// score opens the lesson or annotated game whose number was typed.
func (rv *review) score(rest string) {
	n, err := numbered(rest)
	switch {
	case err != nil:
		rv.s.refuse(err)
		return
	case n > int64(len(assets.AnnotatedGames)):
		rv.s.say("There is no lesson or game %d: for the list, type \"scores\"", n)
		return
	}
	rv.openScore(&assets.AnnotatedGames[n-1])
}

func (rv *review) openScore(score *assets.AnnotatedGame) {
	actions, err := played(score)
	if err != nil {
		rv.s.refuse(err)
		return
	}
	rv.openStudy(score.Game, score.Options, actions, &study{score: score, lastNote: -1})
}

// played returns the actions that have been played when the board opens. These are all
// actions of an annotated game, but none of a lesson.
func played(score *assets.AnnotatedGame) ([]rules.Action, error) {
	if score.Lesson {
		return nil, nil
	}
	return sampleOf(score).Actions()
}

// sampleOf returns an annotated game, without its notes, in the form that the analysis needs.
func sampleOf(score *assets.AnnotatedGame) *analysis.Sample {
	return &analysis.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
}

// try opens a study board with the position that the player is looking at. It refuses to do
// so during the player's game, because a study board would help them to find moves.
func (rv *review) try(string) {
	v, st := rv.s.at.table.looked(), rv.s.at.table.study
	switch {
	case v.Phase == table.Playing && st == nil && rv.s.playing.held() != 0:
		rv.s.say("You cannot try moves while you play: wait for the end of the game")
		return
	case st != nil && st.score == nil:
		rv.s.say("This is a study board already: play a move, or type \"takeback\"")
		return
	case st != nil && st.score.Lesson:
		rv.s.say("You cannot try moves in a lesson: finish the lesson, or type \"leave\"")
		return
	}
	from := func() { rv.s.at.enter(v.ID) }
	if st != nil {
		from = func() { rv.openScore(st.score) }
	}
	at := len(v.Moves)
	var actions []rules.Action
	for _, m := range v.Moves {
		actions = append(actions, m.Action)
	}
	rv.openStudy(v.Terms.Game, v.Terms.Options, actions, &study{from: func() {
		if from(); rv.s.at.table != nil && at < len(rv.s.at.table.view.Moves) {
			rv.lookAt(at)
		}
	}})
}

func (rv *review) openStudy(game string, options map[string]string, actions []rules.Action, st *study) {
	begin := analysis.Study
	if st.score != nil {
		begin = analysis.StudyToEnd
	}
	t, err := begin(rv.s.ctx, rv.s.me, game, options, actions)
	if err != nil {
		rv.s.refuse(err)
		return
	}
	rv.s.at.open(t, st)
}

// endStudy closes the study board and returns to the place from which the player opened it.
func (rv *review) endStudy() {
	st := rv.s.at.table.study
	rv.s.at.leaveTable()
	if st.from == nil {
		rv.s.lobby.greet()
		return
	}
	st.from()
}

func (rv *review) arriveAlone() {
	v, score := rv.s.at.table.view, rv.s.at.table.study.score
	switch {
	case score == nil:
		rv.s.say("Study board of %s, all seats are yours: to go back, type \"leave\"", v.Variant.Facts().Title)
		rv.s.report.tellTurn()
	case score.Lesson:
		rv.s.say("%s: to repeat the task, type \"again\"; to end the lesson, type \"leave\"", score.Title)
		rv.continueLesson()
	default:
		rv.s.say("%s: to step through the game, type \"forward\" or \"back\"; to try other moves, type \"try\"", score.Title)
		rv.lookAt(0)
	}
}

// note prints the note that follows action n of an annotated game or lesson. It prints
// nothing if a different action was played on the board.
func (rv *review) note(n int) {
	st := rv.s.at.table.study
	if st == nil || st.score == nil || n > len(st.score.Steps) {
		return
	}
	text := st.score.Opening
	if n > 0 {
		text = st.score.Steps[n-1].Note
		if rv.s.at.table.view.Moves[n-1].Plain != st.score.Steps[n-1].Action {
			return
		}
	}
	if text != "" {
		rv.s.say("%s", text)
	}
}

// lesson returns the next step of the lesson. It returns nil if the lesson is complete or if
// the board shows no lesson.
func (r *openTable) lesson() *assets.Step {
	if r.study == nil || r.study.score == nil || !r.study.score.Lesson {
		return nil
	}
	if n := len(r.view.Moves); n < len(r.study.score.Steps) {
		return &r.study.score.Steps[n]
	}
	return nil
}

// continueLesson continues a lesson after a move. It prints the note on the move, plays the
// moves that the learner does not have to play, and asks for the learner's next move.
func (rv *review) continueLesson() {
	st, n := rv.s.at.table.study, len(rv.s.at.table.view.Moves)
	if st == nil || st.score == nil || !st.score.Lesson || st.lastNote == n {
		return
	}
	if st.lastNote < n {
		rv.note(n)
	}
	st.lastNote = n
	switch step := rv.s.at.table.lesson(); {
	case step == nil && n > len(st.score.Steps):
	case step == nil:
		rv.s.say("The lesson is complete: play on, or type \"leave\"")
	case step.Prompt != "":
		rv.tellTask(step)
	default:
		if a, err := rv.wanted(); err == nil {
			rv.s.playing.play(a)
		}
	}
}

func (rv *review) again(string) {
	if step := rv.s.at.table.lesson(); step != nil {
		rv.tellTask(step)
		return
	}
	rv.s.say("There is no task: to read the last move again, type \"last\"")
}

// tellTask says which seat is to move in the lesson, and what the learner has to do.
func (rv *review) tellTask(step *assets.Step) {
	v := rv.s.at.table.view
	rv.s.say("%s", present.LessonTask(v.Variant.Facts(), v.Actor, step.Prompt))
}

func (rv *review) wanted() (rules.Action, error) {
	v := rv.s.at.table.view
	return rules.ParsePlain(v.Variant.Facts(), v.Actor, rv.s.at.table.lesson().Action)
}

// notInLesson returns a sentence that refuses a command if it plays a move that the
// lesson does not ask for. Otherwise it returns "".
func (rv *review) notInLesson(a table.Command) string {
	step := rv.s.at.table.lesson()
	if step == nil || a.Kind != table.Play {
		return ""
	}
	if wanted, err := rv.wanted(); err != nil || a.Action == wanted {
		return ""
	}
	return "Not this move: the lesson continues with " + step.Action
}

// stop stops t if it is the table of a study board. Otherwise st is nil, and stop does
// nothing.
func (st *study) stop(ctx context.Context, t *live.Table) {
	if st != nil {
		_ = t.Stop(context.WithoutCancel(ctx))
	}
}
