package wire

import (
	"strconv"
	"strings"
)

// apply applies the parameters of a select-graphic-rendition sequence to a style. It ignores
// unknown parameters.
func (s *style) apply(params string) {
	for more := true; more; {
		var field string
		field, params, more = strings.Cut(params, ";")
		code, sub, _ := strings.Cut(field, ":")
		switch n := number(code); n {
		case 38, 48:
			var c colour
			var ok bool
			if sub != "" {
				c, _, ok = extended(strings.Replace(sub, "2::", "2:", 1), ":")
			} else if c, params, ok = extended(params, ";"); params == "" {
				more = false
			}
			if ok && n == 38 {
				s.fg = c
			} else if ok {
				s.bg = c
			}
		default:
			s.applyOne(n, sub)
		}
	}
}

func (s *style) applyOne(n int, sub string) {
	switch {
	case n == 0:
		*s = style{link: s.link}
	case n == 4 && sub == "0":
		s.attr &^= underline
	case n < 30:
		s.applyAttr(n)
	case n < 38:
		s.fg = mixed(basic, n-30)
	case n == 39:
		s.fg = 0
	case n >= 40 && n < 48:
		s.bg = mixed(basic, n-40)
	case n == 49:
		s.bg = 0
	case n >= 90 && n < 98:
		s.fg = mixed(basic, n-90+8)
	case n >= 100 && n < 108:
		s.bg = mixed(basic, n-100+8)
	}
}

func (s *style) applyAttr(n int) {
	for i := range on {
		switch n {
		case int(on[i]):
			s.attr |= 1 << i
		case int(off[i]):
			s.attr &^= 1 << i
		}
	}
}

// extended parses an indexed or an RGB colour and returns the parameters after it.
func extended(params, separator string) (c colour, rest string, ok bool) {
	kind, rest, _ := strings.Cut(params, separator)
	count, value := 0, 0
	switch kind {
	case "5":
		count, c = 1, indexed
	case "2":
		count, c = 3, direct
	default:
		return 0, rest, false
	}
	for range count {
		var part string
		part, rest, _ = strings.Cut(rest, separator)
		n := number(part)
		if n > 255 {
			return 0, rest, false
		}
		value = value<<8 | n
	}
	return mixed(c, value), rest, true
}

// number parses a parameter. It returns 0 if the parameter is empty, and a value out of
// range if the parameter is not a number.
func number(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 1 << 16
	}
	return int(n)
}
