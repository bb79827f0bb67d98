package phrase

import "quadrille/rules"

// LessonTask returns a sentence with the seat to move in a lesson and the learner's task.
// task is empty if the lesson plays the move.
func LessonTask(f *rules.Facts, actor rules.Seat, task string) string {
	if task == "" {
		return Seat(f, actor) + " is to move. Watch."
	}
	return Seat(f, actor) + ", it is your move. " + task
}
