package command

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"quadrille/rules"
)

// The limits of a command line: maxWords is a number of words, maxLine a number of bytes.
const (
	maxWords = 32
	maxLine  = 1000
)

// errEmpty means that a line has no command.
var errEmpty = errors.New("that command is empty; run \"help\" for a list, or connect without a command")

// Words splits a command line at blanks. A word may be quoted with ' or ", or with the
// typographic quotes that phones write; there are no other special characters. If the error is
// nil, the first word is not empty.
func Words(line string) ([]string, error) { return wordsOf(line, true) }

// Typed splits a line that a person types at a prompt, where a word may contain apostrophes. If the
// command takes a text, quotes are part of it, unless the text follows a quoted name.
func Typed(line string) ([]string, error) {
	words := strings.Fields(line)
	i := slices.IndexFunc(rows, func(w row) bool { return len(words) > 0 && w.path() == strings.ToLower(words[0]) })
	quoted := len(words) > 1 && strings.IndexAny(words[1], `'"“„`) == 0
	if i < 0 || !rows[i].takesText() || quoted && strings.Contains(rows[i].use, "NAME") {
		var err error
		if words, err = wordsOf(line, false); err != nil {
			return nil, err
		}
	}
	words[0] = strings.ToLower(words[0])
	return words, nil
}

// wordsOf splits a line as split does, and checks it.
func wordsOf(line string, within bool) ([]string, error) {
	line = strings.TrimRight(rules.TextLines(line), "\n")
	if len(line) > maxLine {
		return nil, fmt.Errorf("that command has %d bytes: at most %d are allowed", len(line), maxLine)
	}
	if !utf8.ValidString(line) || strings.ContainsFunc(line, unicode.IsControl) {
		return nil, errors.New("that command has control characters or invalid UTF-8: write one line of text")
	}
	words, err := split(line, within)
	switch {
	case err != nil:
		return nil, err
	case len(words) == 0 || words[0] == "":
		return nil, errEmpty
	case len(words) > maxWords:
		return nil, fmt.Errorf("that command has %d words: at most %d are allowed", len(words), maxWords)
	}
	return words, nil
}

// A row whose arguments match freeText takes the words of a person, such as a name or a reason. The
// options of a row are not among its arguments.
var (
	freeText = regexp.MustCompile(`\b(NAME|TEXT|REASON|ACTION|COMMAND)\b`)
	options  = regexp.MustCompile(` (\| --[^\]]*|\[?--[^\]]*\]?)`)
)

// spoken returns a text about a command without the hyphens that its flags do not need at a prompt.
func (w *row) spoken(text string) string {
	if strings.Contains(text, "--") && w.bare() {
		return strings.ReplaceAll(text, "--", "")
	}
	return text
}

// bare reports whether the names of the flags of a command need no hyphens at a prompt.
func (w *row) bare() bool { return !freeText.MatchString(w.arguments) }

// takesText reports whether the arguments of a command end with a text of any length. At a prompt its
// flags come first.
func (w *row) takesText() bool {
	return strings.Contains(w.use, "TEXT") || strings.Contains(w.use, "[REASON]")
}

// hyphenated returns the words of a command line with hyphens before the names of flags, which
// people need not type in plain mode.
func hyphenated(words []string, flags *pflag.FlagSet) []string {
	changed := slices.Clone(words)
	for i, word := range words {
		if flags.Lookup(word) != nil {
			changed[i] = "--" + word
		}
	}
	return changed
}

// closing stands for the end of a word in typographic quotes. An apostrophe is never a quote.
const closing = '”'

// Flags returns the words of a command line with the flags of a command as a plain keyboard
// writes them: phones make one dash of two hyphens, as in —json. It changes only words that name
// a flag.
func Flags(words []string, flags *pflag.FlagSet) []string {
	known := func(name string) bool {
		return flags.Lookup(name) != nil || len(name) == 1 && flags.ShorthandLookup(name) != nil
	}
	changed := slices.Clone(words)
	for i, word := range words {
		typed := rules.Typed(word)
		if word == "--" {
			break
		}
		if typed == word || !strings.HasPrefix(typed, "-") {
			continue
		}
		at := strings.IndexFunc(word, func(r rune) bool { return rules.Typed(string(r)) != "-" })
		if at < 0 {
			continue
		}
		rest := word[at:]
		name, value, given := strings.Cut(rest, "=")
		if name = strings.TrimSpace(rules.Typed(name)); !known(name) {
			continue
		}
		if changed[i] = "--" + name; len(name) == 1 {
			changed[i] = "-" + name
		}
		if given {
			changed[i] += "=" + value
		}
	}
	return changed
}

// split splits a line at blanks. Unless within is true, only the first letter of a word can be a
// quote.
func split(line string, within bool) (words []string, err error) {
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, c := range line {
		switch {
		case quote != 0 && (c == quote || quote == closing && strings.ContainsRune("”“\"", c)):
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case (within || !begun) && (c == '\'' || c == '"'):
			begun, quote = true, c
		case !begun && strings.ContainsRune("“„”‟", c):
			begun, quote = true, closing
		case c == ' ':
			if begun {
				words = append(words, word.String())
			}
			begun = false
			word.Reset()
		default:
			begun = true
			word.WriteRune(c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed: add a second one, or remove it", quote)
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
