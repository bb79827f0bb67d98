package api

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"quadrille/internal/protocol"
	"quadrille/rules"
)

// head holds the fields that all requests have.
type head struct {
	V       int    `json:"v"`
	ID      string `json:"id,omitempty"`
	Command string `json:"command"`
}

// read reads the fields that all requests have. A later field is read even if an earlier one has the wrong type, so
// that the answer has the ID of its request.
func (h *head) read(fields *protocol.Fields) error {
	return cmp.Or(fields.Decode("v", &h.V), fields.Decode("id", &h.ID), fields.Decode("command", &h.Command))
}

// maxID is the maximum length of a request's ID, in bytes.
const maxID = 64

// request executes one request line. It returns the ID of the request and its result.
func (s *session) request(line []byte) (id string, result any, err error) {
	if line == nil {
		return "", nil, protocol.NewError(
			protocol.LineTooLong,
			fmt.Sprintf("the request line is too long; the limit is %d bytes", protocol.MaxLine),
		)
	}
	fields, err := protocol.Parse(line)
	if err != nil { // maybe the quotes and blanks of a phone or a word processor
		if typed := []byte(rules.Typed(string(line))); !bytes.Equal(typed, line) {
			if again, wrong := protocol.Parse(typed); wrong == nil {
				line, fields, err = typed, again, nil
			}
		}
	}
	if err != nil {
		return "", nil, err
	}
	var h head
	if err := h.read(&fields); err != nil {
		return h.ID, nil, err
	}
	c, err := h.find()
	if err != nil {
		return h.ID, nil, err
	}
	if null := fields.Null(); null != "" {
		return h.ID, nil, protocol.NewError(protocol.WrongType, fmt.Sprintf("%.40q is null; give it a value, or leave it out", null))
	}
	if err := c.check(fields.Names); err != nil {
		return h.ID, nil, err
	}
	if err := checkText(line); err != nil {
		return h.ID, nil, err
	}
	if !s.greeted && c.name != "hello" {
		return h.ID, nil, protocol.NewError(protocol.HelloFirst, `send the command "hello" first`)
	}
	result, err = c.run(s, &fields)
	return h.ID, result, err
}

// find checks the API version of the request and the length of its ID, and returns its
// command.
func (h *head) find() (*command, error) {
	if h.V != protocol.Version {
		return nil, protocol.NewError(
			protocol.WrongVersion,
			fmt.Sprintf(
				`this server speaks version %d of the JSON API, as in {"v":%d,"command":"hello"}; see docs/api.md or run "ssh HOST schema"`,
				protocol.Version,
				protocol.Version,
			),
		)
	}
	if len(h.ID) > maxID {
		h.ID = ""
		return nil, protocol.NewError(protocol.WrongType, fmt.Sprintf("the field \"id\" is too long; the limit is %d bytes", maxID))
	}
	c := find(h.Command)
	if c == nil {
		return nil, protocol.NewError(
			protocol.NoSuchCommand,
			fmt.Sprintf("no command %.40q; the commands are: %s", h.Command, strings.Join(commandNames(), ", ")),
		)
	}
	return c, nil
}

// check returns an error if a field is unknown or a required field is missing.
func (c *command) check(names []string) error {
	for _, name := range names {
		if !slices.Contains(c.fields, name) {
			return protocol.NewError(
				protocol.UnknownField,
				fmt.Sprintf("%s has no field %.40q; its fields are: %s", c.name, name, strings.Join(c.fields, ", ")),
			)
		}
	}
	for _, name := range c.required {
		if !slices.Contains(names, name) {
			return protocol.NewError(protocol.MissingField, fmt.Sprintf("%s needs the field %q", c.name, name))
		}
	}
	return nil
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

func badText(message string) *protocol.Error { return protocol.NewError(protocol.BadValue, message) }

// hexRune returns the number in text that begins like u00e9.
func hexRune(text []byte) (rune, bool) {
	if len(text) < 5 || text[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[1:5]), 16, 16)
	return rune(n), err == nil
}
