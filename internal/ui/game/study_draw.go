package game

import (
	"quadrille/assets"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// drawStory draws what is told of the game beside or below the board: its moves,
// and above them the notes of one who has written some.
func (le *lesson) drawStory(g *board.Grid, x, y, width, height int) {
	if le.t.Study == nil || le.t.Study.score == nil {
		le.t.History.drawMovesIn(g, x, y, width, height)
		return
	}
	for dx := range width {
		g.Set(x+dx, y, "─", le.t.env.Styles.Rule)
	}
	le.drawNotes(g, x, y+1, width, height-1)
	used := 1 + longestNote(le.t.Study.score, width)
	if room := height - used; room >= movesMin {
		le.t.History.drawMovesIn(g, x, y+used, width, room)
	}
}

// drawNotes draws what the score says of the board that is shown, and what it asks
// for, a line between.
func (le *lesson) drawNotes(g *board.Grid, x, y, width, height int) {
	note, ask := le.notes()
	told := len(noteLines(note, "", width))
	for i, line := range noteLines(note, ask, width) {
		look := le.t.env.Styles.Text
		if i >= told {
			look = le.t.env.Styles.Strong
		}
		if i < height {
			g.Text(x, y+i, width, line, look)
		}
	}
}

func noteLines(note, ask string, width int) []string {
	lines := kit.Wrap(note, width)
	if ask != "" {
		lines = append(append(lines, ""), kit.Wrap(ask, width)...)
	}
	return lines
}

// notes is what the score says of the board that is shown, and what it asks for.
// Where it says nothing of it, its last word stands.
func (le *lesson) notes() (note, ask string) {
	score := le.t.Study.score
	note = score.Opening
	for _, step := range score.Steps[:min(le.t.History.LookedAt(), len(score.Steps))] {
		if step.Note != "" {
			note = step.Note
		}
	}
	if step := le.lesson(); step != nil && !le.t.History.past.looking {
		ask = step.Ask
	}
	return note, ask
}

// longestNote is the lines that the notes of a score take at most: what stands
// below them keeps its place.
func longestNote(score *assets.Score, width int) int {
	note, most := score.Opening, 0
	for _, step := range score.Steps {
		most = max(most, len(noteLines(note, step.Ask, width)))
		if step.Note != "" {
			note = step.Note
		}
	}
	return max(most, len(noteLines(note, "", width)))
}
