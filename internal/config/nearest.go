package config

import (
	"fmt"
	"slices"
	"strings"
)

// unknown returns the error text for an unknown key or section. If a known name is similar,
// the text suggests it.
func unknown(name string, known []string) string {
	head, _, inSection := strings.Cut(name, ".")
	sections := below("", known)
	near := nearest(name, slices.Concat(known, sections))
	switch beside := below(head+".", known); {
	case near != "":
		return fmt.Sprintf("there is no key %s; the nearest is %s", name, near)
	case inSection && len(beside) > 0:
		return fmt.Sprintf("there is no key %s; the keys of [%s] are %s", name, head, strings.Join(beside, ", "))
	}
	return fmt.Sprintf("there is no key %s; the sections are %s", name, strings.Join(sections, ", "))
}

// below returns, for each known key that begins with the prefix, the word that follows the
// prefix.
func below(prefix string, known []string) []string {
	var words []string
	for _, k := range known {
		if rest, ok := strings.CutPrefix(k, prefix); ok {
			word, _, _ := strings.Cut(rest, ".")
			words = append(words, word)
		}
	}
	return slices.Compact(words)
}

// nearest returns the known name with the least edit distance to the given name. Names with
// the same last word count as one edit apart. It returns "" if no name is similar.
func nearest(name string, known []string) string {
	best, least := "", 1+max(2, len(name)/4)
	for _, k := range known {
		n := distance(name, k)
		if last(k) == last(name) {
			n = min(n, 1)
		}
		if n < least {
			best, least = k, n
		}
	}
	return best
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// distance returns the edit distance (Levenshtein) of a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, corner+1)
		}
	}
	return row[len(b)]
}
