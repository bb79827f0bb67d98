package e2e

import (
	"fmt"
	"strings"
	"testing"
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
