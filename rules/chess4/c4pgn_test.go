package chess4

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func file(t testing.TB, name string) string {
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestC32_C40_CondensedRecordToAnnotatedRecord checks that the reader accepts the published
// condensed record, and that the writer converts it to the annotated form. The file with the
// expected text contains the corrections listed in C40, and leaves out the published
// comments.
func TestC32_C40_CondensedRecordToAnnotatedRecord(t *testing.T) {
	r, warnings, err := readRecord(file(t, "firstgame-condensed.c4pgn"), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := writeRecord(r, true)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(file(t, "firstgame.c4pgn"), got); diff != "" {
		t.Errorf("(-source +written)\n%s", diff)
	}
	want := []string{
		"Bf11g: ignored stray letters", "Qe12g: ignored stray letters",
		"the result 0-3-1-2 differs from the result of the moves, 0-3-2-1", "header Result 0-3-1-2 differs",
	}
	if len(warnings) != len(want) {
		t.Errorf("warnings %q", warnings)
	}
	for i, w := range warnings {
		if !strings.HasPrefix(w, want[i]) {
			t.Errorf("warning %q, want %q", w, want[i])
		}
	}
	// One published move is ambiguous: either of two knights can make it. The reader
	// must choose the knight with which the rest of the record is legal.
	plain, err := rules.PlainFormat(New).Write(r)
	if err != nil || !slices.Equal(strings.Fields(plain), rules.SplitRecord(file(t, "chess4-firstgame.txt"))) {
		t.Errorf("another game (%v):\n%s", err, plain)
	}
}

func TestC32_BothFormsAreRead(t *testing.T) {
	for _, name := range []string{"firstgame.c4pgn", "firstgame-condensed.c4pgn"} {
		r, _, err := readRecord(file(t, name), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Actions) != 205 || r.Names != [4]string{"Inky", "Blinky", "Pinky", "Clyde"} || r.Started != "2013.09.18" {
			t.Errorf("%s: %d actions, %v", name, len(r.Actions), r.Names)
		}
	}
}

func TestC33_HeadersAreKeptAndOptionsAreRead(t *testing.T) {
	const text = "[ Variant \"Chess4\" ]\n[ Method \"2\" ]\n[ Armies \"white,black\" ]\n[ Site \"a \\\"ship\\\" ]\" ]\n[ White " +
		"\"A\" ]\n\n1. k7 %%% d8"
	r, warnings, err := readRecord(text, nil)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if want := []rules.Tag{{Key: "Site", Value: "a \"ship\" ]"}}; !slices.Equal(r.Extra, want) {
		t.Errorf("extra %v", r.Extra)
	}
	got, err := writeRecord(r, false)
	if err != nil || !strings.Contains(got,
		"[ Notation-Version \"1.0\" ]\n[ Method \"2\" ]\n[ Armies \"white,black\" ]\n[ White \"A\" ]") ||
		!strings.Contains(got, "[ Site \"a \\\"ship\\\" ]\" ]") ||
		!strings.HasSuffix(got, "\n1. k7 %%% d8\n") {
		t.Errorf("%v\n%s", err, got)
	}
	if _, _, err := readRecord(text, map[string]string{"method": "1"}); err == nil {
		t.Error("a contradicting option was accepted")
	}
}

func TestC32_ReaderRefusesAmbiguousTokens(t *testing.T) {
	for text, want := range map[string]string{
		"1. j7":                          "round 1, White, j7: you have no pawn that can move to j7",
		"1. k7 Nk3 d8 h11 3. Bk9":        "round 3 follows round 1",
		"1. k7 Nk3 2. d8":                "a round begins before",
		"1. k7 { open":                   "a comment is not closed",
		"1. k7 %":                        "the turn of Silver cannot be skipped",
		"1. %%% k7":                      "the turn of White cannot be skipped",
		"1. k7 Nk3 d8 h11 0-0-0-0 2. l8": "no text may follow the results",
		"[ White Inky ]\n1. k7":          "write it like",
		"[ Variant \"Forchess\" ]":       "this is a record of Forchess",
		"1. %%x":                         "no seat \"x\"",
		"1. @s":                          "no choice of army",
		"1. ==":                          "no draw can be claimed",
		"[ Armies \"white,black\" ]\n1. Nl6 %%% Nc4 %%% 2. Nl9 %%% Na5 %%% 3. Nk8 %%% Nc4 %%% 4. Nj10 %%% Na5 %%% 5. Ni7 %%% Nc4 " +
			"%%% 6. Nh9 %%% Na5 %%%": "round 6, White, Nh9: this move can be read in two ways",
	} {
		_, _, err := readRecord(text, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestC37_C38_TokensOfPassedTurns(t *testing.T) {
	play := func(options map[string]string, words string) string {
		v, err := New(options)
		if err != nil {
			t.Fatal(err)
		}
		r := &rules.Record{Variant: v}
		g := rules.NewGame(v)
		for _, word := range strings.Fields(words) {
			a, err := rules.ParsePlain(v.Facts(), v.Actor(&g.Position), word)
			if err == nil {
				_, err = g.Play(a)
			}
			if err != nil {
				t.Fatalf("%s: %v", word, err)
			}
			r.Actions = append(r.Actions, a)
		}
		text, err := writeRecord(r, false)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(text, "\n\n")
		again, _, err := readRecord(text, nil)
		if err != nil || !slices.Equal(again.Actions, r.Actions) {
			t.Errorf("%s was read as %v: %v", body, again, err)
		}
		return strings.TrimSpace(body)
	}
	for words, want := range map[string]string{
		"m7-k7 gold:resign j1-k3 resign m8-l8": "1. k7 %%g Nk3 %% %%%\n2. l8",
		"resign resign resign":                 "1. %% %% %% 0-1-2-3 0-1/3-5/6-1+5/6",
		"m7-k7 draw:agreed":                    "1. k7 = 1+1/2-1+1/2-1+1/2-1+1/2 0-0-0-0",
	} {
		if got := play(nil, words); got != want {
			t.Errorf("%s is written\n%s\nwant\n%s", words, got, want)
		}
	}
	if got := play(map[string]string{"armies": "silver,gold"}, "g2-g3 h13-h12 g3-g4"); got != "1. %%% g3 %%% h12\n2. %%% g4" {
		t.Error(got)
	}
}

func TestC38_C39_ReaderRefusesOtherTokens(t *testing.T) {
	record := file(t, "firstgame.c4pgn")
	for old, wrong := range map[string]string{"} %s\n": "} %z\n", "} e4": "} %", "0-3-1-2 0-3-0-0": "0-3-1-2 0-3-0-0 1-1-1-1"} {
		if _, _, err := readRecord(strings.Replace(record, old, wrong, 1), nil); err == nil || !strings.Contains(record, old) {
			t.Errorf("%q in place of %q was read", wrong, old)
		}
	}
	if _, _, err := readRecord(strings.ReplaceAll(record, "%s", "#zzz"), nil); err == nil {
		t.Error("#zzz was read as a pass")
	}
}

func TestC38_LetterNamesTheCreditedSeat(t *testing.T) {
	b := at(t, "white K n7; silver K d1; black K a8; black R j1; black R j2; gold K h14; credit silver white mate; turn white")
	w := &recordWriter{variant: b.Variant.(*Game), game: b.Game, full: true}
	if err := w.action(rules.Action{Type: rules.Resign, Seat: white}); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(w.String()); got != "1. %% %b" {
		t.Error(got)
	}
}

func TestC33_ResultsStayInHeaderOrMoves(t *testing.T) {
	for text, want := range map[string]string{
		"[ Result \"*\" ]\n1.k7 Nk3": "[ Result \"*\" ]\n\n1. k7 Nk3\n",
		"[ Armies \"white,black\" ]\n[ Result \"1-0-0-2\" ]\n1. k7 %%% %% 3-1/2-2-1/2 1-0-0-0": "[ Result \"1-0-0-2\" ]\n\n1. k7 " +
			"%%% %% 3-1/2-2-1/2 1-0-0-0\n",
	} {
		r, _, err := readRecord(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := writeRecord(r, false)
		if err != nil || !strings.HasSuffix(got, want) {
			t.Errorf("%v\n%s", err, got)
		}
		if _, _, err := readRecord(got, nil); err != nil {
			t.Error(err)
		}
	}
}

// randomRecord plays random legal actions and prefers captures, so that seats gain armies.
func randomRecord(t *testing.T, dice *rand.Rand, options map[string]string, plies int) *rules.Record {
	v, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	r := &rules.Record{Variant: v, Names: [4]string{"A", "B", "C", "D"}}
	g := rules.NewGame(v)
	for range plies {
		legal := v.Legal(&g.Position, nil)
		if len(legal) == 0 {
			break
		}
		a := legal[dice.IntN(len(legal))]
		for range 3 {
			if g.Position.Board[a.To].IsPiece() {
				break
			}
			a = legal[dice.IntN(len(legal))]
		}
		if dice.IntN(300) == 0 && options["teams"] == "" {
			a = rules.Action{Type: rules.Resign, Seat: rules.Seat(dice.IntN(4))}
			if g.Position.State[a.Seat] == rules.Eliminated {
				continue
			}
		}
		if _, err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		r.Actions = append(r.Actions, a)
	}
	return r
}

func TestC32_ReaderAndWriterRoundTrip(t *testing.T) {
	t.Parallel()
	options := []map[string]string{
		nil,
		{"method": "2"},
		{"teams": "on"},
		{"method": "2", "teams": "on", "armies": "white,silver,black"},
		{"armies": "white,gold", "method": "2"},
	}
	gains := 0
	for i := range rulestest.Games(40, 100) {
		r := randomRecord(t, rand.New(rand.NewPCG(uint64(i), 32)), options[i%len(options)], 250)
		for _, full := range []bool{true, false} {
			text, err := writeRecord(r, full)
			if err != nil {
				t.Fatal(err)
			}
			again, warnings, err := readRecord(text, nil)
			if err != nil || len(warnings) > 0 {
				t.Fatalf("%v %v\n%s", err, warnings, text)
			}
			if !slices.Equal(again.Actions, r.Actions) || again.Names != r.Names {
				t.Fatalf("another game:\n%s", text)
			}
			twice, err := writeRecord(again, full)
			if err != nil || twice != text {
				t.Fatalf("%v\n%s", err, cmp.Diff(text, twice))
			}
			if strings.Contains(text, "-w ") || strings.Contains(text, "###") {
				gains++
			}
		}
	}
	t.Logf("%d records with eliminations", gains)
}

func FuzzRecordIsReadOrRefused(f *testing.F) {
	f.Add(file(f, "firstgame.c4pgn"))
	f.Add("1. k7 Nk3 d8 h11 2. %% %%% @s ###w =")
	f.Add("[ Method \"2\" ]\n1. k7 {c} Nk3!? 1-1-1-0")
	f.Fuzz(func(t *testing.T, text string) {
		r, _, err := readRecord(text, nil)
		if err != nil {
			return
		}
		r.HeaderResult, r.FinalPoints = "", ""
		written, err := writeRecord(r, true)
		if err != nil {
			t.Fatal(err)
		}
		if again, _, err := readRecord(written, nil); err != nil || !slices.Equal(again.Actions, r.Actions) {
			t.Fatalf("%v\n%s", err, written)
		}
	})
}
