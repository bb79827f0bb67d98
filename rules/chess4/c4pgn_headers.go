package chess4

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/rules"
)

// knownHeaders maps each header that the reader knows to a field of the record (C33). The
// reader keeps all other headers unchanged.
var knownHeaders = map[string]func(*rules.Record) *string{
	"White":        func(r *rules.Record) *string { return &r.Names[white] },
	"Silver":       func(r *rules.Record) *string { return &r.Names[silver] },
	"Black":        func(r *rules.Record) *string { return &r.Names[black] },
	"Gold":         func(r *rules.Record) *string { return &r.Names[gold] },
	"Date":         func(r *rules.Record) *string { return &r.Date },
	"Date-Started": func(r *rules.Record) *string { return &r.Started },
	"Date-Ended":   func(r *rules.Record) *string { return &r.Ended },
	"Result":       func(r *rules.Record) *string { return &r.HeaderResult },
}

// derivedHeaders are the headers that the writer derives from the game. The reader drops
// them.
var derivedHeaders = map[string]bool{
	"Variant": true, "Variant-Version": true, "Notation-Style": true, "Notation-Version": true,
	"Method": true, "Teams": true, "Armies": true, "Result-Second-Format": true,
	"White-Eliminated-By": true, "Silver-Eliminated-By": true, "Black-Eliminated-By": true, "Gold-Eliminated-By": true,
}

// headers formats the header lines in the order of the rule book (C33).
func headers(r *rules.Record, p *rules.Position, result string, full bool) string {
	var b strings.Builder
	line := func(key, value string) {
		fmt.Fprintf(&b, "[ %s %s ]\n", key, strconv.Quote(value))
	}
	line("Variant", r.Variant.Facts().Title)
	line("Variant-Version", "1.0")
	line("Notation-Style", "c4pgn")
	line("Notation-Version", "1.0")
	for _, o := range r.Variant.Facts().ChosenOptions() {
		line(strings.ToUpper(o.Name[:1])+o.Name[1:], o.Value)
	}
	for s, name := range r.Names {
		line(seatTitle(rules.Seat(s)), name)
	}
	line("Date", r.Date)
	line("Date-Started", r.Started)
	line("Date-Ended", r.Ended)
	if full {
		for s := range rules.Seat(rules.SeatCount) {
			line(seatTitle(s)+"-Eliminated-By", eliminatedBy(p, s))
		}
	}
	if result != "" {
		line("Result", result)
		if doubled, ok := doubleResult(result); full && ok {
			line("Result-Second-Format", doubled)
		}
	}
	for _, tag := range r.Extra {
		line(tag.Key, tag.Value)
	}
	return b.String()
}

func eliminatedBy(p *rules.Position, s rules.Seat) string {
	if p.State[s] != rules.Eliminated || p.EliminatedBy[s] == rules.NoSeat {
		return ""
	}
	return seatTitle(p.EliminatedBy[s])
}

// doubleResult doubles every score of a result, so that no score contains a half. It returns
// false if a score cannot be read.
func doubleResult(result string) (string, bool) {
	var parts []string
	for _, share := range strings.Split(result, "-") {
		n, ok := parseSixths(share)
		if !ok {
			return "", false
		}
		parts = append(parts, rules.FormatSixths(2*n))
	}
	return strings.Join(parts, "-"), true
}

// parseSixths parses a score in the format of rules.FormatSixths.
func parseSixths(share string) (uint8, bool) {
	for n := range uint8(6*rules.SeatCount + 1) {
		if rules.FormatSixths(n) == share {
			return n, true
		}
	}
	return 0, false
}

// isResult reports whether a token is a result: four scores.
func isResult(token string) bool {
	shares := strings.Split(token, "-")
	for _, share := range shares {
		if _, ok := parseSixths(share); !ok {
			return false
		}
	}
	return len(shares) == rules.SeatCount
}

// cutHeader parses a header line such as [ Key "Value" ] at the beginning of a text. It also
// returns the rest of the text. The key may be in quotes too.
func cutHeader(text string) (key, value, rest string, err error) {
	text = straightQuotes(text)
	inner := strings.TrimLeft(text[1:], " \t")
	key, inner, _ = strings.Cut(inner, " ")
	key = strings.Trim(key, `"`)
	inner = strings.TrimLeft(inner, " \t")
	quoted, bad := strconv.QuotedPrefix(inner)
	closing := strings.TrimLeft(strings.TrimPrefix(inner, quoted), " \t")
	if bad != nil || key == "" || !strings.HasPrefix(closing, "]") || quoted[0] != '"' {
		line, _, _ := strings.Cut(text, "\n")
		return "", "", "", fmt.Errorf("header %s: write it like [ White \"Name\" ]", line)
	}
	value, err = strconv.Unquote(quoted)
	return key, value, closing[1:], err
}

// straightQuotes replaces the quotes around the value of a header, if a phone or a word
// processor has made them typographic. Quotes within the value stay.
func straightQuotes(text string) string {
	line, rest, _ := strings.Cut(text, "]")
	first, last := strings.IndexAny(line, `"“”„‟`), strings.LastIndexAny(line, `"“”„‟`)
	if first < 0 || first == last || line[first] == '"' && line[last] == '"' {
		return text
	}
	_, opening := utf8.DecodeRuneInString(line[first:])
	_, closing := utf8.DecodeRuneInString(line[last:])
	return line[:first] + `"` + line[first+opening:last] + `"` + line[last+closing:] + "]" + rest
}
