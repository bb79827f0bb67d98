package plain

import (
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
)

// command is a command of plain mode.
type command struct {
	names []string // names of the command, each of one or two words; help shows the first name
	usage string   // arguments of the command as help shows them, such as "[after N]"
	line  string   // explanation of the command in one line, shown by help
	row   bool     // whether it is a command of `ssh HOST COMMAND`
	do    func(rest string)
}

// obey executes a command line. It looks for a command with a name of two words, then of
// one word. At a table, a line that is not a command is a move.
func (s *session) obey(line string) {
	here := s.commands()
	for n := 2; n > 0; n-- {
		name, rest := table.CutWords(line, n)
		if c := find(here, name); c != nil {
			c.do(rest)
			return
		}
	}
	if s.table != nil {
		s.typedMove(line)
		return
	}
	s.say("No command %q here: type \"help\"", line)
}

// commands returns the commands that work where the player is, in groups. A command hides those with
// the same name in later groups.
func (s *session) commands() [][]command {
	here := [][]command{lobbyCommands(s), rowCommands(s), commonCommands(s)}
	if s.table != nil {
		here = append(atTable(s), here...)
	}
	return here
}

// atTable returns the commands that work only at a table, in groups.
func atTable(s *session) [][]command {
	return [][]command{readingCommands(s), playingCommands(s), reviewCommands(s), analysisCommands(s), tableCommands(s)}
}

func commonCommands(s *session) []command {
	return []command{
		{names: []string{"help", "?"}, usage: "[WORD]", line: "list the commands, or explain one", do: s.help},
		{names: []string{"more"}, line: "continue a long answer", do: s.more},
		{names: []string{"rules"}, usage: "[GAME]", line: "read the rules of the game", do: s.rules},
		{names: []string{"short"}, line: "use short sentences", do: func(string) { s.speakShort(true) }},
		{names: []string{"long"}, line: "use full sentences", do: func(string) { s.speakShort(false) }},
		{names: []string{"spell"}, usage: "[on|off]", line: "spell squares with words, like kilo 3 for k3", do: s.spell},
		{names: []string{"bell"}, usage: "[on|off]", line: "in this session, ring the bell when it is your turn", do: s.ring},
		{names: []string{"notices"}, line: "read the notices of the server again", do: func(string) { noticesAgain(s, "") }},
		{names: []string{"quit", "exit", "bye"}, line: "disconnect; your seat is kept", do: func(string) { s.quit() }},
	}
}

// find returns the first command with the given name, or nil if there is none.
func find(groups [][]command, name string) *command {
	for _, list := range groups {
		if i := slices.IndexFunc(list, func(c command) bool { return slices.Contains(c.names, name) }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// help lists the commands that work where the player is, in the lobby or at a table. If `rest`
// is a command, help explains only this command.
func (s *session) help(rest string) {
	here := s.commands()
	if word := strings.ToLower(rest); word != "" {
		s.explain(here, word)
		return
	}
	var lines []string
	if s.table != nil {
		lines = append(lines, "To move, type two squares like m7-k7, or the move in the notation of the game")
	}
	for _, list := range here {
		for i := range list {
			if c := &list[i]; find(here, c.names[0]) == c {
				lines = append(lines, c.help())
			}
		}
	}
	s.read(lines)
}

func (c *command) help() string { return strings.TrimSpace(c.names[0]+" "+c.usage) + ": " + c.line }

// explain explains the command with the given name. A command of plain mode may have the name of a
// command of `ssh HOST COMMAND`, whose help then follows.
func (s *session) explain(here [][]command, word string) {
	c, group := find(here, word), find(here, first(word))
	row, at := find([][]command{rowCommands(s)}, word), find(atTable(s), word)
	own := c != nil && !c.row
	if own {
		s.say("%s", c.help())
	}
	switch {
	case row != nil:
		s.runCommand("help " + row.names[0])
	case own || at != nil:
	case group != nil && group.row:
		s.runCommand("help " + word)
	default:
		s.say("No command %q here: for the list, type \"help\"", word)
	}
	if at != nil && !own {
		s.say("At a table: %s", at.help())
	}
}

// linesAtOnce is the number of lines of a long answer that are printed before the player
// must type "more".
const linesAtOnce = 12

// read prints the first sentences of a long answer. The command "more" prints the next ones.
func (s *session) read(sentences []string) {
	lines := make([]string, len(sentences))
	for i, text := range sentences {
		lines[i] = present.Sentence(text)
	}
	s.readLines(lines)
}

// readLines prints lines of a long answer as they are.
func (s *session) readLines(lines []string) {
	n := len(lines)
	if n > linesAtOnce+1 {
		n = linesAtOnce
	}
	for _, line := range lines[:n] {
		s.output.line(line)
	}
	if s.pages = lines[n:]; len(s.pages) > 0 {
		s.say("Type \"more\" for the other %s", present.Count(len(s.pages), "line"))
	}
}

func (s *session) more(string) {
	if len(s.pages) == 0 {
		s.say("There are no more lines")
		return
	}
	s.readLines(s.pages)
}
