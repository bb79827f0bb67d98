package player

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which names are compared: two accounts cannot have names with the
// same form. It applies NFKC and case folding, replaces letters that look alike, treats all
// separators as equal, and removes punctuation from the end of the name.
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
			continue // a dot above does not change the look of i and j
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

// lookAlikes maps letters to letters that look the same in terminals after case folding. The
// list was reviewed by eye in two fixed-width fonts. A Greek letter is mapped to the letter
// that its capital looks like, unless its small letter resembles a different letter. Pairs
// of letters that resemble one letter, such as rn and m, differ in width and are not listed.
var lookAlikes = func() map[rune]rune {
	table := map[rune]rune{}
	for _, pair := range []struct{ these, like string }{
		// Latin letters, and digits that look like them: a 1 looks like a small l or a capital I
		{"01258i’", "olzsbl'"},
		{"ıɛɖðǝ", "leđđə"},
		// accents that look alike at the size of terminal text: caron and breve, cedilla and
		// comma
		{"\u030c\u0327", "\u0306\u0326"},
		// Cyrillic
		{"авеһіјкмнорсԛѕтуԝхьзӏѵгпүѡбєҽԑ", "abehljkmhopcqstywxb3lvrnyw6eee"},
		// Greek
		{"αβεζηικμνορτυχγ", "abezhlkmnoptyxy"},
		// Armenian
		{"օսհոցզյլ", "ouhngqjl"},
		// zeros of other scripts
		{"०০੦૦୦௦౦೦൦๐໐၀០", "ooooooooooooo"},
		// kana and Chinese characters that look alike
		{"ヘーロカニエタハト〆ㄧ", "へ一口力二工夕八卜メ一"},
	} {
		like := []rune(pair.like)
		for i, r := range []rune(pair.these) {
			table[r] = like[i]
		}
	}
	return table
}()
