package plain

// readingCommands returns the commands that describe the table without changing it.
func readingCommands(s *session) []command {
	return []command{
		{names: []string{"board"}, usage: "[SEAT]", line: "read the pieces, army by army", do: s.board.board},
		{names: []string{"square"}, usage: "SQUARE", line: "read the piece on a square", do: s.board.oneSquare},
		{
			names: []string{"row", "rank", "file", "column"},
			usage: "NAME",
			line:  "read a row or file by its letter or number",
			do:    s.board.row,
		},
		{
			names: []string{"around"},
			usage: "SQUARE",
			line:  "read the squares around a square, clockwise, beginning with the one ahead",
			do:    s.board.around,
		},
		{names: []string{"moves"}, usage: "[of SQUARE]", line: "list the legal moves", do: s.board.moves},
		{names: []string{"last"}, line: "read the last move again", do: s.board.last},
		{names: []string{"history"}, usage: "[N]", line: "read the last N moves", do: s.board.history},
		{names: []string{"clocks", "clock"}, line: "read the clocks", do: s.board.clocks},
		{names: []string{"turn"}, line: "read whose turn it is", do: s.board.turn},
		{names: []string{"who"}, line: "list the seats and their players", do: func(string) { s.report.tellSeats() }},
		{names: []string{"checks", "check"}, line: "list the seats in check, mated or eliminated", do: s.board.checks},
	}
}
