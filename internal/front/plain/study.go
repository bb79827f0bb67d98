package plain

import (
	"context"
	"fmt"
	"slices"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/analysis"
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

// viewer returns the person for whom the table is described.
func (st *study) viewer(id player.ID) present.Viewer {
	if st == nil {
		return present.Viewer{ID: id}
	}
	return present.Student(id, st.score)
}

// scores prints the list of lessons and annotated games, and which lessons are complete.
func (s *session) scores(string) {
	complete, err := s.completeLessons()
	if err != nil {
		s.refuse(err)
	}
	var lines []string
	for i, score := range assets.AnnotatedGames {
		what := "an annotated game"
		if score.Lesson {
			what = "a two-minute lesson"
		}
		if slices.Contains(complete, score.Title) {
			what += ", complete"
		}
		lines = append(lines, fmt.Sprintf("Score %d: %s, %s", i+1, score.Title, what))
	}
	s.read(append(lines, "To begin, type \"score\" and a number"))
}

// completeLessons returns the titles of the lessons that the player has completed.
func (s *session) completeLessons() ([]string, error) {
	if s.Lessons == nil {
		return nil, nil
	}
	return s.Lessons.Lessons(s.ctx, s.me.ID)
}

// storeLesson stores that a lesson is complete.
func (s *session) storeLesson(title string) {
	if s.Lessons == nil {
		return
	}
	if err := s.Lessons.CompleteLesson(s.ctx, s.me.ID, title); err != nil {
		s.refuse(err)
	}
}

// score opens the lesson or annotated game whose number was typed.
func (s *session) score(rest string) {
	n, err := numbered(rest)
	switch {
	case err != nil:
		s.refuse(err)
		return
	case n > int64(len(assets.AnnotatedGames)):
		s.say("There is no lesson or game %d: for the list, type \"scores\"", n)
		return
	}
	s.openScore(&assets.AnnotatedGames[n-1])
}

func (s *session) openScore(score *assets.AnnotatedGame) {
	actions, err := played(score)
	if err != nil {
		s.refuse(err)
		return
	}
	s.openStudy(score.Game, score.Options, actions, &study{score: score, lastNote: -1})
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

// try opens an analysis board with the position that the player is looking at. It refuses to do
// so during the player's game, because an analysis board would help them to find moves.
func (s *session) try(string) {
	v, st := s.table.looked(), s.table.study
	if why := s.described().CannotAnalyse(); why != "" {
		s.say("%s", why)
		return
	}
	at := len(v.Moves)
	var actions []rules.Action
	for _, m := range v.Moves {
		actions = append(actions, m.Action)
	}
	from := func() { s.enterTable(v.ID) }
	switch {
	case st == nil:
	case st.score.Lesson:
		from = func() { s.openStudy(st.score.Game, st.score.Options, actions, &study{score: st.score, lastNote: -1}) }
	default:
		from = func() { s.openScore(st.score) }
	}
	s.openStudy(v.Terms.Game, v.Terms.Options, actions, &study{from: func() {
		if from(); s.table != nil && at < len(s.table.view.Moves) {
			s.lookAt(at)
		}
	}})
}

func (s *session) openStudy(game string, options map[string]string, actions []rules.Action, st *study) {
	begin := live.Study
	if st.score != nil {
		begin = live.StudyToEnd
	}
	t, err := begin(s.ctx, s.me, game, options, actions)
	if err != nil {
		s.refuse(err)
		return
	}
	s.openTable(t, st)
}

// endStudy closes the analysis board and returns to the place from which the player opened it.
func (s *session) endStudy() {
	st := s.table.study
	s.leaveTable()
	if st.from == nil {
		s.greet()
		return
	}
	st.from()
}

func (s *session) arriveAlone() {
	v, score := s.table.view, s.table.study.score
	switch {
	case score == nil:
		s.say("Analysis board of %s, all seats are yours: to go back, type \"leave\"", v.Variant.Facts().Title)
		s.tell((*teller).tellTurn)
	case score.Lesson:
		s.say("%s: to repeat the task, type \"again\"; to end the lesson, type \"leave\"", score.Title)
		s.continueLesson()
	default:
		s.say("%s: to step through the game, type \"forward\" or \"back\"; to try other moves, type \"try\"", score.Title)
		s.lookAt(0)
	}
}

// note prints the note that follows action n of an annotated game or lesson. It prints
// nothing if a different action was played on the board.
func (s *session) note(n int) {
	st := s.table.study
	if st == nil || st.score == nil || n > len(st.score.Steps) {
		return
	}
	text := st.score.Opening
	if n > 0 {
		text = st.score.Steps[n-1].Note
		if s.table.view.Moves[n-1].Plain != st.score.Steps[n-1].Action {
			return
		}
	}
	if text != "" {
		s.say("%s", text)
	}
}

// continueLesson continues a lesson after a move. It prints the note on the move, plays the
// moves that the learner does not have to play, and asks for the learner's next move.
func (s *session) continueLesson() {
	st, n := s.table.study, len(s.table.view.Moves)
	if st == nil || st.score == nil || !st.score.Lesson || st.lastNote == n {
		return
	}
	if st.lastNote < n {
		s.note(n)
	}
	st.lastNote = n
	at := s.described()
	switch c, err := at.LessonMove(); {
	case at.LessonOver():
		s.say("%s. Type \"leave\"", at.Status())
		s.storeLesson(st.score.Title)
	case c == nil:
		s.say("%s", at.LessonTask())
	case err != nil:
		s.refuse(err)
	default:
		s.send(*c)
	}
}

func (s *session) again(string) {
	if task := s.described().LessonTask(); task != "" {
		s.say("%s", task)
		return
	}
	s.say("There is no task: to read the last move again, type \"last\"")
}

// stop stops t if it is the table of an analysis board. Otherwise st is nil, and stop does
// nothing.
func (st *study) stop(ctx context.Context, t *live.Table) {
	if st != nil {
		_ = t.Stop(context.WithoutCancel(ctx))
	}
}
