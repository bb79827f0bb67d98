package plain

// readingCommands tell how things stand at a table, and change nothing.
func readingCommands() []command {
	return []command{
		{names: []string{"board"}, usage: "[SEAT]", line: "reads the men, army by army", do: (*session).board},
		{names: []string{"square"}, usage: "SQUARE", line: "tells what stands on a square", do: (*session).oneSquare},
		{names: []string{"row", "rank", "file", "column"}, usage: "NAME", line: "reads a row by its letter or number", do: (*session).row},
		{names: []string{"around"}, usage: "SQUARE", line: "reads the squares next to one, clockwise from straight ahead", do: (*session).around},
		{names: []string{"moves"}, usage: "[of SQUARE]", line: "tells the legal moves", do: (*session).moves},
		{names: []string{"last"}, line: "tells the last action again", do: (*session).last},
		{names: []string{"history"}, usage: "[N]", line: "tells the last N actions", do: (*session).history},
		{names: []string{"clocks", "clock"}, line: "tells how much time is left", do: (*session).clocks},
		{names: []string{"turn"}, line: "tells whose turn it is", do: (*session).turn},
		{names: []string{"who"}, line: "tells who sits where", do: func(s *session, _ string) { s.tellSeats() }},
		{names: []string{"checks", "check"}, line: "tells who is in check, mated, or out", do: (*session).checks},
	}
}
