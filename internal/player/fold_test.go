package player

import "testing"

func TestFoldTakesDoublesForOne(t *testing.T) {
	for _, doubles := range [][]string{
		{"Inky", "INKY", "inky", "lnky", "1nky", "ｉｎｋｙ", "Ιnky", "ınky", "ɪɴᴋʏ"},
		{"Roc", "R0c", "roc"},
		{"Cope", "Соре", "СОРЕ", "соре"},
		{"Anna", "ΑΝΝΑ"},
		{"Straße", "STRASSE", "strasse"},
		{"Zoë", "Zoe\u0308", "ZOЁ", "zoё"},
		{"Νίκος", "ΝΊΚΟΣ", "νίκοσ"},
		{"ニコ", "二コ", "ﾆｺ"},
		{"O'Neil", "O’NEIL"},
	} {
		for _, name := range doubles {
			if Fold(name) != Fold(doubles[0]) {
				t.Errorf("%q folds to %q, %q to %q", name, Fold(name), doubles[0], Fold(doubles[0]))
			}
		}
	}
}

func TestFoldKeepsOthersApart(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"Inky", "Blinky", "Pinky", "Clyde", "Zoe", "Zoë", "Ann", "Anne", "Jo Ann", "JoAnn", "Сергей", "Σοφία", "山", "川"} {
		if other := seen[Fold(name)]; other != "" {
			t.Errorf("%q and %q fold alike", name, other)
		}
		seen[Fold(name)] = name
	}
}

func TestLookAlikesEndInOneStep(t *testing.T) {
	for from, to := range lookAlikes {
		if _, on := lookAlikes[to]; on || Fold(string(to)) != string(to) {
			t.Errorf("%q goes to %q, which goes on", from, to)
		}
	}
}
