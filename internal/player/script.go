package player

import (
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// writings lists sets of scripts that one writing system uses together. Each set counts as
// one script (UTS 39).
var writings = [][]string{
	{"Han", "Hiragana", "Katakana"},
	{"Hangul", "Han"},
	{"Bopomofo", "Han"},
}

// oneScript refuses a name that mixes scripts, because letters of two scripts look alike.
func oneScript(name string) error {
	found := map[string]bool{}
	for _, r := range norm.NFKC.String(name) {
		if script := scriptOf(r); script != "" {
			found[script] = true
		}
	}
	if len(found) < 2 {
		return nil
	}
	for _, writing := range writings {
		if within(found, writing) {
			return nil
		}
	}
	return TwoScripts.Refuse(list(found))
}

// scriptOf returns the script of a letter, digit or accent, or "" for a character that belongs
// to no script in particular.
func scriptOf(r rune) string {
	switch {
	case r < 0x80 && !unicode.IsLetter(r):
		return ""
	case unicode.Is(sharedLetters, r):
		return "Katakana"
	case unicode.Is(sharedDigits, r):
		return "Arabic" // full-width digits do not occur here, because NFKC replaces them with ASCII digits
	}
	for name, script := range livingByName {
		if unicode.Is(script, r) {
			return name
		}
	}
	return ""
}

var livingByName = func() map[string]*unicode.RangeTable {
	byName := map[string]*unicode.RangeTable{}
	for name, script := range unicode.Scripts {
		for _, l := range recommendedScripts {
			if script == l {
				byName[name] = script
			}
		}
	}
	return byName
}()

func within(found map[string]bool, writing []string) bool {
	n := 0
	for _, script := range writing {
		if found[script] {
			n++
		}
	}
	return n == len(found)
}

func list(found map[string]bool) string {
	var names []string
	for name := range found {
		names = append(names, name)
	}
	sort.Strings(names)
	return strings.Join(names, " and ")
}
