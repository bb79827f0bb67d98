package config

import (
	"fmt"
	"strconv"
	"time"
)

// typed converts a TOML value to the form that [key.set] parses. ok is false if the value
// has the wrong type for this key.
func (k key) typed(value any) (text string, ok bool) {
	switch k.value.Interface().(type) {
	case string, time.Duration:
		text, ok = value.(string)
		return text, ok
	case bool:
		b, ok := value.(bool)
		return strconv.FormatBool(b), ok
	case float64:
		if f, ok := value.(float64); ok {
			return strconv.FormatFloat(f, 'g', -1, 64), true
		}
	}
	n, ok := value.(int64)
	return strconv.FormatInt(n, 10), ok
}

// kind returns a description of the type of a value from the file.
func kind(value any) string {
	switch v := value.(type) {
	case string:
		return "the text " + cited(v)
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return "the number " + strconv.FormatInt(v, 10)
	case float64:
		return "the number " + strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return "a date"
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a section"
	}
	return fmt.Sprintf("a %T", value)
}
