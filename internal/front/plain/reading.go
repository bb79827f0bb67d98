package plain

// readingCommands returns the commands that describe the table without changing it.
func readingCommands(s *session) []command {
	return []command{
		{names: []string{"board"}, usage: "[SEAT]", line: "read the pieces, army by army", do: s.reading((*teller).board)},
		{names: []string{"square"}, usage: "SQUARE", line: "read the piece on a square", do: s.reading((*teller).oneSquare)},
		{
			names: []string{"row", "rank", "file", "column"},
			usage: "NAME",
			line:  "read a row or file by its letter or number",
			do:    s.reading((*teller).row),
		},
		{
			names: []string{"around"},
			usage: "SQUARE",
			line:  "read the squares around a square, clockwise, beginning with the one ahead",
			do:    s.reading((*teller).around),
		},
		{names: []string{"moves"}, usage: "[of SQUARE]", line: "list the legal moves", do: s.reading((*teller).moves)},
		{names: []string{"last"}, line: "read the last move again", do: s.reading((*teller).last)},
		{names: []string{"history"}, usage: "[N]", line: "read the last N moves", do: s.reading((*teller).history)},
		{names: []string{"clocks", "clock"}, line: "read the clocks", do: s.reading((*teller).clocks)},
		{names: []string{"turn"}, line: "read whose turn it is", do: s.reading((*teller).turn)},
		{names: []string{"who"}, line: "list the seats and their players", do: s.reading((*teller).tellSeats)},
		{names: []string{"checks", "check"}, line: "list the seats in check, mated or eliminated", do: s.reading((*teller).checks)},
	}
}
