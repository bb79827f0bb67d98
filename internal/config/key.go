package config

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// key is one key of the configuration, and its value in a [Config].
type key struct {
	name  string // such as server.listen
	doc   string // what the key means
	tag   reflect.StructTag
	value reflect.Value
}

// section is a struct in a Config. In the file, its name is a heading in brackets.
type section struct {
	name, doc string
}

// walk calls the function `enter` for each section of c, and the function `visit` for each
// key, in the order of the fields.
func walk(c *Config, enter func(section), visit func(key)) {
	walkInto(reflect.ValueOf(c).Elem(), "", enter, visit)
}

func walkInto(v reflect.Value, prefix string, enter func(section), visit func(key)) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, doc := prefix+snake(field.Name), docs[v.Type().Name()][field.Name]
		if field.Type.Kind() == reflect.Struct {
			enter(section{name, doc})
			walkInto(v.Field(i), name+".", enter, visit)
			continue
		}
		visit(key{name, doc, field.Tag, v.Field(i)})
	}
}

//go:embed keys.toml
var docText string

// docs holds the documentation of the fields of each struct.
var docs = func() (docs map[string]map[string]string) {
	if _, err := toml.Decode(docText, &docs); err != nil {
		panic(err)
	}
	return docs
}()

// keysOf returns all keys of c.
func keysOf(c *Config) []key {
	var keys []key
	walk(c, func(section) {}, func(k key) { keys = append(keys, k) })
	return keys
}

// snake converts a field name to a key name, such as AddressGuests to address_guests.
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

// variable returns the name of the environment variable that sets a key.
func variable(name string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

// wants describes the values that a key accepts.
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
		return fmt.Sprintf("must be a duration from %s to %s, written like \"%s\"", low, high,
			formatDuration(k.value.Interface().(time.Duration)))
	}
	if one := k.tag.Get("one"); one != "" {
		return "must be one of " + strings.ReplaceAll(one, " ", ", ")
	}
	return "must be a text, in quotation marks"
}

// set parses a value that was written in the environment or as a flag, and stores it. If the
// value is invalid, the key keeps its old value. The text of the error continues a sentence
// that begins with the key.
func (k key) set(text string) error {
	low, high := k.tag.Get("min"), k.tag.Get("max")
	var err error
	switch v := k.value.Addr().Interface().(type) {
	case *bool:
		var on bool
		if on, err = strconv.ParseBool(text); err == nil {
			*v = on
		}
	case *int:
		err = put(v, text, low, high, strconv.Atoi, cmp.Compare)
	case *float64:
		err = put(v, text, low, high, parseNumber, cmp.Compare)
	case *time.Duration:
		err = put(v, text, low, high, time.ParseDuration, cmp.Compare)
	case *string:
		if err := k.checkText(text); err != nil {
			return err
		}
		*v = text
	}
	if err != nil {
		return fmt.Errorf("%s, not %s", k.wants(), cited(text))
	}
	return nil
}

var errOutside = errors.New("the value is outside the allowed range")

// put parses a value and its bounds. It stores the value if it is within the bounds.
func put[T any](to *T, text, low, high string, parse func(string) (T, error), compare func(a, b T) int) error {
	value, err := parse(text)
	least, err1 := parse(low)
	most, err2 := parse(high)
	if err := errors.Join(err, err1, err2); err != nil {
		return err
	}
	if compare(value, least) < 0 || compare(value, most) > 0 {
		return errOutside
	}
	*to = value
	return nil
}

func parseNumber(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// checkText checks the value of a configuration key whose type is text.
func (k key) checkText(text string) error {
	if one := k.tag.Get("one"); one != "" && !slices.Contains(strings.Fields(one), text) {
		return fmt.Errorf("%s, not %s", k.wants(), cited(text))
	}
	if low := k.tag.Get("min"); low != "" && text == "" {
		return fmt.Errorf("must not be empty")
	}
	if high := k.tag.Get("max"); high != "" && tooLong(text, high) {
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

func tooLong(text, most string) bool {
	n, err := strconv.Atoi(most)
	return err != nil || utf8.RuneCountInString(text) > n
}

// text returns the value in the form that [key.set] parses.
func (k key) text() string {
	if d, ok := k.value.Interface().(time.Duration); ok {
		return formatDuration(d)
	}
	return fmt.Sprint(k.value.Interface())
}

// toml returns the value in TOML.
func (k key) toml() string {
	switch k.value.Interface().(type) {
	case string, time.Duration:
		return quote(k.text())
	}
	return k.text()
}

// formatDuration formats a duration without trailing zero units: 10m instead of 10m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// quote returns a text as a TOML string on one line.
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

// cited returns the beginning of a value, enclosed in quotation marks, for an error message.
func cited(text string) string {
	const longest = 60
	if !utf8.ValidString(text) {
		return strconv.Quote(text[:min(len(text), longest)])
	}
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + "..."
	}
	return quote(text)
}
