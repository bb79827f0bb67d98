package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestHostingGuideCommands runs every ssh command of docs/hosting.md. It replaces CODE in a
// command with the code of the last invitation or, before the first invitation, with the owner's
// code.
func TestHostingGuideCommands(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../docs/hosting.md")
	must(t, err)
	defer func() { _ = file.Close() }()
	s := serveFor(t)
	code, owner := s.ownerCode(), newCommandPlayer(t, "Ada")
	var newcomer *commandPlayer
	shown := regexp.MustCompile(`join ([0-9a-z-]+)`)
	lines := 0
	for text := bufio.NewScanner(file); text.Scan(); {
		command, ok := strings.CutPrefix(text.Text(), "    $ ssh -p 2222 club.example.org ")
		if !ok {
			continue
		}
		lines++
		if strings.HasPrefix(command, "'") { // remove the quotes, as a shell does
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
		answer := who.mustRun(t, s.address, strings.ReplaceAll(command, "CODE", code))
		if found := shown.FindStringSubmatch(answer); found != nil && strings.HasPrefix(command, "admin invite ") {
			code = found[1]
		}
	}
	if lines < 15 {
		t.Errorf("only %d lines were found", lines)
	}
	if about := owner.mustRun(t, s.address, "about"); !strings.Contains(about, "Whist Street Chess Club") {
		t.Errorf("about prints %q", about)
	}
}

// TestEveningsGuideCommands runs every command of docs/evenings.md: the commands of an
// evening in order and, before the command that ends the evening, the commands that correct
// mistakes.
func TestEveningsGuideCommands(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	secretary := newCommandPlayer(t, "Sec")
	secretary.mustRun(t, s.address, "join "+s.ownerCode())
	secretary.mustRun(t, s.address, "name Sec")
	for _, name := range []string{"Ann", "Bob", "Carl Lee", "Dora", "Emil", "Fay"} {
		newCommandPlayer(t, name).mustRun(t, s.address, "name '"+name+"'")
	}
	var ordered, repairs []string
	for _, line := range regexp.MustCompile("(?m)(^ {7,}|`)ssh HOST ([^`\n>]+)").FindAllStringSubmatch(readFile(t,
		"../../docs/evenings.md"), -1) {
		command := strings.ReplaceAll(strings.TrimSpace(line[2]), `"`, "") // remove the quotes, as a shell does
		if line[1] == "`" {
			repairs = append(repairs, command)
		} else {
			ordered = append(ordered, command)
		}
	}
	for _, command := range ordered {
		if command == "evening end" {
			for _, repair := range repairs {
				if repair == "evening join" || repair == "evening leave" { // refused: this evening is not a tournament
					continue
				}
				// replace the names in the guide: use a player with a seat and a player with a bye in this round
				if strings.HasPrefix(repair, "evening substitute") {
					names := regexp.MustCompile(`(?s)white=([A-Z]\w+(?: [A-Z]\w+)?).*bye: ([A-Z]\w+(?: [A-Z]\w+)?)`).
						FindStringSubmatch(secretary.mustRun(t, s.address, "evening show"))
					if names == nil {
						t.Fatal("evening show has no player and no bye")
					}
					repair = strings.NewReplacer("Gus", "'"+names[1]+"'", "Ida", "'"+names[2]+"'").Replace(repair)
				}
				secretary.mustRun(t, s.address, repair)
			}
		}
		secretary.mustRun(t, s.address, command)
	}
	if len(ordered) < 9 || len(repairs) < 6 {
		t.Errorf("only %q and %q were found", ordered, repairs)
	}
}

// TestOtherGuidesCommands runs the commands of the guides that have no test of their own.
func TestOtherGuidesCommands(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	owner, bob := newCommandPlayer(t, "Ada"), newCommandPlayer(t, "Bob")
	owner.mustRun(t, s.address, "join "+s.ownerCode())
	owner.mustRun(t, s.address, "name Ada")
	bob.mustRun(t, s.address, "name Bob")
	commands := regexp.MustCompile(`(?m)^ {4,8}(ssh HOST|quadrille|bin/quadrille) (.*)`)
	values := strings.NewReplacer(
		"> quadrille.toml",
		"",
		"quadrille.toml",
		"../../docs/hosting/quadrille.toml",
		"A B",
		"greedy random",
		"program:python3 docs/examples/bot.py 1 Snake",
		"greedy",
		"program:./uci4 -go movetime=100 ./engine",
		"random",
		"--games 20",
		"--games 2",
		"report 3",
		"report 1",
		"resolve 3",
		"resolve 1",
		"NAME",
		"Bob",
	)
	for _, guide := range []string{"notices", "privacy", "configuration", "match"} {
		lines := commands.FindAllStringSubmatch(readFile(t, "../../docs/"+guide+".md"), -1)
		for _, line := range lines {
			command := values.Replace(line[2])
			if line[1] == "ssh HOST" { // remove the outer quotes, as a shell does
				if unquoted, ok := strings.CutPrefix(command, "'"); ok {
					command = strings.TrimSuffix(unquoted, "'")
				} else {
					command = strings.ReplaceAll(command, `"`, "")
				}
				who := owner
				if guide == "privacy" {
					who = bob
				}
				who.mustRun(t, s.address, command)
				continue
			}
			words := strings.Fields(strings.ReplaceAll(command, `"`, ""))
			if words[0] == "match" {
				words = append(words, "--games", "4", "--plies", "4")
			}
			if out, err := exec.Command(program, words...).CombinedOutput(); err != nil {
				t.Errorf("docs/%s.md: %s: %v\n%s", guide, command, err, out)
			}
		}
		if len(lines) < 2 {
			t.Errorf("docs/%s.md has %d commands, want at least 2", guide, len(lines))
		}
	}
}
