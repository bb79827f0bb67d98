package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/protocol"
	"quadrille/rules"
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
	fields, invalid := protocol.Parse(line)
	if invalid != nil && rules.Typed(string(line)) != string(line) {
		return // read again with the characters of a plain keyboard
	}
	var h head
	if line == nil || invalid != nil || h.read(&fields) != nil {
		if refused := errorOf(err); refused.Code != protocol.LineTooLong && refused.Code != protocol.NotJSON &&
			refused.Code != protocol.WrongType {
			t.Fatalf("%q is refused as %v", line, refused)
		}
		return
	}
	c, unknown := h.find()
	switch code := errorOf(err).Code; {
	case unknown != nil:
		if !slices.Contains([]string{protocol.WrongVersion, protocol.NoSuchCommand, protocol.WrongType}, code) {
			t.Fatalf("%q is refused as %s", line, code)
		}
	case c.check(fields.Names) != nil:
		if code != protocol.UnknownField && code != protocol.MissingField {
			t.Fatalf("%q is refused as %s", line, code)
		}
	case code != protocol.HelloFirst:
		t.Fatalf("%q was answered before hello: %s", line, code)
	}
}

// TestTextThatCannotBeStoredIsRefused sends text that PostgreSQL refuses, or that the JSON decoder
// would replace in silence, in each kind of field.
func TestTextThatCannotBeStoredIsRefused(t *testing.T) {
	for _, bad := range []string{
		`\u0000`, `x\u0000y`, `\ud800`, `\udc00`, `\ud800\ud800`, `\ud800\u0041`, `\ud83dx`, `\\\u0000`, "\xff", "\xed\xa0\x80",
	} {
		for _, request := range []string{
			`{"v":2,"id":"%","command":"ping"}`, `{"v":2,"command":"hello","name":"%"}`, `{"v":2,"command":"tell","name":"%","text":"a"}`,
			`{"v":2,"command":"tell","name":"a","text":"%"}`, `{"v":2,"command":"report","name":"a","reason":"%"}`,
			`{"v":2,"command":"new","game":"%"}`, `{"v":2,"command":"new","game":"chess4","options":{"%":"a"}}`,
			`{"v":2,"command":"new","game":"chess4","options":{"clock":"%"}}`,
			`{"v":2,"command":"sit","table":1,"password":"%","key":"%"}`, `{"v":2,"command":"%"}`, `{"v":2,"command":"ping","%":1}`,
		} {
			line := strings.ReplaceAll(request, "%", bad)
			_, _, err := (&session{}).request([]byte(line))
			if err == nil ||
				!slices.Contains([]string{protocol.BadValue, protocol.NoSuchCommand, protocol.UnknownField}, errorOf(err).Code) {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	for _, good := range []string{`\ud83d\ude00`, `\\u0000`, `é`, `\u00e9`, `\\\\u0000`, "😀", `\"`} {
		line := strings.ReplaceAll(`{"v":2,"id":"%","command":"ping"}`, "%", good)
		if err := checkText([]byte(line)); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// TestRefusalsNameTheServer checks that a refusal names the command that connects to this server.
func TestRefusalsNameTheServer(t *testing.T) {
	b := newTestSession(t)
	b.in <- []byte(`{"v":1,"command":"hello"}` + "\n")
	if !b.out.Scan() || !strings.Contains(b.out.Text(), `run \"ssh -p 2222 chess.example.org schema\"`) {
		t.Errorf("the answer is %s", b.out.Text())
	}
}
