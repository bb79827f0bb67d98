package fourplayer

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/rules"
)

// readOptions reads the options of FEN4 (F6): {'name':value,...}, or nothing.
func (f *fen4) readOptions(text string) error {
	if text == "" {
		return nil
	}
	inner, opened := strings.CutPrefix(text, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !opened || !closed || inner == "" {
		return fmt.Errorf("the options are %q; write them like {'name':value}", shorten(text))
	}
	seen := map[string]bool{}
	for inner != "" {
		name, value, rest, err := cutOption(inner)
		if err != nil {
			return err
		}
		if name == "kingSquares" {
			name = "royal" // the older name
		}
		if seen[name] {
			return fmt.Errorf("the option %s occurs twice", name)
		}
		seen[name] = true
		if err := f.setOption(name, value); err != nil {
			return fmt.Errorf("the option %s: %w", name, err)
		}
		inner = rest
	}
	return nil
}

// fen4Value is the value of an option: four texts, or one.
type fen4Value struct {
	list  bool
	texts []string
	quote []bool // whether each text was in quotes
}

var errOption = errors.New("the options are unreadable; write them like {'name':(value,...)}")

// cutOption reads the first option of a text and returns what follows it.
func cutOption(text string) (name string, v fen4Value, rest string, err error) {
	name, quoted, rest, ok := cutValue(text)
	if !ok || !quoted || !strings.HasPrefix(rest, ":") {
		return "", v, "", errOption
	}
	rest = rest[1:]
	if v.list = strings.HasPrefix(rest, "("); v.list {
		rest = rest[1:]
	}
	for {
		var value string
		value, quoted, rest, ok = cutValue(rest)
		if !ok {
			return "", v, "", errOption
		}
		v.texts, v.quote = append(v.texts, value), append(v.quote, quoted)
		if !v.list {
			break
		}
		if after, closed := strings.CutPrefix(rest, ")"); closed {
			rest = after
			break
		}
		if rest, ok = strings.CutPrefix(rest, ","); !ok {
			return "", v, "", errOption
		}
	}
	if v.list && len(v.texts) != rules.SeatCount {
		return "", v, "", fmt.Errorf("the option %s has %d values; write four: red, blue, yellow, green", shorten(name), len(v.texts))
	}
	if rest == "" {
		return name, v, "", nil
	}
	if rest, ok = strings.CutPrefix(rest, ","); !ok || rest == "" {
		return "", v, "", errOption
	}
	return name, v, rest, nil
}

// cutValue reads a text in quotes, or a word.
func cutValue(text string) (value string, quoted bool, rest string, ok bool) {
	if inner, found := strings.CutPrefix(text, "'"); found {
		value, rest, ok = strings.Cut(inner, "'")
		return value, true, rest, ok
	}
	end := strings.IndexAny(text, ",)")
	if end < 0 {
		end = len(text)
	}
	return text[:end], false, text[end:], end > 0 && !strings.ContainsAny(text[:end], "'(:{}")
}

func (f *fen4) setOption(name string, v fen4Value) error {
	switch name {
	case "royal":
		texts, err := v.words()
		f.royal = texts
		return err
	case "resigned", "flagged", "stalemated":
		return f.setLeft(name, v)
	case "enPassant":
		texts, err := v.words()
		f.passing = texts
		return err
	case "gameOver", "uniquify":
		return nil
	case "zombieImmune", "zombieType", "std2pc":
		for i, text := range v.texts {
			if !(text == "" && v.quote[i] || !v.quote[i] && (text == "false" || text == "null")) {
				return errors.New("this game has only the default")
			}
		}
		return nil
	case "pawnsBaseRank":
		if v.list || v.texts[0] != "2" {
			return errors.New("in this game pawns stand on the second row")
		}
		return nil
	case "lives":
		return errors.New("this game does not count checks")
	}
	return errors.New("there is no such option in this game")
}

// words returns four texts in quotes. null stands for an empty text.
func (v *fen4Value) words() ([]string, error) {
	if !v.list {
		return nil, errors.New("write four texts in quotes")
	}
	for i, quoted := range v.quote {
		if !quoted && v.texts[i] == "null" {
			v.texts[i] = ""
		} else if !quoted {
			return nil, errors.New("write four texts in quotes")
		}
	}
	return v.texts, nil
}

func (f *fen4) setLeft(name string, v fen4Value) error {
	if !v.list {
		return errors.New("write four values, true or false")
	}
	for s, text := range v.texts {
		switch {
		case !v.quote[s] && (text == "false" || text == "null"):
		case v.quote[s] || text != "true":
			return errors.New("write true or false")
		case f.left[s] == rules.Unfinished || name != "stalemated": // a king that walked can have been stalemated
			for _, o := range leaveOptions {
				if o.name == name {
					f.left[s] = o.left
				}
			}
		}
	}
	return nil
}
