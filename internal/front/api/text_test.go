package api

import (
	"slices"
	"testing"

	"quadrille/internal/protocol"
)

// TestLinesOfOtherSystems splits input with a byte order mark, carriage returns and a last line
// without an end.
func TestLinesOfOtherSystems(t *testing.T) {
	var l lines
	var got []string
	take := func(line []byte) { got = append(got, string(line)) }
	for _, chunk := range []string{"\ufeff{\"a\":1}\r\n", "{\"b\":", "2}\r\n\r\n", "{\"c\":3}"} {
		l.add([]byte(chunk), take)
	}
	l.end(take)
	l.end(take) // there is no further line
	if want := []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRequestWithTypographicQuotes sends requests whose quotes or blanks are those of a word
// processor. Text in a correct request is not changed.
func TestRequestWithTypographicQuotes(t *testing.T) {
	for text, want := range map[string]string{
		`{“v”:2,“command”:“ping”}`:                       protocol.HelloFirst,
		"{\"v\":2,\u00a0\"command\":\"ping\"}":           protocol.HelloFirst,
		`{"v":2,"command":"tell","name":"a","text":"“"}`: protocol.HelloFirst,
		`{“v”:2,“command”}`:                              protocol.NotJSON,
	} {
		if _, _, err := (&session{}).request([]byte(text)); err == nil || errorOf(err).Code != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
