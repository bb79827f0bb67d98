package lastking

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
	"quadrille/rules/variants"
)

// TestProperties plays random games and checks what every game must fulfil.
func TestProperties(t *testing.T) {
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	open := func(_ string, options map[string]string) (rules.Variant, error) { return New(options) }
	rulestest.Run(t, rulestest.Suite{Variant: v, Open: open, Games: 20, Plies: 150, ActionTypes: []rules.ActionType{rules.Move}})
}

// TestGuide follows docs/variants.md: it adds the game to the list of variants, builds the program, runs
// the commands of the page, and removes the game again. The files of the repository do not change, because
// an overlay of the go command adds the folder and the line.
func TestGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "quadrille")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	goCommand(t, root, "build", "-overlay", withGame(t, root), "-o", program, "./cmd/quadrille")
	page, err := os.ReadFile(filepath.Join(root, "docs", "variants.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^ {4}bin/quadrille (.*)$`).FindAllStringSubmatch(string(page), -1)
	var output string
	for _, line := range commands {
		out, err := exec.Command(program, strings.Fields(line[1])...).CombinedOutput()
		if output += string(out); err != nil {
			t.Errorf("quadrille %s: %v\n%s", line[1], err, out)
		}
	}
	for _, want := range []string{"lastking\tfree-for-all", "lost because", "played to the end"} {
		if strings.Contains(output, want) != (want != "lost because") {
			t.Errorf("the output of %d commands has %q or lacks it:\n%s", len(commands), want, output)
		}
	}
	if len(commands) < 4 || slices.Contains(variants.Names(), Definition().Name) {
		t.Errorf("%d commands; the games are %q", len(commands), variants.Names())
	}
}

// withGame returns the name of an overlay file that adds the folder of the game and the line in the list
// of games.
func withGame(t *testing.T, root string) string {
	t.Helper()
	list := filepath.Join(root, "rules", "variants", "variants.go")
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	folder := `"quadrille/rules/` + Definition().Name + `"`
	added := strings.Replace(string(text), "import (\n", "import (\n\t"+folder+"\n", 1)
	added = strings.Replace(added, "chess4.Definition(),", "chess4.Definition(), lastking.Definition(),", 1)
	if strings.Count(added, Definition().Name) != 2 {
		t.Fatalf("%s has another form than the test expects", list)
	}
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "variants.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, []byte(added), 0o600); err != nil {
		t.Fatal(err)
	}
	game := Definition().Name
	replace := map[string]any{"Replace": map[string]string{
		list: changed,
		filepath.Join(root, "rules", game, game+".go"): filepath.Join(root, "docs", "examples", game, game+".go"),
	}}
	encoded, err := json.Marshal(replace)
	if err == nil {
		err = os.WriteFile(overlay, encoded, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return overlay
}

// goCommand runs the go command in a directory.
func goCommand(t *testing.T, dir string, words ...string) {
	t.Helper()
	cmd := exec.Command("go", words...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", fmt.Sprint(words), err, out)
	}
}
