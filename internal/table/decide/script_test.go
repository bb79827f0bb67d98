package decide

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/internal/table/logtest"
	typed "quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/rulestest"
	"quadrille/rules/variants"
)

// A script is a test in the form of a text with one step in each line:
//
//	start Ann Bob Cyd Dee             the players take the seats in order, and the game starts
//	Ann: draw                         Ann gives a command, in the words of plain mode
//	Ann as black: resign              the command is for one of Ann's seats
//	Mod, server: adjudicate white late  Mod uses a function of the server; see serverSteps
//	moves m7-k7 j1-k3                 the players to move play actions
//	record FILE 0 70                  the same with the actions 0 to 69 of a file
//	lifts FILE 0 70                   the same, with each piece lifted before it moves
//	event drawn-offered Ann           an event is applied without a command
//	Bob disconnects, Bob connects     Bob is missing from now on, or is there again
//	+20s                              time passes; then the table does what is due
//	= turn black                      what the state must be; see script.fact
//
// After a step, " > " introduces the events that it causes, with " | " between them, and " ! "
// the code or the text of the refusal. A step without them must be accepted. A line that begins with "|"
// belongs to the one before. Terms are words too: the game, its options, and the names in scriptTerms.
type script struct {
	testing.TB
	terms   table.Terms
	log     []table.Event
	state   *fold.State
	now     time.Time
	missing map[player.ID]time.Time
	club    club
	env     Env
	marked  string // name of the account that was marked as a bot account last
	begin   string // position at the beginning as text; empty for the usual one
}

// scriptTerms are the words for terms that are no options of the game.
var scriptTerms = map[string]func(*script, string){
	"clock":   func(s *script, value string) { s.terms.Clock, _ = table.ParseClock(value) },
	"touch":   func(s *script, _ string) { s.terms.Touch = true },
	"rated":   func(s *script, _ string) { s.terms.Rated = true },
	"chat":    func(s *script, _ string) { s.terms.Chat = true },
	"seats":   func(s *script, value string) { s.terms.SeatsPerPerson, _ = strconv.Atoi(value) },
	"evening": func(s *script, _ string) { s.terms.Evening = &table.EveningBoard{Evening: 1} },
	"private": func(s *script, _ string) { s.terms.Private = table.ForInvited },
	"at": func(s *script, file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			s.Fatal(err)
		}
		s.begin = string(text)
	},
	"fair": func(s *script, _ string) { s.terms.Fairness = table.Fairness },
	"bots": func(s *script, value string) { s.env.Bots = true; s.terms.Bots, _ = strconv.Atoi(value) },
	"rates": func(s *script, value string) {
		s.env.Rights = &s.club
		s.club.ratesBots, s.club.ratesBotAccounts = value == "bots", value == "accounts"
		s.terms.RatedBots, s.terms.RatedBotAccounts = s.club.ratesBots, s.club.ratesBotAccounts
	},
	"club": func(s *script, _ string) { s.env.Rights = &s.club },
}

// serverSteps are the functions that the server calls on behalf of a person.
var serverSteps = map[string]func(s *script, d *Decision, by player.Player, args []string) error{
	"adjudicate": func(s *script, d *Decision, by player.Player, args []string) error {
		what := table.Adjudication{Reason: textOf(strings.Join(args[1:], " "))}
		for name := range strings.SplitSeq(args[0], ",") {
			if seat, ok := s.state.Variant.Facts().Seat(name); ok {
				what.Winners = what.Winners.With(seat)
			}
		}
		return Adjudicate(d, by, what)
	},
	"remove": func(_ *script, d *Decision, by player.Player, args []string) error {
		return RemovePlayer(d, by, scriptPerson(args[0]).ID, strings.Join(args[1:], " "))
	},
	"assign": func(_ *script, d *Decision, _ player.Player, args []string) error {
		var people [rules.SeatCount]player.Player
		for i, name := range args {
			people[i] = scriptPerson(name)
		}
		return Assign(d, people)
	},
	"admit": func(_ *script, d *Decision, by player.Player, args []string) error {
		return Admit(d, by, scriptPerson(args[0]))
	},
	"rematch": func(_ *script, d *Decision, _ player.Player, args []string) error {
		n, _ := strconv.Atoi(args[0])
		return SetRematch(d, table.ID(n))
	},
	"fill": func(_ *script, d *Decision, _ player.Player, args []string) error {
		n, _ := strconv.Atoi(args[0])
		return FillWithBots(d, n)
	},
	"vacation": func(_ *script, d *Decision, by player.Player, args []string) error {
		rest, _ := time.ParseDuration(args[0])
		return SetVacation(d, by.ID, d.Now.Add(rest))
	},
	"pause":          func(_ *script, d *Decision, _ player.Player, _ []string) error { return Pause(d) },
	"close":          func(_ *script, d *Decision, _ player.Player, _ []string) error { return CloseWaiting(d) },
	"close-empty":    func(_ *script, d *Decision, _ player.Player, _ []string) error { return CloseIfEmpty(d) },
	"close-unseated": func(_ *script, d *Decision, _ player.Player, _ []string) error { return CloseUnlessSeated(d) },
	"abandon":        func(_ *script, d *Decision, _ player.Player, _ []string) error { return Close(d) },
	"outage": func(_ *script, d *Decision, _ player.Player, args []string) error {
		length, err := time.ParseDuration(args[0])
		PauseForOutages(d, clock.Outages{{From: d.Now.Add(-length), Until: d.Now}})
		return err
	},
	"mute": func(s *script, _ *Decision, by player.Player, args []string) (err error) {
		if s.club.muted[by.ID] = true; len(args) > 0 {
			s.club.mutedUntil, err = time.Parse(time.DateOnly, args[0])
		}
		return err
	},
	"unrate": func(s *script, _ *Decision, by player.Player, _ []string) error {
		s.club.mayNotRate[by.ID] = true
		return nil
	},
	"invite": func(s *script, _ *Decision, by player.Player, _ []string) error {
		s.env.Invited = func(id player.ID) bool { return id == by.ID }
		return nil
	},
	"pause-pairing": func(s *script, _ *Decision, by player.Player, _ []string) error {
		s.env.MayPair = func(id player.ID) error {
			if id == by.ID {
				return table.PairingPaused.Refuse("2", "5 min")
			}
			return nil
		}
		return nil
	},
	"mark": func(s *script, _ *Decision, by player.Player, _ []string) error {
		s.club.botAccount[by.ID] = !s.club.botAccount[by.ID]
		return nil
	},
	"rates": func(s *script, _ *Decision, _ player.Player, args []string) error {
		s.club.ratesBots, s.club.ratesBotAccounts = args[0] == "bots", args[0] == "accounts"
		return nil
	},
}

// scriptPerson returns the person of a name. Those whose names begin with "Guest" are guests, and
// programs play for those whose names begin with "Auto".
func scriptPerson(name string) player.Player {
	p := logtest.Person(name)
	if p.BotAccount = strings.HasPrefix(name, "Auto"); strings.HasPrefix(name, "Guest") {
		p.ID = "guest:" + p.ID
	}
	return p
}

// continued matches the beginning of a line that belongs to the one before.
var continued = regexp.MustCompile(`\n\s*\| `)

// runScript opens a table with the given terms and runs a script.
func runScript(t *testing.T, terms, text string) {
	words := strings.Fields(terms)
	s := &script{TB: t, now: logtest.Noon, missing: map[player.ID]time.Time{}}
	s.terms = table.Terms{Game: words[0], Options: map[string]string{}}
	s.club = club{muted: map[player.ID]bool{}, mayNotRate: map[player.ID]bool{}, botAccount: map[player.ID]bool{}}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		if set, ok := scriptTerms[name]; ok {
			set(s, value)
		} else {
			s.terms.Options[name] = value
		}
	}
	host := scriptPerson("Hal")
	s.log = []table.Event{{Kind: table.Opened, At: s.now, Player: &host, Terms: &s.terms}}
	s.replay()
	for line := range strings.Lines(continued.ReplaceAllString(text, " | ")) {
		if line = strings.TrimSpace(line); line != "" {
			s.step(line)
		}
	}
	before := s.state.Snapshot()
	s.replay()
	again := s.state.Snapshot()
	if before.Variant, again.Variant = nil, nil; !reflect.DeepEqual(before, again) {
		t.Errorf("the log replays to\n%+v, the table has\n%+v", again, before)
	}
}

// startingAt is a variant with another starting position.
type startingAt struct {
	rules.Variant
	start rules.Position
}

func (s startingAt) Start() rules.Position { return s.start }

func (s *script) variant(game string, options map[string]string) (rules.Variant, error) {
	switch {
	case game == "toy":
		return rulestest.OpenToy(game, options)
	case s.begin == "":
		return variants.New(game, options)
	}
	g, _, err := rules.ParsePosition(strings.NewReader(s.begin), variants.New, game, options)
	if err != nil {
		return nil, err
	}
	return startingAt{g.Variant, g.Position}, nil
}

func (s *script) replay() {
	s.Helper()
	var err error
	s.state, err = fold.Replay(s.log, s.variant, func(author player.ID, e *table.Event) {
		if e.ByLot() && author != "" {
			s.Errorf("%s is the author of a lot", author)
		}
	})
	if err != nil {
		s.Fatal(err)
	}
}

// step carries out a line, and checks the events or the refusal that it names.
func (s *script) step(line string) {
	s.Helper()
	text, want, events := strings.Cut(line, " > ")
	text, refusal, _ := strings.Cut(text, " ! ")
	d, err := s.run(text)
	switch got := s.lines(d); {
	case refusal != "" && (err == nil || codeOf(err) != refusal && err.Error() != refusal):
		s.Fatalf("%s: %v", line, err)
	case refusal == "" && err != nil:
		s.Fatalf("%s: %v", line, err)
	case events && got != want:
		s.Fatalf("%s\ncauses %s", line, got)
	}
	if err == nil && d != nil {
		s.state = d.State
		s.log = append(s.log, d.Events...)
	}
}

func (s *script) lines(d *Decision) string {
	if d == nil || len(d.Events) == 0 {
		return "nothing"
	}
	var list []string
	for _, e := range d.Events {
		list = append(list, logtest.Line(s.state.Variant.Facts(), e))
	}
	return strings.Join(list, " | ")
}

func codeOf(err error) string {
	var broken *rules.Refusal
	var refused *table.Refusal
	switch {
	case errors.As(err, &refused):
		return refused.Reason.Code
	case errors.As(err, &broken):
		return broken.Reason.String()
	}
	return ""
}

// run carries out a line without its results.
func (s *script) run(line string) (*Decision, error) {
	s.Helper()
	s.env.Present = func(id player.ID) bool { return id != "" && s.missing[id].IsZero() }
	s.env.Roll = func(n int) int { return n - 1 }
	d := &Decision{State: s.state.Clone(), Now: s.now, Env: s.env}
	first, rest, _ := strings.Cut(line, " ")
	who, command, commands := strings.Cut(line, ": ")
	switch {
	case commands && strings.HasSuffix(who, ", server"):
		words := strings.Fields(command)
		return d, serverSteps[words[0]](s, d, scriptPerson(strings.TrimSuffix(who, ", server")), words[1:])
	case commands:
		return d, s.command(d, who, command)
	case first == "event":
		return d, d.add(logtest.Events(s, s.state.Variant.Facts(), s.terms, rest)[1])
	case first == "start":
		s.start(strings.Fields(rest))
	case first == "moves":
		s.moves(strings.Fields(rest))
	case first == "record", first == "lifts":
		words := strings.Fields(rest)
		from, _ := strconv.Atoi(words[1])
		to, _ := strconv.Atoi(words[2])
		actions := recorded(s, words[0])
		for _, action := range actions[from:min(to, len(actions))] {
			if first == "lifts" {
				square, _, _ := strings.Cut(action, "-")
				s.step(s.actor() + ": lift " + square)
			}
			s.moves([]string{action})
		}
	case rest == "disconnects":
		s.missing[scriptPerson(first).ID] = s.now
	case rest == "connects":
		delete(s.missing, scriptPerson(first).ID)
		return d, Attendance(d, s.missing)
	case first == "=":
		what, want, _ := strings.Cut(rest, " ")
		if got := s.fact(what); got != want {
			s.Errorf("%s is %s, want %s", what, got, want)
		}
	case line[0] == '+':
		rest, err := time.ParseDuration(line[1:])
		s.now = s.now.Add(rest)
		d.Now = s.now
		running := s.state.Clocks.Running
		if err == nil && running != rules.NoSeat {
			err = Tick(d, s.env.Present(s.state.Seats.List[running].Player.ID), s.now)
		}
		if err != nil {
			return d, err
		}
		return d, Attendance(d, s.missing)
	default:
		s.Fatalf("no step: %s", line)
	}
	return nil, nil
}

// fact returns what a line with "=" asks about.
func (s *script) fact(what string) string {
	facts, c := s.state.Variant.Facts(), &s.state.Clocks
	switch what {
	case "turn": // also the one in the summary
		actor := s.state.Actor()
		if turn := fold.Summarize(s.state, s.state.Snapshot(), false).Turn; turn != actor {
			s.Errorf("the turn in the summary is of %s", facts.SeatName(turn))
		}
		return facts.SeatName(actor)
	case "left": // the time left to each seat
		return strings.Trim(fmt.Sprint(c.Left), "[]")
	case "due": // when the player to move loses on time
		return s.state.Deadline().Sub(s.now).String()
	case "lifted":
		if s.state.Game.Lifted == rules.NoSquare {
			return "none"
		}
		return facts.Geometry.Name(s.state.Game.Lifted)
	case "rematch": // whether all accepted it, also in the view
		accepted := s.state.RematchAccepted()
		v := s.state.Snapshot()
		if due := fold.Summarize(s.state, v, false).Due; v.RematchAccepted() != accepted || accepted == due.IsZero() {
			s.Errorf("accepted in the view %t, the table is due at %v", !accepted, due)
		}
		return fmt.Sprint(accepted)
	case "marked":
		return s.marked
	case "scores":
		return fmt.Sprint(s.state.Game.Position.Outcome.Scores)
	}
	s.Fatalf("no fact: %s", what)
	return ""
}

// command gives a command to the table, and checks that Check gives the same answer and that Allowed
// contains a command that has an effect.
func (s *script) command(d *Decision, who, text string) error {
	name, as, one := strings.Cut(who, " as ")
	by := scriptPerson(name)
	if name == "Nobody" {
		by = player.Player{ID: "nobody"}
	}
	facts := s.state.Variant.Facts()
	row, rest := table.Called(text)
	a := table.Command{Kind: table.Play, Seat: rules.NoSeat}
	var err error
	switch {
	case text == "resign":
		a.Action = rules.Action{Type: rules.Resign, Seat: s.state.HeldBy(by.ID).First()}
		if one {
			a.Action.Seat, _ = facts.Seat(as)
		}
	case row == nil:
		s.Fatalf("no command: %s", text)
	case row.Kind == table.Play, row.Kind == table.Premove:
		a.Kind = row.Kind
		if a.Action, err = rules.ParsePlain(facts, s.state.Actor(), rest); err != nil {
			s.Fatal(err)
		}
	default:
		typist := typed.Typist{Player: by, View: s.state.Snapshot(), Find: func(name string) (player.Player, error) {
			return scriptPerson(name), nil
		}}
		if a, err = typist.Command(row, rest); err != nil {
			s.Fatalf("%s: %v", text, err)
		}
		a.Text = textOf(a.Text)
	}
	if one {
		a.Seat, _ = facts.Seat(as)
	}
	a.By, a.Answers, a.Received, a.ID = by, -1, s.now, "id"
	checked, allowed := d.Check(a), d.Allowed(s.state.Variant.Legal(&s.state.Game.Position, nil))
	if err = d.Command(a); fmt.Sprint(err) != fmt.Sprint(checked) {
		s.Errorf("%s: %s: Check says %v, Command %v", who, text, checked, err)
	}
	if err == nil && len(d.Events) > 0 && !mayInView(s.state, allowed, a) {
		s.Errorf("%s: %s is not in %+v", who, text, allowed)
	}
	for _, e := range d.Events {
		if e.CommandID != "" && (e.ByLot() || e.Player != nil && e.Player.ID != by.ID) {
			s.Errorf("%s: the ID of the command stands with %s", text, logtest.Line(facts, e))
		}
	}
	if err == nil && d.Marks != "" {
		s.marked = name
		s.club.botAccount[d.Marks] = true
	}
	return err
}

// textOf returns the text that a script contains: between quotes, in the form "300 times x", or as it is.
func textOf(text string) string {
	if quoted, err := strconv.Unquote(text); err == nil {
		return quoted
	}
	if number, unit, many := strings.Cut(text, " times "); many {
		n, _ := strconv.Atoi(number)
		return strings.Repeat(unit, n)
	}
	return text
}

// start lets the people take all seats and get ready.
func (s *script) start(names []string) {
	n := 0
	for i := range s.state.Seats.List {
		if !s.state.Seats.List[i].Closed {
			s.step(names[n%len(names)] + ": sit " + s.state.Variant.Facts().Seats[i])
			n++
		}
	}
	for _, name := range names {
		if s.state.Phase == table.Waiting {
			s.step(name + ": ready")
		}
	}
	if s.state.Phase != table.Playing {
		s.Fatal("not started although all are ready")
	}
}

// moves lets the players to move play actions.
func (s *script) moves(words []string) {
	for _, word := range words {
		if word == "resign" {
			s.step(s.actor() + " as " + s.fact("turn") + ": resign")
		} else {
			s.step(s.actor() + ": move " + word)
		}
	}
}

// actor returns the name of the player to move.
func (s *script) actor() string { return s.state.Seats.List[s.state.Actor()].Player.Name }

// recorded returns the actions of a file in plain notation, or with the output of `quadrille replay`.
func recorded(t testing.TB, file string) (actions []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file, ".jsonl") {
		return rules.SplitRecord(string(text))
	}
	for line := range strings.Lines(string(text)) {
		var at rules.Trace
		if err := json.Unmarshal([]byte(line), &at); err != nil {
			t.Fatal(err)
		}
		if at.Action != nil {
			actions = append(actions, *at.Action)
		}
	}
	return actions
}
