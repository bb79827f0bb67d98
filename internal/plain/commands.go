package plain

import (
	"slices"
	"strings"

	"quadrille/internal/phrase"
)

// command is something that can be said. It is given what follows its name.
type command struct {
	names []string // the first is the one that help tells
	usage string   // what follows the name
	line  string   // for help
	do    func(rest string)
}

// obey runs the command that a line begins with: one of two words before one of one
// word, and that of the nearest list. At a table any other line is a move.
func (s *session) obey(line string) {
	for n := 2; n > 0; n-- {
		name, rest := cutWords(line, n)
		for _, list := range s.commands() {
			if i := slices.IndexFunc(list, func(c command) bool { return slices.Contains(c.names, name) }); i >= 0 {
				list[i].do(rest)
				return
			}
		}
	}
	if s.at.room != nil {
		s.playing.typedMove(line)
		return
	}
	s.say("%q is nothing that can be said here: say help", line)
}

// cutWords returns the first n words of a line in lower case, and the rest.
func cutWords(line string, n int) (words, rest string) {
	list := make([]string, n)
	for i := range list {
		list[i], line, _ = strings.Cut(strings.TrimSpace(line), " ")
	}
	return strings.ToLower(strings.Join(list, " ")), strings.TrimSpace(line)
}

func (s *session) commands() [][]command {
	if s.at.room == nil {
		return [][]command{lobbyCommands(s), commonCommands(s)}
	}
	return [][]command{readingCommands(s), playingCommands(s), pastCommands(s), judgeCommands(s), tableCommands(s), lobbyCommands(s), commonCommands(s)}
}

func commonCommands(s *session) []command {
	return []command{
		{names: []string{"help", "?"}, usage: "[WORD]", line: "tells what can be said, or more of one word", do: s.help},
		{names: []string{"more"}, line: "goes on with a long answer", do: s.more},
		{names: []string{"rules"}, usage: "[GAME]", line: "reads the rules of the game", do: s.rules},
		{names: []string{"short"}, line: "says only what is needed", do: func(string) { s.speakShort(true) }},
		{names: []string{"long"}, line: "says everything", do: func(string) { s.speakShort(false) }},
		{names: []string{"spell"}, usage: "on or off", line: "spells squares with words, like kilo 3 for k3", do: s.spell},
		{names: []string{"bell"}, usage: "on or off", line: "rings the terminal's bell when it is your turn, until you leave", do: s.ring},
		{names: []string{"notices"}, line: "tells what the server has to tell everybody, such as an announcement", do: func(string) { noticesAgain(s, "") }},
		{names: []string{"report"}, usage: "NAME [WHY]", line: "tells the moderators about somebody, with the last lines of chat here", do: func(rest string) { report(s, rest) }},
		{names: []string{"webhook"}, usage: "[set URL, show, test or off]", line: "is a URL that is told when you are to move in a correspondence game", do: func(rest string) { webhook(s, rest) }},
		elsewhere(s, "evening", "who plays with whom tonight, and how it stands", "evening show"),
		elsewhere(s, "settings", "what is kept of how the screens look for you", "settings"),
		{names: []string{"quit", "exit", "bye"}, line: "ends the connection; a seat waits for you", do: func(string) { s.quit() }},
	}
}

// elsewhere is what is read by a command line of its own, beside this connection.
func elsewhere(s *session, name, what, words string) command {
	return command{names: []string{name}, line: "tells how to hear " + what, do: func(string) {
		s.say("To hear %s, say in another window: ssh HOST %s", what, words)
	}}
}

// help tells the commands of this place, or one of them.
func (s *session) help(rest string) {
	word := strings.ToLower(rest)
	var lines []string
	for _, list := range s.commands() {
		for _, c := range list {
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
		s.say("There is no word %q here: say help to hear them all", rest)
		return
	}
	if s.at.room != nil {
		lines = append([]string{"To move, say from which square to which, or write the move as the game does"}, lines...)
	}
	s.read(lines)
}

// linesAtOnce is how many lines of a long answer come at once.
const linesAtOnce = 12

// read says a long answer in parts.
func (s *session) read(lines []string) {
	n := len(lines)
	if n > linesAtOnce+1 {
		n = linesAtOnce
	}
	for _, line := range lines[:n] {
		s.say("%s", line)
	}
	s.next = nil
	if s.pages = lines[n:]; len(s.pages) > 0 {
		s.say("Say more for the other %s", phrase.Count(len(s.pages), "line"))
	}
}

func (s *session) more(string) {
	switch {
	case len(s.pages) > 0:
		s.read(s.pages)
	case s.next != nil:
		s.next()
	default:
		s.say("There is no more")
	}
}
