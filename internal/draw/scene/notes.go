package scene

import (
	"slices"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// drawNotesAndMoves draws the notes, the analysis and the moves.
func (s *Scene) drawNotesAndMoves(g *draw.Grid, l *Layout) {
	s.drawHead(g, l, l.rules[0], "Moves", progress(s))
	notes := "Notes"
	if s.Score != nil && s.Score.Lesson {
		notes = "Lesson"
	}
	s.drawHead(g, l, l.rules[1], notes, "")
	s.drawNotes(g, l.Notes)
	analysisPart{s}.draw(g, l.Analysis)
	s.drawMoves(g, l.Moves)
}

// progress returns the stage of the game or, at its end, the number of moves. During the game it gives no
// number, because the server would have to send a new one after every round.
func progress(s *Scene) string {
	if s.View.Phase == table.Finished && !s.Back {
		return present.Count(present.Moves(s.View.Moves), "move") + ", " + present.Count(len(present.Rounds(s.View.Moves)), "round")
	}
	return rules.StageOf(s.View.Variant, &s.Shown.Position, s.At).String()
}

// drawHead draws the line above a part of the panel, with its title. A part without a border gets a
// horizontal line.
func (s *Scene) drawHead(g *draw.Grid, l *Layout, at draw.Spot, title, state string) {
	if at.Width == 0 {
		return
	}
	if !slices.ContainsFunc(l.frames, func(f frame) bool { return at.Y == f.Y && at.X > f.X && at.X < f.X+f.Width }) {
		for dx := range at.Width {
			g.Set(at.X+dx, at.Y, s.Styles.Signs.Edge.Line, s.Styles.Rule)
		}
	}
	s.drawTitle(g, at, title, state)
}

// drawNotes draws the note on the position shown, and the task of a lesson below it.
func (s *Scene) drawNotes(g *draw.Grid, b draw.Box) {
	if b.Height == 0 {
		return
	}
	note, ask := s.Notes()
	noteEnd := len(noteLines(note, "", b.Width))
	for i, line := range noteLines(note, ask, b.Width) {
		look := s.Styles.Text
		if i >= noteEnd {
			look = s.Styles.Strong
		}
		if i < b.Height {
			g.Text(b.X, b.Y+i, b.Width, line, look)
		}
	}
}

func noteLines(note, ask string, width int) []string {
	lines := draw.Wrap(note, width)
	if ask != "" {
		lines = append(append(lines, ""), draw.Wrap(ask, width)...)
	}
	return lines
}

// Notes returns two texts: the note on the position shown (or the last note before it),
// and the task of the lesson's next step.
func (s *Scene) Notes() (note, ask string) {
	note = s.Score.Opening
	for _, step := range s.Score.Steps[:min(s.At, len(s.Score.Steps))] {
		if step.Note != "" {
			note = step.Note
		}
	}
	if !s.Back {
		ask = s.Task
	}
	return note, ask
}

// longestNote returns the number of lines of the longest note. The box of the notes always
// has this height, so that the parts below it do not move.
func longestNote(f *rules.Facts, score *assets.AnnotatedGame, width int) int {
	note, most := score.Opening, 0
	for _, step := range score.Steps {
		task := ""
		if score.Lesson {
			task = present.LessonTask(f, longestSeat(f), step.Prompt)
		}
		most = max(most, len(noteLines(note, task, width)))
		if step.Note != "" {
			note = step.Note
		}
	}
	return max(most, len(noteLines(note, "", width)))
}

// longestSeat returns the seat with the longest name.
func longestSeat(f *rules.Facts) (longest rules.Seat) {
	for seat := range rules.Seat(rules.SeatCount) {
		if len(f.Seats[seat]) > len(f.Seats[longest]) {
			longest = seat
		}
	}
	return longest
}
