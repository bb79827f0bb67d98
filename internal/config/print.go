package config

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

// WriteDefault writes a file with all keys and what they are, each a comment: a
// key that is not changed follows the default of later versions.
func WriteDefault(w io.Writer) error {
	var b strings.Builder
	b.WriteString(heading)
	c := Default()
	depth := 0
	walk(&c, func(s section) {
		depth = strings.Count(s.name, ".") + 1
		b.WriteByte('\n')
		comment(&b, s.doc)
		if depth == 1 {
			fmt.Fprintf(&b, "[%s]\n", s.name)
		}
	}, func(k key) {
		if n := strings.Count(k.name, "."); n < depth { // a group of keys has ended
			depth = n
			b.WriteByte('\n')
		}
		_, name, _ := strings.Cut(k.name, ".")
		comment(&b, strings.TrimSuffix(k.tag.Get("doc"), ".")+k.bounds()+".")
		fmt.Fprintf(&b, "#%s = %s\n", name, k.toml())
	})
	_, err := io.WriteString(w, b.String())
	return err
}

const heading = `# The configuration of Quadrille, with every key and its default. Take the # away
# before a key to change it. Times are written like "90s", "10m" or "36h".
#
# A flag counts more than the environment, that more than this file. In the
# environment limits.handshakes.burst is QUADRILLE_LIMITS_HANDSHAKES_BURST, and so on.
# After a change: quadrille config check FILE, and then SIGHUP to the server.
`

// bounds is what the bounds allow, where it is not said.
func (k key) bounds() string {
	low, high := k.tag.Get("min"), k.tag.Get("max")
	switch {
	case high == "":
		return ""
	case k.value.Kind() == reflect.String:
		return fmt.Sprintf(" (at most %s characters)", high)
	}
	return fmt.Sprintf(" (%s to %s)", low, high)
}

// comment writes a text in lines that fit.
func comment(b *strings.Builder, text string) {
	const width = 90
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
