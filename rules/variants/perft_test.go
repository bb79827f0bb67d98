package variants

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"quadrille/rules"
)

// TestT1_Perft checks the number of action sequences of each game to small depths. At least
// two programs that were written independently of this program agree on these numbers. "make
// perft" counts to greater depths.
func TestT1_Perft(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) < 4 || words[0] == "#" {
			continue
		}
		options := map[string]string{}
		for _, o := range words[1 : len(words)-2] {
			if name, value, found := strings.Cut(o, "="); found {
				options[name] = value
			}
		}
		v, err := New(words[0], options)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		depth, _ := strconv.Atoi(words[len(words)-2])
		p := v.Start()
		if got := strconv.FormatUint(rules.Perft(v, &p, depth), 10); got != words[len(words)-1] {
			t.Errorf("%s: counted %s", line, got)
		}
		counted++
	}
	if counted < 5 {
		t.Errorf("only %d lines were counted", counted)
	}
}

func TestFindListsTheGames(t *testing.T) {
	for _, name := range []string{"", "chess", "Chess4"} {
		if _, err := New(name, nil); err == nil || !strings.Contains(err.Error(), "the games are: ") {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, o := range All() {
		v, err := o.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if f := v.Facts(); f.Name != o.Name || f.Title != o.Title || f.Summary == "" {
			t.Errorf("the definition of %s differs from its facts: %+v", o.Name, f)
		}
	}
}
