package plain

import (
	"context"
	"fmt"

	"quadrille/assets"
	"quadrille/internal/analysis"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// study is what a board of one's own is for: to try moves, to hear a game with
// notes, or to be led through a first one.
type study struct {
	score *assets.AnnotatedGame // nil to try moves
	from  func()                // goes back to where it was begun; nil for the lobby
	told  int                   // how many actions the notes have been told of; -1 before the first
}

// scores tells the lessons and the games with notes.
func (rv *review) scores(string) {
	var lines []string
	for i, score := range assets.AnnotatedGames {
		what := "a game with notes"
		if score.Lesson {
			what = "a lesson of two minutes"
		}
		lines = append(lines, fmt.Sprintf("Score %d: %s, %s", i+1, score.Title, what))
	}
	rv.s.read(append(lines, "Say score and a number to begin"))
}

// score opens one of them.
func (rv *review) score(rest string) {
	n, err := numbered(rest)
	switch {
	case err != nil:
		rv.s.refuse(err)
		return
	case n > int64(len(assets.AnnotatedGames)):
		rv.s.say("There is no score %d: say scores to hear which there are", n)
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
	rv.openStudy(score.Game, score.Options, actions, &study{score: score, told: -1})
}

// played is what has been played when a score is opened: nothing of a lesson, all
// of a game with notes.
func played(score *assets.AnnotatedGame) ([]rules.Action, error) {
	if score.Lesson {
		return nil, nil
	}
	return sampleOf(score).Actions()
}

// sampleOf is a score without its notes.
func sampleOf(score *assets.AnnotatedGame) *analysis.Sample {
	return &analysis.Sample{Title: score.Title, Game: score.Game, Options: score.Options, Plain: score.Plain()}
}

// try opens a board of one's own with what is looked at. Who plays has none: it
// would tell him what he is to find out by himself.
func (rv *review) try(string) {
	v, st := rv.s.at.room.looked(), rv.s.at.room.study
	switch {
	case v.Phase == table.Playing && st == nil && rv.s.playing.held() != 0:
		rv.s.say("Who plays here cannot try moves here: wait for the end of the game")
		return
	case st != nil && st.score == nil:
		rv.s.say("This is a board of your own already: play on, or run takeback")
		return
	case st != nil && st.score.Lesson:
		rv.s.say("Moves cannot be tried in a lesson: go on with it, or say leave")
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
		if from(); rv.s.at.room != nil && at < len(rv.s.at.room.view.Moves) {
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
	rv.s.at.goIn(t, st)
}

// endStudy closes the board and goes back to where it was opened.
func (rv *review) endStudy() {
	st := rv.s.at.room.study
	rv.s.at.leaveRoom()
	if st.from == nil {
		rv.s.lobby.greetHall()
		return
	}
	st.from()
}

// arriveAlone tells of a board of one's own.
func (rv *review) arriveAlone() {
	v, score := rv.s.at.room.view, rv.s.at.room.study.score
	switch {
	case score == nil:
		rv.s.say("A board of your own, of %s, with all seats yours: say leave to go back", v.Variant.Facts().Title)
		rv.s.report.tellTurn()
	case score.Lesson:
		rv.s.say("%s: say leave to end it, and again to hear again what you are asked", score.Title)
		rv.goOnWithLesson()
	default:
		rv.s.say("%s: say forward and back to go through it, and try to play on by yourself", score.Title)
		rv.lookAt(0)
	}
}

// note tells what a score says of the position after n actions, as long as they
// are its own.
func (rv *review) note(n int) {
	st := rv.s.at.room.study
	if st == nil || st.score == nil || n > len(st.score.Steps) {
		return
	}
	text := st.score.Opening
	if n > 0 {
		text = st.score.Steps[n-1].Note
		if rv.s.at.room.view.Moves[n-1].Plain != st.score.Steps[n-1].Action {
			return
		}
	}
	if text != "" {
		rv.s.say("%s", text)
	}
}

// lesson is the next step of a lesson, nil where there is none.
func (r *room) lesson() *assets.Step {
	if r.study == nil || r.study.score == nil || !r.study.score.Lesson {
		return nil
	}
	if n := len(r.view.Moves); n < len(r.study.score.Steps) {
		return &r.study.score.Steps[n]
	}
	return nil
}

// goOnWithLesson tells what there is to tell of what was played, plays what nobody
// is asked for, and asks for the next move.
func (rv *review) goOnWithLesson() {
	st, n := rv.s.at.room.study, len(rv.s.at.room.view.Moves)
	if st == nil || st.score == nil || !st.score.Lesson || st.told == n {
		return
	}
	if st.told < n {
		rv.note(n)
	}
	st.told = n
	switch step := rv.s.at.room.lesson(); {
	case step == nil && n > len(st.score.Steps):
	case step == nil:
		rv.s.say("That was the lesson: play on if you like, or say leave")
	case step.Prompt != "":
		rv.s.say("%s", step.Prompt)
	default:
		if a, err := rv.wanted(); err == nil {
			rv.s.playing.play(a)
		}
	}
}

// again tells once more what a lesson asks for.
func (rv *review) again(string) {
	if step := rv.s.at.room.lesson(); step != nil {
		rv.s.say("%s", step.Prompt)
		return
	}
	rv.s.say("Nobody asks you for anything: say last to hear the last action again")
}

func (rv *review) wanted() (rules.Action, error) {
	v := rv.s.at.room.view
	return rules.ParsePlain(v.Variant.Facts(), v.Actor, rv.s.at.room.lesson().Action)
}

// besideLesson is why an act is not what a lesson asks for; empty if it is, or
// there is none.
func (rv *review) besideLesson(a table.Command) string {
	step := rv.s.at.room.lesson()
	if step == nil || a.Kind != table.Play {
		return ""
	}
	if wanted, err := rv.wanted(); err != nil || a.Action == wanted {
		return ""
	}
	return "That is something else: this lesson goes on with " + step.Action
}

// stop closes the board; there is nothing to store.
func (st *study) stop(ctx context.Context, t *live.Table) {
	if st != nil {
		_ = t.Stop(context.WithoutCancel(ctx))
	}
}
