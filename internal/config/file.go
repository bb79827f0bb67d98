package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A file is read again and again to know its lines; so much is enough for a
// hundred keys with their comments.
const longestFile = 64 << 10

// file reads the file, if there is one.
func (r *reading) file() {
	if r.src.File == "" {
		return
	}
	text, err := readFile(r.src.File)
	if err != nil {
		r.settings.unread = true
		r.wrong(r.src.File, "%v", err)
		return
	}
	text = r.parse(text)
	p := page{name: r.src.File, lines: linesOf(text)}
	var tree map[string]any
	if _, err := toml.Decode(text, &tree); err == nil { // parse saw to that
		r.branch(p, "", tree)
	}
}

// readFile is the file's text, or a sentence without its name.
func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", plainly(err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, longestFile+1))
	switch {
	case err != nil:
		return "", plainly(err)
	case len(text) > longestFile:
		return "", fmt.Errorf("the file is longer than %d KiB, which no configuration is", longestFile>>10)
	}
	return string(text), nil
}

func plainly(err error) error {
	switch wrapped := new(fs.PathError); {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such file; name another, or make one with quadrille config default")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("the file may not be read by whoever runs this; change its owner or its mode")
	case errors.As(err, &wrapped):
		return fmt.Errorf("the file cannot be read: %w", wrapped.Err)
	}
	return err
}

// parse notes every line that is no TOML, and returns the text without them, so
// that the rest can be looked at in the same run.
func (r *reading) parse(text string) string {
	const enough = 20
	for range enough {
		var tree map[string]any
		_, err := toml.Decode(text, &tree)
		if err == nil {
			return text
		}
		line := 1 + readableLines(text)
		r.settings.unread = true
		r.wrong(fmt.Sprintf("%s:%d", r.src.File, line), "this cannot be read: %s", message(err))
		text = without(text, line, err)
	}
	return ""
}

func message(err error) string {
	var broken toml.ParseError
	if errors.As(err, &broken) {
		return strings.ReplaceAll(broken.Message, "\n", " ")
	}
	return err.Error()
}

// without blanks a line. What follows a heading or a text of several lines that
// cannot be read belongs to nobody, so it goes too.
func without(text string, line int, err error) string {
	lines := strings.SplitAfter(text, "\n")
	n := min(line, len(lines)) - 1
	var broken toml.ParseError
	far := errors.As(err, &broken) && broken.Position.Line > line+1
	if far || strings.HasPrefix(strings.TrimSpace(lines[n]), "[") {
		return strings.Join(lines[:n], "")
	}
	lines[n] = "\n"
	return strings.Join(lines, "")
}

// page is a file whose lines are known.
type page struct {
	name  string
	lines map[string]int // of each key and heading
}

func (p page) at(name string) string {
	if line, ok := p.lines[name]; ok {
		return fmt.Sprintf("%s:%d", p.name, line)
	}
	return p.name
}

// branch takes over what stands below a name.
func (r *reading) branch(p page, above string, tree map[string]any) {
	for _, word := range inOrder(p, above, tree) {
		name := above + word
		_, known := r.keys[name]
		inner, isTree := tree[word].(map[string]any)
		switch {
		case known:
			r.leaf(p, name, tree[word])
		case len(below(name+".", r.names)) == 0:
			r.wrong(p.at(name), "%s", unknown(name, r.names))
		case isTree:
			r.branch(p, name+".", inner)
		default:
			r.wrong(p.at(name), "%s is not one value: write %s", name, instead(name, below(name+".", r.names)))
		}
	}
}

// instead is how a section is written that somebody took for a value.
func instead(name string, keys []string) string {
	if !strings.Contains(name, ".") {
		return fmt.Sprintf("[%s], and its keys below", name)
	}
	var values []string
	for _, k := range keys {
		values = append(values, last(name)+"."+k+" = ...")
	}
	return strings.Join(values, ", ") + " and so on"
}

// inOrder are the words of a tree as they stand in the file.
func inOrder(p page, above string, tree map[string]any) []string {
	return slices.SortedFunc(maps.Keys(tree), func(a, b string) int {
		if d := p.lines[above+a] - p.lines[above+b]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
}

// leaf takes over one value of the file, if it is of the right kind.
func (r *reading) leaf(p page, name string, value any) {
	k := r.keys[name]
	text, ok := k.typed(value)
	switch {
	case !ok:
		r.wrongValue(name, p.at(name), "%s; this is %s", k.wants(), kind(value))
	case name == "server.data" && r.elsewhere(text):
		r.wrong(p.at(name), "server.data cannot stand here: this file was found in the data directory, so it cannot name another; take it out, or name the file with --config")
	default:
		r.take(name, text, p.at(name))
	}
}
