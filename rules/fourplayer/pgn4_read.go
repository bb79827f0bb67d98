package fourplayer

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quadrille/rules"
)

// readPGN4 parses a record in PGN4.
func readPGN4(text string, given map[string]string) (*rules.Record, []string, error) {
	tags, moves, err := parseTags(rules.TextLines(text))
	if err != nil {
		return nil, nil, err
	}
	options, err := optionsOf(tags, given)
	if err != nil {
		return nil, nil, err
	}
	v, err := New(options)
	if err != nil {
		return nil, nil, err
	}
	r := &pgn4Reader{g: v.(*Game), record: &rules.Record{Variant: v}}
	if err := r.takeTags(tags); err != nil {
		return nil, nil, err
	}
	items, variations, err := parseItems(moves)
	if err != nil {
		return nil, nil, err
	}
	r.record.Variations = variations
	switch {
	case variations == 1:
		r.warn("left out a variation")
	case variations > 1:
		r.warn("left out %d variations", variations)
	}
	var effects rules.Effects
	r.game, effects = r.record.Begin()
	r.expect(&effects, r.game.Position.Turn, rules.NoSeat)
	for _, it := range items {
		played := len(r.record.Actions)
		if it.comment {
			err = r.comment(it.text)
		} else {
			err = r.token(it.text)
		}
		if err != nil {
			return nil, nil, err
		}
		if len(r.record.Actions) > played {
			r.noted = played
		}
	}
	r.checkResult()
	return r.record, r.warnings, nil
}

// pgn4Reader plays the tokens of a record.
type pgn4Reader struct {
	g        *Game
	record   *rules.Record
	game     *rules.Game
	warnings []string
	round    int
	last     rules.Seat   // the seat of the token before
	repeated bool         // whether the seat of the token before still has its turn: it has left, and its king moves
	stale    []rules.Seat // seats that were stalemated, whose tokens are still to come
	noted    int          // index of the action to which comments belong
}

func (r *pgn4Reader) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// takeTags takes the names, the start and the result from the tags, and keeps the others (N1).
func (r *pgn4Reader) takeTags(tags []rules.Tag) error {
	for _, t := range tags {
		seat, named := r.g.facts.Seat(strings.ToLower(t.Key))
		switch {
		case named && t.Key == rules.Title(r.g.facts.Seats[seat]):
			r.record.Names[seat] = t.Value
			continue
		case t.Key == tagViewed, t.Key == tagSetup, t.Key == tagAutoclaim:
			continue
		case t.Key == tagStart && strings.Contains(t.Value, "-"):
			p, err := r.g.readFEN4(t.Value)
			if err != nil {
				return fmt.Errorf("the tag %s: %w", t.Key, err)
			}
			r.record.Start = &p
			continue
		case t.Key == tagResult:
			r.record.HeaderResult = t.Value
			continue
		case t.Key == tagDate:
			r.record.Date = dayOf(t.Value)
		case t.Key == tagClock:
			r.record.Clock = clockOf(t.Value)
		}
		r.record.Extra = append(r.record.Extra, t)
	}
	return nil
}

// comment reads a comment: when a move was made and the clock, or what PGN4 has no token for (N8,
// L4).
func (r *pgn4Reader) comment(text string) error {
	name, word, found := strings.Cut(text, ":")
	seat, known := r.g.facts.Seat(name)
	p := &r.game.Position
	switch {
	case found && known && (word == "resign" || word == "flag") && !p.Over() && p.State[seat] == rules.Playing:
		a := rules.Action{Type: rules.Resign, Seat: seat}
		if word == "flag" {
			a.Type = rules.Flag
		}
		_, err := r.play(a, text)
		return err
	case text == "draw:agreed" && !p.Over():
		_, err := r.play(rules.Action{Type: rules.DrawAgreed}, text)
		return err
	}
	r.note(text)
	return nil
}

var (
	noteDate  = regexp.MustCompile(`(?:^|\s)date=(\S+)`)
	noteClock = regexp.MustCompile(`(?:^|\s)clock=(\d+)`)
)

// note keeps a comment with the action before it. A token with which a seat leaves can contain two actions:
// the resignation, and the move of the king. The first note that tells the time is that of the first action.
func (r *pgn4Reader) note(text string) {
	if len(r.record.Actions) == 0 || text == "" {
		return
	}
	for len(r.record.Notes) < len(r.record.Actions) {
		r.record.Notes = append(r.record.Notes, rules.Note{})
	}
	if r.record.Notes[r.noted].Time != "" && noteDate.MatchString(text) && r.noted < len(r.record.Actions)-1 {
		r.noted++
	}
	n := &r.record.Notes[r.noted]
	if m := noteDate.FindStringSubmatch(text); m != nil && n.Time == "" {
		n.Time = m[1]
		text = strings.Replace(text, strings.TrimSpace(m[0]), "", 1)
	}
	if m := noteClock.FindStringSubmatch(text); m != nil && n.Clock == "" {
		n.Clock = m[1]
		text = strings.Replace(text, strings.TrimSpace(m[0]), "", 1)
	}
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		n.Comments = append(n.Comments, text)
	}
}

// fail returns an error about a token, with its round and colour (L1).
func (r *pgn4Reader) fail(seat rules.Seat, text string, err error) error {
	return fmt.Errorf("round %d, %s: %s: %w", max(r.round, 1), seatNames[seat&3], text, err)
}

// count counts the round of a token of a seat.
func (r *pgn4Reader) count(seat rules.Seat) {
	if r.round == 0 || !r.repeated && seat <= r.last {
		r.round++
	}
	r.last, r.repeated = seat, false
}

// token plays a token.
func (r *pgn4Reader) token(text string) error {
	p := &r.game.Position
	t, ok := parseToken(text)
	if len(r.stale) > 0 {
		seat := r.stale[0]
		r.stale = r.stale[1:]
		r.count(seat)
		if ok && !t.moves && t.stale {
			return nil
		}
		r.warn("round %d, %s: S is missing, as it is stalemated", r.round, seatNames[seat])
		return r.token(text)
	}
	seat := p.Turn
	r.count(seat)
	switch {
	case !ok:
		return r.fail(seat, text, errors.New("it is not a move; write it like h2-h4, Qg1xRb6, O-O, R, T or S"))
	case p.Over() && !t.moves && (t.mated && p.Outcome.Termination == rules.ByCheckmate ||
		t.stale && p.Outcome.Termination == rules.ByStalemate) && t.leaves == "":
		return nil
	case p.Over():
		return r.fail(seat, text, rules.Refuse(rules.GameOver, "", ""))
	case !t.moves && t.leaves == "" && t.stale:
		return r.fail(seat, text, fmt.Errorf("%s is not stalemated", seatNames[seat]))
	case !t.moves && t.leaves == "":
		return r.fail(seat, text, fmt.Errorf("%s is not mated", seatNames[seat]))
	case t.leaves != "" && p.State[seat] == rules.Playing:
		if err := r.leave(seat, &t); err != nil || !t.moves {
			return err
		}
	case t.leaves != "" && !t.moves:
		return r.fail(seat, text, fmt.Errorf("%s has already left", seatNames[seat]))
	}
	return r.move(seat, &t)
}

// leave plays the resignation or loss on time of the seat to move (N7).
func (r *pgn4Reader) leave(seat rules.Seat, t *token) error {
	a, letter := rules.Action{Type: rules.Resign, Seat: seat}, "R"
	if t.leaves == "T" {
		a.Type, letter = rules.Flag, "T"
	}
	effects, err := r.play(a, t.text)
	if err != nil {
		return err
	}
	p := &r.game.Position
	r.repeated = !t.moves && !p.Over() && p.Turn == seat
	if want := r.g.leaveText(letter, seat, &effects); !t.moves && strings.Replace(t.text, "C", "R", 1) != want {
		r.warn("round %d, %s: %s is %s", r.round, seatNames[seat], t.text, want)
	}
	return nil
}

// move plays a move.
func (r *pgn4Reader) move(seat rules.Seat, t *token) error {
	p := &r.game.Position
	if p.Turn != seat || p.Over() {
		return r.fail(seat, t.text, fmt.Errorf("the king of %s does not walk", seatNames[seat]))
	}
	a, err := r.g.action(p, t)
	if err == nil {
		if !r.g.teams && a.Promote == rules.NoKind && p.Board[a.From].Is(rules.Pawn, rules.Army(seat)) && r.g.homes[seat].Promotes[a.To] {
			a.Promote = rules.Queen
		}
		err = r.game.Validate(a)
	}
	if err != nil {
		return r.fail(seat, t.text, err)
	}
	want := r.g.Write(p, a)
	if _, err := r.play(a, t.text); err != nil {
		return err
	}
	end := len(t.text)
	for _, part := range []bool{t.stale, t.mated, t.leaves != ""} {
		if part {
			end--
		}
	}
	if written := t.text[:end]; written != want && strings.Replace(written, "=Q", "=D", 1) != want {
		r.warn("round %d, %s: %s is %s", r.round, seatNames[seat], t.text, want+t.text[end:])
	}
	return nil
}

// play plays an action and keeps it.
func (r *pgn4Reader) play(a rules.Action, text string) (rules.Effects, error) {
	seat := r.game.Position.Turn
	effects, err := r.game.Play(a)
	if err != nil {
		return effects, r.fail(seat, text, err)
	}
	r.record.Actions = append(r.record.Actions, a)
	except := rules.NoSeat
	if a.Type != rules.Move && a.Seat == seat {
		except = seat
	}
	r.expect(&effects, seat, except)
	return effects, nil
}

// expect notes which seats were stalemated, whose tokens must follow, from the seat `first` on. That of a seat which left on
// its turn is a part of the token with which it left.
func (r *pgn4Reader) expect(e *rules.Effects, first, except rules.Seat) {
	if r.g.teams {
		return
	}
	for i := range rules.Seat(rules.SeatCount) {
		if seat := (first + i) & 3; e.Stalemated.Has(seat) && seat != except {
			r.stale = append(r.stale, seat)
		}
	}
}

// checkResult compares the tag of the result with what the moves give.
func (r *pgn4Reader) checkResult() {
	p := &r.game.Position
	written := r.record.HeaderResult
	if written == "" || !p.Over() {
		return
	}
	if r.g.teams {
		if is := r.g.resultText(p, r.record.Names); is != strings.TrimSpace(written) {
			r.warn("the tag Result says %s, but the moves give %s", written, is)
		}
		return
	}
	points, ok := r.pointsIn(written)
	switch {
	case !ok:
		r.warn("the tag Result is not readable: %s", written)
	case !slices.EqualFunc(points[:], p.Points[:], func(a int, b uint16) bool { return a == int(b) }):
		r.warn("the tag Result says %s, but the moves give %s", written, r.g.resultText(p, r.record.Names))
	}
}

// resultPart is a name and its points in the tag Result. The name may contain the separator.
var resultPart = regexp.MustCompile(`^ *(.*?) *: *(\d+) *(?: - |$)`)

// pointsIn reads the points in a result such as "R: 31 - B: 8 - Y: 65 - G: 30", in any order and
// with the players' names instead of the letters.
func (r *pgn4Reader) pointsIn(text string) (points [rules.SeatCount]int, ok bool) {
	var seen rules.Seats
	for text != "" {
		m := resultPart.FindStringSubmatch(text)
		if m == nil {
			return points, false
		}
		text = text[len(m[0]):]
		n, err := strconv.Atoi(m[2])
		seat := r.resultSeat(m[1], seen)
		if err != nil || seat == rules.NoSeat {
			return points, false
		}
		seen, points[seat] = seen.With(seat), n
	}
	return points, seen.Count() == rules.SeatCount
}

func (r *pgn4Reader) resultSeat(name string, seen rules.Seats) rules.Seat {
	for s := range rules.Seat(rules.SeatCount) {
		if !seen.Has(s) && r.record.Names[s] == name {
			return s
		}
	}
	if at := strings.Index(seatLetters, name); at >= 0 && len(name) == 1 && !seen.Has(rules.Seat(at)) {
		return rules.Seat(at)
	}
	return rules.NoSeat
}
