package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
)

// alert alerts the viewer if their turn has begun, if a question has arrived, or if their
// game has started or ended.
func (t *Screen) alert(old *table.View) tea.Cmd {
	asked, v := t.requests.refresh(), t.View
	if asked {
		t.Input.refuse("")
	}
	if t.Study != nil {
		if t.turnBegan(old) {
			return t.env.Bell()
		}
		return nil
	}
	task, _ := v.Task(t.env.Me.ID)
	t.env.LearnTask(t.Id, task, len(v.Moves))
	q, _ := t.requests.question()
	switch words := t.requests.words(); {
	case old == nil:
		return nil
	case t.turnBegan(old):
		return t.env.Alert(words.YourTurn())
	case asked && q != nil:
		return t.env.Alert(q.text)
	case !t.seats.seated():
		return nil
	case old.Phase == table.Waiting && v.Phase == table.Playing:
		return t.env.Alert(words.GameStarted())
	case old.Phase == table.Playing && v.Phase == table.Finished:
		return t.env.Alert(words.GameOver())
	}
	return nil
}
