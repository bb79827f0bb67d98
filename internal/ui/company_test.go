package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// asks fails unless the table was asked for these deeds and nothing else.
func (d *driver) asks(want ...table.Do) {
	d.t.Helper()
	var got []table.Do
	for _, a := range d.house.acts {
		got = append(got, a.Do)
	}
	if !slices.Equal(got, want) {
		d.t.Fatalf("the table was asked for %v, want %v", got, want)
	}
}

// choose picks that choice of the dialog in front.
func (d *driver) choose(label string) {
	d.t.Helper()
	for range 12 {
		if strings.Contains(strings.Join(d.text(), "\n"), "[ "+label+" ]") {
			d.keys("enter")
			return
		}
		d.keys("down")
	}
	d.sees(label)
	d.t.Fatalf("%q cannot be chosen", label)
}

// reads fails unless these words stand on the screen in that order, wherever
// lines break.
func (d *driver) reads(text string) {
	d.t.Helper()
	rest := strings.Join(d.text(), "\n")
	for _, w := range strings.Fields(text) {
		i := strings.Index(rest, w)
		if i < 0 {
			d.t.Fatalf("%q of %q is not there:\n%s", w, text, strings.Join(d.text(), "\n"))
		}
		rest = rest[i+len(w):]
	}
}

// talking is a game whose players may talk, with lines that were said.
func talking(t *testing.T, lines ...table.Line) *table.View {
	v := viewAfter(t, nil)
	v.TalkOpen, v.Talk = true, lines
	return v
}

func line1(n int, by player.Player, text string) table.Line {
	return table.Line{Number: n, By: by, Text: text}
}

func TestTalkIsTypedSentAndShown(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, people[0], talking(t), kit.Config{Width: size[0], Height: size[1]})
		d.keys("'", "hello k7?")
		d.sees("Say: hello k7?_")
		d.keys("enter")
		d.asks(table.Say)
		if a := d.house.acts[0]; a.Text != "hello k7?" {
			t.Errorf("said %q", a.Text)
		}
		d.lacks("Say:")
		d.show(talking(t, line1(30, people[0], "hello k7?"), line1(31, people[1], "good evening")))
		d.sees("Inky: hello k7?", "* Blinky: good evening")
		d.keys("left") // somebody is there: it is seen
		d.lacks("* Blinky")
	}
}

func TestATalkThatIsRefusedStays(t *testing.T) {
	d := atTable(t, people[0], talking(t), kit.Config{Width: 120, Height: 40})
	d.house.answer = func(table.Act) error { return errors.New("that is more than others can read") }
	d.keys("'", "again", "enter")
	d.sees("Say: again_", "That is more than others can read")
	d.keys("esc")
	d.lacks("Say:", "That is more")
	d.keys("k7", "enter") // and moves are typed as before
	if a := d.house.acts[1]; a.Do != table.Play {
		t.Errorf("asked for %+v", a)
	}
}

func TestTalkIsOffForPlayersAndOnForOnlookers(t *testing.T) {
	v := viewAfter(t, nil)
	d := atTable(t, people[0], v, kit.Config{})
	d.keys("'")
	d.sees("Talk is off while the game is on")
	d = atTable(t, onlooker, v, kit.Config{})
	d.keys("'", "who wins?")
	d.sees("To those who look on: who wins?_")
	v.Gallery = []table.Line{line1(9, people[3], "black does")}
	d.show(v)
	d.sees("(Clyde) black does")
}

// Lines of talk may be written from right to left: nothing stands to the right of
// them.
func TestNothingFollowsTalkInItsRow(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, people[0], talking(t, line1(9, people[1], "שלום")), kit.Config{Width: size[0], Height: size[1]})
		for _, row := range d.text() {
			if i := strings.Index(row, "שלום"); i >= 0 && strings.TrimSpace(row[i+len("שלום"):]) != "" {
				t.Errorf("%q", row)
			}
		}
		d.sees("Blinky: שלום")
	}
}

func TestTalkGoesBeforeTheMovesWhenRoomIsShort(t *testing.T) {
	v := talking(t, line1(9, people[1], "hm"))
	v.Moves = viewAfter(t, recorded(t)[:8]).Moves
	d := atTable(t, people[0], v, kit.Config{Width: 80, Height: 24})
	d.sees("Blinky: hm", " 1 ")
	v = gameView(t, "forchess", nil, nil) // whose moves stand below the board
	v.TalkOpen, v.Talk = true, []table.Line{line1(9, people[1], "hm")}
	d = atTable(t, people[0], v, kit.Config{Width: 80, Height: 24})
	seen := strings.Contains(strings.Join(d.text(), "\n"), "Blinky: hm")
	if told := strings.Contains(d.text()[0], "* 1 said: \""); seen == told {
		t.Errorf("drawn %v, told of %v:\n%s", seen, told, strings.Join(d.text(), "\n"))
	}
}

func TestAllThatWasSaidCanBeRead(t *testing.T) {
	var lines []table.Line
	for i := range 60 {
		lines = append(lines, line1(10+i, people[1], "line "+strings.Repeat("i", i)))
	}
	lines = append(lines, line1(90, people[2], strings.Repeat("w", 250)))
	d := atTable(t, people[0], talking(t, lines...), kit.Config{})
	d.keys("\"")
	d.sees("What was said", strings.Repeat("w", 60), "Pinky:")
	d.keys("home")
	d.sees("Blinky: line i")
	d.keys("esc")
	d.sees("Your move")
}

func TestAMoveIsKeptForLater(t *testing.T) {
	v := viewAfter(t, nil) // white is to move
	for name, keys := range map[string]func(d *driver){
		"cursor": func(d *driver) { d.keys("enter", "up", "enter") },
		"typed":  func(d *driver) { d.keys("b7-c7", "enter") },
		"own":    func(d *driver) { d.keys("c7", "enter") },
		"mouse":  func(d *driver) { d.click("b7"); d.release("b7"); d.click("c7") },
		"drag":   func(d *driver) { d.click("b7"); d.release("c7") },
	} {
		d := atTable(t, people[2], v, kit.Config{})
		keys(d)
		d.asks(table.Premove)
		if d.plays("b7-c7"); d.house.acts[0].Seat != 2 {
			t.Errorf("%s: seat %d", name, d.house.acts[0].Seat)
		}
		set := *v
		set.Premoves = []table.PremoveView{{Seat: 2, Action: d.house.acts[0].Action, Plain: "b7-c7"}}
		d.show(&set)
		d.sees("b7-c7 is played when your turn comes; esc takes it back")
		d.keys("home", "end", "left")
		if name == "typed" && !strings.Contains(d.square("c7"), ":") {
			t.Errorf("%s: it is not marked: %q", name, d.square("c7"))
		}
		d.keys("esc")
		d.asks(table.Premove, table.Recall)
		d.lacks("Back to the lobby?")
	}
}

func TestAKeptMoveThatCameToNothingIsTold(t *testing.T) {
	v := viewAfter(t, recorded(t)[:2])
	v.Premoves = []table.PremoveView{{Seat: 2, Action: rules.MoveOf(3, 4), Plain: "b7-c7", Dropped: true}}
	d := atTable(t, people[2], v, kit.Config{})
	d.sees("Your move, Black", "b7-c7 cannot be played any more and is dropped")
	d.keys("esc")
	d.sees("Back to the lobby?")
}

func TestWhatIsNoMoveIsNotKept(t *testing.T) {
	d := atTable(t, people[2], viewAfter(t, nil), kit.Config{})
	d.keys("zz", "enter")
	d.sees("is no move to keep for your turn")
	d.keys("esc")
	d.click("m7")
	d.sees("The pawn on m7 is white's")
	d.asks()
}

// What somebody could play later is asked of the game on boards of which it is
// not his turn: no game minds that.
func TestKeptMovesInEveryGame(t *testing.T) {
	for _, name := range []string{"chess4", "verney", "quadrochess", "forchess"} {
		views := viewsFrom(t, rules.NewGame(gameView(t, name, nil, nil).Variant), opening(t, name))
		for n, v := range views {
			for s, who := range people {
				d := &game.Screen{Env: &kit.Env{Me: who}, View: v}
				list := d.Rehearse()
				if rules.Seat(s) == v.Actor || v.Phase != table.Playing || v.Position.State[s] != rules.Playing {
					continue
				}
				for _, a := range list {
					plain := rules.Plain(v.Variant.Facts(), rules.Seat(s), a)
					if got, err := rules.ReadAhead(v.Variant, &v.Position, d.MySeats(), plain); err != nil || got != a {
						t.Fatalf("%s after %d, %s: %s is read as %v, %v", name, n, who.Name, plain, got, err)
					}
				}
				if len(list) == 0 && n == 0 {
					t.Errorf("%s: %s could not settle anything", name, who.Name)
				}
			}
		}
	}
}

func undoing(t *testing.T, by player.Player) *table.View {
	v := viewAfter(t, recorded(t)[:5])
	v.Undo = &table.UndoView{By: by, To: 1, Agreed: rules.Seats(0).With(1)}
	return v
}

func TestAnUndoIsAskedAnsweredAndTakenBack(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, recorded(t)[:5]), kit.Config{})
	d.keys("ctrl+z")
	d.asks(table.AskUndo)

	d = atTable(t, people[1], undoing(t, people[1]), kit.Config{})
	d.sees("You ask to take Nk3 back; the others are asked")
	d.keys("ctrl+z")
	d.asks(table.RefuseUndo)

	for key, do := range map[string]table.Do{"ctrl+y": table.AgreeUndo, "ctrl+n": table.RefuseUndo} {
		d = atTable(t, people[3], viewAfter(t, recorded(t)[:5]), kit.Config{})
		d.show(undoing(t, people[1]))
		d.sees("Blinky asks to take back Nk3. ctrl+y yes, ctrl+n no")
		if d.bells != 1 {
			t.Errorf("%d bells", d.bells)
		}
		d.keys("k", "up") // no key is stolen
		d.sees("Move: k_")
		d.keys(key)
		d.asks(do)
	}
	d = atTable(t, onlooker, undoing(t, people[1]), kit.Config{})
	d.lacks("ctrl+y")
	d.keys("ctrl+z")
	d.sees("Only who plays can take something back")
}

func TestAfterAnUndoTheScreenGoesOn(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, recorded(t)[:8]), kit.Config{})
	d.keys("[", "[", "[")
	d.sees("after 5 of 8 moves")
	d.table().Expects = 9 // what he played was on its way
	d.show(viewAfter(t, recorded(t)[:3]))
	d.sees("To move: Gold")
	d.show(viewAfter(t, recorded(t)[:4]))
	d.keys("zz")
	d.sees("Your move, White", "Move: zz_")
}

// What was taken back and what was played instead may come in one view.
func TestWhoLooksBackSeesWhatWasPlayedInstead(t *testing.T) {
	words := recorded(t)[:6]
	d := atTable(t, onlooker, viewAfter(t, words), kit.Config{})
	d.keys("[")
	other := append(slices.Clone(words[:4]), "m5-l5", "g2-g3")
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	d.show(viewOf(t, rules.NewGame(v), other))
	if at := d.table().Past.Shown().Position; at != viewOf(t, rules.NewGame(v), other[:5]).Position {
		t.Error("the board shows what was taken back")
	}
}

// Who sits down after he came to look has the cursor on his own side when the game
// begins.
func TestTheCursorBeginsOnOnesOwnSide(t *testing.T) {
	d := atTable(t, people[2], waiting(t, 0), kit.Config{})
	d.show(waiting(t, 0, 1, 2, 3))
	d.show(viewAfter(t, nil))
	d.keys("enter", "up", "enter")
	d.asks(table.Premove)
}

func TestInAStudyUndoJustUndoes(t *testing.T) {
	v := viewAfter(t, recorded(t)[:3])
	for s := range v.Seats {
		v.Seats[s].Player = onlooker
	}
	d := atTable(t, onlooker, v, kit.Config{})
	screen := d.table()
	screen.Study = &kit.Study{Game: v.Terms.Game}
	d.keys("ctrl+z")
	d.asks(table.AskUndo)
	over := *v
	over.Phase, over.Actor = table.Finished, rules.NoSeat
	d.show(&over)
	to, _ := screen.AskUndo()
	if !to.Leave || len(to.Next) != 1 || len(to.Next[0].(*game.Screen).Study.Actions) != 2 {
		t.Errorf("a study that is over leads to %+v", to)
	}
	screen.Study.Score = &assets.Score{}
	d.keys("ctrl+z")
	d.sees("This game is there to be read")
}

// The question that one reads stays there; the next waits.
func TestQuestionsComeOneAfterTheOther(t *testing.T) {
	v := undoing(t, people[1])
	d := atTable(t, people[3], v, kit.Config{Width: 120, Height: 40})
	d.sees("Blinky asks to take back")
	both := *v
	both.Offer = &table.OfferView{By: people[2], Accepted: rules.Seats(0).With(2)}
	d.show(&both)
	d.sees("Blinky asks to take back", "(and 1 more)")
	d.lacks("Pinky offers")
	answered := both
	answered.Undo = nil
	d.show(&answered)
	d.sees("Pinky offers a draw. ctrl+y yes, ctrl+n no")
	d.keys("ctrl+y") // a draw is asked once more
	d.sees("A draw?", "[ Play on ]")
	d.asks()
	d.keys("esc", "ctrl+n")
	d.asks(table.Decline)
	d.show(v)
	d.keys("esc")
	d.show(viewAfter(t, recorded(t)[:5]))
	d.keys("esc", "ctrl+y")
	d.sees("Nobody asks you anything now")
}

func gone(t *testing.T, away time.Duration) (*table.View, time.Time) {
	v := viewAfter(t, recorded(t)[:5])
	now := time.Now()
	v.Seats[3].Gone, v.Seats[3].Present = now.Add(-away), false
	return v, now
}

func TestWhoIsGoneAndForHowLong(t *testing.T) {
	for away, want := range map[time.Duration]string{
		40 * time.Second: "gone <1m", 150 * time.Second: "gone 2m", 200 * time.Minute: "gone 3h", 200 * time.Hour: "gone 8d",
	} {
		v, now := gone(t, away)
		d := atTable(t, people[0], viewAfter(t, recorded(t)[:5]), kit.Config{})
		d.r.env.Clock = func() time.Time { return now }
		d.show(v)
		d.sees(want, "Gone: Clyde. Vote on what to do: ctrl+o")
		if len(d.ticks) != 1 || d.ticks[0] <= 0 || d.ticks[0] > time.Hour+time.Second {
			t.Errorf("%v: it ticks after %v", away, d.ticks)
		}
	}
}

// What would be refused is not offered: about the seat of somebody who has just gone
// nobody votes yet.
func TestOnlyWhatCanBeVotedForIsOffered(t *testing.T) {
	for away, all := range map[time.Duration]bool{10 * time.Second: false, 119 * time.Second: false, 2 * time.Minute: true} {
		v, now := gone(t, away)
		d := atTable(t, people[0], viewAfter(t, recorded(t)[:5]), kit.Config{})
		d.r.env.Clock = func() time.Time { return now }
		d.show(v)
		d.keys("ctrl+o")
		d.sees("Vote to wait for Clyde", "Vote to adjourn")
		if all {
			d.sees("Vote to open the seat of Clyde", "Vote to end the game of Clyde")
			d.lacks("two minutes")
			continue
		}
		d.lacks("Vote to open", "Vote to end")
		d.reads("gone for two minutes, his seat can be voted on too.")
	}
}

func TestVotesAreAMenuAndAQuestion(t *testing.T) {
	v, _ := gone(t, 5*time.Minute)
	d := atTable(t, people[0], v, kit.Config{})
	d.keys("ctrl+o")
	d.sees("[ Nothing ]", "Vote to wait for Clyde", "Vote to adjourn", "Vote to open the seat of Clyde", "Vote to end the game of Clyde")
	d.keys("down", "down", "enter")
	if a := d.house.acts[0]; a.Do != table.Vote || a.Choice != table.Adjourn {
		t.Fatalf("asked for %+v", a)
	}
	v.Votes = []table.VoteView{{By: people[1], Choice: table.Wait}}
	d.show(v)
	d.sees("Blinky votes to wait for Clyde. ctrl+y yes, ctrl+n no")
	d.keys("ctrl+n")
	d.lacks("Blinky votes")
	d.asks(table.Vote)
	d = atTable(t, people[0], v, kit.Config{})
	d.keys("ctrl+y")
	if a := d.house.acts[0]; a.Do != table.Vote || a.Choice != table.Wait {
		t.Fatalf("asked for %+v", a)
	}
	v.Votes = append(v.Votes, table.VoteView{By: people[0], Choice: table.Wait})
	d.show(v)
	d.sees("You vote to wait for Clyde (2 so far)")
	d.keys("ctrl+o")
	d.choose("Take back my vote to wait for Clyde")
	d.asks(table.Vote, table.Unvote)
}

func TestAnAdjournedGameWaits(t *testing.T) {
	v := viewAfter(t, recorded(t)[:4])
	v.Adjourned, v.Legal = true, nil
	d := atTable(t, people[0], v, kit.Config{})
	d.sees("Adjourned", "Clocks stand until all are back, or enough vote to go on: ctrl+o")
	d.lacks("Your move")
	if got := d.r.View().WindowTitle; got != "12: adjourned" {
		t.Errorf("title %q", got)
	}
	d.keys("enter")
	d.sees("The game is adjourned")
	d.keys("esc", "ctrl+o", "down", "enter")
	if a := d.house.acts[0]; a.Do != table.Vote || a.Choice != table.GoOn {
		t.Errorf("asked for %+v", a)
	}
}

func TestAVacatedSeatIsTakenByWhoLooksOn(t *testing.T) {
	v, _ := gone(t, 5*time.Minute)
	v.Seats[3].Vacant, v.Seats[3].Open = true, true
	d := atTable(t, onlooker, v, kit.Config{})
	d.sees("Clyde", "free", "A seat is free: ctrl+o")
	d.keys("ctrl+o", "down", "enter")
	if a := d.house.acts[0]; a.Do != table.Sit || a.Seat != 3 {
		t.Errorf("asked for %+v", a)
	}
}

func TestTheHostMutesAndUnmutes(t *testing.T) {
	v := talking(t, line1(9, onlooker, "buy now"))
	d := atTable(t, people[0], v, kit.Config{})
	d.keys("ctrl+o")
	d.sees("Mute Sue")
	d.choose("Mute Sue")
	if a := d.house.acts[0]; a.Do != table.Mute || a.Whom.ID != onlooker.ID {
		t.Fatalf("asked for %+v", a)
	}
	v.Muted = []player.Player{onlooker}
	d.show(v)
	d.keys("ctrl+o")
	d.sees("Let Sue talk again")
	d = atTable(t, people[1], v, kit.Config{})
	d.keys("ctrl+o")
	d.lacks("Mute", "talk again")
}

// Who has two seats is sent away from one of them: which is said, also where the
// panel is narrow.
func TestSendingAwayNamesTheSeat(t *testing.T) {
	v := waiting(t, 0, 1, 2, 3)
	v.Seats[2].Player, v.Seats[3].Player = people[1], player.Bot(3, 3)
	d := atTable(t, people[0], v, kit.Config{})
	d.sees("Send Blinky away from silver", "Send Blinky away from black", "away from gold")
	d.until("Send Blinky away from black")
	d.keys("enter", "enter")
	if a := d.house.acts[0]; a.Do != table.Unseat || a.Seat != 2 {
		t.Errorf("asked for %+v", a)
	}
	narrow := gameView(t, "quadrochess", nil, nil)
	narrow.Seats, narrow.Phase, narrow.Actor, narrow.Legal = v.Seats, table.Waiting, rules.NoSeat, nil
	d = atTable(t, people[0], narrow, kit.Config{})
	d.sees("Send black-a away", "Send black-b away", "Send white-b away")
}

// until goes down the menu before the game to an entry.
func (d *driver) until(label string) {
	d.t.Helper()
	for range d.table().Entries() {
		if d.table().Menu == label {
			return
		}
		d.keys("down")
	}
	d.sees("> " + label)
}

func TestIdlersAreSentAwayWithAReason(t *testing.T) {
	v := waiting(t, 0, 1)
	d := atTable(t, people[0], v, kit.Config{Width: 120, Height: 40})
	d.sees("Send Blinky away")
	ready := waiting(t, 0, 1)
	ready.Seats[1].Ready, ready.Seats[1].Present = true, true
	d.show(ready)
	d.lacks("Send Blinky away")
	left := waiting(t, 0, 1)
	left.Seats[1].Ready, left.Seats[1].Present = true, false // and keeps them waiting all the same
	d.show(left)
	d.sees("Send Blinky away")
	d.keys("end", "up", "enter")
	d.sees("Why (nothing is fine too):")
	d.keys("we begin", "enter")
	if a := d.house.acts[0]; a.Do != table.Unseat || a.Seat != 1 || a.Text != "we begin" {
		t.Fatalf("asked for %+v", a)
	}
	d.lacks("Why (")
	v = waiting(t, 0)
	v.SentAway = []table.SentAwayView{{Player: people[1], By: v.Host, Seat: 1, Why: "we begin"}}
	d = atTable(t, people[1], v, kit.Config{})
	d.sees("The host sent you away from Silver: we begin")
	d.lacks("Send ")
}

func TestConsentToTalk(t *testing.T) {
	v := gameView(t, "quadrochess", nil, nil)
	seated := waiting(t, 0, 1)
	seated.Variant, seated.Position, seated.Terms = v.Variant, v.Position, v.Terms
	seated.Terms.Talk, seated.Seats[1].Consents = true, true
	d := atTable(t, people[0], seated, kit.Config{Width: 120, Height: 40})
	d.sees("Agree to talk")
	d.reads("only if all agree: 1 of 4 do.")
	d.keys("down", "down", "down", "enter")
	d.asks(table.Consent)
	seated.Seats[0].Consents = true
	d.show(seated)
	d.sees("No talk after all")
	d.reads("only if all agree: 2 of 4 do.")
}

func TestSeatsAndPartners(t *testing.T) {
	v := waiting(t, 0)
	v.Terms.SeatsPerPerson = 1
	d := atTable(t, people[0], v, kit.Config{})
	d.sees("Change to silver")
	d.reads("Each person has one seat.")
	v.Terms.SeatsPerPerson = 2
	v.Seats[1].Player, v.Seats[1].Open = people[0], false
	d.show(v)
	d.lacks("Sit down as", "Change to")
	game := gameView(t, "verney", nil, nil)
	v = waiting(t, 0)
	v.Variant, v.Position = game.Variant, game.Position
	d = atTable(t, people[1], v, kit.Config{Width: 120, Height: 40})
	d.sees(" (with ")
}

func finished(t *testing.T) *table.View {
	v := viewAfter(t, recorded(t))
	v.Phase, v.Actor, v.TalkOpen = table.Finished, rules.NoSeat, true
	return v
}

func TestARematchInOneKey(t *testing.T) {
	for key, onward := range map[string]bool{"r": false, "s": true} {
		d := atTable(t, people[0], finished(t), kit.Config{})
		d.keys(key)
		if a := d.house.acts[0]; a.Do != table.Rematch || a.Onward != onward {
			t.Errorf("%s: asked for %+v", key, a)
		}
	}
	v := finished(t)
	v.Rematch = &table.RematchView{Onward: true, Agreed: rules.Seats(0).With(1)}
	d := atTable(t, people[0], v, kit.Config{Width: 120, Height: 40})
	d.sees("Blinky wants a rematch, seats moved on by one. ctrl+y yes, ctrl+n no")
	d.keys("ctrl+y")
	if a := d.house.acts[0]; a.Do != table.Rematch || !a.Onward {
		t.Errorf("asked for %+v", a)
	}
	d = atTable(t, people[1], v, kit.Config{Width: 120, Height: 40})
	d.sees("You want a rematch, seats moved on by one; the others are asked")
	d.keys("s")
	d.asks(table.NoRematch)
	v.Next = 15
	d.show(v)
	d.sees("The rematch is at table 15: g")
	d.keys("g")
	if next := d.r.stack.Screens[len(d.r.stack.Screens)-1].(*game.Screen); next.Id != 15 || len(d.r.stack.Screens) != 2 {
		t.Errorf("at table %d, with %d screens", next.Id, len(d.r.stack.Screens))
	}
}

func TestTheSamePeopleAreInvitedInOneKey(t *testing.T) {
	d := atTable(t, people[2], finished(t), kit.Config{})
	d.keys("i")
	if len(d.house.created) != 1 || !slices.Equal(d.house.invited, []string{"12 SHA256:inky", "12 SHA256:blinky", "12 SHA256:clyde"}) {
		t.Errorf("made %v, invited %v", d.house.created, d.house.invited)
	}
	d = atTable(t, people[2], finished(t), kit.Config{})
	d.house.createErr = errors.New("you are host of 8 tables")
	d.keys("i")
	d.sees("You are host of 8 tables")
}

func TestTheListOfMovesIsClicked(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		v := viewAfter(t, recorded(t)[:12])
		d := atTable(t, onlooker, v, kit.Config{Width: size[0], Height: size[1]})
		d.r.View()
		spots := slices.Clone(d.table().Past.Spots)
		if len(spots) < 4 {
			t.Fatalf("%d moves are drawn", len(spots))
		}
		for _, s := range spots[:3] {
			d.send(tea.MouseClickMsg{X: s.X + 1, Y: s.Y, Button: tea.MouseLeft})
			if at := d.table().LookedAt(); at != s.Number {
				t.Errorf("a click on move %d leads to %d", s.Number, at)
			}
		}
		d.show(viewAfter(t, recorded(t)[:14]))
		d.sees("of 14 moves. * 2 new.")
	}
}
