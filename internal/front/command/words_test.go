package command

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/pflag"
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
		"help\n":                  {"help"},
		"help\r\n":                {"help"},
		"help\nquit":              nil,
		"\ufeffhelp\u00a0new":     {"help", "new"},
		"say 1 “hello there”":     {"say", "1", "hello there"},
		"say 1 „hello“ it’s":      {"say", "1", "hello", "it’s"},
		"say 1 \"“hi”\"":          {"say", "1", "“hi”"},
		"say 1 “hello\" you":      {"say", "1", "hello", "you"},
		"say 1 “hello":            nil,
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
		if len(words) == 0 || words[0] == "" || len(words) > maxWords {
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

// TestFlagsOfPhones checks that dashes before the name of a flag are read as hyphens, and that
// other words stay as they are.
func TestFlagsOfPhones(t *testing.T) {
	flags := pflag.NewFlagSet("try", pflag.ContinueOnError)
	flags.StringP("game", "g", "", "")
	flags.Bool("json", false, "")
	flags.Bool("help", false, "")
	for given, want := range map[string]string{
		"—json": "--json", "–json": "--json", "--json": "--json", "–-json": "--json", "-–json": "--json",
		"−−game=chess4": "--game=chess4", "—game=a–b": "--game=a–b", "–g": "-g", "—help": "--help",
		"—hello": "—hello", "—": "—", "-": "-", "a—json": "a—json", "-x": "-x",
	} {
		if got := Flags([]string{given}, flags); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
	if got := Flags([]string{"--", "—json"}, flags); got[1] != "—json" {
		t.Errorf("after --: %s", got)
	}
}
