package e2e

import (
	"bufio"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestCommandsOfTheEveningsGuide runs every ssh line of docs/evenings.md against a
// server. CODE is the last code shown. Each command runs as a new player.
func TestCommandsOfTheEveningsGuide(t *testing.T) {
	file, err := os.Open("../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	s := serveFor(t)
	code, owner := s.ownersCode(), newCommandPlayer(t, "Ada")
	var newcomer *commandPlayer
	shown := regexp.MustCompile(`join ([0-9a-z-]+)`)
	lines := 0
	for text := bufio.NewScanner(file); text.Scan(); {
		command, ok := strings.CutPrefix(text.Text(), "    $ ssh -p 2222 club.example.org ")
		if !ok {
			continue
		}
		lines++
		if strings.HasPrefix(command, "'") { // as the person's shell has it
			command = strings.Trim(command, "'")
		}
		who := owner
		switch {
		case command == "join CODE" && lines > 1:
			newcomer = newCommandPlayer(t, "Bea")
			who = newcomer
		case command == "name Bea":
			who = newcomer
		}
		answer := who.must(t, s.address, strings.ReplaceAll(command, "CODE", code))
		if found := shown.FindStringSubmatch(answer); found != nil && strings.HasPrefix(command, "admin invite ") {
			code = found[1]
		}
	}
	if lines < 15 {
		t.Errorf("only %d lines were found", lines)
	}
	if about := owner.must(t, s.address, "about"); !strings.Contains(about, "Whist Street Chess Club") {
		t.Errorf("about prints %q", about)
	}
}
