package player

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold is the form in which names are compared: two names with the same one
// cannot both be taken. NFKC, case folded, each letter with a double replaced by
// that double; signs between words are all the same, and those at the end are
// not there.
func Fold(name string) string {
	var b strings.Builder
	var last rune
	for _, r := range norm.NFKD.String(cases.Fold().String(norm.NFKC.String(name))) {
		r = likeness(r)
		switch {
		case strings.ContainsRune(separators, r):
			r = ' '
			if last == ' ' {
				continue
			}
		case r == dotAbove && (last == likeness('i') || last == 'j'):
			continue // the dot is there already
		}
		b.WriteRune(r)
		last = r
	}
	return norm.NFC.String(strings.TrimRight(b.String(), trailing))
}

const (
	separators = " .-_"
	trailing   = separators + "'!?&+"
	dotAbove   = '\u0307'
)

func likeness(r rune) rune {
	if like, ok := lookAlikes[r]; ok {
		return like
	}
	return r
}

// lookAlikes is what a terminal's letters are easily taken for, after case
// folding: reviewed by eye in two fixed-width fonts, and kept small. Greek
// letters follow their capitals where the two cases resemble different ones.
// Pairs that pass for one letter elsewhere, such as r and n for m, take two
// cells here and do not.
var lookAlikes = func() map[rune]rune {
	table := map[rune]rune{}
	for _, pair := range []struct{ these, like string }{
		// within Latin; a capital I, an l and a 1 are one stroke
		{"01258i’", "olzsbl'"},
		{"ıɛɖðǝ", "leđđə"},
		// accents of one shape at this size: caron and breve, cedilla and comma
		{"\u030c\u0327", "\u0306\u0326"},
		// Cyrillic
		{"авеһіјкмнорсԛѕтуԝхьзӏѵгпүѡбєҽԑ", "abehljkmhopcqstywxb3lvrnyw6eee"},
		// Greek
		{"αβεζηικμνορτυχγ", "abezhlkmnoptyxy"},
		// Armenian
		{"օսհոցզյլ", "ouhngqjl"},
		// noughts
		{"०০੦૦୦௦౦೦൦๐໐၀០", "ooooooooooooo"},
		// kana and characters of one shape
		{"ヘーロカニエタハト〆ㄧ", "へ一口力二工夕八卜メ一"},
	} {
		like := []rune(pair.like)
		for i, r := range []rune(pair.these) {
			table[r] = like[i]
		}
	}
	return table
}()
