package scene

import (
	"slices"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// The width of the panel beside the board, and the minimum height of a list of moves that is
// below the board.
const (
	panelWide   = 33 // preferred width
	panelNarrow = 20 // minimum width
	panelMax    = 56
	movesMin    = 5
)

// The width of the seats and of the moves below the board, if there is room.
const (
	lowSeats = 36
	lowMoves = 36
)

// LowLines returns the number of lines that the panel needs below the board in a phase of a game; see [FitSize].
// Before the game the panel has a menu, and must be beside the board.
func LowLines(p table.Phase) int {
	switch p {
	case table.Playing:
		return rules.SeatCount + 2
	case table.Finished:
		return 2*rules.SeatCount + 6 // with the result
	}
	return 0
}

// The minimum and the maximum height of the chat, and the minimum height of a list of moves
// above it.
const (
	chatMin   = 4
	chatMax   = 14
	movesKeep = 6
)

// The minimum width of a panel whose parts have borders, and the height from which on each of them has
// borders of its own: in a lower panel, neighbours share a border.
const (
	framedWidth = 23
	roomyHeight = 30
)

// frame is the border of a part of the panel.
type frame struct {
	draw.Box
	joined bool // whether its top is the bottom of the frame before
}

// Layout holds the positions of the parts of the screen. A part that does not fit has the
// height 0.
type Layout struct {
	Board     draw.Spot
	Panel     draw.Box // what is beside or below the board, with its borders; its width is 0 if it does not fit
	Seats     draw.Box // the part of the panel with the seats and the result
	result    []string
	Low       bool     // whether the panel is below the board, and the other parts are beside it
	Free      draw.Box // the part of the panel that is below or beside the seats and the result; dialogs open there
	Menu      draw.Box // the menu before the game
	Notes     draw.Box // notes of an annotated game or lesson
	Analysis  draw.Box
	Moves     draw.Box
	Chat      draw.Box
	seatLines int          // lines per seat in the panel
	frames    []frame      // the borders of the parts of the panel
	rules     [2]draw.Spot // lines with the titles of the moves and of the notes; one of width 0 is not drawn
}

// FitSize returns the size of the squares for a terminal. It starts with the largest size at
// which the board and the panel fit, or only the board if there is no room for both. The
// parameter `low` is the number of lines that the panel needs if it is below the board; 0 if it may
// not be there. The function `atMost` may reduce this size. FitSize then goes `steps` sizes up (down if `steps`
// is negative), but not to a size at which the board does not fit. A board that is too wide gets tiny squares.
func FitSize(v *board.View, width, height, low int, atMost func(board.Size) board.Size, steps int) board.Size {
	smallest := *v
	if smallest.Size = board.Sizes[0]; smallest.Width() >= width {
		return board.Tiny
	}
	rows := height - 3
	best, ok := v.Fit(width-panelWide-2, rows)
	if !ok {
		best, _ = v.Fit(width-1, rows)
	}
	room := width - panelWide - 2
	if best.H == 1 { // drawn pieces are worth a narrow panel
		room = width - panelNarrow - 3
	}
	tight := *v
	tight.Unnamed = true
	if size, ok := tight.Fit(room, height-footLines); ok && size.H > best.H {
		best = size // and both are worth the line with the names of columns and the header
	}
	if size, ok := v.Fit(width-1, rows-low); low > 0 && ok && best.H == 1 && size.H > 1 {
		best = size // drawn pieces are worth a low panel, too
	}
	i := slices.Index(board.Sizes, atMost(best)) + steps
	wanted := board.Sizes[max(0, min(i, len(board.Sizes)-1))]
	limit, _ := v.Fit(width-1, rows)
	if limit.H < best.H {
		limit = best
	}
	if limit.W < wanted.W || limit.H < wanted.H {
		return limit
	}
	return wanted
}

// footLines is the number of lines below the board: the line that says whose turn it is, and
// the move line.
const footLines = 2

// Header reports whether the header line fits above the board. A board that fills all lines has none.
func (s *Scene) Header() bool {
	b := s.bare()
	high, room := b.Height(), s.Height-footLines
	return boardless(s) || high < room || high > room && s.Height >= draw.NeedHeight
}

// boardless reports whether the screen shows the panel without the board. That happens before
// the game if the terminal is small.
func boardless(s *Scene) bool {
	return s.View.Phase == table.Waiting && (s.Width < draw.NeedWidth || s.Height < draw.NeedHeight)
}

// Shorten omits the column names of the board if the board would otherwise be too high for
// the terminal.
func Shorten(v *board.View, height int) {
	v.Unnamed = false
	v.Unnamed = v.Height() > height-footLines
}

// Fits reports whether a terminal has room for the board with the smallest squares and for
// the lines below the board.
func Fits(v *board.View, width, height int) bool {
	if v.Size = board.Sizes[0]; v.Width() >= width {
		v.Size = board.Tiny
	}
	Shorten(v, height)
	return width > v.Width() && height >= v.Height()+footLines
}

// Layout returns the positions of the parts of the screen. The board and the panel beside it
// are centred together.
func (s *Scene) Layout() Layout {
	if boardless(s) {
		l := Layout{Panel: draw.Box{X: 1, Y: 1, Width: s.Width - 2, Height: s.Height - footLines - 1}}
		s.layPanel(&l, false, true)
		return l
	}
	b := s.bare()
	top := 0
	if s.Header() {
		top = 1
	}
	rows, width, height := s.Height-footLines-top, b.Width(), b.Height()
	beside := s.Width - width - 3
	below := s.View.Phase != table.Waiting && beside < panelWide-1 && rows-height >= movesMin
	panel := 0
	if beside >= panelNarrow {
		panel = min(beside-1, panelMax)
	}
	x := max(0, min(1, s.Width-width))
	if !below {
		x = max(x, (s.Width-width-panel-2)/2)
	}
	l := Layout{Board: draw.Spot{X: x, Y: top + max(0, rows-height)/2, Width: width}}
	if below {
		l.Board.Y = top
		l.Free = draw.Box{X: 1, Y: top + height, Width: s.Width - 2, Height: rows - height}
		if panel == 0 && !s.Study {
			l.Board.X = max(0, (s.Width-width)/2)
			s.layLow(&l)
			return l
		}
		s.layNotesAndMoves(&l, l.Free, 0)
	}
	if panel == 0 {
		return l
	}
	l.Panel = draw.Box{X: x + width + 2, Y: top + 1, Width: panel, Height: rows - 1}
	if below {
		l.Panel.Height = height - 1
	}
	framed := panel >= framedWidth && s.Height >= draw.NeedHeight
	framed = framed && !(below && s.View.Phase == table.Finished) // the result needs the lines
	if framed {
		l.Panel.X, l.Panel.Y, l.Panel.Height = l.Panel.X-1, l.Panel.Y-1, l.Panel.Height+1
		l.Panel.Width = min(panel+2, s.Width-l.Panel.X)
	}
	s.layPanel(&l, framed, !below)
	return l
}

// layLow divides the space below the board: the seats are on the left, then come the moves and, if
// there is room, the lines of the chat.
func (s *Scene) layLow(l *Layout) {
	l.Low = true
	l.Panel = draw.Box{Y: l.Free.Y, Width: min(lowSeats+4, s.Width/2), Height: l.Free.Height}
	in := draw.Inside(l.Panel)
	l.result = s.result(in.Width, 0)
	for l.seatLines = 3; l.seatLines > 1; l.seatLines-- {
		if rules.SeatCount*l.seatLines+len(l.result) <= in.Height {
			break
		}
	}
	l.Seats = draw.Box{X: in.X, Y: in.Y, Width: in.Width, Height: min(in.Height, rules.SeatCount*l.seatLines+len(l.result))}
	l.Free.X, l.Free.Width = l.Panel.Width, s.Width-l.Panel.Width
	moves, chat := l.Free, l.Free
	moves.Width = min(lowMoves+4, l.Free.Width)
	chat.X, chat.Width = moves.X+moves.Width, l.Free.Width-moves.Width
	l.frames = append(l.frames, frame{Box: l.Panel})
	if chat.Width >= panelNarrow && len(present.ChatLines(s.View)) > 0 && s.chatHeight(chat.Height-1, false) > 0 {
		in := draw.Inside(chat)
		l.Chat = draw.Box{X: in.X, Y: chat.Y, Width: in.Width, Height: chat.Height - 1}
		l.frames = append(l.frames, frame{Box: chat})
	} else {
		moves.Width = l.Free.Width
	}
	l.frames = append(l.frames, frame{Box: moves})
	in = draw.Inside(moves)
	s.layNotesAndMoves(l, draw.Box{X: in.X, Y: moves.Y, Width: in.Width, Height: moves.Height - 1}, 0)
}

// layPanel divides the panel among the seats, the result, the moves and the chat.
func (s *Scene) layPanel(l *Layout, framed, moves bool) {
	in, edge := l.Panel, 0
	if framed {
		in, edge = draw.Inside(l.Panel), 1
	}
	apart := 0 // lines between two parts, except that with the title of the second one
	if framed && l.Panel.Height >= roomyHeight {
		apart = 1
	}
	l.seatLines = s.seatLines(in.Width, in.Height-2*apart)
	seats := rules.SeatCount * l.seatLines
	l.result = s.result(in.Width, in.Height-seats)
	l.Seats = draw.Box{X: in.X, Y: in.Y, Width: in.Width, Height: seats + len(l.result)}
	free := under(in, l.Seats.Height)
	if s.View.Phase == table.Waiting {
		s.layWaiting(l, framed)
		return
	}
	free = under(free, apart)
	chat := s.chatHeight(free.Height, moves)
	l.Chat = draw.Box{X: in.X, Y: free.Y + free.Height - chat, Width: in.Width, Height: chat}
	if moves {
		l.Free = draw.Box{X: l.Panel.X, Y: free.Y, Width: l.Panel.Width, Height: free.Height + edge}
		if chat > 0 {
			free.Height -= chat + apart
		}
		s.layNotesAndMoves(l, free, apart)
	}
	if framed && in.Width < panelWide { // a round fits into more columns; most numbers have a blank before them
		l.Moves.X, l.Moves.Width = l.Moves.X-1, l.Moves.Width+2
	}
	if framed {
		s.layFrames(l, moves, apart)
	}
}

// layFrames surrounds the parts of the panel with borders.
func (s *Scene) layFrames(l *Layout, moves bool, apart int) {
	starts := []int{l.Panel.Y}
	if moves && l.Notes.Height > 0 {
		starts = append(starts, l.rules[1].Y)
	}
	if moves && l.rules[0].Width > 0 {
		starts = append(starts, l.rules[0].Y)
	}
	if l.Chat.Height > 0 {
		starts = append(starts, l.Chat.Y)
	}
	for i, y := range starts {
		end := l.Panel.Y + l.Panel.Height
		if i+1 < len(starts) {
			end = starts[i+1] + 1 - apart
		} else if i == 0 {
			end = l.Seats.Y + l.Seats.Height + 1
		}
		l.frames = append(l.frames, frame{
			Box: draw.Box{X: l.Panel.X, Y: y, Width: l.Panel.Width, Height: end - y}, joined: i > 0 && apart == 0,
		})
	}
}

// Joined reports whether a part of the panel starts on this line and shares it with the part above.
func (l *Layout) Joined(y int) bool {
	return slices.ContainsFunc(l.frames, func(f frame) bool { return f.joined && f.Y == y })
}

// menuMost is the height from which on the menu before the game leaves the rest of the panel to the chat.
const menuMost = 24

// layWaiting divides what the seats leave of the panel between the menu and the chat, before the game.
func (s *Scene) layWaiting(l *Layout, framed bool) {
	p := l.Panel
	free := under(p, l.Seats.Y+l.Seats.Height+1-p.Y) // without a border, one line is left empty
	chat := s.chatHeight(free.Height, true)
	if framed && chat == 1 { // a title without lines needs a border too
		chat = 0
		if p.Height >= roomyHeight {
			chat = 3
		}
	}
	if framed { // a high panel has more room than the menu needs
		chat = max(chat, min(free.Height-menuMost, free.Height/2))
	}
	l.Chat = draw.Box{X: l.Seats.X, Y: free.Y + free.Height - chat, Width: l.Seats.Width, Height: chat}
	l.Free = free
	free.Height -= chat
	l.Menu = free
	if !framed {
		return
	}
	l.frames = append(l.frames, frame{Box: draw.Box{X: p.X, Y: p.Y, Width: p.Width, Height: free.Y - p.Y}})
	if chat > 1 {
		l.Chat.Height--
		l.frames = append(l.frames, frame{Box: draw.Box{X: p.X, Y: l.Chat.Y, Width: p.Width, Height: chat}})
	}
}

// layNotesAndMoves divides a box between the notes of an annotated game and the moves, which have so many lines
// between them.
func (s *Scene) layNotesAndMoves(l *Layout, b draw.Box, apart int) {
	if s.Score == nil {
		s.layMoves(l, b)
		return
	}
	l.rules[1] = draw.Spot{X: b.X, Y: b.Y, Width: b.Width}
	l.Notes = under(b, 1)
	used := 1 + longestNote(s.facts(), s.Score, b.Width) + apart
	if room := b.Height - used; room >= movesMin {
		s.layMoves(l, under(b, used))
	}
}

// layMoves divides a box between the analysis and the list of moves, with a line above them.
func (s *Scene) layMoves(l *Layout, b draw.Box) {
	l.rules[0] = draw.Spot{X: b.X, Y: b.Y, Width: b.Width}
	used := 1
	if height := (analysisPart{scene: s}).height(b.Height); height > 0 {
		l.Analysis = draw.Box{X: b.X, Y: b.Y + 1, Width: b.Width, Height: height}
		used += height
	}
	l.Moves = under(b, used)
}

// under returns the part of a box below its first lines.
func under(b draw.Box, lines int) draw.Box {
	b.Y, b.Height = b.Y+lines, max(0, b.Height-lines)
	return b
}

// seatLines returns the number of lines for each seat in a panel of the given size. It is
// smaller before the game, in an annotated game or lesson, and beside an analysis.
func (s *Scene) seatLines(width, height int) int {
	switch busy := s.View.Phase == table.Waiting || s.Score != nil; {
	case s.View.Phase == table.Waiting && height < 32 && width < panelWide-5: // so that the menu fits
		return 2
	case s.View.Phase == table.Waiting && height < 32:
		return 1
	case !busy && height >= 32 && s.Analysis == nil:
		return 4
	case height >= 26 && (s.Analysis == nil || height >= 48):
		return 3
	case busy && width >= panelWide-5:
		return 1
	}
	return 2
}

// chatHeight returns the height of the chat, or 0 if the viewer cannot use the chat. It also
// returns 0 if there is too little room for the chat and the list of moves.
func (s *Scene) chatHeight(room int, moves bool) int {
	if s.Study || s.NoChat || len(present.ChatLines(s.View)) == 0 && s.Chat.Main == present.NoChannel && !s.Chat.Team {
		return 0
	}
	if s.View.Phase == table.Waiting && len(present.ChatLines(s.View)) == 0 {
		return min(room, 1) // its key
	}
	if moves {
		room = min(room-movesKeep, max(room/3, chatMin))
	}
	if len(present.ChatLines(s.View)) == 0 {
		room = min(room, chatMin)
	}
	if room < chatMin {
		return 0
	}
	return min(room, chatMax)
}
