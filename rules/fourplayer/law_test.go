package fourplayer

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// board is a game that begins with a position text, in which a semicolon ends a line.
type board struct {
	*testing.T
	*rules.Game
	effects rules.Effects
}

func at(t *testing.T, text string) *board {
	t.Helper()
	g, _, err := rules.ParsePosition(strings.NewReader(strings.ReplaceAll(text, ";", "\n")), open, gameName, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &board{T: t, Game: g}
}

// play plays actions in plain notation.
func (b *board) play(words string) *board {
	b.Helper()
	for _, word := range strings.Fields(words) {
		a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
		if err == nil {
			b.effects, err = b.Game.Play(a)
		}
		if err != nil {
			b.Fatalf("%s: %v", word, err)
		}
	}
	return b
}

func (b *board) wantPoints(red, blue, yellow, green uint16) *board {
	b.Helper()
	if want := [4]uint16{red, blue, yellow, green}; b.Position.Points != want {
		b.Errorf("points %v, want %v", b.Position.Points, want)
	}
	return b
}

func (b *board) wantStates(words string) *board {
	b.Helper()
	for s, want := range strings.Fields(words) {
		if got := [...]string{"plays", "frozen", "out", "walks"}[b.Position.State[s]]; got != want {
			b.Errorf("%s %s, want %s", seatNames[s], got, want)
		}
	}
	return b
}

const fourKings = "red K h1; blue K a7; yellow K g14; green K n8;"

func TestM19_EnPassantTakesTwo(t *testing.T) {
	// Blue's pawn crosses c5, and Green's knight then moves there.
	b := at(t, fourKings+"blue P b5; red P d4; green N d7; yellow P e12; turn blue").play("b5-d5 g14-h14 d7-c5 d4-c5")
	b.wantPoints(4, 0, 0, 0)
	if !b.effects.Captured.Is(rules.Knight, rules.Army(green)) || !b.effects.Also.Is(rules.Pawn, rules.Army(blue)) {
		t.Errorf("captured %v and %v", b.effects.Captured, b.effects.Also)
	}
}

func TestM12_M13_OnePointQueen(t *testing.T) {
	b := at(t, fourKings+"red P f7; blue R a8").play("f7-f8=Q a8-f8")
	b.wantPoints(0, 1, 0, 0)
	if _, err := at(t, fourKings+"red P f7").Game.Play(rules.NewMove(b.Position.King[0], b.Position.King[0])); err == nil {
		t.Error("a move to its own square was accepted")
	}
}

func TestM31_BonusForTwoChecks(t *testing.T) {
	// A knight attacks the kings of Blue and Yellow.
	const fork = "red K h1; blue K d7; yellow K h9; green K n4;"
	at(t, fork+"red N e6; red P d2").play("e6-f8").wantPoints(5, 0, 0, 0)
	// A queen that gives both checks wins one point.
	at(t, "red K d1; blue K d8; yellow K k8; green K n4; red Q g2; red P d2").play("g2-g8").wantPoints(1, 0, 0, 0)
}

func TestM34_AKingWalksAndGainsNothing(t *testing.T) {
	b := at(t, fourKings+"red P e5; blue R b8; yellow P e12; green P m5; turn blue").play("resign")
	b.wantStates("plays walks plays plays")
	if !rules.ByLot(b.Variant, &b.Position) || b.Position.Turn != blue {
		t.Error("the turn of the king that walks is not drawn by lot")
	}
	if err := b.Validate(rules.Action{Type: rules.Resign, Seat: blue}); err == nil {
		t.Error("a seat left twice")
	}
	b.play("a7-b8").wantPoints(0, 0, 0, 0) // it captures its own dead rook
}

func TestM36_TheLastGetsTheKingsThatWalk(t *testing.T) {
	b := at(t, fourKings+"red P e5; blue P b8; yellow P e12; green P m5").play("blue:resign green:flag yellow:resign")
	b.wantPoints(60, 0, 0, 0)
	if o := b.Position.Outcome; o.Termination != rules.ByResignation || o.Winners != rules.Seats(0).With(red) ||
		o.Scores != [4]uint8{18, 6, 6, 6} {
		t.Errorf("%+v", o)
	}
}

func TestM38_AutomaticClaim(t *testing.T) {
	const late = fourKings + "red P e5; blue P b8; out yellow -; out green -; points red 90; points blue 10; points yellow 40"
	at(t, late).wantStates("plays plays out out")
	b := at(t, "option autoclaim=on;"+late)
	if !b.Position.Over() {
		t.Fatal("the win was not claimed")
	}
	b.wantPoints(90, 30, 40, 0).wantStates("walks plays out out")
	b = at(t, "option autoclaim=on;"+strings.Replace(late, "yellow 40", "yellow 30", 1))
	if b.Position.Over() {
		t.Error("the win was claimed although no place depends on it")
	}
}

func TestM24_AKingMayBeTaken(t *testing.T) {
	b := at(t, "option teams=on; red K h1; blue K a7; yellow K g14; green K n8; yellow R d7; turn yellow").play("d7-a7")
	if o := b.Position.Outcome; o.Termination != rules.ByKingTaken || o.Winners != rules.Seats(0).With(red).With(yellow) {
		t.Errorf("%+v", o)
	}
	b = at(t, fourKings+"yellow R d7; yellow P e12; red P d2; blue P b9; turn yellow").play("d7-a7")
	b.wantPoints(0, 0, 20, 0).wantStates("plays out plays plays")
}

func TestM42_ADrawGivesPoints(t *testing.T) {
	b := at(t, "red K h1; blue K a7; red B e5; red P d2; points red 5; points yellow 3; out yellow -; out green -").play("draw:agreed")
	b.wantPoints(15, 10, 3, 0)
	if o := b.Position.Outcome; o.Winners != rules.Seats(0).With(red) {
		t.Errorf("%+v", o)
	}
	if b := at(t, "red K h1; blue K a7; red B e5"); b.Position.Outcome.Termination != rules.ByMaterial {
		t.Errorf("%+v", b.Position.Outcome)
	}
}

func TestF_RefusalsNameThePlace(t *testing.T) {
	v, _ := New(nil)
	g := v.(*Game)
	start := v.Start()
	good, err := g.writeFEN4(&start)
	if err != nil {
		t.Fatal(err)
	}
	for old, with := range map[[2]string]string{
		{"R-", "X-"}:                         "the turn",
		{"-0-3", "-z-3"}:                     "quiet plies",
		{"-0-3", "-0-{}-3"}:                  "the options",
		{"-0-3", "-0-{'dim':1}-3"}:           "no such option",
		{"-0-3", "-0-{'lives':(3,3,3,3)}-3"}: "does not count checks",
		{"yR,yN", "yX,yN"}:                   "is not a piece",
		{"yR,yN", "yR"}:                      "rank 14 has 13 squares",
		{"yR,yN", "X,yN"}:                    "there is a wall on d14",
		{"yR,yN", "yK,yN"}:                   "yellow has two kings",
		{"yR,yN", "dyR,yN"}:                  "is dead, but yellow is in play",
	} {
		if _, err := g.readFEN4(strings.Replace(good, old[0], old[1], 1)); err == nil || !strings.Contains(err.Error(), with) {
			t.Errorf("%s: %v, want %s", old[1], err, with)
		}
	}
}

func TestL1_RefusalsNameRoundColourAndToken(t *testing.T) {
	for text, want := range map[string]string{
		"1. h2-h4 .. b5-d5 .. j13-j11 .. m8-l8\n2. h2-h3": "round 2, red: h2-h3: there is no piece on h2",
		"1. h2-h4 .. S":     "round 1, blue: S: blue is not stalemated",
		"1. h2-h4 .. hello": "round 1, blue: hello: it is not a move",
		"1. h2-h4 .. b5-e5": "round 1, blue: b5-e5: the pawn on b5 cannot move to e5",
		walkingTags + "1. h2-h3 .. b8-c8 .. k13-k12 .. Kn8xm8R\n2. h3-h4 .. x": "round 2, blue: x: it is not a move",
		walkingTags + "1. h2-h3 .. b8-c8 .. R .. Kn8xm8":                       "round 1, yellow: Kn8xm8: the piece on n8 belongs to Green",
		"[RuleVariants \"Prom=9\"]\n":                                          "\"Prom=9\", which makes another game",
		"[StartFen4 \"4PCX\"]\n":                                               "\"4PCX\", which makes another game",
		"1. h2-h4 ( .. b5-c5":                                                  "a variation is not closed",
		"1. h2-h4 { so":                                                        "a comment is not closed",
		"[Red \"a\n":                                                           "a tag is not readable",
	} {
		if _, _, err := readPGN4(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

const twoRooks = "red R d1;yellow R d14;"

// TestAdjudicate checks that a moderator's result gives the first place also to a seat that has
// left, and the other places by points.
func TestAdjudicate(t *testing.T) {
	b := at(t, fourKings+twoRooks+"walking green;points red 5;points blue 30;points yellow 9")
	if !b.Adjudicate(0b1001) {
		t.Fatal("refused")
	}
	if o := b.Position.Outcome; o.Winners != 0b1001 || o.Scores != [4]uint8{15, 6, 0, 15} || !o.HasPoints {
		t.Errorf("%+v", o)
	}
	b.wantPoints(5, 30, 9, 0)
	if at(t, fourKings+twoRooks).Adjudicate(0) {
		t.Error("a result without winners was accepted")
	}
	teams := at(t, "option teams=on;"+fourKings+twoRooks)
	if !teams.Adjudicate(0b0010) || teams.Position.Outcome.Winners != 0b1010 {
		t.Errorf("%+v", teams.Position.Outcome)
	}
	drawn := at(t, "option teams=on;"+fourKings+twoRooks)
	if !drawn.Adjudicate(0b0011) || drawn.Position.Outcome.Winners != 0 {
		t.Errorf("%+v", drawn.Position.Outcome)
	}
}

// TestM37_Leaving checks that resigning is called a claim of the win exactly when the seat then has the most
// points, and otherwise what it leads to.
func TestM37_Leaving(t *testing.T) {
	const claim, walks = "claim the win|you keep the most points and win", "|Your king walks"
	for text, want := range map[string]string{
		"out blue -;out green -;points red 21":                   claim,
		"out blue -;out green -;points red 20":                   "|your opponent gets 20 points",
		"out blue -;walking green;points red 41":                 claim,
		"out blue -;walking green;points red 40":                 "|your opponent gets 40 points",
		"out blue -;walking green;points red 41;points blue 40":  claim,
		"out blue -;walking green;points red 41;points blue 41":  "|your opponent gets 40 points",
		"out blue -;walking green;points red 41;points green 60": "|your opponent gets 40 points",
		"points red 90":                 walks,
		"walking green;points red 90":   walks,
		"option walk=off;points red 90": "|",
		"option teams=on":               "|",
		"out blue -;out green -;points red 21;option autoclaim=off":     claim,
		"out blue -;out green -;points red 21;option walk=off":          claim,
		"out blue -;out green -;points red 1;points yellow 22;turn red": "|your opponent gets 20 points",
	} {
		options := ""
		for _, line := range strings.Split(text, ";") {
			if strings.HasPrefix(line, "option") {
				options += line + ";"
			}
		}
		b := at(t, options+fourKings+twoRooks+text)
		label, sentence := rules.Leaving(b.Variant, &b.Position, red)
		if wantLabel, part, _ := strings.Cut(want, "|"); label != wantLabel || !strings.Contains(sentence, part) {
			t.Errorf("%s: %q, %q", text, label, sentence)
		}
	}
}
