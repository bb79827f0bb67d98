package bare

import (
	"fmt"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// group is a set of sessions that show the same board.
type group struct {
	mu       sync.Mutex
	ply      int
	programs map[*tea.Program]bool
}

func (g *group) now() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ply
}

func (g *group) join(p *tea.Program) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.programs[p] = true
}

func (g *group) leave(p *tea.Program) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.programs, p)
}

type plyMsg int

// play advances the game by one ply and sends the number of the ply to all sessions.
func (g *group) play() tea.Msg {
	g.mu.Lock()
	g.ply++
	ply := plyMsg(g.ply)
	var programs []*tea.Program
	for p := range g.programs {
		programs = append(programs, p)
	}
	g.mu.Unlock()
	for _, p := range programs {
		p.Send(ply)
	}
	return nil
}

// model draws the board: pawns around the edge, and a knight that moves when any key is
// pressed.
type model struct {
	group *group
	ply   int
}

func (m model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case plyMsg:
		m.ply = int(msg)
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+c" {
			return m, tea.Quit
		}
		return m, m.group.play
	}
	return m, nil
}

// The side of the board in squares, and the size of a square in cells.
const side, cellWidth, cellHeight = 14, 5, 2

// End is the text at the end of every frame.
const End = "press any key to play"

func (m model) View() tea.View {
	var b strings.Builder
	for y := range side * cellHeight {
		for x := range side {
			m.square(&b, x, y/cellHeight, y%cellHeight == 0)
		}
		b.WriteString("\x1b[m\n")
	}
	fmt.Fprintf(&b, "ply %d\n%s", m.ply, End)
	v := tea.NewView(b.String())
	v.AltScreen = true
	return v
}

// square writes one line of a square to b. If `first` is true, this is the square's first
// line, which shows the piece.
func (m model) square(b *strings.Builder, x, y int, first bool) {
	ground := 94 + 129*((x+y)%2)
	piece := " "
	if first {
		piece = m.piece(x, y)
	}
	fmt.Fprintf(b, "\x1b[38;5;16;48;5;%dm  %s  ", ground, piece)
}

func (m model) piece(x, y int) string {
	at := m.ply * 45 % (side * side)
	switch {
	case at == y*side+x:
		return "N"
	case x < 2 || y < 2 || x >= side-2 || y >= side-2:
		return "P"
	}
	return " "
}
