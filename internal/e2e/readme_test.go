package e2e

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// readmeCommand matches a command line in the README, up to the comment at its end.
var readmeCommand = regexp.MustCompile(`(?m)^    (ssh|bin/quadrille) ([^#\n]*[^#\s])`)

// sshOptions matches the beginning of the arguments of ssh: the options and the host.
var sshOptions = regexp.MustCompile(`^(-t |-p 2222 )*(HOST|127\.0\.0\.1) ?`)

// TestReadmeCommands runs every ssh and bin/quadrille line of the README, with the example
// file and host names replaced by real ones.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	dir := t.TempDir()
	reader := newCommandPlayer(t, "Ada")
	reader.mustRun(t, s.address, "join "+s.ownerCode())
	reader.mustRun(t, s.address, "name Ada")
	newCommandPlayer(t, "Inky").mustRun(t, s.address, "name Inky")
	values := strings.NewReplacer("FILE", filepath.Join(dir, "backup"), "/srv/new", filepath.Join(dir, "new"), "/srv/quadrille", s.data,
		"game.txt", "../../docs/pictures/chess4.txt", "game.c4pgn", "../../rules/chess4/testdata/firstgame-condensed.c4pgn")
	commands := readmeCommand.FindAllStringSubmatch(readFile(t, "../../README.md"), -1)
	for _, line := range commands {
		words := strings.Fields(values.Replace(line[2]))
		switch {
		case line[1] == "bin/quadrille" && words[0] == "serve": // skip it: the test has already started a server
		case line[1] == "bin/quadrille":
			switch words[0] {
			case "doctor":
				words = append(words, "--listen", s.address)
			case "match":
				words = append(words, "--games", "2", "--plies", "20")
			}
			if out, err := exec.Command(program, words...).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", line[0], err, out)
			}
		default:
			command, _, _ := strings.Cut(sshOptions.ReplaceAllString(strings.Join(words, " "), ""), " > ")
			switch {
			case command == "join CODE": // skipped: the test has already run this command, and a code can be used only once
			case command == "watch 1": // skipped, because it would run until the game is over
			case command == "waiting": // the command exits with status 1, because nothing waits for the player
				if _, err := reader.run(s.address, command); err == nil || err.Error() != "" {
					t.Errorf("waiting: %v", err)
				}
			case command == "" || words[0] == "-t":
				client, err := reader.connect(s.address)
				must(t, err)
				screen := sshtest.Open(t, client, "Ada", 80, 24, command)
				screen.See(t, "Ada")
				screen.Close()
			default:
				reader.mustRun(t, s.address, command)
			}
		}
	}
	if len(commands) < 20 {
		t.Errorf("README has %d commands, want at least 20", len(commands))
	}
}
