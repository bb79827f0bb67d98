package kit

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// LessonsMsg carries the titles of the completed lessons that are stored for the player.
type LessonsMsg struct{ titles []string }

// ReadLessons reads which lessons are stored as completed. The answer is a [LessonsMsg], or a
// [ReportedMsg] if they cannot be read.
func (e *Env) ReadLessons() tea.Cmd {
	if e.Cfg.Lessons == nil {
		return nil
	}
	store, id, ctx := e.Cfg.Lessons, e.Me.ID, e.Ctx
	return func() tea.Msg {
		titles, err := store.Lessons(ctx, id)
		if err != nil {
			return ReportedMsg{err.Error(), true}
		}
		return LessonsMsg{titles}
	}
}

// TakeLessons takes the answer to ReadLessons.
func (e *Env) TakeLessons(msg LessonsMsg) {
	for _, title := range msg.titles {
		e.learn(title)
	}
}

func (e *Env) learn(title string) {
	if e.lessons == nil {
		e.lessons = map[string]bool{}
	}
	e.lessons[title] = true
}

// CompleteLesson notes and stores that a lesson is complete.
func (e *Env) CompleteLesson(title string) tea.Cmd {
	if e.Learnt(title) {
		return nil
	}
	e.learn(title)
	if e.Cfg.Lessons == nil {
		return nil
	}
	store, id, ctx := e.Cfg.Lessons, e.Me.ID, context.WithoutCancel(e.Ctx) // store it even if the player quits immediately
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, saveTimeout)
		defer cancel()
		if err := store.CompleteLesson(ctx, id, title); err != nil {
			return ReportedMsg{"the lesson is not ticked: " + err.Error(), true}
		}
		return nil
	}
}

// Learnt reports whether the player is known to have completed a lesson.
func (e *Env) Learnt(title string) bool { return e.lessons[title] }
