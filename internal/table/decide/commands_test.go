package decide

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Options of the table in a test; others are those of a free-for-all with chat and without a clock.
const (
	usual     = ""
	clocked   = "clock"    // each player has ten minutes
	touching  = "touch"    // touch-move
	rated     = "rated"    // the game is rated
	quiet     = "quiet"    // no chat during the game
	old       = "old"      // a table of an older release
	teamed    = "teams"    // a game of two teams
	consented = "consents" // players must agree to chat
	nightly   = "daily"    // three days for each move
)

func termsOf(which string) table.Terms {
	t := table.Terms{Game: "chess4", Options: map[string]string{}, Fairness: 1, Chat: true}
	switch which {
	case clocked:
		t.Clock = table.Clock{Start: 10 * time.Minute}
	case touching:
		t.Touch = true
	case rated:
		t.Rated = true
	case quiet:
		t.Chat = false
	case old:
		t.Fairness = 0
	case teamed:
		t.Options["teams"] = "on"
	case consented:
		t.Game = "quadrochess"
	case nightly:
		t.Clock = table.Clock{PerMove: 3 * table.Day}
	}
	return t
}

// Events before the command of a test. The players are Ann, Bob, Cyd and Dee, and the host is Hal.
var (
	taken   = []string{"seated white Ann", "seated silver Bob", "seated black Cyd", "seated gold Dee"}
	ready   = append(slices.Clone(taken), "readied white", "readied silver", "readied black", "readied gold")
	playing = append(slices.Clone(ready), "started")
	moved   = append(slices.Clone(playing), "acted white action=m7-k7")
	round   = append(slices.Clone(moved), "acted silver action=j1-k3", "acted black action=b8-d8", "acted gold action=h13-h11")
	over    = append(slices.Clone(round), "acted white action=resign", "acted silver action=resign", "acted black action=resign",
		"closed action=resignation text=gold")
)

// after returns the events of a list and further ones.
func after(list []string, more ...string) []string { return append(slices.Clone(list), more...) }

// Each command has rows here: the events before it, the player who gives it, and the events that
// it causes or the reason for which it is refused. Nobody but the players of the rows is away.
func TestCommands(t *testing.T) {
	type command = table.Command
	wild := m("j1", "k3")
	wild.Promote = 200
	many := []string{"chatted Eve text=hello"}
	for i := range table.LinesPerTable - 1 {
		many = append(many, fmt.Sprintf("chatted Fan%d text=hello", i))
	}
	seen := map[table.CommandKind]bool{}
	for _, c := range []struct {
		terms   string
		before  []string
		by      string
		command command
		refused *table.Reason
		want    []string
	}{
		{usual, nil, "Ann", command{Kind: table.Sit, Seat: 0}, nil, []string{"seated white Ann"}},
		{usual, taken[:1], "Bob", command{Kind: table.Sit, Seat: rules.NoSeat}, nil, []string{"seated silver Bob"}},
		{usual, taken, "Ann", command{Kind: table.Sit, Seat: 0}, nil, nil},
		{usual, taken[:1], "Bob", command{Kind: table.Sit, Seat: 0}, table.SeatTaken, nil},
		{usual, taken, "Eve", command{Kind: table.Sit, Seat: rules.NoSeat}, table.Full, nil},
		{usual, nil, "Ann", command{Kind: table.Sit, Seat: 9}, table.NoSuchSeat, nil},
		{usual, nil, "", command{Kind: table.Sit, Seat: 0}, table.NoName, nil},
		{usual, taken[:1], "Ann", command{Kind: table.Sit, Seat: rules.NoSeat}, nil, []string{"seated silver Ann"}}, // a second seat (G2)
		{usual, []string{"reserved white Ann"}, "Bob", command{Kind: table.Sit, Seat: 0}, table.SeatReserved, nil},
		{
			usual,
			[]string{"seated white Ann", "unseated white Hal after=50s"},
			"Ann",
			command{Kind: table.Sit, Seat: 0},
			table.RemovedFromSeat, nil,
		},
		{rated, taken[:1], "Ann", command{Kind: table.Sit, Seat: 1}, nil, []string{"unseated white", "seated silver Ann"}},
		{nightly, nil, "Ann", command{Kind: table.Sit, Seat: 0}, nil, []string{"seated white Ann", "readied white"}},
		{usual, playing, "Eve", command{Kind: table.Sit, Seat: 0}, table.AlreadyStarted, nil},
		{
			usual, after(playing, "left Bob spent=5m", "vacated silver"), "Eve",
			command{Kind: table.Sit, Seat: 1},
			nil,
			[]string{"replaced silver Eve"},
		},
		{usual, after(playing, "left Bob spent=5m", "vacated silver"), "Ann", command{Kind: table.Sit, Seat: 1}, table.AlreadyPlaying, nil},

		{usual, taken, "Ann", command{Kind: table.Stand, Seat: rules.NoSeat}, nil, []string{"unseated white"}},
		{usual, taken, "Ann", command{Kind: table.Stand, Seat: 1}, table.NotYourSeat, nil},
		{
			usual,
			[]string{"seated white Ann", "seated gold Ann", "readied white", "readied gold"},
			"Ann",
			command{Kind: table.Stand, Seat: 0},
			nil,
			[]string{"unseated white"},
		},
		{usual, []string{"seated white Ann", "seated gold Ann"}, "Ann", command{Kind: table.Stand, Seat: rules.NoSeat}, nil, []string{
			"unseated white", "unseated gold",
		}},
		{usual, taken, "Eve", command{Kind: table.Stand, Seat: rules.NoSeat}, table.NotSeated, nil},
		{usual, taken, "Ann", command{Kind: table.Ready}, nil, []string{"readied white"}},
		{usual, after(taken, "readied white", "readied silver", "readied black"), "Dee", command{Kind: table.Ready}, nil, []string{
			"readied gold", "started",
		}},
		{usual, playing, "Ann", command{Kind: table.Ready}, table.AlreadyStarted, nil},
		{usual, after(taken, "readied white"), "Ann", command{Kind: table.Unready}, nil, []string{"unreadied white"}},
		{usual, taken, "Ann", command{Kind: table.Unready}, nil, nil},

		{usual, playing, "Ann", command{Kind: table.Play, Action: m("m7", "k7")}, nil, []string{"acted white action=m7-k7"}},
		{clocked, playing, "Ann", command{Kind: table.Play, Action: m("m7", "k7")}, nil, []string{"acted white action=m7-k7 spent=1m0s"}},
		{usual, playing, "Bob", command{Kind: table.Play, Action: m("j1", "k3")}, byRules, nil},
		{usual, playing, "Ann", command{Kind: table.Play, Seat: 1, Action: m("m7", "k7")}, table.NotYourSeat, nil},
		{usual, moved, "Bob", command{Kind: table.Play, Action: m("j1", "k3"), Answers: 9}, table.Stale, nil},
		{usual, moved, "Bob", command{Kind: table.Play, Action: m("j1", "k3"), Answers: 2}, table.Stale, nil},
		{usual, playing, "Ann", command{Kind: table.Play, Action: rules.Action{Type: rules.Flag}}, table.ServerAction, nil},
		{usual, playing, "Ann", command{Kind: table.Play, Action: rules.Action{Type: rules.DrawAgreed}}, table.ServerAction, nil},
		{usual, playing, "Ann", command{Kind: table.Play}, table.UnknownCommand, nil},
		{usual, playing, "Ann", command{Kind: table.Play, Action: rules.Action{Type: rules.ChooseArmy, Seat: 200}}, byRules, nil},
		{usual, playing, "Ann", command{Kind: table.Play, Action: rules.Action{Type: rules.Move, Seat: 3}}, byRules, nil},
		{
			usual, playing, "Ann",
			command{Kind: table.Play, Action: rules.Action{Type: rules.Move, Path: rules.Path{From: 255, To: 0}, Promote: 200}},
			byRules, nil,
		},
		{usual, playing, "Ann", resigns(200), table.NotYourSeat, nil},
		{usual, after(playing, "adjourned"), "Ann", command{Kind: table.Play, Action: m("m7", "k7")}, table.IsAdjourned, nil},
		{
			touching, after(playing, "lifted white action=m7"), "Ann",
			command{Kind: table.Play, Action: m("m8", "k8")},
			table.MustMoveLifted, nil,
		},
		{usual, after(playing, "premoved silver action=j1-k3"), "Ann", command{Kind: table.Play, Action: m("m7", "k7")}, nil, []string{
			"acted white action=m7-k7", "acted silver action=j1-k3",
		}},
		{usual, after(playing, "premoved silver action=j1-k9"), "Ann", command{Kind: table.Play, Action: m("m7", "k7")}, nil, []string{
			"acted white action=m7-k7", "premove-dropped silver",
		}},
		{usual, over, "Ann", command{Kind: table.Play, Action: m("m7", "k7")}, table.GameOver, nil},
		{usual, round, "Ann", resigns(0), nil, []string{"acted white action=resign"}},
		{usual, over[:len(over)-2], "Cyd", resigns(2), nil, []string{"acted black action=resign", "closed action=resignation text=gold"}},
		{teamed, round, "Ann", resigns(0), nil, []string{"resignation-proposed white"}},
		{teamed, after(round, "resignation-proposed white"), "Ann", resigns(0), nil, nil},
		{teamed, after(round, "resignation-proposed white"), "Cyd", resigns(2), nil, []string{
			"acted black action=black:resign", "closed action=resignation text=silver gold",
		}},
		{
			teamed, after(round, "resignation-proposed white"), "Cyd",
			command{Kind: table.PlayOn},
			nil,
			[]string{"resignation-rejected black"},
		},
		{teamed, round, "Cyd", command{Kind: table.PlayOn}, table.NoProposal, nil},
		{usual, moved, "Bob", command{Kind: table.Abort}, nil, []string{"aborted Bob", "closed action=aborted"}},
		{usual, round, "Bob", command{Kind: table.Abort}, table.AllHaveMoved, nil},
		{old, moved, "Bob", command{Kind: table.Abort}, table.CannotAbort, nil},

		{usual, round, "Ann", command{Kind: table.OfferDraw}, nil, []string{"draw-offered Ann"}},
		{usual, after(round, "draw-offered Ann"), "Ann", command{Kind: table.OfferDraw}, nil, nil},
		{usual, after(round, "draw-offered Ann"), "Bob", command{Kind: table.OfferDraw}, nil, []string{"draw-accepted Bob"}},
		{usual, after(round, "draw-offered Ann"), "Bob", command{Kind: table.AcceptDraw}, nil, []string{"draw-accepted Bob"}},
		{
			usual, after(round, "draw-offered Ann", "draw-accepted Bob", "draw-accepted Cyd"), "Dee",
			command{Kind: table.AcceptDraw},
			nil,
			[]string{"draw-accepted Dee", "draw-agreed", "closed action=agreement"},
		},
		{usual, round, "Bob", command{Kind: table.AcceptDraw}, table.NoDrawOffer, nil},
		{usual, after(round, "draw-offered Ann"), "Bob", command{Kind: table.DeclineDraw}, nil, []string{"draw-declined Bob"}},
		{usual, after(round, "draw-offered Ann"), "Ann", command{Kind: table.DeclineDraw}, nil, []string{"draw-declined Ann"}},
		{usual, round, "Bob", command{Kind: table.DeclineDraw}, table.NoDrawOffer, nil},

		{touching, playing, "Ann", command{Kind: table.Lift, Square: sq("m7")}, nil, []string{"lifted white action=m7"}},
		{usual, playing, "Ann", command{Kind: table.Lift, Square: sq("m7")}, table.NoTouch, nil},
		{touching, playing, "Ann", command{Kind: table.Lift, Square: sq("j1")}, table.CannotLift, nil},
		{touching, playing, "Ann", command{Kind: table.Lift, Square: rules.NoSquare}, table.CannotLift, nil},
		{touching, playing, "Ann", command{Kind: table.Lift, Square: 255}, table.CannotLift, nil},
		{touching, playing, "Ann", command{Kind: table.Lift, Square: sq("m7"), Answers: 5}, table.Stale, nil},
		{touching, playing, "Bob", command{Kind: table.Lift, Square: sq("j1")}, byRules, nil},
		{touching, playing, "Bob", command{Kind: table.Lift, Seat: 2, Square: sq("b8")}, table.NotYourSeat, nil},
		{touching, playing, "Eve", command{Kind: table.Lift, Square: sq("m7")}, table.NotSeated, nil},
		{touching, after(playing, "lifted white action=m7"), "Ann", command{Kind: table.Lift, Square: sq("m8")}, table.MustMoveLifted, nil},
		{
			usual, playing, "Bob",
			command{Kind: table.Premove, Seat: rules.NoSeat, Action: m("j1", "k3")},
			nil,
			[]string{"premoved silver action=j1-k3"},
		},
		{touching, playing, "Bob", command{Kind: table.Premove, Seat: rules.NoSeat, Action: m("j1", "k3")}, table.PremovesOff, nil},
		{usual, playing, "Ann", command{Kind: table.Premove, Seat: rules.NoSeat, Action: m("m7", "k7")}, table.YourTurn, nil},
		{usual, playing, "Bob", command{Kind: table.Premove, Seat: rules.NoSeat, Action: m("m7", "k7")}, table.NotYourPiece, nil},
		{usual, playing, "Bob", command{Kind: table.Premove, Seat: 1, Action: rules.Action{Type: rules.Flag}}, table.ServerAction, nil},
		{usual, playing, "Bob", command{Kind: table.Premove, Seat: 1, Action: wild}, table.UnknownCommand, nil},
		{usual, playing, "Bob", command{Kind: table.Premove, Seat: 1, Action: rules.NewMove(sq("j1"), 0)}, table.UnknownCommand, nil},
		{
			usual, after(playing, "premoved silver action=j1-k3"), "Bob",
			command{Kind: table.CancelPremove, Seat: rules.NoSeat},
			nil,
			[]string{"premove-cancelled silver"},
		},
		{usual, playing, "Bob", command{Kind: table.CancelPremove, Seat: rules.NoSeat}, table.NoPremove, nil},

		{usual, round, "Dee", command{Kind: table.OfferTakeback}, nil, []string{"takeback-offered Dee to=3"}},
		{usual, after(round, "takeback-offered Dee to=3"), "Ann", command{Kind: table.OfferTakeback}, table.TakebackOpen, nil},
		{
			usual, after(round, "takeback-offered Dee to=3", "takeback-declined Ann"), "Dee",
			command{Kind: table.OfferTakeback},
			table.TakebackWasDeclined, nil,
		},
		{usual, after(round, "takeback-offered Dee to=3"), "Dee", command{Kind: table.OfferTakeback}, nil, nil},
		{
			usual, after(moved, "takeback-offered Ann", "takeback-declined Bob", "acted silver action=j1-k3", "acted black action=b8-d8",
				"acted gold action=h13-h11", "acted white action=n6-k9"), "Ann",
			command{Kind: table.OfferTakeback},
			nil,
			[]string{"takeback-offered Ann to=4"},
		},
		{usual, playing, "Ann", command{Kind: table.OfferTakeback}, table.NothingToTakeBack, nil},
		{rated, round, "Dee", command{Kind: table.OfferTakeback}, table.NoTakeback, nil},
		{touching, round, "Dee", command{Kind: table.OfferTakeback}, table.NoTakeback, nil},
		{
			usual, after(round, "takeback-offered Dee to=3"), "Ann",
			command{Kind: table.AcceptTakeback},
			nil,
			[]string{"takeback-accepted Ann"},
		},
		{
			usual, after(round, "takeback-offered Dee to=3", "takeback-accepted Ann", "takeback-accepted Bob"), "Cyd",
			command{Kind: table.AcceptTakeback},
			nil,
			[]string{"takeback-accepted Cyd", "taken-back to=3"},
		},
		{usual, round, "Ann", command{Kind: table.AcceptTakeback}, table.NoTakebackOffer, nil},
		{
			usual, after(round, "takeback-offered Dee to=3"), "Ann",
			command{Kind: table.DeclineTakeback},
			nil,
			[]string{"takeback-declined Ann"},
		},
		{usual, round, "Ann", command{Kind: table.DeclineTakeback}, table.NoTakebackOffer, nil},

		{usual, playing, "Ann", command{Kind: table.Vote, Choice: table.Adjourn}, nil, []string{"voted Ann action=adjourn"}},
		{
			usual, after(playing, "voted Ann action=adjourn", "voted Bob action=adjourn", "voted Cyd action=adjourn"), "Dee",
			command{Kind: table.Vote, Choice: table.Adjourn},
			nil,
			[]string{"voted Dee action=adjourn", "adjourned"},
		},
		{usual, playing, "Ann", command{Kind: table.Vote, Choice: "dance"}, table.NoSuchChoice, nil},
		{usual, playing, "Ann", command{Kind: table.Vote, Choice: table.Wait}, table.NobodyAway, nil},
		{usual, playing, "Ann", command{Kind: table.Vote, Choice: table.Resume}, table.NotAdjourned, nil},
		{usual, after(playing, "adjourned"), "Ann", command{Kind: table.Vote, Choice: table.Adjourn}, table.IsAdjourned, nil},
		{usual, after(playing, "left Bob spent=10s"), "Ann", command{Kind: table.Vote, Choice: table.OpenSeat}, table.NotAwayLong, nil},
		{
			usual, after(playing, "left Bob spent=5h", "voted Ann action=replace"), "Cyd",
			command{Kind: table.Vote, Choice: table.OpenSeat},
			nil,
			[]string{"voted Cyd action=replace", "vacated silver"},
		},
		{
			usual, after(round, "left Bob spent=5h", "voted Ann action=end"), "Cyd",
			command{Kind: table.Vote, Choice: table.EndSeat},
			nil,
			[]string{"voted Cyd action=end", "forfeited silver"},
		},
		{
			usual, after(playing, "left Bob spent=1m", "voted Ann action=wait"), "Cyd",
			command{Kind: table.Vote, Choice: table.Wait},
			nil,
			[]string{"voted Cyd action=wait", "wait-extended"},
		},
		{
			usual, after(playing, "left Bob spent=1m"), "Bob",
			command{Kind: table.OfferDraw},
			nil,
			[]string{"returned Bob", "draw-offered Bob"},
		},
		{usual, after(playing, "voted Ann action=adjourn"), "Ann", command{Kind: table.Unvote}, nil, []string{"unvoted Ann"}},
		{usual, playing, "Ann", command{Kind: table.Unvote}, table.NoVote, nil},

		{usual, taken, "Eve", command{Kind: table.Chat, Text: "hello"}, nil, []string{"chatted Eve text=hello"}},
		{usual, playing, "Ann", command{Kind: table.Chat, Text: "hello"}, nil, []string{"chatted Ann text=hello"}},
		{usual, playing, "Eve", command{Kind: table.Chat, Text: "hello"}, nil, []string{"spectator-chatted Eve text=hello"}},
		{quiet, playing, "Ann", command{Kind: table.Chat, Text: "hello"}, table.ChatClosed, nil},
		{quiet, over, "Ann", command{Kind: table.Chat, Text: "hello"}, nil, []string{"chatted Ann text=hello"}},
		{usual, after(taken, "muted Hal @Eve"), "Eve", command{Kind: table.Chat, Text: "hello"}, table.MutedByHost, nil},
		{usual, after(taken, many...), "Bob", command{Kind: table.Chat, Text: "hello"}, table.ChatTooFast, nil},
		{usual, after(taken, lines(table.LinesPerPerson)...), "Eve", command{Kind: table.Chat, Text: "hello"}, table.ChatTooFast, nil},
		{
			usual, after(playing, "left Bob spent=5h", "vacated silver", "replaced silver Eve"), "Bob",
			command{Kind: table.Chat, Text: "hello"},
			table.ChatClosed, nil,
		},
		{teamed, playing, "Ann", command{Kind: table.TeamChat, Text: "hello"}, nil, []string{"team-chatted white Ann text=hello"}},
		{usual, playing, "Ann", command{Kind: table.TeamChat, Text: "hello"}, table.NoTeamChat, nil},
		{consented, []string{"seated white-a Ann"}, "Ann", command{Kind: table.AcceptChat}, nil, []string{"chat-accepted Ann"}},
		{
			consented,
			[]string{"seated white-a Ann", "chat-accepted Ann"},
			"Ann",
			command{Kind: table.DeclineChat},
			nil,
			[]string{"chat-declined Ann"},
		},
		{usual, taken, "Ann", command{Kind: table.AcceptChat}, table.NoChatOffer, nil},
		{usual, taken, "Hal", command{Kind: table.Mute, Target: logtest.Person("Eve")}, nil, []string{"muted Hal @Eve"}},
		{usual, taken, "Hal", command{Kind: table.Mute, Target: logtest.Person("Hal")}, table.UnknownCommand, nil},
		{usual, taken, "Ann", command{Kind: table.Mute, Target: logtest.Person("Eve")}, table.HostOnly, nil},
		{
			usual, after(taken, "muted Hal @Eve"), "Hal",
			command{Kind: table.Unmute, Target: logtest.Person("Eve")},
			nil,
			[]string{"unmuted Hal @Eve"},
		},

		{usual, taken, "Hal", command{Kind: table.Unseat, Seat: 0, Text: "late"}, nil, []string{"unseated white Hal text=late"}},
		{
			usual, taken, "Hal",
			command{Kind: table.Unseat, Seat: 0, Text: " we  begin "},
			nil,
			[]string{"unseated white Hal text=we begin"},
		},
		{usual, ready, "Hal", command{Kind: table.Unseat, Seat: 0}, table.PlayerReady, nil},
		{usual, taken, "Hal", command{Kind: table.Unseat, Seat: 9}, table.NoSuchSeat, nil},
		{usual, taken[:1], "Hal", command{Kind: table.AddBot, Seat: 1, Level: 3}, nil, []string{"seated silver Bot3Elm", "readied silver"}},
		{usual, taken[:1], "Hal", command{Kind: table.AddBot, Seat: 1, Level: 99}, table.NoSuchLevel, nil},
		{usual, taken[:1], "Ann", command{Kind: table.AddBot, Seat: 1, Level: 3}, table.HostOnly, nil},
		{usual, playing, "Ann", command{Kind: table.AddBot, Seat: 1, Level: 3}, table.AlreadyStarted, nil},

		{usual, over, "Ann", command{Kind: table.OfferRematch}, nil, []string{"rematch-offered Ann action=same"}},
		{usual, over, "Ann", command{Kind: table.OfferRematch, Rotate: true}, nil, []string{"rematch-offered Ann action=rotated"}},
		{usual, over, "Eve", command{Kind: table.OfferRematch}, table.DidNotPlay, nil},
		{usual, round, "Ann", command{Kind: table.OfferRematch}, table.NotOver, nil},
		{usual, after(over, "rematch-opened table=7"), "Ann", command{Kind: table.OfferRematch}, table.HasRematch, nil},
		{
			usual, after(over, "rematch-offered Ann action=same"), "Ann",
			command{Kind: table.DeclineRematch},
			nil,
			[]string{"rematch-declined Ann"},
		},
		{
			usual, after(over, "rematch-offered Ann action=same"), "Bob",
			command{Kind: table.DeclineRematch},
			nil,
			[]string{"rematch-declined Bob"},
		},
		{usual, over, "Bob", command{Kind: table.DeclineRematch}, nil, nil},
		{usual, after(over, "rematch-opened table=7"), "Ann", command{Kind: table.DeclineRematch}, table.HasRematch, nil},
	} {
		seen[c.command.Kind] = true
		terms := termsOf(c.terms)
		v, err := variants.New(terms.Game, terms.Options)
		if err != nil {
			t.Fatal(err)
		}
		state, err := fold.Replay(logtest.Events(t, v.Facts(), terms, c.before...), variants.New, nil)
		if err != nil {
			t.Fatalf("before %+v: %v", c.command, err)
		}
		d := &Decision{
			State: state, Now: logtest.Noon.Add(time.Minute), Env: Env{Present: func(player.ID) bool { return true }, Bots: true},
		}
		if strings.Contains(strings.Join(c.before, " "), "chatted Eve") {
			d.Now = logtest.Noon // the lines are new
		}
		a := c.command
		a.By, a.Received = logtest.Person(c.by), d.Now
		if a.Kind == table.Play || a.Kind == table.Lift {
			a.Answers = cmp.Or(a.Answers, len(state.Game.Moves))
			if a.Seat == 0 {
				a.Seat = rules.NoSeat
			}
		}
		row, _ := a.Kind.Row()
		name := strings.Join([]string{c.by, row.Names[0], c.terms}, " ")
		var got []string
		err = d.Command(a)
		var refusal *table.Refusal
		var broken *rules.Refusal
		switch {
		case c.refused == byRules:
			if !errors.As(err, &broken) {
				t.Errorf("%s: %v, want a refusal by the rules", name, err)
			}
			continue
		case c.refused != nil:
			if !errors.As(err, &refusal) || refusal.Reason != c.refused {
				t.Errorf("%s: %v, want the reason %s", name, err, c.refused.Code)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, e := range d.Events {
			got = append(got, logtest.Line(v.Facts(), e))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s causes\n%q, want\n%q", name, got, c.want)
		}
	}
	unknown := Decision{State: &fold.State{}}
	var refusal *table.Refusal
	err := unknown.Command(command{By: logtest.Person("Ann"), Kind: 99})
	if !errors.As(err, &refusal) || refusal.Reason != table.UnknownCommand {
		t.Errorf("an unknown command: %v", err)
	}
	for i := range table.Commands {
		if !seen[table.Commands[i].Kind] {
			t.Errorf("no row for the command %q", table.Commands[i].Names[0])
		}
	}
}

// byRules stands for a refusal by the rules of the game.
var byRules = &table.Reason{Code: "rules"}

// resigns returns the command with which the player of a seat resigns.
func resigns(seat rules.Seat) table.Command {
	return table.Command{Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}}
}

// lines returns n lines of chat by Eve.
func lines(n int) []string { return slices.Repeat([]string{"chatted Eve text=hello"}, n) }

// m returns a move, and sq a square, of the game in the tests.
func m(from, to string) rules.Action {
	return rules.NewMove(sq(from), sq(to))
}

func sq(name string) rules.Square {
	v, _ := variants.New("chess4", nil)
	s, _ := v.Facts().Geometry.Square(name)
	return s
}
