package tui

import (
	"quadrille/internal/tui/board"
)

// drawStory draws what is told of the game beside or below the board: its moves,
// or the notes of one who has written some.
func (t *tableScreen) drawStory(g *board.Grid, x, y, width, height int) {
	if t.study == nil || t.study.score == nil {
		t.drawMovesIn(g, x, y, width, height)
		return
	}
	for dx := range width {
		g.Set(x+dx, y, "─", t.env.ink.rule)
	}
	if !t.study.score.Lesson {
		y += t.drawJudged(g, x, y+1, width, height-1)
	}
	note, ask := t.notes()
	for _, part := range [...]struct {
		text string
		look board.Style
	}{{note, t.env.ink.text}, {ask, t.env.ink.strong}} {
		if part.text == "" {
			continue
		}
		for _, line := range wrap(part.text, width) {
			if y++; y < g.Height-2 {
				g.Text(x, y, width, line, part.look)
			}
		}
		y++
	}
}

// notes is what the score says of the board that is shown, and what it asks for.
// Where it says nothing of it, its last word stands.
func (t *tableScreen) notes() (note, ask string) {
	score := t.study.score
	note = score.Opening
	for _, step := range score.Steps[:min(t.lookedAt(), len(score.Steps))] {
		if step.Note != "" {
			note = step.Note
		}
	}
	if step := t.lesson(); step != nil && !t.past.looking {
		ask = step.Ask
	}
	return note, ask
}
