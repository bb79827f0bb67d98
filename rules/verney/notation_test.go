package verney

import (
	"errors"
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

func TestNotation_Write(t *testing.T) {
	for _, c := range []struct{ position, plain, want string }{
		{kings + "yellow N d1", "d1-e3", "Ne3"},
		{kings + "yellow N d1; yellow N h1", "d1-f2", "Nd1-f2"},
		{kings + "yellow N d1; yellow N h1; red B f2", "h1-f2", "Nh1xf2"},
		{kings + "yellow P e4; red N d5", "e4-d5", "exd5"},
		{kings + "red P e4; yellow N f5; turn red", "e4-f5", "exf5"},
		{kings + "red P e4; red P e6; yellow N f5; turn red", "e4-f5", "e4xf5"},
		{kings + "yellow P e6", "e6-e7", "e7"},
		{kings + "yellow P e6; yellow P e8; reversed e8", "e6-e7", "e6-e7"},
		{kings + "yellow P e6; white P e7", "e6-e8", "e8"},
		{kings + "yellow P b9; red N a10", "b9-a10=Q", "bxa10=Q+"},
		{kings + "yellow P b9; red N a10; red P a9", "b9-a10=Q", "bxa10=Q"},
		{kings + "yellow Q d5", "d5-d4", "Qd4+"},
		{kings + "yellow Q d4", "d4-d10", "Qd10"}, // no +, because Red was in check before
		{kings, "k1-k2", "Kk2"},
		{kings, "resign", "resign"},
		{kings + "turn red", "white:flag", "white:flag"},
		{mateInOne, "a10-d10", "Rd10#"},
	} {
		b := at(t, c.position)
		a, err := rules.ParsePlain(b.Variant.Facts(), b.Position.Turn, c.plain)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Variant.(rules.Notation).Write(&b.Position, a); got != c.want {
			t.Errorf("%s written %s, want %s", c.plain, got, c.want)
		}
	}
}

func TestNotation_ReadPartialOrigin(t *testing.T) {
	b := at(t, kings+"yellow N d1; yellow N h1; red B f2; yellow P e4; red N d5; yellow P b9; red N a10; yellow Q j7")
	for text, want := range map[string]string{
		"Ndf2": "d1-f2", "N1f2": "", "Nd1f2": "d1-f2", "Nd1-f2": "d1-f2", "Nhxf2!?": "h1-f2", "Nf2": "",
		"ed5": "e4-d5", "exd5": "e4-d5", "d5": "e4-d5", "e4-e5": "e4-e5", "e5": "e4-e5",
		"bxa10=Q+": "b9-a10=Q", "bxa10=Q#": "b9-a10=Q", "Qj6": "j7-j6", "Kk2": "k1-k2",
	} {
		a, err := b.Variant.(rules.Notation).Read(&b.Position, text)
		var refusal *rules.Refusal
		switch {
		case want == "" && !(errors.As(err, &refusal) && refusal.Reason == rules.Ambiguous):
			t.Errorf("%s: %v, want two readings", text, err)
		case want != "" && (err != nil || rules.Plain(b.Variant.Facts(), yellow, a) != want):
			t.Errorf("%s: %v %v, want %s", text, a, err, want)
		}
	}
}

func TestNotation_RefusalReasons(t *testing.T) {
	b := at(
		t,
		"yellow K k1; yellow R d9; white K d14; red R d5; red K a4; black K n11; yellow P b9; red N a10; yellow P d2; yellow P d3; "+
			"red B i5; white N i9; red N j6; frozen black; black N j9; yellow N h8",
	)
	for text, want := range map[string]*rules.Reason{
		"": rules.Unreadable, "N": rules.Unreadable, "Xd5": rules.Unreadable, "Nd1--f2": rules.Unreadable,
		"R33": rules.Unreadable, "e4=": rules.Unreadable, "e4=K": rules.Unreadable, "Rabd9": rules.Unreadable,
		"Ra3": rules.Unreadable, "Re9": rules.ExposesPartner, "Ri9": rules.OwnPiece, "Rk9": rules.Blocked,
		"bxa10": rules.NeedsPromotion, "bxa10=R": rules.UnknownPromotion, "b10=Q": rules.NoPromotion,
		"d4=Q": rules.NoPromotion, "Rd5=Q": rules.NoPromotion, "Bd5": rules.NoMatchingMove, "Rn14": rules.Unreadable,
		"Nj9": InertPiece, "Nj7": nil, "d2-d3": rules.Blocked, "Nf3": rules.NoMatchingMove,
	} {
		_, err := b.Variant.(rules.Notation).Read(&b.Position, text)
		var refusal *rules.Refusal
		if want == nil && err == nil {
			continue
		}
		if !errors.As(err, &refusal) || refusal.Reason != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// FuzzNotationReadsWhatItWrites checks that a move that Read returns is legal, and that the
// text that Write returns for this move is read as the same move.
func FuzzNotationReadsWhatItWrites(f *testing.F) {
	for _, text := range []string{"h3", "Nc3", "Nb1-c3", "exd5", "b9xa10=Q", "Qxn8+", "--", "x"} {
		f.Add(text, uint64(7))
	}
	v := game(f)
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g, dice := rules.NewGame(v), rand.New(rand.NewPCG(seed, 14))
		for range seed % 64 {
			if legal := v.Legal(&g.Position, nil); len(legal) > 0 {
				_, _ = g.Play(legal[dice.IntN(len(legal))])
			}
		}
		n := v.(rules.Notation)
		a, err := n.Read(&g.Position, text)
		if err != nil {
			return
		}
		if err := g.Validate(a); err != nil {
			t.Fatalf("%q was read as an illegal action: %v", text, err)
		}
		written := n.Write(&g.Position, a)
		if again, err := n.Read(&g.Position, written); err != nil || again != a {
			t.Fatalf("%q was written as %q, which is read as another move: %v", text, written, err)
		}
	})
}
