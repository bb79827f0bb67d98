package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// head is what every request has.
type head struct {
	V  int    `json:"v"`
	ID string `json:"id,omitempty"`
	Do string `json:"do"`
}

// maxID bounds the names that requests and acts are given.
const maxID = 64

// verb is one kind of request.
type verb struct {
	name   string
	help   string // for docs/api.md; empty: the help of the table's command
	in     reflect.Type
	result any      // an example of what it returns
	fields []string // that it may have, the head's included
	needs  []string
	answer func(s *session, line []byte) (any, error)
}

// on is a verb whose requests are decoded as a T. Fields without omitempty have
// to be there.
func on[T any](name, help string, result any, do func(*session, T) (any, error)) verb {
	v := verb{name: name, help: help, in: reflect.TypeFor[T](), result: result, fields: []string{"v", "id", "do"}, needs: []string{"v", "do"}}
	for i := range v.in.NumField() {
		field, option, _ := strings.Cut(v.in.Field(i).Tag.Get("json"), ",")
		v.fields = append(v.fields, field)
		if option == "" {
			v.needs = append(v.needs, field)
		}
	}
	v.answer = func(s *session, line []byte) (any, error) {
		var in T
		if err := unmarshal(line, &in); err != nil {
			return nil, err
		}
		return do(s, in)
	}
	return v
}

// members are the names of an object's fields, each once, and one of those that
// are null, if any is.
func members(line []byte) (names []string, null string, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, "", notJSON("a request is one JSON object on a line, like {\"v\":1,\"id\":\"1\",\"do\":\"hello\"}")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, "", notJSON("the line is no JSON: " + err.Error())
		}
		if slices.Contains(names, name.(string)) {
			return nil, "", notJSON(fmt.Sprintf("the field %q stands there twice", name))
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, "", notJSON("the line is no JSON: " + err.Error())
		}
		if string(value) == "null" {
			null = name.(string)
		}
		names = append(names, name.(string))
	}
	if _, err := d.Token(); err != nil {
		return nil, "", notJSON("the object does not end on its line")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, "", notJSON("there is something behind the object: write one request a line")
	}
	return names, null, nil
}

func notJSON(message string) *Fault { return &Fault{NotJSON, message} }

// unmarshal decodes what is known to be an object.
func unmarshal(line []byte, into any) error {
	err := json.Unmarshal(line, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return &Fault{WrongType, fmt.Sprintf("%s cannot hold this %s; see docs/api.schema.json", wrong.Field, wrong.Value)}
	case err != nil:
		return notJSON("the line is no JSON: " + err.Error())
	}
	return nil
}

// fits refuses fields that the verb does not have, and asks for those it needs.
func (v *verb) fits(names []string) error {
	for _, name := range names {
		if !slices.Contains(v.fields, name) {
			return &Fault{UnknownField, fmt.Sprintf("%s has no field %.40q; its fields are: %s", v.name, name, strings.Join(v.fields, ", "))}
		}
	}
	for _, name := range v.needs {
		if !slices.Contains(names, name) {
			return &Fault{MissingField, fmt.Sprintf("%s needs the field %q", v.name, name)}
		}
	}
	return nil
}

// request answers a line, and returns the name that its sender gave it.
func (s *session) request(line []byte) (id string, result any, err error) {
	if line == nil {
		return "", nil, &Fault{LineTooLong, fmt.Sprintf("at most %d bytes are read of a line", MaxLine)}
	}
	names, null, err := members(line)
	if err != nil {
		return "", nil, err
	}
	var h head
	if err := unmarshal(line, &h); err != nil {
		return h.ID, nil, err
	}
	if null != "" {
		return h.ID, nil, &Fault{WrongType, fmt.Sprintf("%.40q is null: give it a value, or leave it out", null)}
	}
	v, err := h.verb()
	if err != nil {
		return h.ID, nil, err
	}
	if err := v.fits(names); err != nil {
		return h.ID, nil, err
	}
	if !s.greeted && v.name != "hello" {
		return h.ID, nil, &Fault{HelloFirst, "say hello first"}
	}
	result, err = v.answer(s, line)
	return h.ID, result, err
}

// verb is what a request asks for.
func (h *head) verb() (*verb, error) {
	if h.V != Version {
		return nil, &Fault{WrongVersion, fmt.Sprintf("this server speaks version %d: begin each request with {\"v\":%d", Version, Version)}
	}
	if len(h.ID) > maxID {
		h.ID = ""
		return nil, &Fault{WrongType, fmt.Sprintf("an id has at most %d bytes", maxID)}
	}
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == h.Do })
	if i < 0 {
		return nil, &Fault{NoSuchVerb, fmt.Sprintf("there is no request %.40q; there are: %s", h.Do, strings.Join(verbNames(), ", "))}
	}
	return &verbs[i], nil
}

func verbNames() []string {
	var names []string
	for i := range verbs {
		names = append(names, verbs[i].name)
	}
	return names
}
