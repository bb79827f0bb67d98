package player

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold is the form in which names are compared: two names with the same one
// cannot both be taken. NFKC, case folded, each letter with a double replaced by
// that double.
func Fold(name string) string {
	s := cases.Fold().String(norm.NFKC.String(name))
	s = strings.Map(likeness, norm.NFKD.String(s))
	return norm.NFC.String(s)
}

func likeness(r rune) rune {
	if like, ok := lookAlikes[r]; ok {
		return like
	}
	return r
}

// lookAlikes is what a terminal's letters are easily taken for, after case
// folding: reviewed by eye in two fixed-width fonts, and kept small. Greek
// letters follow their capitals where the two cases resemble different ones.
var lookAlikes = func() map[rune]rune {
	table := map[rune]rune{}
	for _, pair := range []struct{ these, like string }{
		// within Latin; a capital I, an l and a 1 are one stroke
		{"01i’", "oll'"},
		{"ıɩǀǃɑɡɛ", "lll!age"},
		{"ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdeghljklmnoprstuvwyz"},
		// Cyrillic
		{"авеһіјкмнорсԛѕтуԝхԁьзӏѵ", "abehljkmhopcqstywxdb3lv"},
		// Greek
		{"αβεζηικμνορτυχγ", "abezhlkmnoptyxy"},
		// Armenian
		{"օսհոցզյ", "ouhngqj"},
		// Hebrew samekh, vav, final nun; Arabic alef, heh, one and five, twice
		{"\u05e1\u05d5\u05df", "oll"},
		{"\u0627\u0647\u0661\u0665\u06f1\u06f5", "lololo"},
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

// Names that would speak for the server, for its keeper or for a side; a guest's
// begins with guest and nobody else's does.
var reservedNames = []string{
	"admin", "administrator", "anonymous", "everybody", "everyone", "fingerprint", "help", "host", "keeper",
	"lobby", "me", "moderator", "nobody", "none", "null", "operator", "owner", "player", "quadrille", "root",
	"server", "somebody", "spectator", "staff", "sysop", "system", "table", "unknown", "watcher", "you",
	"black", "blue", "gold", "green", "red", "silver", "white", "yellow",
}

var reservedFolds = func() map[string]bool {
	folds := map[string]bool{}
	for _, name := range reservedNames {
		folds[Fold(name)] = true
	}
	return folds
}()

// reserved reports whether nobody may have the name: signs, spaces, case and
// doubles do not hide it.
func reserved(name string) bool {
	bare := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(name))
	return reservedFolds[bare] || strings.HasPrefix(bare, "guest")
}
