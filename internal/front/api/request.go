package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"quadrille/rules"
)

// head holds the fields that all requests have.
type head struct {
	V       int    `json:"v"`
	ID      string `json:"id,omitempty"`
	Command string `json:"command"`
}

// maxID is the maximum length of a request's ID, in bytes.
const maxID = 64

// request executes one request line. It returns the ID of the request and its result.
func (s *session) request(line []byte) (id string, result any, err error) {
	if line == nil {
		return "", nil, &Error{LineTooLong, fmt.Sprintf("the request line is too long; the limit is %d bytes", MaxLine)}
	}
	names, null, err := fieldNames(line)
	if typed := rules.Typed(string(line)); err != nil && typed != string(line) { // the quotes and blanks of a phone or a word processor
		if again, none, wrong := fieldNames([]byte(typed)); wrong == nil {
			line, names, null, err = []byte(typed), again, none, nil
		}
	}
	if err != nil {
		return "", nil, err
	}
	var h head
	if err := Unmarshal(line, &h); err != nil {
		return h.ID, nil, err
	}
	c, err := h.find()
	if err != nil {
		return h.ID, nil, err
	}
	if null != "" {
		return h.ID, nil, &Error{WrongType, fmt.Sprintf("%.40q is null; give it a value, or leave it out", null)}
	}
	if err := c.check(names); err != nil {
		return h.ID, nil, err
	}
	if err := checkText(line); err != nil {
		return h.ID, nil, err
	}
	if !s.greeted && c.name != "hello" {
		return h.ID, nil, &Error{HelloFirst, `send the command "hello" first`}
	}
	result, err = c.run(s, line)
	return h.ID, result, err
}

// find checks the API version of the request and the length of its ID, and returns its
// command.
func (h *head) find() (*command, error) {
	if h.V != Version {
		return nil, &Error{
			WrongVersion,
			fmt.Sprintf(
				`this server speaks version %d of the JSON API, as in {"v":%d,"command":"hello"}; see docs/api.md or run "ssh HOST schema"`,
				Version,
				Version,
			),
		}
	}
	if len(h.ID) > maxID {
		h.ID = ""
		return nil, &Error{WrongType, fmt.Sprintf("the field \"id\" is too long; the limit is %d bytes", maxID)}
	}
	c := find(h.Command)
	if c == nil {
		return nil, &Error{
			NoSuchCommand,
			fmt.Sprintf("no command %.40q; the commands are: %s", h.Command, strings.Join(commandNames(), ", ")),
		}
	}
	return c, nil
}

// check returns an error if a field is unknown or a required field is missing.
func (c *command) check(names []string) error {
	for _, name := range names {
		if !slices.Contains(c.fields, name) {
			return &Error{
				UnknownField,
				fmt.Sprintf("%s has no field %.40q; its fields are: %s", c.name, name, strings.Join(c.fields, ", ")),
			}
		}
	}
	for _, name := range c.required {
		if !slices.Contains(names, name) {
			return &Error{MissingField, fmt.Sprintf("%s needs the field %q", c.name, name)}
		}
	}
	return nil
}

// fieldNames returns the names of the fields of a JSON object. If the value of a field is
// null, the second result is the name of that field. A repeated field name is an error.
func fieldNames(line []byte) (names []string, null string, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, "", notJSON(fmt.Sprintf(`a request is one JSON object on a line, like {"v":%d,"id":"1","command":"hello"}`, Version))
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, "", notJSON("the line is not JSON: " + err.Error())
		}
		if slices.Contains(names, name.(string)) {
			return nil, "", notJSON(fmt.Sprintf("the field %q occurs twice", name))
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, "", notJSON("the line is not JSON: " + err.Error())
		}
		if string(value) == "null" {
			null = name.(string)
		}
		names = append(names, name.(string))
	}
	if _, err := d.Token(); err != nil {
		return nil, "", notJSON("the JSON object is not complete; write the whole object on one line")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, "", notJSON("there is text after the object; write one request per line")
	}
	return names, null, nil
}

// checkText returns an error if a line contains text that cannot be stored: invalid UTF-8, the
// character U+0000, or half of a surrogate pair.
func checkText(line []byte) error {
	if !utf8.Valid(line) {
		return badText("the line is not valid UTF-8")
	}
	for rest := line; ; {
		_, after, found := bytes.Cut(rest, []byte(`\`))
		if !found || len(after) == 0 {
			return nil
		}
		rest = after[1:]
		if after[0] != 'u' {
			continue
		}
		r, ok := hexRune(after)
		switch {
		case !ok: // the JSON decoder refuses the line
		case r == 0:
			return badText(`text cannot contain the character \u0000; leave it out`)
		case utf16.IsSurrogate(r):
			second, ok := hexRune(bytes.TrimPrefix(after[5:], []byte(`\`)))
			if !ok || after[5] != '\\' || utf16.DecodeRune(r, second) == utf8.RuneError {
				return badText(`text cannot contain half of a surrogate pair, such as \ud800; write both halves`)
			}
			rest = after[11:]
		}
	}
}

func badText(message string) *Error { return &Error{BadValue, message} }

// hexRune returns the number in text that begins like u00e9.
func hexRune(text []byte) (rune, bool) {
	if len(text) < 5 || text[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[1:5]), 16, 16)
	return rune(n), err == nil
}

func notJSON(message string) *Error { return &Error{NotJSON, message} }

// Unmarshal decodes a JSON object. The error says what is wrong with it.
func Unmarshal(line []byte, into any) error {
	err := json.Unmarshal(line, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return &Error{WrongType, fmt.Sprintf("%s cannot be a %s; see docs/api.schema.json", wrong.Field, wrong.Value)}
	case err != nil:
		return badText("the line is not JSON: " + err.Error())
	}
	return nil
}
