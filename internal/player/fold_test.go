package player

import (
	"testing"
	"unicode"

	"quadrille/rules/variants"
)

func TestFoldUnifiesLookAlikes(t *testing.T) {
	for _, doubles := range [][]string{
		{"Inky", "INKY", "inky", "lnky", "1nky", "ｉｎｋｙ", "Ιnky", "ınky", "İnky", "i\u0307nky", "Inky.", "Inky!", "inky_", "lnky?!"},
		{"Roc", "R0c", "roc"},
		{"Cope", "Соре", "СОРЕ", "соре"},
		{"Anna", "ΑΝΝΑ"},
		{"Straße", "STRASSE", "strasse"},
		{"Zoë", "Zoe\u0308", "ZOЁ", "zoё"},
		{"Νίκος", "ΝΊΚΟΣ", "νίκοσ"},
		{"ニコ", "二コ", "ﾆｺ"},
		{"O'Neil", "O’NEIL", "O'Nei1"},
		{"ﬁona", "fiona", "FIONA"},
		{"Jo Ann", "Jo-Ann", "jo_ann", "Jo. Ann.", "Jo - Ann"},
		{"Sam5", "Sams", "5AMS"},
		{"Bob", "8ob", "B0b"},
		{"Мах", "max"},
		{"гор", "rop"},
		{"ăb", "ǎb", "a\u0306b"},
		{"şu", "șu"},
		{"Đan", "Ðan", "đan"},
		{"ǝ", "ə"},
		{"Σας", "ΣΑΣ"},
	} {
		for _, name := range doubles {
			if Fold(name) != Fold(doubles[0]) {
				t.Errorf("%q folds to %q, %q to %q", name, Fold(name), doubles[0], Fold(doubles[0]))
			}
		}
	}
}

func TestFoldSeparatesDifferentNames(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{
		"Inky", "Blinky", "Pinky", "Clyde", "Zoe", "Zoë", "Ann", "Anne", "Jo Ann", "JoAnn", "Сергей", "Σοφία",
		"山", "川", "Ann3", "Ann4", "A 1", "Bumey", "Burney", "Dalla", "Clalla",
	} {
		if other := seen[Fold(name)]; other != "" {
			t.Errorf("%q and %q have the same folded form", name, other)
		}
		seen[Fold(name)] = name
	}
}

func TestLookAlikesAreFoldedInOneStep(t *testing.T) {
	for from, to := range lookAlikes {
		if _, on := lookAlikes[to]; on || Fold("x"+string(to)+"x") != "x"+string(to)+"x" && !unicode.IsMark(to) {
			t.Errorf("%q is replaced by %q, which is a look-alike itself", from, to)
		}
	}
}

// No player may have the name of a seat or an army.
func TestSeatsAndArmiesAreReserved(t *testing.T) {
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		facts := v.Facts()
		for _, name := range append(facts.Seats[:], facts.Armies[:]...) {
			if _, err := CleanName(name); err == nil && name != "" {
				t.Errorf("the name of a seat or army is not reserved: %q", name)
			}
		}
	}
}
