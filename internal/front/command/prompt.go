package command

import "slices"

// Help describes a command to a front end that offers the commands at a prompt.
type Help struct {
	Name, Usage, Short string
}

// elsewhere lists the commands that make no sense at the prompt of a session: they start another
// kind of session, or run for minutes.
var elsewhere = []string{"plain", "api", "return", "analysis", "help"}

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

// Prompt returns the commands that the player can run at a prompt.
func Prompt(s Session) (list []Help) {
	r := &request{Session: s}
	r.rows = r.permitted()
	for _, row := range r.below("") {
		if !slices.Contains(elsewhere, row.name()) {
			list = append(list, Help{row.name(), row.use, row.short})
		}
	}
	return list
}
