package config

import (
	"strings"

	"github.com/BurntSushi/toml"
)

// readablePrefixes calls f for each prefix of the text that consists of whole lines and is
// valid TOML. The callers use it to find line numbers, which the parser does not report: a
// key begins on the line after the longest valid prefix that does not contain the key.
func readablePrefixes(text string, f func(lines int, keys []toml.Key)) {
	end := 0
	for n, line := range strings.SplitAfter(text, "\n") {
		end += len(line)
		var tree map[string]any
		if meta, err := toml.Decode(text[:end], &tree); err == nil {
			f(n+1, meta.Keys())
		}
	}
}

// readableLines returns the number of lines in the longest prefix of the text that is valid
// TOML.
func readableLines(text string) (lines int) {
	readablePrefixes(text, func(n int, _ []toml.Key) { lines = n })
	return lines
}

// linesOf returns the line number of each key and heading.
func linesOf(text string) map[string]int {
	lines := map[string]int{}
	readable := 0
	readablePrefixes(text, func(n int, keys []toml.Key) {
		note(lines, keys, readable+1)
		readable = n
	})
	return lines
}

// note records a line number for each key and for each TOML table that contains the key. It
// keeps the numbers that are already recorded.
func note(lines map[string]int, keys []toml.Key, line int) {
	for _, k := range keys {
		for i := range k {
			if name := strings.Join(k[:i+1], "."); lines[name] == 0 {
				lines[name] = line
			}
		}
	}
}
