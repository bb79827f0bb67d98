package parts

import (
	"context"
	"strings"
	"time"

	"quadrille/internal/player"
)

// lessonPrefix begins the names of the settings that hold lessons. The rest of the name is the
// title of a lesson, and the value is the day on which it was completed.
const lessonPrefix = "lesson "

// Lessons returns the lessons that a player has completed; see [player.LessonStore].
func (s *Settings) Lessons(ctx context.Context, id player.ID) (titles []string, err error) {
	var name string
	err = s.query(ctx, `SELECT name FROM settings WHERE player = $1 AND name LIKE 'lesson %'`, string(id)).each([]any{&name}, func() error {
		titles = append(titles, strings.TrimPrefix(name, lessonPrefix))
		return nil
	})
	return titles, err
}

// oldLessons selects the lessons that guests completed before a day. The IDs of all guests are
// between the two texts.
const oldLessons = `DELETE FROM settings WHERE player > 'guest:' AND player < 'guest;' AND name LIKE 'lesson %' AND value < $1`

// CompleteLesson records that a player has completed a lesson; see [player.LessonStore].
func (s *Settings) CompleteLesson(ctx context.Context, id player.ID, title string) error {
	now := s.Clock.Wall().UTC()
	return s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if id.Guest() {
			if err := tx.Exec(oldLessons, now.Add(-player.GuestLessonTime).Format(time.DateOnly)); err != nil {
				return nil, err
			}
		} else if ok, refused, failed := tx.mayStore(id); !ok {
			return refused, failed
		}
		return nil, tx.Exec(setSetting, string(id), lessonPrefix+title, now.Format(time.DateOnly))
	})
}
