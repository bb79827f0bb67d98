package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Whatever a line is, it is read as a request that has all its fields and no
// others, or refused with a code; and the next line is read for itself.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		`{"v":1,"id":"1","do":"hello"}`, `{"v":1,"do":"act","table":1,"ply":0,"action":"a2-a4","key":"k"}`,
		`{"v":1,"do":"sit","table":1,"with":["legal"],"after":0}`, "\x00", `{"v":1,"v":1}`, `{"v":1,"do":"ping"}}`,
		strings.Repeat("[", 5000), "{\"\\u0064o\":\"ping\",\"v\":1}", `{"v":1e0,"do":"ping","id":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var in lines
		var got [][]byte
		half := len(text) / 2
		for _, chunk := range [][]byte{text[:half], text[half:], []byte("\n{\"v\":1,\"do\":\"ping\"}\n")} {
			in.take(chunk, func(line []byte) { got = append(got, bytes.Clone(line)) })
		}
		if last := string(got[len(got)-1]); last != `{"v":1,"do":"ping"}` {
			t.Fatalf("the line behind it was read as %q", last)
		}
		for _, line := range got {
			checkLine(t, line)
		}
	})
}

func checkLine(t *testing.T, line []byte) {
	var about head
	if json.Unmarshal(line, &about) == nil && about.Do == "hello" {
		return // which needs a house
	}
	_, _, err := (&session{}).request(line)
	names, _, broken := members(line)
	var h head
	if line == nil || broken != nil || json.Unmarshal(line, &h) != nil {
		if fault := faultOf(err); fault.Code != LineTooLong && fault.Code != NotJSON && fault.Code != WrongType {
			t.Fatalf("%q is refused as %v", line, fault)
		}
		return
	}
	v, unknown := h.verb()
	switch code := faultOf(err).Code; {
	case unknown != nil:
		if !slices.Contains([]string{WrongVersion, NoSuchVerb, WrongType}, code) {
			t.Fatalf("%q is refused as %s", line, code)
		}
	case v.fits(names) != nil:
		if code != UnknownField && code != MissingField {
			t.Fatalf("%q is refused as %s", line, code)
		}
	case code != HelloFirst:
		t.Fatalf("%q was answered without a greeting: %s", line, code)
	}
}
