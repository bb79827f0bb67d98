package config

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// key is one value in a Config.
type key struct {
	name  string // server.listen
	tag   reflect.StructTag
	value reflect.Value
}

// section is a struct in a Config: what stands in brackets in the file, or
// before a dot.
type section struct {
	name, doc string
}

// walk visits the sections and keys of c in their order.
func walk(c *Config, enter func(section), visit func(key)) {
	walkInto(reflect.ValueOf(c).Elem(), "", enter, visit)
}

func walkInto(v reflect.Value, prefix string, enter func(section), visit func(key)) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := prefix + snake(field.Name)
		if field.Type.Kind() == reflect.Struct {
			enter(section{name, field.Tag.Get("doc")})
			walkInto(v.Field(i), name+".", enter, visit)
			continue
		}
		visit(key{name, field.Tag, v.Field(i)})
	}
}

// keysOf are all keys of c.
func keysOf(c *Config) []key {
	var keys []key
	walk(c, func(section) {}, func(k key) { keys = append(keys, k) })
	return keys
}

// snake is AddressGuests as address_guests.
func snake(field string) string {
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

const prefix = "QUADRILLE_"

// variable is the name of a key in the environment.
func variable(name string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

// wants says what the value of a key must be like.
func (k key) wants() string {
	low, high := k.tag.Get("min"), k.tag.Get("max")
	switch k.value.Interface().(type) {
	case bool:
		return "must be true or false"
	case int:
		return fmt.Sprintf("must be a whole number from %s to %s", low, high)
	case float64:
		return fmt.Sprintf("must be a number from %s to %s", low, high)
	case time.Duration:
		return fmt.Sprintf("must be a time from %s to %s, written like \"%s\"", low, high, span(k.value.Interface().(time.Duration)))
	}
	if one := k.tag.Get("one"); one != "" {
		return "must be one of " + strings.ReplaceAll(one, " ", ", ")
	}
	return "must be a text, in quotation marks"
}

// set takes a value as it is written in the environment or in a flag. The error
// goes on after the key's name.
func (k key) set(text string) error {
	var err error
	switch v := k.value.Addr().Interface().(type) {
	case *bool:
		*v, err = strconv.ParseBool(text)
	case *int:
		*v, err = strconv.Atoi(text)
		err = k.bounded(float64(*v), err, number)
	case *float64:
		*v, err = strconv.ParseFloat(text, 64)
		err = k.bounded(*v, err, number)
	case *time.Duration:
		*v, err = time.ParseDuration(text)
		err = k.bounded(float64(*v), err, nanoseconds)
	case *string:
		*v = text
		return k.suits(text)
	}
	if err != nil {
		return fmt.Errorf("%s, not %s", k.wants(), cited(text))
	}
	return nil
}

// bounded keeps a number between the bounds of its key.
func (k key) bounded(n float64, err error, bound func(string) float64) error {
	if err == nil && !(n >= bound(k.tag.Get("min")) && n <= bound(k.tag.Get("max"))) {
		return errOutside
	}
	return err
}

var errOutside = fmt.Errorf("outside of its bounds")

// number and nanoseconds read a bound; one that is none lets nothing through,
// which the tests see.
func number(bound string) float64 {
	n, err := strconv.ParseFloat(bound, 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

func nanoseconds(bound string) float64 {
	d, err := time.ParseDuration(bound)
	if err != nil {
		return math.NaN()
	}
	return float64(d)
}

// suits checks a text.
func (k key) suits(text string) error {
	if one := k.tag.Get("one"); one != "" && !slices.Contains(strings.Fields(one), text) {
		return fmt.Errorf("%s, not %s", k.wants(), cited(text))
	}
	if low := k.tag.Get("min"); low != "" && text == "" {
		return fmt.Errorf("must not be empty")
	}
	if high := k.tag.Get("max"); high != "" && float64(utf8.RuneCountInString(text)) > number(high) {
		return fmt.Errorf("is too long: at most %s characters", high)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) }) || !utf8.ValidString(text) {
		return fmt.Errorf("must be one line of ordinary characters, not %s", cited(text))
	}
	if check, ok := checks[k.tag.Get("check")]; ok {
		return check(text)
	}
	return nil
}

// text is the value as [key.set] reads it.
func (k key) text() string {
	if d, ok := k.value.Interface().(time.Duration); ok {
		return span(d)
	}
	return fmt.Sprint(k.value.Interface())
}

// toml is the value as it stands in a file.
func (k key) toml() string {
	switch k.value.Interface().(type) {
	case string, time.Duration:
		return quote(k.text())
	}
	return k.text()
}

// span is a duration without the zeros at its end.
func span(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// quote writes a text on one line, as TOML does.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// cited is the beginning of what somebody wrote, for a sentence about it.
func cited(text string) string {
	const longest = 60
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + "..."
	}
	return quote(text)
}
