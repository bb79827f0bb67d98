package command

import (
	"slices"
	"strings"
)

// Help describes a command to a front end that offers the commands at a prompt.
type Help struct {
	Names        []string // the name of the command, and other names that a prompt accepts
	Usage, Short string
	Table        string // "N" if the first argument is a table, "--table" if a flag names one
}

// elsewhere lists the commands that make no sense at the prompt of a session: they start another
// kind of session, or run for minutes.
var elsewhere = []string{"plain", "api", "return", "analysis", "help"}

// files lists the commands that write a file to the output, which plain mode has no use for.
var files = []string{"picture", "gif", "cast", "export"}

// alsoCalled has the other names of commands at a prompt.
var alsoCalled = map[string][]string{"watch": {"table", "open"}, "seek": {"play now", "play-now"}, "lobby-chat": {"chat"}}

// Short returns the line of help about the command with the given path, such as "admin rename".
// It returns "" if there is none.
func Short(path string) string {
	for i := range rows {
		if rows[i].path() == path {
			return rows[i].short
		}
	}
	return ""
}

// Prompt returns the commands that the player can run at a prompt, the most useful first. In plain
// mode the usage has no flags, and the commands that write files are left out.
func Prompt(s Session) (list []Help) {
	r := &request{Session: s}
	r.rows = r.permitted()
	for _, row := range r.below("") {
		if name := row.name(); !slices.Contains(elsewhere, name) && !(s.Spoken && slices.Contains(files, name)) {
			one := Help{Names: append([]string{name}, alsoCalled[name]...), Usage: row.use, Short: row.short}
			switch {
			case strings.HasPrefix(row.use+" ", name+" N "):
				one.Table = "N"
			case strings.Contains(row.use, "[--table N]"):
				one.Table = "--table"
			}
			if s.Spoken {
				one.Usage, one.Short = row.arguments, row.spoken(row.short)
			}
			list = append(list, one)
		}
	}
	return list
}
