package present

import (
	"quadrille/assets"
	"quadrille/internal/table"
	"quadrille/rules"
)

const lessonComplete = "Lesson complete"

// step returns the next step of a lesson, or nil if there is none.
func (t *Table) step() *assets.Step {
	if n := len(t.View.Moves); t.Viewer.Board == Lesson && n < len(t.Viewer.Score.Steps) {
		return &t.Viewer.Score.Steps[n]
	}
	return nil
}

// LessonOver reports whether all steps of a lesson have been played.
func (t *Table) LessonOver() bool { return t.Viewer.Board == Lesson && t.step() == nil }

// LessonMove returns the command for the move that a lesson plays next, or nil if it waits for the
// learner's move.
func (t *Table) LessonMove() (*table.Command, error) {
	step := t.step()
	if step == nil || step.Prompt != "" {
		return nil, nil
	}
	a, err := rules.ParsePlain(t.facts(), t.View.Actor, step.Action)
	return &table.Command{Kind: table.Play, Seat: t.View.Actor, Action: a, Answers: len(t.View.Moves)}, err
}

// LessonTask returns the task of the next step of a lesson, or "" if there is none.
func (t *Table) LessonTask() string {
	if step := t.step(); step != nil {
		return LessonTask(t.facts(), t.View.Actor, step.Prompt)
	}
	return ""
}

// LessonTask returns a sentence that names the seat to move and the learner's task. If
// `task` is empty, the lesson plays the move, and the sentence tells the learner to watch.
func LessonTask(f *rules.Facts, actor rules.Seat, task string) string {
	if task == "" {
		return Seat(f, actor) + " is to move. Watch."
	}
	return Seat(f, actor) + ", it is your move. " + task
}

// Refuses says why a board of one person does not take a command of that person: an annotated game can only be read, and a
// lesson asks for one move. It returns "" for other commands, which the table answers.
func (t *Table) Refuses(c *table.Command) string {
	switch {
	case t.Viewer.Score == nil:
		return ""
	case c.Kind == table.OfferTakeback:
		return readOnly
	case c.Kind != table.Play:
		return ""
	}
	if why := t.CannotMove(); why != "" {
		return why
	}
	wanted := t.step().Action
	switch next, err := rules.ParsePlain(t.facts(), t.View.Actor, wanted); {
	case err != nil:
		return err.Error()
	case c.Action == next:
		return ""
	}
	return "the lesson continues with another move: " + wanted
}

// LessonEnd returns a sentence that says how to go on after a lesson. The parameter `next` is the title of the next
// lesson, or empty after the last one.
func LessonEnd(next string) string {
	if next == "" {
		return "It was the last lesson. Press Enter to leave"
	}
	return "Press Enter for the next lesson: " + next
}
