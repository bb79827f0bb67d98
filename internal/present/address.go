package present

import (
	"cmp"
	"strings"
)

// anyHost stands for the address of the server in texts that do not know who reads them.
const anyHost = "ssh HOST"

// SSH returns the ssh command with options and arguments, such as "ssh -t -p 2222
// chess.example.org return CODE". The parameter `command` connects to the server, as in
// "ssh -p 2222 chess.example.org"; if it is empty, the text has the word HOST.
func SSH(command, options, arguments string) string {
	to := strings.TrimPrefix(cmp.Or(command, anyHost), "ssh ")
	return strings.Join(strings.Fields("ssh "+options+" "+to+" "+arguments), " ")
}

// Addressed returns a text in which `ssh HOST` is replaced by the command with which its reader
// connects to the server.
func Addressed(text, command string) string {
	if command == "" || !strings.Contains(text, "HOST") {
		return text
	}
	return strings.NewReplacer(anyHost, command, "ssh -t HOST", SSH(command, "-t", "")).Replace(text)
}
