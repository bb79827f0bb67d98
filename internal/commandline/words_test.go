package commandline

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"help":                    {"help"},
		"  new  a b=c ":           {"new", "a", "b=c"},
		`new "a b" 'c d'e`:        {"new", "a b", "c de"},
		`say ''`:                  {"say", ""},
		`say "it's"`:              {"say", "it's"},
		"watch 1; rm -rf $HOME":   {"watch", "1;", "rm", "-rf", "$HOME"},
		"say \\'":                 nil,
		"'":                       nil,
		`"`:                       nil,
		"":                        nil,
		"   ":                     nil,
		"''":                      nil,
		"'' help":                 nil,
		"help\n":                  nil,
		"help\x00":                nil,
		"\xff":                    nil,
		"\u0085":                  nil,
		strings.Repeat("x", 1001): nil,
		strings.Repeat("x ", 33):  nil,
	} {
		got, err := Words(line)
		if (err == nil) != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%.30q: %q, %v; want %q", line, got, err, want)
		}
	}
}

func FuzzWordsAreCleanAndStable(f *testing.F) {
	f.Add(`new "a b" c=d`)
	f.Add("'")
	f.Fuzz(func(t *testing.T, line string) {
		words, err := Words(line)
		if err != nil {
			if words != nil || strings.Contains(err.Error(), "\n") {
				t.Fatalf("refused with %q, %q", words, err)
			}
			return
		}
		if len(words) == 0 || words[0] == "" || len(words) > MaxWords {
			t.Fatalf("%q", words)
		}
		var quoted []string
		for _, word := range words {
			if strings.ContainsFunc(word, unicode.IsControl) {
				t.Fatalf("%q has a control character", word)
			}
			// Write the word as several quoted parts, because no part may contain the kind of
			// quote that encloses it.
			quoted = append(quoted, `"`+strings.ReplaceAll(word, `"`, `"'"'"`)+`"`)
		}
		again, err := Words(strings.Join(quoted, " "))
		if err == nil && !slices.Equal(again, words) {
			t.Fatalf("%q became %q", words, again)
		}
	})
}
