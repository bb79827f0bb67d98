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

const readyLabel = "I am ready"

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
		list = append(list, entry{readyLabel, &table.Act{Do: table.Ready, Seat: t.home()}})
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

// onMenu is which of the entries is chosen: the one of that label. Others who sit
// down and stand up move the lines about, and Enter must not do what stands there
// now.
func (t *tableScreen) onMenu(list []entry) int {
	return max(0, slices.IndexFunc(list, func(e entry) bool { return e.label == t.menu }))
}

func (t *tableScreen) waitingKey(key string) (step, tea.Cmd) {
	list := t.entries()
	at := t.onMenu(list)
	switch key {
	case "enter", "space":
		return t.pick(list[at])
	case "esc", "q":
		return leave, nil
	case "?":
		return enter(newHelp(t.env, t.game())), nil
	case "tab":
		t.menu = list[(at+1)%len(list)].label
	case "shift+tab":
		t.menu = list[(at+len(list)-1)%len(list)].label
	case "+", "-", "/", "ctrl+p":
		t.boardKey(key)
	default:
		t.menu = list[choose(at, len(list), key)].label
	}
	return stay, nil
}

func (t *tableScreen) pick(e entry) (step, tea.Cmd) {
	if e.act == nil {
		return leave, nil
	}
	t.menu = readyLabel // what comes next, for who has just sat down
	return stay, t.act(*e.act)
}

func (t *tableScreen) waitingMouse(msg tea.MouseMsg) (step, tea.Cmd) {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		list := t.entries()
		if i := click.Y - t.board.menuAt.y; i >= 0 && i < len(list) && click.X >= t.board.menuAt.x {
			return t.pick(list[i])
		}
	}
	return stay, nil
}

func (t *tableScreen) drawMenu(g *board.Grid, x, y, width, bottom int) {
	ink := t.env.ink
	t.board.menuAt = spot{x: x, y: y}
	list := t.entries()
	at := t.onMenu(list)
	for i, e := range list {
		look, sign := ink.text, "  "
		if i == at {
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
