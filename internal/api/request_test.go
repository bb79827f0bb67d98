package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// FuzzLines checks that every line either is a valid request or is refused with a code, and
// that no line affects the next one.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		`{"v":2,"id":"1","command":"hello"}`, `{"v":2,"command":"move","table":1,"ply":0,"action":"a2-a4","key":"k"}`,
		`{"v":2,"command":"sit","table":1,"with":["legal"],"after":0}`, "\x00", `{"v":2,"v":2}`, `{"v":2,"command":"ping"}}`,
		strings.Repeat("[", 5000), "{\"\\u0063ommand\":\"ping\",\"v\":2}", `{"v":2e0,"command":"ping","id":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var in lines
		var got [][]byte
		half := len(text) / 2
		for _, chunk := range [][]byte{text[:half], text[half:], []byte("\n{\"v\":2,\"command\":\"ping\"}\n")} {
			in.add(chunk, func(line []byte) { got = append(got, bytes.Clone(line)) })
		}
		if last := string(got[len(got)-1]); last != `{"v":2,"command":"ping"}` {
			t.Fatalf("the next line was read as %q", last)
		}
		for _, line := range got {
			checkLine(t, line)
		}
	})
}

func checkLine(t *testing.T, line []byte) {
	var request head
	if json.Unmarshal(line, &request) == nil && request.Command == "hello" {
		return // hello needs a lobby, which this test does not have
	}
	_, _, err := (&session{}).request(line)
	names, _, invalid := fieldNames(line)
	var h head
	if line == nil || invalid != nil || json.Unmarshal(line, &h) != nil {
		if refused := errorOf(err); refused.Code != LineTooLong && refused.Code != NotJSON && refused.Code != WrongType {
			t.Fatalf("%q is refused as %v", line, refused)
		}
		return
	}
	c, unknown := h.find()
	switch code := errorOf(err).Code; {
	case unknown != nil:
		if !slices.Contains([]string{WrongVersion, NoSuchCommand, WrongType}, code) {
			t.Fatalf("%q is refused as %s", line, code)
		}
	case c.check(names) != nil:
		if code != UnknownField && code != MissingField {
			t.Fatalf("%q is refused as %s", line, code)
		}
	case code != HelloFirst:
		t.Fatalf("%q was answered before hello: %s", line, code)
	}
}
