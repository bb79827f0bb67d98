package player

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// reservedNames are names that could be mistaken for the server, a moderator, a seat or an
// army, or a word on the screens.
var reservedNames = []string{
	"anonymous", "arbiter", "away", "bot", "computer", "draw", "empty", "engine", "everybody", "everyone",
	"fingerprint", "help", "host", "keeper", "lobby", "me", "news", "nobody", "none", "notice", "null", "official",
	"open", "operator", "owner", "partner", "player", "referee", "root", "security", "somebody", "spectator", "staff",
	"superuser", "support", "system", "table", "unknown", "watcher", "you",
	"black", "blue", "gold", "green", "red", "silver", "white", "yellow",
	"white a", "black a", "white b", "black b", "northeast", "northwest", "southeast", "southwest",
}

// reservedBeginnings are prefixes that names chosen by people must not have.
var reservedBeginnings = []string{"admin", "guest", "moderator", "quadrille", "server", "sysadmin", "sysop"}

// reservedWords are words that must not occur in a name, as in "System Message".
var reservedWords = []string{
	"admin",
	"administrator",
	"moderator",
	"official",
	"operator",
	"quadrille",
	"server",
	"staff",
	"sysadmin",
	"sysop",
	"system",
}

// reserved reports whether a name is reserved. It also recognises reserved names that are
// disguised by punctuation, spaces, case, accents, look-alike letters or digits.
func reserved(name string) bool {
	if deletedName.MatchString(Fold(name)) || botName.MatchString(strings.ReplaceAll(Fold(name), "0", "o")) {
		return true
	}
	for _, read := range []func(string) string{bare, lettersOf} {
		all := read(name)
		for _, word := range reservedNames {
			if all == bare(word) {
				return true
			}
		}
		for _, beginning := range reservedBeginnings {
			if strings.HasPrefix(all, bare(beginning)) {
				return true
			}
		}
		for _, part := range strings.Fields(Fold(name)) {
			for _, word := range reservedWords {
				if read(part) == bare(word) {
					return true
				}
			}
		}
	}
	return false
}

// bare folds a name (see [Fold]) and returns only the letters and digits of the result.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFD.String(Fold(name)))
}

// lettersOf replaces digits, symbols and pairs of letters in a name with the letters that
// they resemble. Then it folds the name and returns only its letters and digits.
func lettersOf(name string) string {
	return bare(spelling.Replace(strings.ToLower(norm.NFKC.String(name))))
}

// Resembles reports whether two names read the same if punctuation, spaces, case, accents,
// look-alike letters and digits are ignored.
func Resembles(a, b string) bool {
	for _, read := range []func(string) string{bare, lettersOf} {
		if read(withoutStrokes(a)) == read(withoutStrokes(b)) {
			return true
		}
	}
	return false
}

// withoutStrokes replaces letters that have a stroke or a hook with plain letters. Unicode
// does not decompose such letters.
func withoutStrokes(name string) string {
	return strokes.Replace(strings.ToLower(norm.NFKC.String(name)))
}

var strokes = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ŧ", "t", "ŋ", "n", "ɓ", "b", "ƈ", "c",
	"ɗ", "d", "ɖ", "d", "ƒ", "f", "ɠ", "g", "ɨ", "i", "ɩ", "i", "ı", "i", "ƙ", "k", "ɲ", "n", "ʋ", "v", "ƴ", "y", "æ", "ae", "œ", "oe")

var spelling = strings.NewReplacer("3", "e", "4", "a", "6", "g", "7", "t", "9", "g", "!", "i", "+", "t", "rn", "m", "vv", "w")
