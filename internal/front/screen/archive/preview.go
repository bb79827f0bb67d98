package archive

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// preview is the last position of the selected finished game.
type preview struct {
	id     table.ID
	view   *table.View // nil until the game is loaded, or if loading failed
	asking bool        // whether the game is being loaded
}

// previewMsg carries the selected game, or nil if it could not be loaded.
type previewMsg struct {
	s    *Screen
	view *table.View
}

// askPreview loads the selected game if there is room for its board. Only one game is loaded at a time.
func (s *Screen) askPreview() tea.Cmd {
	f, e := s.chosen(), s.env
	if f == nil || s.board.asking || s.board.id == f.ID || e.Width < kit.SideMinimum {
		return nil
	}
	s.board = preview{id: f.ID, asking: true}
	id := f.ID
	return func() tea.Msg {
		t, err := e.Cfg.Lobby.TableFor(e.Ctx, e.Me.ID, id)
		if err != nil {
			return previewMsg{s, nil}
		}
		return previewMsg{s, t.View()}
	}
}

// drawBoard draws the board of a game at the foot of the panel about it.
func (s *Screen) drawBoard(g *draw.Grid, panel draw.Box, f *kit.Game) {
	v := s.board.view
	if v == nil || v.ID != f.ID {
		return
	}
	inner := draw.Box{X: panel.X + 2, Y: panel.Y + 1, Width: panel.Width - 4, Height: panel.Height - 2}
	above := rules.SeatCount + 1 + len(draw.Wrap(f.Result, inner.Width)) + 2
	inner.Y, inner.Height = inner.Y+above, inner.Height-above
	kit.DrawPosition(g, inner, v, s.env.Me.ID, s.env.Pieces, &s.env.Ink)
}
