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

// maxFileSize is the maximum size of the configuration file. It is small because the parser
// reads the whole file again for each of its lines.
const maxFileSize = 64 << 10

// file reads the configuration file, if there is one.
func (r *loader) file() {
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
	p := fileLines{name: r.src.File, lines: linesOf(text)}
	var tree map[string]any
	if _, err := toml.Decode(text, &tree); err == nil { // err is always nil: parse has removed the invalid lines
		r.section(p, "", tree)
	}
}

// readFile returns the text of a file. If it returns an error, the error does not contain
// the file name.
func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", readError(err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	switch {
	case err != nil:
		return "", readError(err)
	case len(text) > maxFileSize:
		return "", fmt.Errorf("the file is longer than %d KiB", maxFileSize>>10)
	}
	return string(text), nil
}

func readError(err error) error {
	switch wrapped := new(fs.PathError); {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file; name another one, or create it with quadrille config default")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("permission denied; change the owner or mode of the file")
	case errors.As(err, &wrapped):
		return fmt.Errorf("cannot read the file: %w", wrapped.Err)
	}
	return err
}

// parse records an error for each line that is not valid TOML. It returns the text without
// these lines, so that the valid lines can be checked, too.
func (r *loader) parse(text string) string {
	const maxErrors = 20
	for range maxErrors {
		var tree map[string]any
		_, err := toml.Decode(text, &tree)
		if err == nil {
			return text
		}
		line := 1 + readableLines(text)
		r.settings.unread = true
		r.wrong(fmt.Sprintf("%s:%d", r.src.File, line), "not valid TOML: %s", message(err))
		text = removeUnreadable(text, line, err)
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

// removeUnreadable makes an invalid line empty. If the line is a heading or begins a
// multi-line value, removeUnreadable also removes the rest of the file, because it cannot
// tell which section the following keys belong to.
func removeUnreadable(text string, line int, err error) string {
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

// fileLines is a configuration file with the line numbers of its keys.
type fileLines struct {
	name  string
	lines map[string]int // maps each key and each heading to the number of its line
}

func (p fileLines) at(name string) string {
	if line, ok := p.lines[name]; ok {
		return fmt.Sprintf("%s:%d", p.name, line)
	}
	return p.name
}

// section sets the keys of a section from the values in the file.
func (r *loader) section(p fileLines, above string, tree map[string]any) {
	for _, word := range inOrder(p, above, tree) {
		name := above + word
		_, known := r.keys[name]
		inner, isTree := tree[word].(map[string]any)
		switch {
		case known:
			r.value(p, name, tree[word])
		case len(below(name+".", r.names)) == 0:
			r.wrong(p.at(name), "%s", unknown(name, r.names))
		case isTree:
			r.section(p, name+".", inner)
		default:
			r.wrong(p.at(name), "%s is a section: write %s", name, sectionSyntax(name, below(name+".", r.names)))
		}
	}
}

// sectionSyntax explains how to write a section. It is used in the error for a section that
// was written as a value.
func sectionSyntax(name string, keys []string) string {
	if !strings.Contains(name, ".") {
		return fmt.Sprintf("[%s] on its own line, then its keys", name)
	}
	var values []string
	for _, k := range keys {
		values = append(values, last(name)+"."+k+" = ...")
	}
	return strings.Join(values, ", ") + " and so on"
}

// inOrder returns the keys of a TOML table in the order in which the file lists them.
func inOrder(p fileLines, above string, tree map[string]any) []string {
	return slices.SortedFunc(maps.Keys(tree), func(a, b string) int {
		if d := p.lines[above+a] - p.lines[above+b]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
}

// value sets one key to a value from the file, if the value has the right type.
func (r *loader) value(p fileLines, name string, value any) {
	k := r.keys[name]
	text, ok := k.typed(value)
	switch {
	case !ok:
		r.wrongValue(name, p.at(name), "%s; this is %s", k.wants(), kind(value))
	case name == "server.data" && r.namesOtherDirectory(text):
		r.wrong(
			p.at(name),
			"server.data is not allowed here: this file was found in the data directory and cannot name another one; remove the "+
				"key, or name the file with --config",
		)
	default:
		r.set(name, text, p.at(name))
	}
}
