package chess4

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"quadrille/rules"
)

// maxReadings is the maximum number of readings that readRecord tries for a text with
// ambiguous tokens. It refuses a text with more readings.
const maxReadings = 10_000

// readRecord reads a record in the annotated or the condensed form of c4pgn.
func readRecord(text string, options map[string]string) (*rules.Record, []string, error) {
	r := &rules.Record{}
	given, tokens, err := parseRecord(text, r)
	if err != nil {
		return nil, nil, err
	}
	for name, value := range options {
		if written, ok := given[name]; ok && written != value {
			return nil, nil, fmt.Errorf(
				"the header %s says %s, but the option of that name says %s; correct one of them",
				name,
				written,
				value,
			)
		}
	}
	maps.Copy(given, options)
	if r.Variant, err = New(given); err != nil {
		return nil, nil, err
	}
	law := r.Variant.(*Game)
	search := &recordSearch{variant: law, tokens: tokens}
	search.follow(reading{game: rules.NewGame(law)})
	switch {
	case len(search.found) == 0:
		return nil, nil, search.failure
	case len(search.found) > 1:
		return nil, nil, search.failAmbiguous()
	}
	read := search.found[0]
	r.Actions = read.actions
	warnings := append(read.warnings, takeResults(r, read)...)
	return r, warnings, nil
}

// token is one word of a record's moves, with the number of its round.
type token struct {
	word  string
	round int
}

// parseRecord splits the text: it stores the headers in r and returns the game's options
// and the tokens. It drops comments, but keeps annotations such as "!". The number of a
// round becomes a token without text.
func parseRecord(text string, r *rules.Record) (options map[string]string, tokens []token, err error) {
	options = map[string]string{}
	round := 0
	text = rules.TextLines(text)
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		switch text[0] {
		case '[':
			if text, err = takeHeader(text, r, options); err != nil {
				return nil, nil, err
			}
		case '{':
			end := strings.IndexByte(text, '}')
			if end < 0 {
				return nil, nil, fmt.Errorf("round %d: a comment is not closed; end it with }", round)
			}
			text = text[end+1:]
		default:
			end := strings.IndexAny(text, " \t\r\n{")
			if end < 0 {
				end = len(text)
			}
			if n := len(roundPrefix.FindString(text[:end])); n > 0 {
				end = n // split "1.k7" into "1." and "k7"
			}
			word := rules.Typed(text[:end])
			text = text[end:]
			if n, found := roundNumber(word); found {
				if n != round+1 {
					return nil, nil, fmt.Errorf("round %d follows round %d; number the rounds from 1 up", n, round)
				}
				round = n
				tokens = append(tokens, token{"", round})
				continue
			}
			tokens = append(tokens, token{word, round})
		}
	}
	return options, tokens, nil
}

var roundPrefix = regexp.MustCompile(`^[0-9]+\.+`)

// roundNumber parses a round number such as "12." or "12...".
func roundNumber(word string) (n int, ok bool) {
	digits := strings.TrimRight(word, ".")
	if digits == word || digits == "" || len(digits) > 4 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	_, err := fmt.Sscan(digits, &n)
	return n, err == nil
}

// takeHeader reads the header at the beginning of text and returns the rest of the text.
func takeHeader(text string, r *rules.Record, options map[string]string) (rest string, err error) {
	key, value, rest, err := cutHeader(text)
	if err != nil {
		return "", err
	}
	if field, ok := knownHeaders[key]; ok {
		*field(r) = value
		return rest, nil
	}
	switch key {
	case "Variant":
		if value != Definition().Title {
			return "", fmt.Errorf("this is a record of %s, not of %s", value, Definition().Title)
		}
	case "Method", "Teams", "Armies":
		options[strings.ToLower(key)] = value
	}
	if !derivedHeaders[key] {
		r.Extra = append(r.Extra, rules.Tag{Key: key, Value: value})
	}
	return rest, nil
}

// reading is one attempt to read a record. It holds one choice of action for each ambiguous
// token so far.
type reading struct {
	game     *rules.Game
	turn     rules.Seat  // the seat whose action the next token describes
	passed   rules.Seats // seats that passed since the last action
	next     int         // the index of the next token
	results  []string
	actions  []rules.Action
	warnings []string
}

// recordSearch tries every way to read a text (C32).
type recordSearch struct {
	variant    *Game
	tokens     []token
	found      []reading
	tried      int
	failure    error
	deepest    int    // index of the token that caused the error in `failure`
	divergence string // in an ambiguous text, the place from which its two readings differ
}

// follow reads tokens until the end of the text or an error. If a token fits several actions,
// follow tries each of them.
func (s *recordSearch) follow(r reading) {
	for ; r.next < len(s.tokens); r.next++ {
		t := s.tokens[r.next]
		if t.word == "" {
			if r.turn != white {
				s.fail(r, t, errors.New("a round begins before the previous one has four turns"))
				return
			}
			continue
		}
		fits, err := s.read(&r, t.word)
		if err != nil {
			s.fail(r, t, err)
			return
		}
		if len(fits) < 2 {
			continue
		}
		for _, a := range fits {
			if s.tried++; s.tried > maxReadings {
				s.fail(r, t, fmt.Errorf("too many ways to read the record (over %d tried); add missing origin squares", maxReadings))
				s.found = nil // do not return the reading found so far, because there may be a second one
				return
			}
			branch := r
			branch.game, branch.next = r.game.Clone(), r.next+1
			branch.actions, branch.warnings = slices.Clone(r.actions), slices.Clone(r.warnings)
			if err := s.playTurn(&branch, a, t.word); err != nil {
				s.fail(r, t, err)
				continue
			}
			s.follow(branch)
			if len(s.found) > 1 {
				if s.divergence == "" { // otherwise a recursive call has recorded where the two readings of the record differ
					s.divergence = where(r, t)
				}
				return
			}
		}
		return
	}
	s.found = append(s.found, r)
}

// fail records an error, unless an error further on in the text is already recorded.
func (s *recordSearch) fail(r reading, t token, err error) {
	if s.failure == nil || r.next >= s.deepest {
		s.deepest = r.next
		s.failure = fmt.Errorf("%s: %w", where(r, t), err)
	}
}

// where returns the place of a token, for error messages: its round, colour and text (C32).
func where(r reading, t token) string {
	return fmt.Sprintf("round %d, %s, %s", t.round, seatTitle(r.turn), t.word)
}

func (s *recordSearch) failAmbiguous() error {
	return fmt.Errorf("%s: this move can be read in two ways; write the square that the piece leaves", s.divergence)
}

// read plays the action of one token. For a token that fits several actions, it plays none of
// them and returns them all.
func (s *recordSearch) read(r *reading, word string) (fits []rules.Action, err error) {
	bare := strings.TrimRight(word, "!?")
	bareWord, _, _ := strings.Cut(bare, "#")
	switch {
	case isResult(bare) && len(r.results) < 2:
		r.results = append(r.results, bare)
		return nil, nil
	case len(r.results) > 0:
		return nil, errors.New("no text may follow the results")
	case bare == tokenAgreed:
		return nil, s.play(r, rules.Action{Type: rules.DrawAgreed})
	case bare == tokenClaimed:
		return nil, s.play(r, rules.Action{Type: rules.DrawClaimed})
	case strings.HasPrefix(bare, "@"):
		a, err := s.variant.Read(&r.game.Position, bare)
		if err != nil {
			return nil, err
		}
		return nil, s.play(r, a)
	case len(bareWord) == 3 && strings.HasPrefix(bareWord, tokenResign) && bareWord != tokenEliminated:
		seat, ok := seatByLetter(bareWord[2:])
		if !ok {
			return nil, rules.Refuse(rules.UnknownSeat, bareWord[2:], "w, s, b, g")
		}
		return nil, s.play(r, rules.Action{Type: rules.Resign, Seat: seat})
	case bareWord == "" || bareWord == tokenEliminated || strings.HasPrefix(bareWord, tokenPassed) && bareWord != tokenResign:
		return nil, s.skippedTurn(r, bareWord)
	}
	return s.turnToken(r, bare, word)
}

// skippedTurn checks a token that stands for a turn without an action. The seat whose turn it
// is must have passed or be eliminated.
func (s *recordSearch) skippedTurn(r *reading, word string) error {
	p := &r.game.Position
	want := tokenEliminated
	if r.passed.Has(r.turn) {
		want = tokenPassed
	}
	switch {
	case word == "" && p.Over():
	case r.turn == p.Turn && !p.Over():
		return fmt.Errorf("the turn of %[1]s cannot be skipped: %[1]s has a legal move", seatTitle(r.turn))
	case word == tokenEliminated && want == tokenEliminated, want == tokenPassed && isPass(word):
	default:
		return fmt.Errorf("nobody moves in this turn; write it as %s", want)
	}
	r.turn = r.turn.Next()
	return nil
}

// isPass reports whether a token is % alone or with the letter of a seat (C38).
func isPass(word string) bool {
	letter, ok := strings.CutPrefix(word, tokenPassed)
	if letter != "" {
		_, known := seatByLetter(letter)
		ok = ok && known
	}
	return ok
}

// turnToken reads a token that stands for an action of the seat to move.
func (s *recordSearch) turnToken(r *reading, bare, word string) ([]rules.Action, error) {
	p := &r.game.Position
	if p.Over() {
		return nil, rules.Refuse(rules.GameOver, "", "")
	}
	if r.turn != p.Turn {
		return nil, rules.Refuse(rules.NotYourTurn, seatTitle(r.turn), seatTitle(p.Turn))
	}
	if bareWord, _, _ := strings.Cut(bare, "#"); bareWord == tokenResign {
		return nil, s.playTurn(r, rules.Action{Type: rules.Resign, Seat: p.Turn}, word)
	}
	fits, err := s.variant.readings(p, bare)
	if err != nil {
		if stripped := strings.TrimRight(bare, "wsbg"); stripped != bare && !strings.Contains(bare, "#") {
			if fits, err = s.variant.readings(p, stripped); err == nil {
				r.warnings = append(r.warnings, fmt.Sprintf("%s: ignored stray letters after the destination", word))
			}
		}
	}
	if err != nil {
		return nil, err
	}
	if len(fits) > 1 {
		return fits, nil
	}
	return nil, s.playTurn(r, fits[0], word)
}

// playTurn plays an action of the seat to move and advances the turn.
func (s *recordSearch) playTurn(r *reading, a rules.Action, word string) error {
	s.checkMarks(r, a, word)
	err := s.play(r, a)
	if err == nil {
		r.turn = r.turn.Next()
	}
	return err
}

func (s *recordSearch) play(r *reading, a rules.Action) error {
	effects, err := r.game.Play(a)
	if err != nil {
		return err
	}
	r.actions = append(r.actions, a)
	if a.Type == rules.Move || a.Type == rules.Resign && len(effects.Passed()) > 0 {
		r.passed = 0
	}
	for _, seat := range effects.Passed() {
		r.passed = r.passed.With(seat)
	}
	return nil
}

// checkMarks adds a warning if the signs for check and checkmate in a token are wrong.
func (s *recordSearch) checkMarks(r *reading, a rules.Action, word string) {
	_, given, found := strings.Cut(strings.TrimRight(word, "!?"), "#")
	if !found || a.Type != rules.Move {
		return
	}
	given, _, _ = strings.Cut("#"+given, "###")
	if want := s.variant.checkMarks(&r.game.Position, a); given != "" && given != want {
		r.warnings = append(r.warnings, fmt.Sprintf("%s: the signs for check and checkmate should be %q", word, want))
	}
}

// takeResults copies to r the results that the text of the record gives, and warns if they
// differ from the results of its moves (C33).
func takeResults(r *rules.Record, read reading) (warnings []string) {
	result, points := results(&read.game.Position)
	warn := func(what, given, computed string) {
		if given != "" && given != computed {
			warnings = append(
				warnings,
				fmt.Sprintf("%s %s differs from the result of the moves, %s; the record keeps %s", what, given, orNone(computed), given),
			)
		}
	}
	if len(read.results) > 0 {
		warn("the result", read.results[0], result)
		r.FinalResult = read.results[0]
	}
	if len(read.results) > 1 {
		warn("the result in points", read.results[1], points)
		r.FinalPoints = read.results[1]
	}
	warn("header Result", r.HeaderResult, result)
	return warnings
}

func orNone(result string) string {
	if result == "" {
		return "none yet"
	}
	return result
}
