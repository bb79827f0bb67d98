package config

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

// WriteDefault writes a configuration file in which every key is commented out, with its
// default. As long as a key is commented out, it has the default of the installed version.
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
		if n := strings.Count(k.name, "."); n < depth { // the previous key was the last of a subsection
			depth = n
			b.WriteByte('\n')
		}
		_, name, _ := strings.Cut(k.name, ".")
		comment(&b, strings.TrimSuffix(k.doc, ".")+k.bounds()+".")
		fmt.Fprintf(&b, "#%s = %s\n", name, k.toml())
	})
	_, err := io.WriteString(w, b.String())
	return err
}

const heading = `# The configuration of Quadrille, with every key and its default. Remove the # in front
# of a key to change it. Durations are written like "90s", "10m" or "36h".
#
# A flag overrides the environment, and the environment overrides this file. The
# environment variable of the key limits.handshakes.burst, for example, is
# QUADRILLE_LIMITS_HANDSHAKES_BURST.
# After a change, run "quadrille config check FILE", then send SIGHUP to the server.
`

// bounds returns a description of the bounds of a key.
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

// comment writes a text as a comment, wrapped to a limited width.
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
