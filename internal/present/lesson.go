package present

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// LessonTask returns a sentence that names the seat to move and the learner's task. If
// `task` is empty, the lesson plays the move, and the sentence tells the learner to watch.
func LessonTask(f *rules.Facts, actor rules.Seat, task string) string {
	if task == "" {
		return Seat(f, actor) + " is to move. Watch."
	}
	return Seat(f, actor) + ", it is your move. " + task
}

// NotInLesson says why an action is not the next one of a lesson, which is `wanted` in plain notation. It returns "" if it is.
// The parameter `task` is the learner's task, or empty if the lesson plays the move.
func NotInLesson(v *table.View, a rules.Action, wanted, task string) string {
	next, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, wanted)
	switch {
	case err != nil:
		return err.Error()
	case a == next:
		return ""
	case task == "":
		return "the others are moving; wait for your turn"
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
