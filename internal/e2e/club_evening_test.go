package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// eveningRun is an evening held over ssh, with its organiser and players.
type eveningRun struct {
	*testing.T
	*testServer
	people    map[string]*commandPlayer
	secretary *commandPlayer
}

// gather connects players and gives them names.
func (d *eveningRun) gather(names ...string) {
	d.Helper()
	for _, name := range names {
		d.people[name] = newCommandPlayer(d.T, name)
		d.people[name].mustRun(d.T, d.address, "name '"+name+"'")
	}
}

// run runs a command as the organiser.
func (d *eveningRun) run(command string) string {
	d.Helper()
	return d.secretary.mustRun(d.T, d.address, "evening "+command)
}

// checkRefusal checks that a command is refused with the given text.
func (d *eveningRun) checkRefusal(who *commandPlayer, command, want string) {
	d.Helper()
	if out, err := who.run(d.address, command); err == nil || !strings.Contains(err.Error(), want) {
		d.Errorf("%s runs %s: %q, %v; want %q", who.name, command, out, err, want)
	}
}

// restart kills the server and starts it again.
func (d *eveningRun) restart() {
	d.Helper()
	d.kill()
	for _, who := range d.people {
		who.disconnect()
	}
	d.start()
}

// eveningBoard is one board of a round: its table, and the name of the player on each seat.
type eveningBoard struct {
	table int
	seats map[string]string
}

// boards returns the boards and byes that `evening show` prints.
func (d *eveningRun) boards() (list []eveningBoard, byes []string) {
	d.Helper()
	for line := range strings.Lines(d.people["Bob"].mustRun(d.T, d.address, "evening show")) {
		line = strings.TrimSpace(line)
		var n, id int
		if out, ok := strings.CutPrefix(line, "bye: "); ok {
			byes = strings.Split(out, ", ")
		}
		if _, err := fmt.Sscanf(line, "board %d table %d", &n, &id); err != nil {
			continue
		}
		b := eveningBoard{id, map[string]string{}}
		for _, word := range strings.Fields(line)[5:] {
			seat, name, _ := strings.Cut(word, "=")
			b.seats[seat], _, _ = strings.Cut(name, "(")
		}
		list = append(list, b)
	}
	return list, byes
}

// wantState checks the state that `evening show` prints for a board. It was "open" for a board
// in play.
func (d *eveningRun) wantState(board int, state string) {
	d.Helper()
	out := d.run("show")
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 5 && words[0] == "board" && words[1] == fmt.Sprint(board) && words[4] == state {
			return
		}
	}
	d.Errorf("board %d is not %q: %s", board, state, out)
}

// startRound starts a round on the organiser's screen.
func (d *eveningRun) startRound(round int) {
	d.Helper()
	page := sshtest.Open(d.T, sshtest.Dial(d.T, d.address, sshtest.KeyAuth(d.secretary.key)), "secretary", 80, 24, "")
	defer page.Close()
	page.See(d.T, "Press e.")
	d.must(page.Type("e"))
	page.See(d.T, "n next round")
	d.must(page.Type("n"))
	page.See(d.T, fmt.Sprintf("Press n again to start round %d", round))
	d.must(page.Type("n"))
	page.See(d.T, fmt.Sprintf("Round %d", round))
}

// play makes the players of a board take their seats. Then the players on the given seats
// resign.
func (d *eveningRun) play(b eveningBoard, losers ...string) {
	d.Helper()
	for seat, name := range b.seats {
		d.people[name].sit(d.T, d.address, b.table, seat)
	}
	d.resign(b, losers...)
}

func (d *eveningRun) resign(b eveningBoard, losers ...string) {
	d.Helper()
	for _, seat := range losers {
		d.people[b.seats[seat]].mustRun(d.T, d.address, fmt.Sprintf("move %d resign", b.table))
	}
}

// Nine players play three rounds. One player arrives late, one leaves, and one is replaced
// by a substitute. The organiser enters the score of one game. The server is killed between
// rounds.
func TestClubEvening(t *testing.T) {
	t.Parallel()
	d := &eveningRun{T: t, testServer: serveFor(t), people: map[string]*commandPlayer{}}
	d.gather("Ann", "Bob", "Carl", "Dora", "Emil", "Fay", "Gus", "Hanna", "Ida", "Late")
	d.secretary = d.people["Ann"]
	d.checkRefusal(
		d.secretary,
		"evening new 'Tuesday drive' --game verney",
		`no evening command "new"; the commands are: join, leave, list, sheet, show, standings`,
	)
	d.secretary.mustRun(d.T, d.address, "join "+d.ownerCode())
	d.checkRefusal(d.people["Bob"], "evening show", "no evening is running")
	if n := d.run("new 'Tuesday drive' --game verney clock=5+10"); n != "1\n" {
		t.Fatalf("evening %q", n)
	}
	d.checkRefusal(d.secretary, "evening new Another --game verney", "an evening is already running")
	d.checkRefusal(d.secretary, "evening next", "4 people are needed")
	d.checkRefusal(d.secretary, "evening add Nobody", `no player "Nobody"`)
	d.run("add Ann Bob Carl Dora Emil Fay Gus Hanna Ida")

	fay := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(d.people["Fay"].key)), "Fay", 80, 24, "")
	fay.See(t, "Tuesday drive, about to start. Press e.")
	d.must(fay.Type("e"))
	fay.See(t, "The first round has not started.")
	d.run("next")
	round, byes := d.boards()
	if len(round) != 2 || len(byes) != 1 {
		t.Fatalf("%v, %v sits out", round, byes)
	}
	fay.See(t, "Round 1")
	if byes[0] == "Fay" {
		fay.See(t, "You sit out this round.")
	} else {
		fay.See(t, "Tuesday drive, round 1") // the title of the screen, or the invitation above it
		fay.See(t, ", table ")               // the line names Fay's table, so the table is open
		d.must(fay.Type("\r"))
		fay.See(t, "▸ I am ready")
	}
	out, in := round[0].seats["white"], byes[0]
	d.checkRefusal(d.people[in], fmt.Sprintf("play %d", round[0].table), "every seat is taken")
	d.run("substitute " + out + " " + in)
	d.restart()
	round, byes = d.boards()
	if round[0].seats["white"] != in || byes[0] != out {
		t.Fatalf("%v, %v sits out", round, byes)
	}
	d.wantState(1, "waiting")
	d.play(round[0])
	d.wantState(1, "playing")
	d.resign(round[0], "white", "yellow")
	d.checkRefusal(d.secretary, "evening next", "round 1 is not over at board 2")
	d.wantState(1, "played")
	d.wantState(2, "waiting")
	if out := d.run("show"); !strings.Contains(out, "board 1: "+in+" plays for "+byes[0]+"\n") {
		t.Errorf("evening show has no trace of the substitute: %q", out)
	}
	d.play(round[1], "black", "red")

	d.run("add Late")
	d.startRound(2)
	d.restart()
	round, byes = d.boards()
	if len(round) != 2 || len(byes) != 2 || strings.Contains(strings.Join(byes, " "), "Late") {
		t.Fatalf("%v, %v sit out", round, byes)
	}
	if list := d.people[round[0].seats["red"]].mustRun(t, d.address, "waiting"); !strings.Contains(list, fmt.Sprint(round[0].table)) {
		t.Errorf("waiting prints %q", list)
	}
	d.play(round[0], "white", "yellow")
	d.restart()
	d.checkRefusal(d.secretary, "evening score 2 white=1", "give a reason with --reason")
	d.checkRefusal(d.secretary, "evening score 2 pink=1 --reason WHY", "the seats are")
	d.checkRefusal(d.secretary, "evening score 2 white=x --reason WHY", "not a number of points")
	d.run("score 2 white=1/2 black=1/2 red=1/2 yellow=1/2 --reason 'the last bus'")

	d.run("remove Gus")
	d.run("next")
	round, byes = d.boards()
	if len(round) != 2 || len(byes) != 1 {
		t.Fatalf("%v, %v sits out", round, byes)
	}
	for _, b := range round {
		d.play(b, "black", "red")
	}
	d.run("end")
	d.checkRefusal(d.secretary, "evening next", "no evening is running")
	d.checkPrintouts()
}

// checkPrintouts checks the lists that `evening sheet` prints.
func (d *eveningRun) checkPrintouts() {
	d.Helper()
	d.must(os.WriteFile(filepath.Join(d.data, "quadrille.toml"), []byte("[club]\ntime_zone = \"Asia/Kathmandu\"\n"), 0o600))
	d.restart()
	sheet := d.people["Dora"].mustRun(d.T, d.address, "evening sheet 1")
	for line := range strings.Lines(sheet) {
		if player.Cells(strings.TrimSuffix(line, "\n")) > 80 {
			d.Errorf("too wide: %q", line)
		}
	}
	for text, times := range map[string]int{
		"Tuesday drive: Verney's Four-handed Chess\nevening 1, ": 1, "rotating, 10 people, 3 rounds, over": 1, "\nRound ": 3,
		"board 2": 3, "sits out": 3,
		"by hand: the last bus": 1, "  left\n": 1, "\nStandings\n": 1,
		" +0545\n": 3, // each time is printed in the configured time zone
	} {
		if strings.Count(sheet, text) != times {
			d.Errorf("the printout has %q %d times, want %d:\n%s", text, strings.Count(sheet, text), times, sheet)
		}
	}
	csv := d.people["Dora"].mustRun(d.T, d.address, "evening sheet 1 --csv")
	if rows := strings.Count(csv, "\n"); rows != 1+9+10+9 {
		d.Errorf("%d rows:\n%s", rows, csv)
	}
	if list := d.people["Dora"].mustRun(d.T, d.address, "evening list"); strings.Count(list, "\n") != 1 {
		d.Errorf("list prints\n%s", list)
	}
}
