package acceptance

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// step is a command of a guide and the output that the guide shows.
type step struct {
	line    int
	root    bool // whether the line begins with "#", so that root runs the command on the server
	command string
	output  []string
}

func (s step) String() string {
	return fmt.Sprintf("line %d: %s", s.line, s.command)
}

// stepsOf returns the commands of a guide in Markdown. In an indented block, a line that
// begins with # or $ is a command. The lines below it, up to the next command or blank line,
// are its output.
func stepsOf(text string) []step {
	var steps []step
	inOutput := false
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		indented := strings.HasPrefix(line, "    ")
		switch {
		case indented && (strings.HasPrefix(trimmed, "# ") || strings.HasPrefix(trimmed, "$ ")):
			steps = append(steps, step{line: i + 1, root: trimmed[0] == '#', command: trimmed[2:]})
			inOutput = true
		case indented && trimmed != "" && inOutput:
			last := &steps[len(steps)-1]
			last.output = append(last.output, trimmed)
		default:
			inOutput = false
		}
	}
	return steps
}

// code matches the code of an invitation or of the owner. The guide writes CODE for both.
const code = `[0-9a-z]+(?:-[0-9a-z]+)+`

// check compares the output of a command with the guide, and returns the code that the
// output contains, if any. In the guide, "..." matches any text or lines, and CODE matches a
// code. The output may continue after the lines in the guide, but must be empty if the guide
// shows none.
func (s step) check(printed string) (found string, err error) {
	var lines []string
	for line := range strings.Lines(printed) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	found, ok := match(s.output, lines)
	if !ok || len(s.output) == 0 && len(lines) > 0 {
		return "", fmt.Errorf("%s\nprinted:\n%s\nbut the guide has:\n%s", s, printed, strings.Join(s.output, "\n"))
	}
	return found, nil
}

// match reports whether the output begins with the expected lines. If the expected lines
// contain CODE, it also returns the code that the output has there.
func match(want, lines []string) (found string, ok bool) {
	if len(want) == 0 {
		return "", true
	}
	if want[0] == "..." {
		for i := range len(lines) + 1 {
			if found, ok = match(want[1:], lines[i:]); ok {
				return found, true
			}
		}
		return "", false
	}
	if len(lines) == 0 {
		return "", false
	}
	pattern := regexp.QuoteMeta(want[0])
	pattern = strings.ReplaceAll(pattern, `\.\.\.`, `.*`)
	pattern = strings.ReplaceAll(pattern, "CODE", "(?P<code>"+code+")")
	groups := regexp.MustCompile("^" + pattern + "$").FindStringSubmatch(lines[0])
	if groups == nil {
		return "", false
	}
	found, ok = match(want[1:], lines[1:])
	return strings.Join(groups[1:], "") + found, ok
}

const guide = "../../docs/hosting.md"

func readGuide(t *testing.T) []step {
	t.Helper()
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	return stepsOf(string(text))
}

// All commands of the guide must be in indented blocks, because stepsOf does not find fenced
// blocks.
func TestEveryCommandOfTheGuideIsAStep(t *testing.T) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "```") {
		t.Error("the guide has a fenced block, whose commands would not be run")
	}
	commands := regexp.MustCompile(`(?m)^[ \t]+[#$] ?\S`).FindAllString(string(text), -1)
	if steps := stepsOf(string(text)); len(steps) != len(commands) || len(steps) < 40 {
		t.Errorf("%d steps, %d commands", len(steps), len(commands))
	}
}

func TestCheckComparesOutput(t *testing.T) {
	steps := stepsOf(
		"Text.\n\n    $ one 'two'\n    a ... z\n    ...\n    join CODE\n\n    # three\n    ...\n    last\n    # four\n\nText\n",
	)
	if len(steps) != 3 || steps[0].root || !steps[1].root || steps[0].command != "one 'two'" || len(steps[2].output) != 0 {
		t.Fatalf("%+v", steps)
	}
	for _, c := range []struct {
		step    int
		printed string
		want    string
		ok      bool
	}{
		{0, "a b z\nmore\nmore\njoin ab12-cd34\n", "ab12-cd34", true},
		{0, "a b z\njoin ab12-cd34\n", "ab12-cd34", true},
		{0, "a b\njoin ab12-cd34\n", "", false},
		{0, "a b z\njoin\n", "", false},
		{1, "first\nlast\n", "", true},
		{1, "last\n", "", true},
		{1, "first\n", "", false},
		{0, "a b z\njoin ab12-cd34\nmore\n", "ab12-cd34", true},
		{2, "", "", true},
		{2, "something\n", "", false},
	} {
		found, err := steps[c.step].check(c.printed)
		if found != c.want || (err == nil) != c.ok {
			t.Errorf("step %d, %q: %q, %v", c.step, c.printed, found, err)
		}
	}
}
