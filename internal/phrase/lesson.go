package phrase

import "quadrille/rules"

// LessonTask says whose turn it is in a lesson and what the learner should do. task is empty
// if the lesson plays the move.
func LessonTask(f *rules.Facts, actor rules.Seat, task string) string {
	if task == "" {
		return Seat(f, actor) + " is to move. Watch."
	}
	return Seat(f, actor) + ", it is your move. " + task
}
