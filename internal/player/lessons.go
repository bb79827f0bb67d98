package player

import (
	"context"
	"time"
)

// LessonStore stores which lessons people have completed.
type LessonStore interface {
	// Lessons returns the titles of the lessons that a player has completed.
	Lessons(ctx context.Context, id ID) (titles []string, err error)
	// CompleteLesson records that a player has completed a lesson. It stores nothing for
	// accounts without a name. It also deletes old lessons of guests; see [GuestLessonTime].
	CompleteLesson(ctx context.Context, id ID, title string) error
}

// GuestLessonTime is the time for which the lessons of guests are stored. Nobody can delete a
// guest, so lessons that are older are deleted when another guest completes one.
const GuestLessonTime = 90 * 24 * time.Hour
