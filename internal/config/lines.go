package config

import (
	"strings"

	"github.com/BurntSushi/toml"
)

// linesOf is where each key and heading of a text begins, which the parser does
// not tell: it is the line after the longest shorter beginning of the text that
// can be read by itself.
func linesOf(text string) map[string]int {
	lines := map[string]int{}
	readable, end := 0, 0
	for n, line := range strings.SplitAfter(text, "\n") {
		end += len(line)
		var tree map[string]any
		meta, err := toml.Decode(text[:end], &tree)
		if err != nil {
			continue
		}
		note(lines, meta.Keys(), readable+1)
		readable = n + 1
	}
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
