package fourplayer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
)

// TestN_MadeUpExample reads the example of the page about formats and writes it again.
func TestN_MadeUpExample(t *testing.T) {
	const text = `[Variant "FFA"]
[RuleVariants "DeadKingWalking EnPassant PromoteTo=D"]
[StartFen4 "4PC"]
[Red "ada"]
[Blue "bo"]
[Yellow "cy"]
[Green "di"]

1. h2-h3 { date=2026-01-31T12:00:00.000Z clock=60000 } .. b8-c8 .. j13-j12 .. m8-l8
2. Qg1-h2 .. Qa8-b8 ( .. Na5-c6 ) .. k13-k12 .. Kn8-m8R
3. Qh2xQb8+ .. Na10xQb8 .. Nj14-i12 .. Km8-n8
4. d2-d4 .. c8-d8 .. e13-e11
`
	r, warnings, err := readPGN4(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(warnings, []string{"left out a variation"}) {
		t.Errorf("warnings: %q", warnings)
	}
	g, err := r.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if g.Position.Points != [4]uint16{9, 9} {
		t.Errorf("points %v", g.Position.Points)
	}
	got, err := writePGN4(r)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, " ( .. Na5-c6 )", "", 1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestN_TracesSurvive writes the recorded games as PGN4 and reads them again.
func TestN_TracesSurvive(t *testing.T) {
	for file, options := range tracedGames(t) {
		v, err := New(options)
		if err != nil {
			t.Fatal(err)
		}
		r := &rules.Record{Variant: v}
		g := rules.NewGame(v)
		for _, text := range traceActions(t, file) {
			a, err := rules.ParsePlain(v.Facts(), v.Actor(&g.Position), text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
			r.Actions = append(r.Actions, a)
		}
		checkPGN4(t, r)
	}
}

func checkPGN4(t *testing.T, r *rules.Record) {
	t.Helper()
	text, err := writePGN4(r)
	if err != nil {
		t.Fatal(err)
	}
	again, warnings, err := readPGN4(text, nil)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v %q\n%s", err, warnings, text)
	}
	if !slices.Equal(again.Actions, r.Actions) {
		t.Fatalf("other actions:\n%s", text)
	}
	if again.Variant.Facts().Options[0].Value != r.Variant.Facts().Options[0].Value {
		t.Fatalf("other options:\n%s", text)
	}
	if twice, err := writePGN4(again); err != nil || twice != text {
		t.Fatalf("%v, twice written:\n%s\nonce:\n%s", err, twice, text)
	}
}

// TestN8_NotesOfLeaving writes and reads clocks, times and comments of actions that share a token, or have
// none.
func TestN8_NotesOfLeaving(t *testing.T) {
	b := at(t, fourKings+"red R d1; red P j2; yellow P e12; green P m10; turn blue")
	from := b.Position
	r := &rules.Record{Variant: b.Variant, Start: &from}
	for i, word := range strings.Fields("resign a7-a8 e12-e11 red:flag m10-l10 h1-h2 a8-a9") {
		a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
		if err != nil {
			t.Fatal(err)
		}
		b.play(word)
		r.Actions = append(r.Actions, a)
		n := rules.Note{Time: fmt.Sprintf("2026-01-31T12:00:%02d.000Z", i), Comments: []string{"comment " + word}}
		if i != 1 {
			n.Clock = fmt.Sprint(1000 * i)
		}
		r.Notes = append(r.Notes, n)
	}
	checkPGN4(t, r)
	text, err := writePGN4(r)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := readPGN4(text, nil)
	if diff := cmp.Diff(r.Notes, again.Notes); err != nil || diff != "" {
		t.Errorf("%v\n%s\n%s", err, diff, text)
	}
}
