package plain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	commandline "quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// patience is how long a test waits for a text before it fails.
const patience = 20 * time.Second

// testLobby is a lobby with sessions of plain mode.
type testLobby struct {
	*testing.T
	lobby *lobby.Lobby
	club  *club.Club
	names *names
}

func newTestLobby(t *testing.T) *testLobby {
	t.Helper()
	return openTestLobby(t, lobby.Config{Store: logtest.NewMemory()})
}

func openTestLobby(t *testing.T, cfg lobby.Config) *testLobby {
	t.Helper()
	opened, err := lobby.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	testClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &testLobby{t, opened, testClub, &names{taken: map[string]player.ID{}}}
}

// names is a directory of accounts in memory.
type names struct {
	mu    sync.Mutex
	taken map[string]player.ID
}

func (n *names) Lookup(context.Context, player.ID) (player.Player, bool, error) {
	return player.Player{}, false, errors.New("nobody looks up names here")
}

func (n *names) Claim(_ context.Context, id player.ID, name string) (player.Player, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	clean, err := player.CleanName(name)
	if err != nil {
		return player.Player{}, err
	}
	if _, taken := n.taken[player.Fold(clean)]; taken {
		return player.Player{}, player.Taken.Refuse(clean)
	}
	n.taken[player.Fold(clean)] = id
	return player.Player{ID: id, Name: clean}, nil
}

// talker is the session of one person in a test.
type talker struct {
	*testLobby
	input chan []byte
	ended chan struct{}

	mu      sync.Mutex
	all     bytes.Buffer
	at      int // number of bytes of the output that the test has read
	changed chan struct{}
}

// come starts a session of a player with the given name. The functions in `change` may modify
// the configuration of the session.
func (h *testLobby) come(name string, change ...func(*Config)) *talker {
	h.Helper()
	p := &talker{testLobby: h, input: make(chan []byte), ended: make(chan struct{}), changed: make(chan struct{})}
	cfg := Config{
		Services: service.Services{
			Lobby:     h.lobby,
			Club:      h.club,
			Directory: h.names,
			Ladder:    strangers{},
		}, Player: player.Player{ID: player.ID("SHA256:" + name), Name: name}, Named: true,
		Input: p.input, Output: p, Guard: func(_ string, f func()) { f() },
	}
	for _, f := range change {
		f(&cfg)
	}
	cfg.Commands = p.commands(cfg.Services)
	ctx, hangUp := context.WithCancel(context.Background())
	go func() {
		defer close(p.ended)
		Run(ctx, cfg)
	}()
	h.Cleanup(func() {
		hangUp()
		<-p.ended
		p.checkBytes(cfg.Terminal)
	})
	return p
}

// strangers is a ladder that knows nobody.
type strangers struct{ club.Ladder }

func (strangers) Called(context.Context, string) (player.Player, bool, error) {
	return player.Player{}, false, nil
}

// commands returns the commands of `ssh HOST COMMAND`, as package server runs them.
func (h *testLobby) commands(services service.Services) Commands {
	at := func(by player.Player) commandline.Session {
		return commandline.Session{
			Services: services, Player: by, Named: true, Terminal: true, Spoken: true, In: strings.NewReader(""), File: io.Discard,
			Admin: &club.Admin{Club: h.club, By: by.ID, Ladder: services.Ladder},
		}
	}
	return Commands{
		List: func(by player.Player) (list []Row) {
			for _, row := range commandline.Prompt(at(by)) {
				list = append(list, Row(row))
			}
			return list
		},
		Run: func(ctx context.Context, by player.Player, line string, out, errs io.Writer) *Open {
			s := at(by)
			s.Out, s.Err = out, errs
			words, err := commandline.Typed(line)
			if err != nil {
				_, _ = fmt.Fprintln(errs, err)
				return nil
			}
			_, open := commandline.Run(ctx, s, words)
			return (*Open)(open)
		},
	}
}

func onTerminal(cfg *Config) { cfg.Terminal = true }

func (p *talker) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all.Write(b)
	close(p.changed)
	p.changed = make(chan struct{})
	return len(b), nil
}

// checkBytes requires that all bytes that were sent to the client are printable text.
func (p *talker) checkBytes(terminal bool) {
	p.Helper()
	for line := range strings.Lines(p.all.String()) {
		if !terminal {
			checkSentence(p.T, line)
			if text := strings.TrimSuffix(line, "\n"); player.Shown(text, lineCells) != text {
				p.Errorf("sent %q, which is not clean", line)
			}
			continue
		}
		text := strings.TrimSuffix(strings.ReplaceAll(line, erase, ""), "\n")
		if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			p.Errorf("sent %q, which is not text", line)
		}
	}
}

// types sends input: a line, or keys if the session has a terminal.
func (p *talker) types(text string) {
	p.Helper()
	select {
	case p.input <- []byte(text):
	case <-p.ended:
		p.Fatalf("the session has ended; wanted to type %q after:\n%s", text, p.all.String())
	}
}

// tell sends a line and waits for a text in the answer.
func (p *talker) tell(line, answer string) string {
	p.Helper()
	p.types(line + "\n")
	return p.hear(answer)
}

// hear waits until the unread output contains a text, and returns the output before that
// text.
func (p *talker) hear(text string) string {
	p.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		p.mu.Lock()
		rest, changed := p.all.String()[p.at:], p.changed
		i := strings.Index(rest, text)
		if i >= 0 {
			p.at += i + len(text)
		}
		p.mu.Unlock()
		if i >= 0 {
			return rest[:i]
		}
		select {
		case <-changed:
		case <-p.ended:
			p.mu.Lock()
			over := !strings.Contains(p.all.String()[p.at:], text)
			p.mu.Unlock()
			if over {
				p.Fatalf("the session ended without %q:\n%s", text, p.all.String())
			}
		case <-limit.C:
			p.Fatalf("waited too long for %q; heard:\n%s", text, rest)
		}
	}
}

// table opens a table with the given options and seats the given people in the order of the
// seats.
func (h *testLobby) table(words string, people ...*talker) {
	h.Helper()
	people[0].tell("new "+words, "is open.")
	for i, p := range people {
		if i > 0 {
			p.tell("table 1", "Table 1: ")
		}
		p.tell("sit", "You sit down as")
	}
	for _, p := range people {
		p.types("ready\n")
	}
	for _, p := range people {
		p.hear("The game starts.")
	}
}

func TestFirstVisitAsksForAName(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("x", func(cfg *Config) { cfg.Named, cfg.Player.Name = false, "" })
	p.hear("Which name do you want?")
	p.tell("admin", "Which name do you want?")
	p.tell("\x1b]0;evil\x07", "cannot be used here")
	p.tell("Inky", "You are Inky.")
	q := h.come("y", func(cfg *Config) { cfg.Named, cfg.Player.Name = false, "" })
	q.hear("name do you want?")
	q.tell("inky", "taken")
	q.tell("Blinky", "2 people are here.")
	p.tell("who", "2 people are here: Blinky and Inky.")
	p.tell("quit", "Goodbye.")
	<-p.ended
	q.tell("who", "1 person is here: Blinky.")
	close(q.input)
	<-q.ended
}

func TestNewAsksForGameAndOptions(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	p.tell("new", "Which game?")
	p.tell("whist", "No game \"whist\"")
	p.tell("Verney", "First, default yellow.")
	p.tell("white", "Clock, default none.")
	p.tell("soon", "5+10")
	p.tell("5+10", "Touch, default on.")
	p.tell("off", "Rated, default off.")
	p.tell("perhaps", "Rated cannot be perhaps.")
	p.tell("", "Chat, default off.")
	p.tell("", "Seats-per-person, default 2.")
	p.tell("4", "Private, default off.")
	p.tell("", "Bots, default none.")
	p.tell("", "Table 1 is open.")
	p.hear("first move white, 5 minutes, and 10 seconds more for each move, no chat during the game.")
	p.tell("leave", "You are in the lobby: 1 table")
	p.tell("new forchess", "Cutthroat, default off.")
	p.tell("no", "Cancelled.")
	p.tell("tables", "Your table 1: ")
	p.hear("opened by Inky, waiting for players, yellow open, red open, white open, black open.")
}

// TestEventsAreReported checks that, when something happens at a table, the other people
// there learn of it in one sentence.
func TestEventsAreReported(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky, sue := h.come("Inky"), h.come("Blinky", onTerminal), h.come("Sue")
	h.table("chess4 armies=white,black clock=5+10 chat=open", inky, blinky)
	sue.tell("watch 1", "White to move.")
	inky.hear("Your move, White.")
	blinky.hear("White to move.")
	inky.tell("m7 to k7", "You play pawn from m7 to k7.")
	blinky.hear("Inky, White: pawn from m7 to k7.")
	blinky.hear("Your move, Black.")
	sue.hear("Inky, White: pawn from m7 to k7.\nBlack to move.")
	blinky.types("say good luck\r")
	inky.hear("Blinky says: good luck.")
	sue.hear("Blinky says: good luck.")
	sue.tell("chat nice pawn", "Sent.")
	blinky.types("a5 c6\r")
	sue.hear("Blinky, Black: knight from a5 to c6.")
	if got := inky.hear("Your move, White."); strings.Contains(got, "nice pawn") {
		t.Errorf("a player heard the gallery: %q", got)
	}
	inky.tell("draw", "Offer a draw? The game is drawn if all remaining players accept in the same round. Type yes or no.")
	inky.tell("perhaps", "Type yes or no.")
	inky.tell("yes", "You offered a draw")
	inky.tell("draw", "You offered a draw; waiting for Blinky.\nTo withdraw the draw, type \"decline\".")
	blinky.hear(present.DrawRule + "\nType \"accept\" or \"decline\".")
	blinky.types("decline\r")
	inky.hear("Blinky declined your draw.")
	inky.tell("clocks", "White 5 minutes")
	inky.tell("resign", "Resign white?")
	inky.tell("yes", "The game is over: Black wins")
	inky.hear("Scores: White 2, Black 3.")
	for _, p := range []*talker{blinky, sue} {
		p.hear("The game is over: Black wins")
	}
	blinky.types("rematch\r")
	inky.hear("Blinky wants a rematch")
	inky.tell("rematch", "The rematch is at table 2: type \"table 2\".")
	inky.tell("table 2", "Table 2: ")
	inky.tell("who", "White: you")
}

// At a touch-move table, plain mode explains the rule and asks for confirmation before it
// lifts a piece.
func TestLifting(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	p.tell("new verney seats-per-person=4", "is open.")
	for range 4 {
		p.tell("sit", "You sit down as")
	}
	p.tell("ready", "Your move, Yellow.")
	p.tell("lift h2", "Lift the pawn on h2? A touched piece must move. Type yes or no.")
	p.tell("no", "Cancelled.")
	p.tell("lift h2", "Type yes or no.")
	p.tell("yes", "You touched the pawn on h2, so it must move.")
	p.tell("g2-g3", "You touched the pawn on h2, so it must move.")
	p.tell("moves", "Pawn h2: h3.\n")
	p.tell("square hotel 2", "h2: yellow pawn, lifted: it must move.")
	p.tell("h3", "You, Yellow, play pawn from h2 to h3.")
	p.tell("lift a7", "You have no piece there that can move")
	p.tell("takeback", "There are no takebacks with touch")
}

func TestReadingTheBoard(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	p.tell("new chess4 seats-per-person=4", "is open.")
	for range 4 {
		p.tell("sit", "You sit down as")
	}
	p.tell("ready", "Your move, White.")
	for _, says := range [][2]string{
		{"board silver", "Silver, you: king g1, queen h1, rooks d1 and k1, bishops f1 and i1, knights e1 and j1, pawns d2, e2, f2, " +
			"g2, h2, i2, j2 and k2."},
		{"square n7", "n7: white king."},
		{"square L 7", "l7: empty."},
		{"square kilo 3", "k3: empty."},
		{"square z9", "No square \"z9\": the squares go from a to n and 1 to 14, without the corners."},
		{"row d", "Row d: d1 silver rook, d2 silver pawn, 10 empty, d13 gold pawn, d14 gold rook."},
		{"file 7", "File 7: a7 black queen, b7 black pawn, 10 empty, m7 white pawn, n7 white king."},
		{"around n4", "Around n4: ahead m4 white pawn, ahead right m5 white pawn, right n5 white knight, back right the edge, back " +
			"the edge, back left the edge, left the edge, ahead left the edge."},
		{"moves of n5", "Knight n5: "},
		{"moves n4", "The rook on n4 cannot move."},
		{"turn", "Your move, White."},
		{"checks", "No seat is in check."},
		{"last", "Nothing has been played yet."},
		{"clocks", "There is no clock at this table."},
		{"who", "White: you."},
		{"history 0", "is not a number"},
		{"nonsense", "is not a move"},
		{"m7-k8", "pawn"},
		{"keep purple", "There is no seat \"purple\""},
		{"help new", "New GAME [OPTION=VALUE ...]: open a table and print its number.\nGAME: a game from the list below."},
		{"help moves", "Moves [of SQUARE]: list the legal moves."},
		{"help nonsense", "No command \"nonsense\" here"},
		{"rules nonsense", "Type \"rules\" and the name of a game: " + present.List(gameNames())},
		{"rules", "Type \"more\" for the other"},
		{"more", "Type \"more\" for the other"},
	} {
		p.tell(says[0], says[1])
	}
	p.tell("spell", "Spelling is on.")
	p.tell("square k3", "Kilo 3: empty.")
	p.tell("mike seven lima 7", "mike") // the digit 7 may be typed as the word seven
	p.tell("mike 7 kilo 7", "You, White, play pawn from mike 7 to kilo 7.")
	p.tell("board", "The pawn on kilo 7 can be captured en passant on lima 7 by Silver, Black and Gold.")
	p.tell("short", "Short sentences.")
	p.tell("j1 k3", "You, Silver, play knight from juliett 1 to kilo 3.\nYour move, Black.\n")
	p.tell("history 1", "2: You, Silver, play")
}

// TestPromotionIsAsked checks that plain mode asks to which piece a pawn promotes if there
// are several possibilities.
// TestForgivingMoves types moves with blanks, small letters and dashes. Each plays the move that
// is meant, or none.
func TestForgivingMoves(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	p.tell("new chess4 seats-per-person=4 clock=none", "is open.")
	for range 4 {
		p.tell("sit", "You sit down as")
	}
	p.tell("ready", "Your move")
	p.tell("N", "not a move")
	p.tell("N l6", "n5")
	p.tell("n\u2013k3", "j1")
	p.tell("knight j14 to k12", "belongs to Gold")
	p.tell("\ufeffknight alfa 5 takes charlie 6", "a5")
	p.tell("j 14 i 12", "j14")
}

// TestLastLineWithoutAnEnd sends a file whose first line begins with a byte order mark and whose
// last line has no end.
func TestLastLineWithoutAnEnd(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	p.types("\ufeffwho\u00a0\r\nhelp who")
	close(p.input)
	p.hear("1 person is here: Inky.")
	p.hear("who")
	<-p.ended
	if all := p.all.String(); strings.Contains(all, "cannot be used") || strings.Count(all, "\n") < 3 {
		t.Errorf("printed %q", all)
	}
}

func TestPromotionIsAsked(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	p.tell("new forchess cutthroat=on seats-per-person=4", "is open.")
	for range 4 {
		p.tell("sit", "You sit down as")
	}
	p.tell("ready", "Your move")
	record, err := os.ReadFile("../../../rules/forchess/testdata/cutthroat-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	actions := rules.SplitRecord(string(record))
	for _, action := range actions[:len(actions)-1] {
		p.tell(action, "Your move")
	}
	p.tell("g1 h1", "Promote to queen, rook, bishop, knight? Type \"no\" to cancel.")
	p.tell("king", "Promote to")
	p.tell("no", "Cancelled.")
	p.tell("G1-H1", "Promote to")
	p.tell("bishop", "with the pawn from g1, becoming a bishop.")
	p.hear("Northeast wins as the last one standing.")
}

// TestNewsWhileTyping checks that plain mode shows an unfinished line again if news has
// interrupted it.
func TestNewsWhileTyping(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky := h.come("Inky", onTerminal), h.come("Blinky")
	h.table("chess4 armies=white,black", inky, blinky)
	inky.hear("Your move, White.\n")
	inky.types("m7-")
	inky.hear("m7-")
	blinky.tell("draw", "Type yes or no.")
	blinky.tell("yes", "You offered a draw")
	inky.hear("\nBlinky offers a draw.\n" + present.DrawRule + "\nType \"accept\" or \"decline\".\nm7-")
	inky.types("k8\x7f7\r")
	inky.hear("k8" + erase + "7\nYou play pawn from m7 to k7.")
	inky.types("half a line\x15turn\r")
	inky.hear("half a line\nturn\nBlack to move.")
	inky.types("\x03")
	inky.hear("Quit? Type yes or no.")
	inky.types("\x03")
	inky.hear("You keep your seat")
	<-inky.ended
}

// Control characters in names are removed.
func TestHostileNamesAreCleaned(t *testing.T) {
	h := newTestLobby(t)
	evil := player.Player{ID: "SHA256:evil", Name: "\x1b]0;x\x07\u202eevil\r\nYour turn, White."}
	terms, err := setup.ParseTerms([]string{"chess4"})
	if err != nil {
		t.Fatal(err)
	}
	p := h.come("Inky") // the cleanup of this session checks all output when the test ends
	if _, err := h.lobby.Create(t.Context(), evil, terms); err != nil {
		t.Fatal(err)
	}
	p.tell("tables", "opened by ??0?x??evil??Your t")
	p.tell("table 1", "Table 1: ")
	p.tell(fmt.Sprintf("square %s", strings.Repeat("x", 600)), "too long")
	p.tell("\x1b[31m", "character")
	p.tell("\xff\xfe", "UTF-8")
}
