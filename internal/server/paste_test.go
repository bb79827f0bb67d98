package server

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func TestPasteLimiter(t *testing.T) {
	long := strings.Repeat("y", 20)
	for name, c := range map[string]struct {
		in   []string // parts of the input, which arrive 2 s apart
		want string
	}{
		"typing":              {[]string{"ab\x1b[A"}, "ab\x1b[A"},
		"short":               {[]string{pasteStart + "hello" + pasteEnd + "x"}, pasteStart + "hello" + pasteEnd + "x"},
		"long":                {[]string{pasteStart + long + pasteEnd + "x"}, pasteStart + long[:10] + pasteEnd + "x"},
		"never ended":         {[]string{pasteStart + "ab", "x"}, pasteStart + "ab" + pasteEnd + "x"},
		"long, never ended":   {[]string{pasteStart + long, "x"}, pasteStart + long[:10] + pasteEnd + "x"},
		"end at the limit":    {[]string{pasteStart + long[:8] + pasteEnd + "x"}, pasteStart + long[:8] + pasteEnd + "x"},
		"start within":        {[]string{pasteStart + pasteStart + pasteEnd + "x"}, pasteStart + pasteStart + pasteEnd + "x"},
		"end without a start": {[]string{pasteEnd + "x"}, pasteEnd + "x"},
	} {
		t.Run(name, func(t *testing.T) {
			limiter, now, got := pasteLimiter{limit: 10}, noon, []byte(nil)
			for _, in := range c.in {
				got = limiter.pass(got, []byte(in), now)
				now = now.Add(2 * time.Second)
			}
			if string(got) != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// FuzzPasteLimiterLimitsPastes checks that the output does not depend on how reads split the
// input, and that no paste in the output is much longer than the limit.
func FuzzPasteLimiterLimitsPastes(f *testing.F) {
	f.Add([]byte(pasteStart+"hello"+pasteEnd), 3)
	f.Add([]byte(strings.Repeat(pasteStart+"\x1b[20", 9)), 7)
	f.Add([]byte(pasteStart+"0000000\x1b[20\x1b[20"), 7) // contains the beginning of pasteEnd twice
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		const limit = 8
		whole := pasteLimiter{limit: limit}
		want := whole.pass(nil, in, noon)
		parts := pasteLimiter{limit: limit}
		at := max(0, min(cut, len(in)))
		got := parts.pass(parts.pass(nil, in[:at], noon), in[at:], noon)
		if !bytes.Equal(got, want) {
			t.Fatalf("cut at %d: %q, whole %q", at, got, want)
		}
		for rest := want; ; {
			_, after, found := bytes.Cut(rest, []byte(pasteStart))
			if !found {
				return
			}
			body, next, ended := bytes.Cut(after, []byte(pasteEnd))
			if len(body) > limit+len(pasteEnd) {
				t.Fatalf("a paste of %d bytes passed: %q", len(body), body)
			}
			if !ended {
				return
			}
			rest = next
		}
	})
}
