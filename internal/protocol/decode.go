package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// MaxLine is the maximum length of an input line, without the line end.
const MaxLine = 4096

// Fields are the fields of a JSON object, in the order of the line.
type Fields struct {
	Names  []string
	values []json.RawMessage
}

// Parse splits a line into the fields of a JSON object. A field that occurs twice is an error.
func Parse(line []byte) (f Fields, err error) {
	if err := json.Unmarshal(line, &struct{}{}); err != nil || line[0] != '{' {
		text := fmt.Sprintf(`a request is one JSON object on a line, like {"v":%d,"id":"1","command":"hello"}`, Version)
		if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
			text += ": " + wrong.Error()
		}
		return f, notJSON(text)
	}
	for rest := line[1:]; ; {
		rest = bytes.TrimLeft(rest, " \t\r\n,")
		if rest[0] == '}' {
			return f, nil
		}
		var name string
		end := valueEnd(rest)
		if err := json.Unmarshal(rest[:end], &name); err != nil {
			return f, notJSON("the line is not JSON: " + err.Error())
		}
		if slices.Contains(f.Names, name) {
			return f, notJSON(fmt.Sprintf("the field %q occurs twice", name))
		}
		rest = bytes.TrimLeft(rest[end:], " \t\r\n:")
		end = valueEnd(rest)
		f.Names, f.values = append(f.Names, name), append(f.values, rest[:end])
		rest = rest[end:]
	}
}

// valueEnd returns the length of the value at the start of a text, which is part of valid JSON.
func valueEnd(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
			if !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			if depth--; depth == 0 {
				return i + 1
			}
		case depth == 0 && bytes.IndexByte([]byte(" \t\r\n,}]"), c) >= 0:
			return i
		}
	}
	return len(text)
}

func notJSON(message string) *Error { return NewError(NotJSON, message) }

// Null returns the name of a field whose value is null, or "".
func (f *Fields) Null() string {
	for i, value := range f.values {
		if string(value) == "null" {
			return f.Names[i]
		}
	}
	return ""
}

// Decode stores the value of a field in the variable to which `into` points. It changes nothing if there is no such field.
func (f *Fields) Decode(name string, into any) error {
	i := slices.Index(f.Names, name)
	if i < 0 {
		return nil
	}
	return wrongType(name, json.Unmarshal(f.values[i], into))
}

// Into stores the fields in the struct to which `into` points, by the names in its JSON tags.
func (f *Fields) Into(into any) error {
	v := reflect.ValueOf(into).Elem()
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if err := f.Decode(name, v.Field(i).Addr().Interface()); err != nil {
			return err
		}
	}
	return nil
}

// Unmarshal decodes a JSON object. The error says what is wrong with it.
func Unmarshal(line []byte, into any) error { return wrongType("", json.Unmarshal(line, into)) }

// wrongType returns an error of package json in words. The error is about the field with the given name, or about
// the whole object.
func wrongType(name string, err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		if name == "" {
			name = wrong.Field
		}
		return NewError(WrongType, fmt.Sprintf("%s cannot be a %s; see docs/api.schema.json", name, wrong.Value))
	case err != nil:
		return NewError(BadValue, "the line is not JSON: "+err.Error())
	}
	return nil
}
