package game

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/internal/ui/uitest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestChat(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], uitest.Chatting(t), kit.Config{Width: size[0], Height: size[1]})
		d.Keys("'", "hello k7?")
		d.Sees("Chat: hello k7?_")
		d.Keys("enter")
		d.Asks(table.Chat)
		if a := d.Backend.Commands[0]; a.Text != "hello k7?" {
			t.Errorf("said %q", a.Text)
		}
		d.Lacks("Chat: hello")
		d.show(uitest.Chatting(t, uitest.Line(30, uitest.People[0], "hello k7?"), uitest.Line(31, uitest.People[1], "good evening")))
		d.Sees("Inky: hello k7?", "* Blinky: good evening")
		d.Keys("left") // somebody is there: it is seen
		d.Lacks("* Blinky")
	}
}

func TestRefusedChatLineStays(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.Chatting(t), kit.Config{Width: 120, Height: 40})
	d.Backend.Answer = func(table.Command) error { return errors.New("too many chat lines") }
	d.Keys("'", "again", "enter")
	d.Sees("Chat: again_", "Too many chat lines")
	d.Keys("esc")
	d.Lacks("Chat: again", "Too many")
	d.Keys("k7", "enter") // moves are typed again
	if a := d.Backend.Commands[1]; a.Kind != table.Play {
		t.Errorf("asked for %+v", a)
	}
}

func TestChatIsOffForPlayersOnly(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("'")
	d.Sees("Chat is off during the game")
	d = atTable(t, uitest.Spectator, v, kit.Config{})
	d.Keys("'", "who wins?")
	d.Sees("Spectator chat: who wins?_")
	v.SpectatorChat = []table.ChatLine{uitest.Line(9, uitest.People[3], "black does")}
	d.show(v)
	d.Sees("(Clyde) black does")
}

// Lines of talk may be written from right to left: nothing stands to the right of
// them.
func TestNothingIsDrawnAfterChat(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], uitest.Chatting(t, uitest.Line(9, uitest.People[1], "שלום")), kit.Config{Width: size[0], Height: size[1]})
		for _, row := range d.Text() {
			if i := strings.Index(row, "שלום"); i >= 0 && strings.TrimSpace(row[i+len("שלום"):]) != "" {
				t.Errorf("%q", row)
			}
		}
		d.Sees("Blinky: שלום")
	}
}

func TestChatHidesBeforeMoves(t *testing.T) {
	v := uitest.Chatting(t, uitest.Line(9, uitest.People[1], "hm"))
	v.Moves = uitest.ViewAfter(t, uitest.Recorded(t)[:8]).Moves
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 80, Height: 24})
	d.Sees("Blinky: hm", " 1 ")
	v = uitest.GameView(t, "forchess", nil, nil) // whose moves stand below the board
	v.ChatOpen, v.Chat = true, []table.ChatLine{uitest.Line(9, uitest.People[1], "hm")}
	d = atTable(t, uitest.People[0], v, kit.Config{Width: 80, Height: 24})
	seen := strings.Contains(strings.Join(d.Text(), "\n"), "Blinky: hm")
	if counted := strings.Contains(d.Text()[0], "* 1 new chat: \""); seen == counted {
		t.Errorf("drawn %v, counted %v:\n%s", seen, counted, strings.Join(d.Text(), "\n"))
	}
}

func TestChatReader(t *testing.T) {
	var lines []table.ChatLine
	for i := range 60 {
		lines = append(lines, uitest.Line(10+i, uitest.People[1], "line "+strings.Repeat("i", i)))
	}
	lines = append(lines, uitest.Line(90, uitest.People[2], strings.Repeat("w", 250)))
	d := atTable(t, uitest.People[0], uitest.Chatting(t, lines...), kit.Config{})
	d.Keys("\"")
	d.Sees("Chat", strings.Repeat("w", 60), "Pinky:")
	d.Keys("home")
	d.Sees("Blinky: line i")
	d.Keys("esc")
	d.Sees("Your move")
}

func TestPremove(t *testing.T) {
	v := uitest.ViewAfter(t, nil) // white is to move
	for name, keys := range map[string]func(d *driver){
		"cursor": func(d *driver) { d.Keys("enter", "up", "enter") },
		"typed":  func(d *driver) { d.Keys("b7-c7", "enter") },
		"own":    func(d *driver) { d.Keys("c7", "enter") },
		"mouse":  func(d *driver) { d.Click("b7"); d.Release("b7"); d.Click("c7") },
		"drag":   func(d *driver) { d.Click("b7"); d.Release("c7") },
	} {
		d := atTable(t, uitest.People[2], v, kit.Config{})
		keys(d)
		d.Asks(table.Premove)
		if d.Plays("b7-c7"); d.Backend.Commands[0].Seat != 2 {
			t.Errorf("%s: seat %d", name, d.Backend.Commands[0].Seat)
		}
		set := *v
		set.Premoves = []table.PremoveView{{Seat: 2, Action: d.Backend.Commands[0].Action, Plain: "b7-c7"}}
		d.show(&set)
		d.Sees("Premove b7-c7. Esc cancels.")
		d.Keys("home", "end", "left")
		if name == "typed" && !strings.Contains(d.Square("c7"), ":") {
			t.Errorf("%s: it is not marked: %q", name, d.Square("c7"))
		}
		d.Keys("esc")
		d.Asks(table.Premove, table.CancelPremove)
		d.Lacks("Back to the lobby?")
	}
}

func TestDroppedPremoveIsReported(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:2])
	v.Premoves = []table.PremoveView{{Seat: 2, Action: rules.NewMove(3, 4), Plain: "b7-c7", Dropped: true}}
	d := atTable(t, uitest.People[2], v, kit.Config{})
	d.Sees("Your move, Black", "Premove b7-c7 was not legal, and is dropped")
	d.Keys("esc")
	d.Sees("Back to the lobby?")
}

func TestInvalidPremoveIsRefused(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("zz", "enter")
	d.Sees("is not a premove")
	d.Keys("esc")
	d.Click("m7")
	d.Sees("The pawn on m7 is white's")
	d.Asks()
}

// Possible premoves are legal moves of positions in which it is not the player's turn;
// every game accepts such positions.
func TestPremoveInEveryGame(t *testing.T) {
	for _, name := range []string{"chess4", "verney", "quadrochess", "forchess"} {
		views := uitest.ViewsFrom(t, rules.NewGame(uitest.GameView(t, name, nil, nil).Variant), uitest.Opening(t, name))
		for n, v := range views {
			for s, who := range uitest.People {
				d := New(&kit.Env{Me: who, Ctx: t.Context()}, nav.Table{})
				d.View = v
				list := d.Premoves.Candidates()
				if rules.Seat(s) == v.Actor || v.Phase != table.Playing || v.Position.State[s] != rules.Playing {
					continue
				}
				for _, a := range list {
					plain := rules.Plain(v.Variant.Facts(), rules.Seat(s), a)
					if got, err := rules.ParsePremove(v.Variant, &v.Position, d.requests.mySeats(), plain); err != nil || got != a {
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

func TestTakeback(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
	d.Keys("ctrl+z")
	d.Asks(table.OfferTakeback)

	d = atTable(t, uitest.People[1], uitest.TakingBack(t, uitest.People[1]), kit.Config{})
	d.Sees("You ask to take back Nk3; waiting for the others")
	d.Keys("ctrl+z")
	d.Asks(table.DeclineTakeback)

	for key, do := range map[string]table.CommandKind{"ctrl+y": table.AcceptTakeback, "ctrl+n": table.DeclineTakeback} {
		d = atTable(t, uitest.People[3], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
		d.show(uitest.TakingBack(t, uitest.People[1]))
		d.Sees("Blinky asks to take back Nk3. ctrl+y yes, ctrl+n no")
		if d.Bells != 1 {
			t.Errorf("%d bells", d.Bells)
		}
		d.Keys("k", "up") // no key is stolen
		d.Sees("Move: k_")
		d.Keys(key)
		d.Asks(do)
	}
	d = atTable(t, uitest.Spectator, uitest.TakingBack(t, uitest.People[1]), kit.Config{})
	d.Lacks("ctrl+y")
	d.Keys("ctrl+z")
	d.Sees("Only players can ask for a takeback")
}

func TestInputAfterTakeback(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:8]), kit.Config{})
	d.Keys("[", "[", "[")
	d.Sees("move 5 of 8")
	d.table().Link.expectedMoves = 9 // a move was on its way
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:3]))
	d.Sees("To move: Gold")
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:4]))
	d.Keys("zz")
	d.Sees("Your move, White", "Move: zz_")
}

// A takeback and the move played instead may arrive in one view.
func TestLookingBackAfterTakeback(t *testing.T) {
	words := uitest.Recorded(t)[:6]
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, words), kit.Config{})
	d.Keys("[")
	other := append(slices.Clone(words[:4]), "m5-l5", "g2-g3")
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	d.show(uitest.ViewOf(t, rules.NewGame(v), other))
	if at := d.table().History.past.shown().Position; at != uitest.ViewOf(t, rules.NewGame(v), other[:5]).Position {
		t.Error("the board shows what was taken back")
	}
}

// A spectator who takes a seat has the cursor on that seat's side when the game
// starts.
func TestCursorBeginsOnOwnSide(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.Waiting(t, 0), kit.Config{})
	d.show(uitest.Waiting(t, 0, 1, 2, 3))
	d.show(uitest.ViewAfter(t, nil))
	d.Keys("enter", "up", "enter")
	d.Asks(table.Premove)
}

func TestTakebackOnAnalysisBoard(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:3])
	for s := range v.Seats {
		v.Seats[s].Player = uitest.Spectator
	}
	d := atTable(t, uitest.Spectator, v, kit.Config{})
	screen := d.table()
	screen.Study = &study{game: v.Terms.Game}
	d.Keys("ctrl+z")
	d.Asks(table.OfferTakeback)
	over := *v
	over.Phase, over.Actor = table.Finished, rules.NoSeat
	d.show(&over)
	to, _ := screen.requests.askTakeback()
	if !to.Leave || len(to.Next) != 1 || len(to.Next[0].(*Screen).Study.actions) != 2 {
		t.Errorf("a study that is over leads to %+v", to)
	}
	screen.Study.score = &assets.AnnotatedGame{}
	d.Keys("ctrl+z")
	d.Sees("This game is read-only")
}

// The question that one reads stays there; the next waits.
func TestQuestionsQueue(t *testing.T) {
	v := uitest.TakingBack(t, uitest.People[1])
	d := atTable(t, uitest.People[3], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Blinky asks to take back")
	both := *v
	both.Offer = &table.OfferView{By: uitest.People[2], Accepted: rules.Seats(0).With(2)}
	d.show(&both)
	d.Sees("Blinky asks to take back", "(and 1 more)")
	d.Lacks("Pinky offers")
	answered := both
	answered.Takeback = nil
	d.show(&answered)
	d.Sees("Pinky offers a draw. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+y") // a draw is asked once more
	d.Sees("Draw", "[ Play on ]")
	d.Asks()
	d.Keys("esc", "ctrl+n")
	d.Asks(table.DeclineDraw)
	d.show(v)
	d.Keys("esc")
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:5]))
	d.Keys("esc", "ctrl+y")
	d.Sees("Nothing to answer")
}

func TestAwayPlayers(t *testing.T) {
	for away, want := range map[time.Duration]string{
		40 * time.Second: "away <1m", 150 * time.Second: "away 2m", 200 * time.Minute: "away 3h", 200 * time.Hour: "away 8d",
	} {
		v, now := uitest.PlayerAway(t, away)
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
		d.Env.Clock = func() time.Time { return now }
		d.show(v)
		d.Sees(want, "Away: Clyde. Vote: ctrl+o")
		if len(d.Ticks) != 1 || d.Ticks[0] <= 0 || d.Ticks[0] > time.Hour+time.Second {
			t.Errorf("%v: it ticks after %v", away, d.Ticks)
		}
	}
}

// What would be refused is not offered: about the seat of somebody who has just gone
// nobody votes yet.
func TestVoteChoices(t *testing.T) {
	for away, all := range map[time.Duration]bool{10 * time.Second: false, 119 * time.Second: false, 2 * time.Minute: true} {
		v, now := uitest.PlayerAway(t, away)
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
		d.Env.Clock = func() time.Time { return now }
		d.show(v)
		d.Keys("ctrl+o")
		d.Sees("Vote to wait for Clyde", "Vote to adjourn")
		if all {
			d.Sees("Vote to open the seat of Clyde", "Vote to end the game of Clyde")
			d.Lacks("two minutes")
			continue
		}
		d.Lacks("Vote to open", "Vote to end")
		d.Reads("away for two minutes, you can vote on their seat.")
	}
}

func TestVotes(t *testing.T) {
	v, _ := uitest.PlayerAway(t, 5*time.Minute)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Sees("[ Cancel ]", "Vote to wait for Clyde", "Vote to adjourn", "Vote to open the seat of Clyde", "Vote to end the game of Clyde")
	d.Keys("down", "down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Vote || a.Choice != table.Adjourn {
		t.Fatalf("asked for %+v", a)
	}
	v.Votes = []table.VoteView{{By: uitest.People[1], Choice: table.Wait}}
	d.show(v)
	d.Sees("Blinky votes to wait for Clyde. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+n")
	d.Lacks("Blinky votes")
	d.Asks(table.Vote)
	d = atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+y")
	if a := d.Backend.Commands[0]; a.Kind != table.Vote || a.Choice != table.Wait {
		t.Fatalf("asked for %+v", a)
	}
	v.Votes = append(v.Votes, table.VoteView{By: uitest.People[0], Choice: table.Wait})
	d.show(v)
	d.Sees("You voted to wait for Clyde (2 so far)")
	d.Keys("ctrl+o")
	d.Choose("Withdraw my vote to wait for Clyde")
	d.Asks(table.Vote, table.Unvote)
}

func TestAdjournedGame(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
	v.Adjourned, v.Legal = true, nil
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("Adjourned", "Clocks are stopped until all return. Vote to resume: ctrl+o")
	d.Lacks("Your move")
	if got := d.Model.View().WindowTitle; got != "12: adjourned" {
		t.Errorf("title %q", got)
	}
	d.Keys("enter")
	d.Sees("The game is adjourned")
	d.Keys("esc", "ctrl+o", "down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Vote || a.Choice != table.Resume {
		t.Errorf("asked for %+v", a)
	}
}

func TestSpectatorTakesOverSeat(t *testing.T) {
	v, _ := uitest.PlayerAway(t, 5*time.Minute)
	v.Seats[3].Vacant, v.Seats[3].Open = true, true
	d := atTable(t, uitest.Spectator, v, kit.Config{})
	d.Sees("Clyde", "open", "A seat is open: ctrl+o")
	d.Keys("ctrl+o", "down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 3 {
		t.Errorf("asked for %+v", a)
	}
}

func TestHostMutesAndUnmutes(t *testing.T) {
	v := uitest.Chatting(t, uitest.Line(9, uitest.Spectator, "buy now"))
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Sees("Mute Sue")
	d.Choose("Mute Sue")
	if a := d.Backend.Commands[0]; a.Kind != table.Mute || a.Target.ID != uitest.Spectator.ID {
		t.Fatalf("asked for %+v", a)
	}
	v.Muted = []player.Player{uitest.Spectator}
	d.show(v)
	d.Keys("ctrl+o")
	d.Sees("Unmute Sue")
	d = atTable(t, uitest.People[1], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Lacks("Mute", "Unmute")
}

// The entry to remove a player with two seats names the seat, also in a narrow panel.
func TestRemovalNamesSeat(t *testing.T) {
	v := uitest.Waiting(t, 0, 1, 2, 3)
	v.Seats[2].Player, v.Seats[3].Player = uitest.People[1], player.Bot(3, 3)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("Remove Blinky from silver", "Remove Blinky from black", "from gold")
	d.Until("Remove Blinky from black")
	d.Keys("enter", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Unseat || a.Seat != 2 {
		t.Errorf("asked for %+v", a)
	}
	narrow := uitest.GameView(t, "quadrochess", nil, nil)
	narrow.Seats, narrow.Phase, narrow.Actor, narrow.Legal = v.Seats, table.Waiting, rules.NoSeat, nil
	d = atTable(t, uitest.People[0], narrow, kit.Config{})
	d.Sees("Remove black-a", "Remove black-b", "Remove white-b")
}

func TestRemovalAsksForReason(t *testing.T) {
	v := uitest.Waiting(t, 0, 1)
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Remove Blinky")
	ready := uitest.Waiting(t, 0, 1)
	ready.Seats[1].Ready, ready.Seats[1].Present = true, true
	d.show(ready)
	d.Lacks("Remove Blinky")
	left := uitest.Waiting(t, 0, 1)
	left.Seats[1].Ready, left.Seats[1].Present = true, false // and keeps them waiting all the same
	d.show(left)
	d.Sees("Remove Blinky")
	d.Keys("end", "up", "enter")
	d.Sees("Reason (optional):")
	d.Keys("we begin", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Unseat || a.Seat != 1 || a.Text != "we begin" {
		t.Fatalf("asked for %+v", a)
	}
	d.Lacks("Why (")
	v = uitest.Waiting(t, 0)
	v.Removals = []table.RemovalView{{Player: uitest.People[1], By: v.Host, Seat: 1, Reason: "we begin"}}
	d = atTable(t, uitest.People[1], v, kit.Config{})
	d.Sees("The host removed you from Silver: we begin")
	d.Lacks("Send ")
}

func TestChatConsent(t *testing.T) {
	v := uitest.GameView(t, "quadrochess", nil, nil)
	seated := uitest.Waiting(t, 0, 1)
	seated.Variant, seated.Position, seated.Terms = v.Variant, v.Position, v.Terms
	seated.Terms.Chat, seated.Seats[1].AcceptsChat = true, true
	d := atTable(t, uitest.People[0], seated, kit.Config{Width: 120, Height: 40})
	d.Sees("Accept chat")
	d.Reads("only if all accept: 1 of 4 so far.")
	d.Keys("down", "down", "down", "enter")
	d.Asks(table.AcceptChat)
	seated.Seats[0].AcceptsChat = true
	d.show(seated)
	d.Sees("Decline chat")
	d.Reads("only if all accept: 2 of 4 so far.")
}

func TestSeatsAndPartners(t *testing.T) {
	v := uitest.Waiting(t, 0)
	v.Terms.SeatsPerPerson = 1
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("Change to silver")
	d.Reads("One seat per player.")
	v.Terms.SeatsPerPerson = 2
	v.Seats[1].Player, v.Seats[1].Open = uitest.People[0], false
	d.show(v)
	d.Lacks("Sit down as", "Change to")
	game := uitest.GameView(t, "verney", nil, nil)
	v = uitest.Waiting(t, 0)
	v.Variant, v.Position = game.Variant, game.Position
	d = atTable(t, uitest.People[1], v, kit.Config{Width: 120, Height: 40})
	d.Sees(" (with ")
}

func TestRematchInOneKey(t *testing.T) {
	for key, onward := range map[string]bool{"r": false, "s": true} {
		d := atTable(t, uitest.People[0], uitest.Finished(t), kit.Config{})
		d.Keys(key)
		if a := d.Backend.Commands[0]; a.Kind != table.OfferRematch || a.Rotate != onward {
			t.Errorf("%s: asked for %+v", key, a)
		}
	}
	v := uitest.Finished(t)
	v.Rematch = &table.RematchView{Rotate: true, Accepted: rules.Seats(0).With(1)}
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Blinky wants a rematch, seats rotated. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+y")
	if a := d.Backend.Commands[0]; a.Kind != table.OfferRematch || !a.Rotate {
		t.Errorf("asked for %+v", a)
	}
	d = atTable(t, uitest.People[1], v, kit.Config{Width: 120, Height: 40})
	d.Sees("You want a rematch, seats rotated; waiting for the others")
	d.Keys("s")
	d.Asks(table.DeclineRematch)
	v.Next = 15
	d.show(v)
	d.Sees("Rematch: table 15. Press g")
	d.Keys("g")
	if next := d.Stack.Screens[len(d.Stack.Screens)-1].(*Screen); next.Id != 15 || len(d.Stack.Screens) != 2 {
		t.Errorf("at table %d, with %d screens", next.Id, len(d.Stack.Screens))
	}
}

func TestInviteSamePlayers(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.Finished(t), kit.Config{})
	d.Backend.Enter(uitest.People[:]...)
	d.Keys("i")
	if made := d.Backend.Created(uitest.People[2].ID); len(made) != 1 {
		t.Errorf("made %+v", made)
	}
	for i, p := range uitest.People {
		if list := d.Backend.Invited(t, p.ID); (len(list) == 1) != (i != 2) {
			t.Errorf("%s has %+v", p.Name, list)
		}
	}
	d = atTable(t, uitest.People[2], uitest.Finished(t), kit.Config{})
	refused := d.Backend.Fill(t, uitest.People[2])
	d.Keys("i")
	d.Reads(phrase.Capital(refused.Error()))
}

func TestClickOnMoveList(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		v := uitest.ViewAfter(t, uitest.Recorded(t)[:12])
		d := atTable(t, uitest.Spectator, v, kit.Config{Width: size[0], Height: size[1]})
		_, spots := d.layout()
		if len(spots) < 4 {
			t.Fatalf("%d moves are drawn", len(spots))
		}
		for _, s := range spots[:3] {
			d.Send(tea.MouseClickMsg{X: s.X + 1, Y: s.Y, Button: tea.MouseLeft})
			if at := d.table().History.LookedAt(); at != s.Number {
				t.Errorf("a click on move %d leads to %d", s.Number, at)
			}
		}
		d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:14]))
		d.Sees("of 14 (2 new).")
	}
}
