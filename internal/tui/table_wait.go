package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// entry is one line of the menu before the game.
type entry struct {
	label string
	act   *table.Act // nil: back to the lobby
}

// entries is what this person can do before the game.
func (t *tableScreen) entries() []entry {
	v, f := t.view, t.view.Variant.Facts()
	var list []entry
	ready := true
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) {
			ready = ready && v.Seats[s].Ready
		}
	}
	if t.seated() && !ready {
		list = append(list, entry{"I am ready", &table.Act{Do: table.Ready, Seat: t.home()}})
	}
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].Open {
			list = append(list, entry{"Sit down as " + f.Seats[s], &table.Act{Do: table.Sit, Seat: s}})
		}
	}
	if t.seated() && ready {
		list = append(list, entry{"Wait, I am not ready", &table.Act{Do: table.Unready, Seat: t.home()}})
	}
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) {
			list = append(list, entry{"Stand up from " + f.Seats[s], &table.Act{Do: table.Stand, Seat: s}})
		}
	}
	return append(list, entry{"Back to the lobby", nil})
}

// reselect keeps the selection on its line when the menu changes under it. Who
// has picked something finds it on the first line of what can be done then,
// unless he has moved it meanwhile.
func (t *tableScreen) reselect(old *table.View, selected string) {
	if t.picked && t.holdings(old) != t.holdings(t.view) {
		t.menu, t.picked = 0, false
		return
	}
	at := slices.IndexFunc(t.entries(), func(e entry) bool { return e.label == selected })
	t.menu = max(at, 0)
}

// selected is the line of the menu that Enter would pick.
func (t *tableScreen) selected() string {
	list := t.entries()
	return list[min(t.menu, len(list)-1)].label
}

// holdings is which seats this person has in a view, and which of them are
// ready.
func (t *tableScreen) holdings(v *table.View) (set [2]rules.Seats) {
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].Player.ID == t.env.me.ID {
			set[0] = set[0].With(s)
			if v.Seats[s].Ready {
				set[1] = set[1].With(s)
			}
		}
	}
	return set
}

func (t *tableScreen) waitingKey(key string) (step, tea.Cmd) {
	list := t.entries()
	t.picked = t.picked && key == "enter"
	switch key {
	case "enter", "space":
		return t.pick(list[min(t.menu, len(list)-1)])
	case "esc", "q":
		return leave, nil
	case "?":
		return enter(newHelp(t.env, t.game())), nil
	case "tab":
		t.menu = (t.menu + 1) % len(list)
	case "shift+tab":
		t.menu = (t.menu + len(list) - 1) % len(list)
	case "+", "-", "/", "ctrl+p":
		t.boardKey(key)
	default:
		t.menu = choose(min(t.menu, len(list)-1), len(list), key)
	}
	return stay, nil
}

func (t *tableScreen) pick(e entry) (step, tea.Cmd) {
	if e.act == nil {
		return leave, nil
	}
	t.menu, t.picked = 0, true
	return stay, t.act(*e.act)
}

func (t *tableScreen) waitingMouse(msg tea.MouseMsg) (step, tea.Cmd) {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		list := t.entries()
		if i := click.Y - t.board.menuAt.y; i >= 0 && i < len(list) && click.X >= t.board.menuAt.x {
			t.menu = i
			return t.pick(list[i])
		}
	}
	return stay, nil
}

func (t *tableScreen) drawMenu(g *board.Grid, x, y, width, bottom int) {
	ink := t.env.ink
	t.board.menuAt = spot{x: x, y: y}
	list := t.entries()
	for i, e := range list {
		look, sign := ink.text, "  "
		if i == min(t.menu, len(list)-1) {
			look, sign = ink.chosen, "> "
		}
		g.Text(x, y, width, sign+e.label, look)
		y++
	}
	for _, line := range t.advice(width) {
		if y+1 < bottom {
			g.Text(x, y+1, width, line, ink.faint)
			y++
		}
	}
}

// advice tells what is waited for, and a guest how he gets back.
func (t *tableScreen) advice(width int) []string {
	lines := wrap("The game begins when every seat is taken and everybody is ready. One person may hold several seats.", width)
	if code := t.env.cfg.ReturnCode; code != "" && t.seated() {
		lines = append(lines, "")
		lines = append(lines, wrap("You are a guest: write down  return "+code+"  and come back to your seat with  ssh -t HOST return "+code, width)...)
	}
	return lines
}
