package server

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"

	"quadrille/internal/front/screen/kit"
)

// ultraviolet returns the events that Bubble Tea's own reader decodes from the input.
func ultraviolet(t testing.TB, input string) []uv.Event {
	t.Helper()
	events := make(chan uv.Event, 64)
	if err := uv.NewTerminalReader(strings.NewReader(input), "xterm-256color").StreamEvents(t.Context(), events); err != nil {
		t.Fatal(err)
	}
	close(events)
	var all []uv.Event
	for e := range events {
		all = append(all, e)
	}
	return all
}

// TestKeysAreThoseOfBubbleTea checks that Keys decodes every short sequence that
// terminals send for a key, with each modifier, as Bubble Tea's own reader does.
func TestKeysAreThoseOfBubbleTea(t *testing.T) {
	var all []string
	for c := range 128 {
		all = append(all, string(rune(c)), "\x1b"+string(rune(c)))
	}
	for _, c := range "ABCDEFHPQRSZabcd" {
		all = append(all, "\x1b["+string(c), "\x1b\x1b["+string(c))
	}
	for _, c := range "ABCDEFHPQRSMXjklmnopqrstuvwxyabcd" {
		all = append(all, "\x1bO"+string(c), "\x1b\x1bO"+string(c))
	}
	for n := 1; n <= 34; n++ {
		for _, c := range "~^@$" {
			all = append(all, fmt.Sprintf("\x1b[%d%c", n, c))
		}
		for mod := 2; mod <= 16; mod++ {
			all = append(all, fmt.Sprintf("\x1b[%d;%d~", n, mod))
		}
	}
	for mod := 2; mod <= 16; mod++ {
		for _, c := range "ABCDEFHPQS" {
			all = append(all, fmt.Sprintf("\x1b[1;%d%c", mod, c))
		}
		for _, code := range []int{8, 9, 13, 27, 127} {
			all = append(all, fmt.Sprintf("\x1b[27;%d;%d~", mod, code))
		}
	}
	all = append(
		all,
		"é",
		"世",
		"\x1bé",
		"\x1b[<0;5;7M",
		"\x1b[<0;5;7m",
		"\x1b[<64;1;1M",
		"\x1b[<35;200;60M",
		"\x1b[?2026;2$y",
		"\x1b[97;5u",
	)
	for _, input := range all {
		var keys keyDecoder
		got := keys.expire(keys.take(nil, []byte(input)))
		want := ultraviolet(t, input)
		if g, w := describe(got), describe(want); g != w {
			t.Errorf("%q is %s, not %s", input, g, w)
		}
	}
}

// describe formats messages without their type names.
func describe[T any](events []T) string {
	var b strings.Builder
	for _, e := range events {
		v := reflect.ValueOf(e)
		fmt.Fprintf(&b, "%s%+v ", strings.TrimSuffix(strings.TrimSuffix(v.Type().Name(), "Event"), "Msg"), e)
	}
	return b.String()
}

// TestInputInParts checks that the decoded messages do not depend on how the input is split
// into parts.
func TestInputInParts(t *testing.T) {
	rapid.Check(t, inParts)
}

func FuzzInputInParts(f *testing.F) { f.Fuzz(rapid.MakeFuzz(inParts)) }

func inParts(r *rapid.T) {
	whole := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
		"a", " ", "é", "\r", "\x1b[A", "\x1bOB", "\x1b[3~", "\x1b[<0;5;7M", "\x1b[1;5C", "\x1b[?2026;2$y",
		"\x1b[200~pasted \x1b[2 text\x1b[201~", "\x1b[200~\x1b[201~", "\x1b]11;rgb:0000/0000/0000\x1b\\",
	})).Draw(r, "input"), "")
	var keys keyDecoder
	want := keys.take(nil, []byte(whole))
	var parts keyDecoder
	var got []tea.Msg
	for rest := whole; rest != ""; {
		n := rapid.IntRange(1, len(rest)).Draw(r, "part")
		got = parts.take(got, []byte(rest[:n]))
		rest = rest[n:]
	}
	if keys.waiting() || parts.waiting() {
		r.Fatalf("%q is waited on", whole)
	}
	if g, w := describe(got), describe(want); g != w {
		r.Fatalf("%q in parts is %s, whole %s", whole, g, w)
	}
}

func TestPasteIsOneMessage(t *testing.T) {
	var keys keyDecoder
	got := keys.take(nil, []byte("\x1b[200~k7\r\n\x1b[31m\xff世\x1b[20"))
	if len(got) != 0 || keys.waiting() {
		t.Fatalf("half a paste is %v", got)
	}
	got = keys.take(got, []byte("1~x"))
	if len(got) != 2 || got[0] != (tea.PasteMsg{Content: "k7\r\n\x1b[31m世"}) || fmt.Sprint(got[1]) != "x" {
		t.Errorf("got %q", got)
	}
}

func TestLoneEscapeIsAKeyAfterExpire(t *testing.T) {
	var keys keyDecoder
	if got := keys.take(nil, []byte("\x1b")); len(got) != 0 || !keys.waiting() {
		t.Fatalf("at once it is %v", got)
	}
	if got := keys.expire(nil); len(got) != 1 || fmt.Sprint(got[0]) != "esc" || keys.waiting() {
		t.Fatalf("later it is %v", got)
	}
	keys.take(nil, []byte("\x1b"))
	if got := keys.take(nil, []byte("[A")); len(got) != 1 || fmt.Sprint(got[0]) != "up" {
		t.Fatalf("before an arrow it is %v", got)
	}
}

// TestNotificationsNeedAnAnswerThatNamesThem checks that a terminal gets no notifications of OSC 99
// if it says that it shows none, or only repeats the question.
func TestNotificationsNeedAnAnswerThatNamesThem(t *testing.T) {
	for _, c := range []struct {
		answer string
		want   bool
	}{
		{"\x1b]99;i=q:p=?;p=title,body,close\x1b\\", true},
		{"\x1b]99;i=q:p=?;a=focus:o=always:p=title,body\x07", true},
		{"\x1b]99;i=q:p=?;\x1b\\", false},
		{"\x1b]99;i=q:p=?;p=close\x1b\\", false},
		{"\x1b]99;i=q:p=?;o=always\x1b\\", false},
		{"\x1b]99;i=q;p=title,body\x1b\\", false},
	} {
		var keys keyDecoder
		got := keys.take(nil, []byte(c.answer))
		if found := slices.Contains(got, tea.Msg(kit.NotifiesMsg{})); found != c.want {
			t.Errorf("%q: %v", c.answer, got)
		}
	}
}
