package fourplayer

import (
	"slices"
	"strings"
	"testing"

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
