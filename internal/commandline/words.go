// Package commandline reads the line that a client sends as a command.
package commandline

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxWords is how many words a line may have, and maxLine how many bytes.
const (
	MaxWords = 32
	maxLine  = 1000
)

// ErrEmpty means that a line has no command.
var ErrEmpty = errors.New("that command is empty: say help to see what there is, or no command at all for the screens")

// Words splits a command line at blanks. Quotes of either kind hold a word
// together; there is no other magic, and no shell behind it. At least one word
// comes back without an error, and the first is not empty.
func Words(line string) ([]string, error) {
	if len(line) > maxLine {
		return nil, fmt.Errorf("that command is %d bytes long: at most %d are read", len(line), maxLine)
	}
	if !utf8.ValidString(line) || strings.ContainsFunc(line, unicode.IsControl) {
		return nil, errors.New("that command has characters that cannot be typed: write it in plain letters on one line")
	}
	words, err := split(line)
	switch {
	case err != nil:
		return nil, err
	case len(words) == 0 || words[0] == "":
		return nil, ErrEmpty
	case len(words) > MaxWords:
		return nil, fmt.Errorf("that command has %d words: at most %d are read", len(words), MaxWords)
	}
	return words, nil
}

func split(line string) (words []string, err error) {
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			begun, quote = true, c
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
		return nil, fmt.Errorf("the quote %c is not closed: write it in pairs, or not at all", quote)
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
