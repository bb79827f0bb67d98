package fourplayer

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"quadrille/rules"
)

// The names of the formats of positions and records.
const (
	fen4Name = "fen4"
	pgn4Name = "pgn4"
)

// The tags of PGN4 (N1) and the two that this program adds, for options of which PGN4 does not
// know.
const (
	tagVariant   = "Variant"
	tagRules     = "RuleVariants"
	tagStart     = "StartFen4"
	tagResult    = "Result"
	tagDate      = "Date"
	tagClock     = "TimeControl"
	tagViewed    = "CurrentMove"
	tagSetup     = "Setup"
	tagAutoclaim = "AutoClaim"
)

// startNames are the names of set-ups in PGN4.
var startNames = map[string]string{"4PC": "modern", "4PCo": "classic", "4PCb": "by", "4PCn": "byg", "4PCrg": "rg"}

func startName(setup string) string {
	for name, s := range startNames {
		if s == setup {
			return name
		}
	}
	return ""
}

// quietRules are words of RuleVariants that do not change how the game is played (N1).
var quietRules = []string{"Anonymous", "SemiAnonymous", "Ghostboard", "Blindfold", "SpectatorChat", "Diplomacy"}

// optionsOf returns the options of the game that the tags of a record describe. The caller's
// options may add to them, but must not contradict them. They take the place of what a missing tag
// would mean.
func optionsOf(tags []rules.Tag, given map[string]string) (map[string]string, error) {
	find := func(key string) string {
		for _, t := range tags {
			if t.Key == key {
				return strings.TrimSpace(t.Value)
			}
		}
		return ""
	}
	options := map[string]string{}
	switch variant := find(tagVariant); variant {
	case "":
		options["teams"] = cmp.Or(given["teams"], "off")
	case "FFA", "Solo":
		options["teams"] = "off"
	case "Teams":
		options["teams"] = "on"
	default:
		return nil, fmt.Errorf("the tag Variant says %q; this game is FFA or Teams", variant)
	}
	words := strings.Fields(find(tagRules))
	for _, word := range words {
		own := map[string]bool{
			"EnPassant": true, "DeadKingWalking": true, "PointsForMate=20": true, "OppX=1": true,
			"PromoteTo=D": options["teams"] == "off", "Prom=8": options["teams"] == "off", "Prom=11": options["teams"] == "on",
		}
		if !own[word] && !slices.Contains(quietRules, word) {
			return nil, fmt.Errorf("the tag RuleVariants has %q, which makes another game", word)
		}
	}
	switch {
	case options["teams"] == "on":
	case len(words) == 0:
		options["walk"] = cmp.Or(given["walk"], "off")
	case slices.Contains(words, "DeadKingWalking"):
		options["walk"] = "on"
	default:
		options["walk"] = "off"
	}
	switch start := find(tagStart); {
	case start == "" && len(words) == 0:
		options["setup"] = cmp.Or(given["setup"], "classic") // an old record
	case start == "":
		options["setup"] = cmp.Or(given["setup"], "modern")
	case !strings.Contains(start, "-"):
		setup, ok := startNames[start]
		if !ok {
			return nil, fmt.Errorf("the tag StartFen4 names the start %q, which makes another game", start)
		}
		options["setup"] = setup
	}
	if options["setup"] == "" { // a position in FEN4, which does not name the set-up
		options["setup"] = cmp.Or(find(tagSetup), given["setup"], setupOf(find(tagStart), options))
	}
	if claim := find(tagAutoclaim); claim != "" {
		options["autoclaim"] = claim
	}
	for name, value := range given {
		if written, ok := options[name]; ok && written != value {
			return nil, fmt.Errorf("the tags of the record say %s=%s, but the option says %s; correct one of them", name, written, value)
		}
		options[name] = value
	}
	return options, nil
}

// setupOf returns the set-up in which most of the rights to castle of a position in FEN4 are possible: where
// kings and queens stand at home. If several set-ups are equal, the first one counts.
func setupOf(text string, options map[string]string) string {
	best, most := setups[0].name, 0
	for _, s := range setups {
		v, err := New(map[string]string{"teams": options["teams"], "setup": s.name})
		if err != nil {
			continue
		}
		p, err := v.(*Game).readFEN4(text)
		if err != nil {
			continue
		}
		rights := 0
		for _, sides := range p.Castling {
			rights += bits.OnesCount8(sides)
		}
		if rights > most {
			best, most = s.name, rights
		}
	}
	return best
}

// parseTags reads the tags at the beginning of a record and returns the rest of the text.
func parseTags(text string) (tags []rules.Tag, rest string, err error) {
	for {
		text = strings.TrimLeft(text, " \t\n")
		if !strings.HasPrefix(text, "[") {
			return tags, text, nil
		}
		key, value, found := strings.Cut(text[1:], "\"")
		key = strings.TrimSpace(key)
		value, after, closed := strings.Cut(value, "\"")
		after = strings.TrimLeft(after, " \t\n")
		if !found || !closed || key == "" || strings.ContainsAny(key, " \n]") || !strings.HasPrefix(after, "]") {
			line, _, _ := strings.Cut(text, "\n")
			return nil, "", fmt.Errorf("a tag is not readable; write it like [Red \"name\"]: %s", shorten(line))
		}
		tags = append(tags, rules.Tag{Key: key, Value: value})
		text = after[1:]
	}
}

// item is a part of the moves of a record: a token, or a comment.
type item struct {
	text    string
	comment bool
}

// parseItems splits the moves into tokens and comments. It leaves out the numbers of rounds, the
// separators and results, and counts the variations, which it leaves out too (N2, N8-N10).
func parseItems(text string) (items []item, variations int, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		switch text[0] {
		case '{':
			comment, rest, closed := strings.Cut(text[1:], "}")
			if !closed {
				return nil, 0, fmt.Errorf("a comment is not closed; end it with }: {%s", shorten(comment))
			}
			items, text = append(items, item{strings.TrimSpace(comment), true}), rest
		case '(':
			length, count := variationLength(text)
			if length == 0 {
				return nil, 0, fmt.Errorf("a variation is not closed; end it with ): %s", shorten(text))
			}
			variations, text = variations+count, text[length:]
		case ')':
			return nil, 0, fmt.Errorf("a ) has no (: %s", shorten(text))
		default:
			end := strings.IndexAny(text, " \t\n{()")
			if end < 0 {
				end = len(text)
			}
			if word := tokenWord(text[:end]); word != "" {
				items = append(items, item{word, false})
			}
			text = text[end:]
		}
	}
	return items, variations, nil
}

// variationLength returns the length of the variation at the beginning of a text, and the number of
// variations in it, itself included. The length is 0 if it has no end.
func variationLength(text string) (length, count int) {
	depth, comment := 0, false
	for i, r := range text {
		switch {
		case comment:
			comment = r != '}'
		case r == '{':
			comment = true
		case r == '(':
			depth++
			count++
		case r == ')':
			if depth--; depth == 0 {
				return i + 1, count
			}
		}
	}
	return 0, count
}

// tokenWord returns a word without the number of a round and dots before it, or nothing if the word
// is no token.
func tokenWord(word string) string {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		return ""
	}
	if bare := strings.TrimLeft(word, "0123456789"); strings.HasPrefix(bare, ".") {
		word = bare
	}
	return strings.TrimLeft(word, ".")
}
