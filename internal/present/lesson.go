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

// LessonEnd returns a sentence that says how to go on after a lesson. The parameter `next` is the title of the next
// lesson, or empty after the last one.
func LessonEnd(next string) string {
	if next == "" {
		return "It was the last lesson. Press Enter to leave"
	}
	return "Press Enter for the next lesson: " + next
}
