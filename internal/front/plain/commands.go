package plain

import (
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/messages"
	"quadrille/internal/table"
)

// command is a command of plain mode.
type command struct {
	names []string // names of the command, each of one or two words; help shows the first name
	usage string   // arguments of the command as help shows them, such as "[after N]"
	line  string   // explanation of the command in one line, shown by help
	do    func(rest string)
}

// obey executes a command line. It looks for a command with a name of two words, then of
// one word. At a table, a line that is not a command is a move.
func (s *session) obey(line string) {
	for n := 2; n > 0; n-- {
		name, rest := table.CutWords(line, n)
		for _, list := range s.commands() {
			if i := slices.IndexFunc(list, func(c command) bool { return slices.Contains(c.names, name) }); i >= 0 {
				list[i].do(rest)
				return
			}
		}
	}
	switch {
	case s.runLine(line):
	case s.table != nil:
		s.typedMove(line)
	default:
		s.say("No command %q here: type \"help\"", line)
	}
}

func (s *session) commands() [][]command {
	here := [][]command{lobbyCommands(s), commonCommands(s)}
	if s.table != nil {
		here = append(atTable(s), here...)
	}
	return here
}

// atTable returns the commands that work only at a table, in groups.
func atTable(s *session) [][]command {
	return [][]command{readingCommands(s), playingCommands(s), reviewCommands(s), analysisCommands(s), tableCommands(s)}
}

func commonCommands(s *session) (list []command) {
	for _, m := range messages.List {
		list = append(
			list,
			command{names: m.Names, usage: m.Arguments, line: m.Help, do: func(rest string) { message(s, m.Names[0], rest) }},
		)
	}
	return append(list, []command{
		{names: []string{"help", "?"}, usage: "[WORD]", line: "list the commands, or explain one", do: s.help},
		{names: []string{"more"}, line: "continue a long answer", do: s.more},
		{names: []string{"rules"}, usage: "[GAME]", line: "read the rules of the game", do: s.rules},
		{names: []string{"short"}, line: "use short sentences", do: func(string) { s.speakShort(true) }},
		{names: []string{"long"}, line: "use full sentences", do: func(string) { s.speakShort(false) }},
		{names: []string{"spell"}, usage: "[on|off]", line: "spell squares with words, like kilo 3 for k3", do: s.spell},
		{names: []string{"bell"}, usage: "[on|off]", line: "in this session, ring the bell when it is your turn", do: s.ring},
		{names: []string{"notices"}, line: "read the notices of the server again", do: func(string) { noticesAgain(s, "") }},
		{
			names: []string{"report"},
			usage: "NAME [REASON]",
			line:  "report a player to the moderators; the last chat lines here are included",
			do:    func(rest string) { report(s, rest) },
		},
		{names: []string{"quit", "exit", "bye"}, line: "disconnect; your seat is kept", do: func(string) { s.quit() }},
	}...)
}

// help lists the commands that work where the player is, in the lobby or at a table. If `rest`
// is a command, help explains only this command.
func (s *session) help(rest string) {
	word := strings.ToLower(rest)
	var lines, names []string
	for _, list := range s.commands() {
		for _, c := range list {
			names = append(names, c.names...)
			text := strings.TrimSpace(c.names[0]+" "+c.usage) + ": " + c.line
			if slices.Contains(c.names, word) {
				s.say("%s", text)
				return
			}
			if !slices.Contains(lines, text) {
				lines = append(lines, text)
			}
		}
	}
	if word != "" {
		for _, list := range atTable(s) {
			if i := slices.IndexFunc(list, func(c command) bool { return slices.Contains(c.names, word) }); i >= 0 {
				s.say("At a table: %s: %s", strings.TrimSpace(list[i].names[0]+" "+list[i].usage), list[i].line)
				return
			}
		}
	}
	for _, row := range s.rows() {
		if row.Name == word || strings.HasPrefix(word, row.Name+" ") {
			s.runCommand("help " + word)
			return
		}
		if !slices.Contains(names, row.Name) {
			lines = append(lines, row.Usage+": "+row.Short)
		}
	}
	if word != "" {
		s.say("No command %q here: for the list, type \"help\"", rest)
		return
	}
	if s.table != nil {
		lines = append([]string{"To move, type two squares like m7-k7, or the move in the notation of the game"}, lines...)
	}
	s.read(lines)
}

// linesAtOnce is the number of lines of a long answer that are printed before the player
// must type "more".
const linesAtOnce = 12

// read prints the first sentences of a long answer. The command "more" prints the next ones.
func (s *session) read(sentences []string) {
	lines := make([]string, len(sentences))
	for i, text := range sentences {
		lines[i] = sentence(text)
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
	s.next = nil
	if s.pages = lines[n:]; len(s.pages) > 0 {
		s.say("Type \"more\" for the other %s", present.Count(len(s.pages), "line"))
	}
}

func (s *session) more(string) {
	switch {
	case len(s.pages) > 0:
		s.readLines(s.pages)
	case s.next != nil:
		s.next()
	default:
		s.say("There are no more lines")
	}
}
