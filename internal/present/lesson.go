package present

import "quadrille/rules"

// LessonTask returns a sentence that names the seat to move and the learner's task. If
// `task` is empty, the lesson plays the move, and the sentence tells the learner to watch.
func LessonTask(f *rules.Facts, actor rules.Seat, task string) string {
	if task == "" {
		return Seat(f, actor) + " is to move. Watch."
	}
	return Seat(f, actor) + ", it is your move. " + task
}
