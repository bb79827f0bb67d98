package rules

import (
	"strings"
	"unicode"
)

// The letters of the usual keyboard layouts for Russian, Ukrainian and Greek, each above the
// Latin letter in the same place. Keys that are no letters on the Latin layout are left out,
// because a move contains no such character.
const (
	russian   = "йцукенгшщзфывапролдячсмить"
	onLatin   = "qwertyuiopasdfghjklzxcvbnm"
	greek     = "ςερτυθιοπασδφγηξκλζχψωβνμ"
	greekOn   = "wertyuiopasdfghjklzxcvbnm"
	ukrainian = "і"
	ukraineOn = "s"
)

// usualLayout maps a small letter of another layout to the Latin letter in its place.
var usualLayout = func() map[rune]rune {
	places := map[rune]rune{}
	for _, layout := range [...][2]string{{russian, onLatin}, {greek, greekOn}, {ukrainian, ukraineOn}} {
		latin := []rune(layout[1])
		for i, r := range []rune(layout[0]) {
			places[r] = latin[i]
		}
	}
	return places
}()

// OnUsualLayout returns the Latin letter in the place of a Cyrillic or Greek letter on the
// keyboard. For other characters, ok is false.
func OnUsualLayout(r rune) (latin rune, ok bool) {
	latin, ok = usualLayout[unicode.ToLower(r)]
	if ok && unicode.IsUpper(r) {
		latin = unicode.ToUpper(latin)
	}
	return latin, ok
}

// latinLetters returns a text with the letters of other keyboard layouts replaced by the Latin
// letters in their place.
func latinLetters(text string) string {
	if plainText(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if latin, ok := OnUsualLayout(r); ok {
			return latin
		}
		return r
	}, text)
}
