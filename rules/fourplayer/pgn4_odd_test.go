package fourplayer

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
)

// readRecord reads a record in PGN4 and returns its actions in plain notation, and the warnings.
func readRecord(t *testing.T, text string, given map[string]string) (r *rules.Record, plain string, warnings []string) {
	t.Helper()
	r, warnings, err := readPGN4(text, given)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	plain, err = rules.PlainFormat(New).Write(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, strings.Join(strings.Fields(plain), " "), warnings
}

const walkingTags = "[RuleVariants \"DeadKingWalking EnPassant PromoteTo=D\"]\n[StartFen4 \"4PC\"]\n\n"

// TestN_WhatOtherProgramsWrite reads records as other programs, other systems and older versions write
// them.
func TestN_WhatOtherProgramsWrite(t *testing.T) {
	const first = "h2-h4 b5-d5 j13-j12 m8-l8"
	for _, c := range []struct{ name, text, plain, warning string }{
		{
			"lines of other systems", "\ufeff[Variant \"FFA\"]\r\n[Red \"ada\"]\r\n\r\n1. h2-h4 .. b5-d5\r\n.. j13-j12 .. m8-l8\r\n",
			first, "",
		},
		{"no tags", "1. h2-h4 .. b5-d5 .. j13-j12 .. m8-l8", first, ""},
		{"wrong and huge numbers", "7. h2-h4 .. b5-d5 123456789012345678901234567890. j13-j12 .. m8-l8", first, ""},
		{"no separators", "1.h2-h4 b5-d5 j13-j12 m8-l8", first, ""},
		{"a result at the end", "1. h2-h4 .. b5-d5 .. j13-j12 .. m8-l8 1-0", first, ""},
		{"a star at the end", "1. h2-h4 .. b5-d5 .. j13-j12 .. m8-l8 *", first, ""},
		{"comments without spaces", "1. h2-h4{a}{b (c}..b5-d5 .. j13-j12{ ) }.. m8-l8", first, ""},
		{
			"variations that follow each other", "1. h2-h4 ( h2-h3 .. b5-c5 ) (d2-d3) .. b5-d5 .. j13-j12 .. m8-l8",
			first, "left out 2 variations",
		},
		{
			"variations in variations", "1. h2-h4 (h2-h3 { :) } .. b5-c5 (b6-c6)) .. b5-d5\n(1. e2-e3)\n.. j13-j12 .. m8-l8",
			first, "left out 3 variations",
		},
		{
			"wrong signs", "1. h2-h4+ .. b5-d5# .. j13xj12 .. m8-l8",
			first, "round 1, red: h2-h4+ is h2-h4|round 1, blue: b5-d5# is b5-d5|round 1, yellow: j13xj12 is j13-j12",
		},
		{"leaving alone", "1. R .. T .. C", "resign flag resign", ""},
		{
			"wrong pieces", "1. Ph2xh4 .. Rb5-d5 .. Nj13xQj12++ .. Qm8-l8", first,
			"round 1, red: Ph2xh4 is h2-h4|round 1, blue: Rb5-d5 is b5-d5|" +
				"round 1, yellow: Nj13xQj12++ is j13-j12|round 1, green: Qm8-l8 is m8-l8",
		},
		{
			"letters that are repeated", walkingTags + "1. h2-h3 .. b8-c8 .. k13-k12 .. Kn8xm8R\n2. h3-h4 .. c8-d8 .. k12-k11 .. Km8-n8R",
			"h2-h3 b8-c8 k13-k12 resign n8-m8 h3-h4 c8-d8 k12-k11 m8-n8", "",
		},
		{
			"a letter before a move without signs", walkingTags + "1. h2-h3 .. b8-c8 .. k13-k12 .. n8-m8T",
			"h2-h3 b8-c8 k13-k12 flag n8-m8", "round 1, green: n8-m8T is Kn8xm8T",
		},
		{"a mate that is none", walkingTags + "1. R#", "resign", "round 1, red: R# is R"},
		{"a stalemate that is none", walkingTags + "1. TS", "flag", "round 1, red: TS is T"},
	} {
		_, plain, warnings := readRecord(t, c.text, nil)
		if got := strings.Join(warnings, "|"); plain != c.plain || got != c.warning {
			t.Errorf("%s: %s, warnings %q; want %s, %q", c.name, plain, got, c.plain, c.warning)
		}
	}
}

// TestN1_TagsTellTheGame reads tags that name a game, and checks the options.
func TestN1_TagsTellTheGame(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "classic off off",
		"[Variant \"FFA\"]": "classic off off",
		"[Variant \"Solo\"][RuleVariants \"EnPassant PromoteTo=D\"]":                          "modern off off",
		"[Variant \"Teams\"][StartFen4 \"4PCo\"]":                                             "classic on on",
		"[Variant \"Teams\"][RuleVariants \"EnPassant Prom=11\"]":                             "modern on on",
		"[RuleVariants \"DeadKingWalking EnPassant PromoteTo=D Prom=8\"]":                     "modern off on",
		"[RuleVariants \"PointsForMate=20 OppX=1 Anonymous Ghostboard\"][StartFen4 \"4PCb\"]": "by off off",
		"[StartFen4 \"4PCn\"]":  "byg off off",
		"[StartFen4 \"4PCrg\"]": "rg off off",
		"[StartFen4 \"4PC\"]":   "modern off off",
	} {
		r, _, warnings := readRecord(t, text, nil)
		g := r.Variant.(*Game)
		if got := g.option("setup") + " " + g.option("teams") + " " + g.option("walk"); got != want || len(warnings) > 0 {
			t.Errorf("%s: %s, want %s; %q", text, got, want, warnings)
		}
	}
	for text, why := range map[string]string{
		"[Variant \"4PC\"]":                                 "the tag Variant says \"4PC\"",
		"[RuleVariants \"EnPassant Takeover\"]":             "has \"Takeover\"",
		"[RuleVariants \"Prom=11\"]":                        "has \"Prom=11\"",
		"[Variant \"Teams\"][RuleVariants \"PromoteTo=D\"]": "has \"PromoteTo=D\"",
		"[StartFen4 \"2PC\"]":                               "names the start \"2PC\"",
		"[StartFen4 \"R-0\"]":                               "the tag StartFen4: FEN4: ",
		"[Red ada]":                                         "a tag is not readable",
		"[Red \"ada\"":                                      "a tag is not readable",
		"[\"ada\"]":                                         "a tag is not readable",
		"[Setup \"odd\"][StartFen4 \"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" + fen4Board + "\"]": "odd",
	} {
		if _, _, err := readPGN4(text, nil); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
}

// TestN1_OptionsTakeThePlaceOfMissingTags checks what the options of the caller can say: what the tags
// leave open, but nothing else.
func TestN1_OptionsTakeThePlaceOfMissingTags(t *testing.T) {
	for _, given := range []map[string]string{{"setup": "by"}, {"walk": "on"}, {"teams": "on"}, {"autoclaim": "on"}} {
		r, _, _ := readRecord(t, "1. h2-h4", given)
		for name, value := range given {
			if got := r.Variant.(*Game).option(name); got != value {
				t.Errorf("%s=%s, want %s", name, got, value)
			}
		}
	}
	for text, given := range map[string]map[string]string{
		"[StartFen4 \"4PC\"]":          {"setup": "by"},
		"[RuleVariants \"EnPassant\"]": {"walk": "on"},
		"[Variant \"FFA\"]":            {"teams": "on"},
		"[AutoClaim \"on\"]":           {"autoclaim": "off"},
	} {
		if _, _, err := readPGN4(text, given); err == nil || !strings.Contains(err.Error(), "correct one of them") {
			t.Errorf("%s, %v: %v", text, given, err)
		}
	}
}

// TestN1_TagsAreKept reads tags of another program and writes them again.
func TestN1_TagsAreKept(t *testing.T) {
	const text = `[GameNr "4242"]
[Variant "Solo"]
[RuleVariants "EnPassant PromoteTo=D"]
[StartFen4 "4PC"]
[TimeControl "1+15D"]
[Site "www.example.com/games/4242"]
[Date "Sat Jan 31 2026 12:00:00 GMT+0000 (Coordinated Universal Time)"]
[Red "a - b: 7"]
[RedElo "2100"]
[Blue "bo"]
[Yellow "bo"]
[Green "B"]
[Termination "Checkmate. (Blue +20)"]
[CurrentMove "7"]
[Result "bo: 0 - B: 20 - a - b: 7: 0 - bo: 0"]

1. T .. T .. T
`
	r, _, warnings := readRecord(t, text, nil)
	if len(warnings) > 0 || r.Date != "2026.01.31" || r.Clock != "1d15" {
		t.Errorf("warnings %q, date %q, clock %q", warnings, r.Date, r.Clock)
	}
	written, err := writePGN4(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := func(s string) []string {
		all := strings.Split(s, "\n")
		slices.Sort(all)
		return all
	}
	if want := strings.Replace(text, "[CurrentMove \"7\"]\n", "", 1); !slices.Equal(lines(written), lines(want)) {
		t.Errorf("got\n%s\nwant\n%s", written, want)
	}
	if _, _, warnings = readRecord(t, strings.Replace(text, "B: 20", "B: 40", 1), nil); len(warnings) != 1 ||
		!strings.Contains(warnings[0], "but the moves give a - b: 7: 0 - bo: 0 - bo: 0 - B: 20") {
		t.Errorf("warnings %q", warnings)
	}
	if _, _, warnings = readRecord(t, strings.Replace(text, "B: 20", "B 20", 1), nil); len(warnings) != 1 ||
		!strings.Contains(warnings[0], "not readable") {
		t.Errorf("warnings %q", warnings)
	}
	if _, _, warnings = readRecord(t, "[Variant \"Teams\"][Result \"1-0\"] 1. R", nil); !slices.Equal(warnings, []string{
		"the tag Result says 1-0, but the moves give 0-1",
	}) {
		t.Errorf("warnings %q", warnings)
	}
}

// TestN5_CastlingHasNoSignOfCheck castles so that the rook gives check.
func TestN5_CastlingHasNoSignOfCheck(t *testing.T) {
	const text = "red K h1; red R k1; unmoved h1 k1; blue K a7; yellow K i14; green K n8; green P m10;"
	for pieces, want := range map[string]string{"red P e2": "O-O", "red R h2; red R j2": "O-O#"} {
		b := at(t, text+pieces)
		from := b.Position
		castle, err := rules.ParsePlain(b.Variant.Facts(), red, "h1-j1")
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Variant.(*Game).Write(&from, castle); got != want {
			t.Errorf("%s: written %s, want %s", pieces, got, want)
		}
		checkPGN4(t, &rules.Record{Variant: b.Variant, Start: &from, Actions: []rules.Action{castle}})
		if b.play("h1-j1"); b.effects.Checked != 0b0100 {
			t.Errorf("%s: newly in check %04b", pieces, b.effects.Checked)
		}
	}
}

// TestN7_Leaving writes and reads how seats leave, on their turn and not, mated, stalemated, and with a
// king that walks.
func TestN7_Leaving(t *testing.T) {
	const moves = "red R d1; red P j2; yellow P e12; green P m10;"
	for _, c := range []struct{ name, text, play, tokens string }{
		{"mated by leaving", corner + "blue R d8; turn blue; red R a5; yellow R b6", "resign e12-e11", "1. R# .. e12-e11"},
		{"mated by leaving, on time", corner + "blue R d8; turn blue; red R a5; yellow R b6", "flag e12-e11", "1. T# .. e12-e11"},
		{
			"mated out of turn", corner + "blue R d8; turn green; red R a5; yellow R b6",
			"blue:resign m10-l10 a5-a6 e12-e11", "1. { blue:resign } m10-l10\n2. Ra5-a6 .. e12-e11",
		},
		{"stalemated by leaving", corner + "blue P c9; turn blue; red R k10; yellow R b6", "resign e12-e11", "1. RS .. e12-e11"},
		{"stalemated", corner + "turn red; red R k10; yellow R b6", "j2-j3 e12-e11", "1. j2-j3 .. S .. e12-e11"},
		{
			"stalemated after leaving", corner + "turn red; blue P c9; red R k9; yellow R b6",
			"blue:flag k9-k10 e12-e11", "1. { blue:flag } Rk9-k10 .. TS .. e12-e11",
		},
		{"walking", fourKings + moves + "turn blue", "resign a7-a8 e12-e11", "1. Ka7-a8R .. e12-e11"},
		{
			"walking later", fourKings + moves,
			"blue:flag j2-j3 a7-a8 e12-e11 m10-l10 j3-j4 a8-a9",
			"1. { blue:flag } j2-j3 .. Ka7-a8T .. e12-e11 .. m10-l10\n2. j3-j4 .. Ka8-a9",
		},
		{
			"two at once", fourKings + moves + "turn blue",
			"resign red:resign a7-a8 e12-e11 m10-l10 h1-h2", "1. R { red:resign } .. Ka7-a8 .. e12-e11 .. m10-l10\n2. Kh1-h2R",
		},
		{"without a king that walks", "option walk=off;" + fourKings + moves + "turn blue", "resign e12-e11", "1. R .. e12-e11"},
		{"a mate without a token", corner + "red R b6; red R k5", "k5-a5 e12-e11", "1. Rk5-a5+# .. e12-e11"},
		{"a claim", fourKings + twoRooks + "out blue -;walking green;points red 41", "red:resign", "1. R"},
		{"teams mated", teamsOn + corner + "red R b6; red R k5", "k5-a5", "1. Rk5-a5+ .. #"},
		{"teams stalemated", teamsOn + corner + "red R b6; red R k5", "k5-k10", "1. Rk5-k10 .. S"},
		{"teams on time", teamsOn + corner + "red R b6; red R k5", "k5-k6 flag", "1. Rk5-k6 .. T"},
		{"teams out of turn", teamsOn + corner + "red R b6; red R k5", "k5-k6 yellow:resign", "1. Rk5-k6 { yellow:resign }"},
		{"an agreed draw", corner + "red R b6; red R k5", "k5-k6 draw:agreed", "1. Rk5-k6 { draw:agreed }"},
	} {
		b := at(t, c.text)
		from := b.Position
		r := &rules.Record{Variant: b.Variant, Start: &from}
		for _, word := range strings.Fields(c.play) {
			a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
			if err != nil {
				t.Fatal(err)
			}
			b.play(word)
			r.Actions = append(r.Actions, a)
		}
		text, err := writePGN4(r)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, moves, _ := strings.Cut(text, "\n\n"); moves != c.tokens+"\n" {
			t.Errorf("%s: got\n%swant\n%s", c.name, moves, c.tokens)
		}
		checkPGN4(t, r)
	}
}

// TestN1_DatesThatAreNone checks that the text of the tag Date is kept, and is read only if it can be a date.
func TestN1_DatesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"Sat Jan 31 2026 12:00:00 GMT+0000 (Coordinated Universal Time)": "2026.01.31",
		"Sat Jan 31 -2026": "", "Sat Jan 0 2026": "", "Sat Jan -31 2026": "", "Sat Jan 32 2026": "", "Sat Jan 31 99999": "",
		"Sat Foo 31 2026": "", "2026.01.31": "", "yesterday": "", "": "",
	} {
		r, _, _ := readRecord(t, "[Date \""+text+"\"]\n\n1. h2-h4", nil)
		written, err := writePGN4(r)
		if err != nil || r.Date != want || text != "" && !strings.Contains(written, "[Date \""+text+"\"]\n") {
			t.Errorf("%q: %v, date %q, want %q\n%s", text, err, r.Date, want, written)
		}
	}
	for date, want := range map[string]string{
		"2026.01.31": "Sat Jan 31 2026 00:00:00", "2024.02.29": "Thu Feb 29 2024 00:00:00", "-1.1.1": "-1.1.1", "2026.13.01": "2026.13.01",
	} {
		if got := longDate(date); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
	}
}

// TestN1_SetUpOfAPosition reads a start in FEN4, which does not name the set-up, with kings at home that
// castle.
func TestN1_SetUpOfAPosition(t *testing.T) {
	for _, s := range setups {
		g := newFourplayer(t, map[string]string{"setup": s.name})
		start := g.Start()
		text, err := g.writeFEN4(&start)
		if err != nil {
			t.Fatal(err)
		}
		record := "[StartFen4 \"" + text + "\"]\n\n1. h2-h4"
		r, _, _ := readRecord(t, record, nil)
		if got := r.Variant.(*Game).option("setup"); got != s.name || r.Start.Castling != start.Castling {
			t.Errorf("%s is read as %s, rights %v", s.name, got, r.Start.Castling)
		}
		checkPGN4(t, r)
		r, _, _ = readRecord(t, record, map[string]string{"setup": "byg"})
		if got := r.Variant.(*Game).option("setup"); got != "byg" {
			t.Errorf("with the option: %s", got)
		}
		r, _, _ = readRecord(t, "[Setup \"rg\"]\n"+record, nil)
		if got := r.Variant.(*Game).option("setup"); got != "rg" {
			t.Errorf("with the tag: %s", got)
		}
	}
	r, _, _ := readRecord(t, "[StartFen4 \"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"+fen4Board+"\"]\n\n1. h2-h4", nil)
	if got := r.Variant.(*Game).option("setup"); got != "modern" {
		t.Errorf("without rights: %s", got)
	}
}
