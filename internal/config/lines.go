package config

import (
	"strings"

	"github.com/BurntSushi/toml"
)

// The parser does not tell where what it read stands. But a key begins on the
// line after the longest shorter beginning of the text that can be read by itself.

// beginnings calls f for each number of lines that can be read by themselves.
func beginnings(text string, f func(lines int, keys []toml.Key)) {
	end := 0
	for n, line := range strings.SplitAfter(text, "\n") {
		end += len(line)
		var tree map[string]any
		if meta, err := toml.Decode(text[:end], &tree); err == nil {
			f(n+1, meta.Keys())
		}
	}
}

// readableLines is how many lines there are before the first that cannot be
// read.
func readableLines(text string) (lines int) {
	beginnings(text, func(n int, _ []toml.Key) { lines = n })
	return lines
}

// linesOf is where each key and heading of a text begins.
func linesOf(text string) map[string]int {
	lines := map[string]int{}
	readable := 0
	beginnings(text, func(n int, keys []toml.Key) {
		note(lines, keys, readable+1)
		readable = n
	})
	return lines
}

// note gives keys that have no line yet this one, and so what they are in.
func note(lines map[string]int, keys []toml.Key, line int) {
	for _, k := range keys {
		for i := range k {
			if name := strings.Join(k[:i+1], "."); lines[name] == 0 {
				lines[name] = line
			}
		}
	}
}
