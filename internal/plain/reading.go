package plain

// readingCommands tell how things stand at a table, and change nothing.
func readingCommands(s *session) []command {
	return []command{
		{names: []string{"board"}, usage: "[SEAT]", line: "reads the men, army by army", do: s.board.board},
		{names: []string{"square"}, usage: "SQUARE", line: "tells what stands on a square", do: s.board.oneSquare},
		{names: []string{"row", "rank", "file", "column"}, usage: "NAME", line: "reads a row by its letter or number", do: s.board.row},
		{names: []string{"around"}, usage: "SQUARE", line: "reads the squares next to one, clockwise from straight ahead", do: s.board.around},
		{names: []string{"moves"}, usage: "[of SQUARE]", line: "tells the legal moves", do: s.board.moves},
		{names: []string{"last"}, line: "tells the last action again", do: s.board.last},
		{names: []string{"history"}, usage: "[N]", line: "tells the last N actions", do: s.board.history},
		{names: []string{"clocks", "clock"}, line: "tells how much time is left", do: s.board.clocks},
		{names: []string{"turn"}, line: "tells whose turn it is", do: s.board.turn},
		{names: []string{"who"}, line: "tells who sits where", do: func(string) { s.report.tellSeats() }},
		{names: []string{"checks", "check"}, line: "tells who is in check, mated, or out", do: s.board.checks},
	}
}
