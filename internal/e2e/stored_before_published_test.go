package e2e

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// Environment variables that make the test binary act as the traced child process. They
// give the directory for its data and the number of moves to play at each table.
const (
	tracedDir   = "QUADRILLE_TEST_TRACED_DIR"
	tracedMoves = "QUADRILLE_TEST_TRACED_MOVES"
	atOnce      = 64 // number of tables played at the same time
)

// playTraced plays at many tables with the real lobby and store. It prints "ack T-N" when
// action N at table T is acknowledged, and "seen T-N" when a watcher receives it. Each line
// is printed with one write.
func playTraced(dir string) error {
	moves, err := strconv.Atoi(os.Getenv(tracedMoves))
	if err != nil {
		return err
	}
	ctx := context.Background()
	kept, err := store.Open(ctx, dir, slog.Default())
	if err != nil {
		return err
	}
	directory, err := lobby.Open(ctx, lobby.Config{Store: kept.Tables})
	if err != nil {
		return err
	}
	errs := make(chan error, atOnce)
	for n := range atOnce {
		go func() { errs <- playOne(ctx, directory, n, moves) }()
	}
	for range atOnce {
		if err := <-errs; err != nil {
			return err
		}
	}
	if err := directory.Close(ctx); err != nil {
		return err
	}
	return kept.Close()
}

// playOne opens a table and plays the given number of moves for all its seats.
func playOne(ctx context.Context, directory *lobby.Lobby, n, moves int) error {
	me := player.Player{ID: player.ID(fmt.Sprint("SHA256:", n)), Name: fmt.Sprint("Robin ", n)}
	dice := rand.New(rand.NewPCG(uint64(n), 4))
	offers := setup.Offers()
	for moves > 0 {
		t, err := directory.Create(ctx, me, table.Terms{Game: offers[n%len(offers)].Name})
		if err != nil {
			return err
		}
		for range rules.SeatCount {
			if err := t.Do(ctx, table.Command{By: me, Kind: table.Sit, Seat: rules.NoSeat}); err != nil {
				return err
			}
		}
		if err := t.Do(ctx, table.Command{By: me, Kind: table.Ready}); err != nil {
			return err
		}
		w := t.Watch(player.Player{ID: "SHA256:sue", Name: "Sue"})
		var watching sync.WaitGroup
		watching.Go(func() { printAll(ctx, w) })
		for ; moves > 0 && t.View().Phase == table.Playing; moves-- {
			if err := moveOne(ctx, t, me, dice); err != nil {
				return err
			}
		}
		w.Close()
		watching.Wait()
		if v := t.View(); v.Phase == table.Playing {
			for _, seat := range []rules.Seat{0, 1, 2, 3} { // resign to finish the game, which makes room for another table
				_ = t.Do(ctx, table.Command{By: me, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}, Seat: seat})
			}
		}
	}
	return nil
}

func moveOne(ctx context.Context, t *live.Table, me player.Player, dice *rand.Rand) error {
	v := t.View()
	act := table.Command{
		By: me, Kind: table.Play, Seat: v.Actor, Action: v.Legal[dice.IntN(len(v.Legal))],
		ID: fmt.Sprintf("%d-%d", v.ID, len(v.Moves)+1), Answers: len(v.Moves),
	}
	if err := t.Do(ctx, act); err != nil {
		return err
	}
	_, err := fmt.Fprintf(os.Stdout, "ack %s\n", act.ID)
	return err
}

// printAll prints the actions that a watcher receives.
func printAll(ctx context.Context, w *live.Watcher) {
	for {
		v, ok := w.Take(ctx)
		if !ok {
			return
		}
		if n := len(v.Moves); n > 0 {
			fmt.Fprintf(os.Stdout, "seen %d-%d\n", v.ID, n)
		}
	}
}

// traceCheck reads a trace of system calls and finds actions that were output before they
// were synced.
type traceCheck struct {
	calls            map[string]string // for each thread, the first part of the line about a system call that has not returned yet
	begun            map[string]bool   // actions whose write has started and that have not been synced yet
	written, durable map[string]bool   // actions that are in the WAL, and actions that have been synced
	syncing          map[string][]string
	syncs            int
	acks, seen, sent int // number of "ack" lines, of "seen" lines and of writes to sockets
	wrong            []string
}

func newTraceCheck() *traceCheck {
	return &traceCheck{
		calls:   map[string]string{},
		begun:   map[string]bool{},
		written: map[string]bool{},
		durable: map[string]bool{},
		syncing: map[string][]string{},
	}
}

var (
	tracedID   = regexp.MustCompile(`command_id\\":\\"(\d+-\d+)\\"`)
	tracedSaid = regexp.MustCompile(`"(ack|seen) (\d+-\d+)\\n"`)
	tracedSent = regexp.MustCompile(`^(write|writev|sendto|sendmsg)\(\d+<socket:`)
)

// line parses the next line of output from strace -f -y.
func (o *traceCheck) line(text string) {
	thread, call, _ := strings.Cut(text, " ")
	call = strings.TrimSpace(call)
	switch {
	case strings.HasPrefix(call, "<... "):
		begun := o.calls[thread]
		delete(o.calls, thread)
		o.ends(thread, begun+" "+call)
	case strings.HasSuffix(call, "<unfinished ...>"):
		o.calls[thread] = call
		o.begins(thread, call)
	default:
		o.begins(thread, call)
		o.ends(thread, call)
	}
}

// begins handles the start of a system call. Output counts as sent when the call starts.
// A sync covers only writes that ended before the sync started.
func (o *traceCheck) begins(thread, call string) {
	if printed := tracedSaid.FindStringSubmatch(call); printed != nil && strings.HasPrefix(call, "write(") {
		if !o.durable[printed[2]] {
			o.wrong = append(o.wrong, printed[1]+" "+printed[2])
		}
		if printed[1] == "ack" {
			o.acks++
		} else {
			o.seen++
		}
	}
	if tracedSent.MatchString(call) {
		o.sent++
		for id := range o.begun {
			o.wrong = append(o.wrong, "sent before the sync of "+id)
		}
	}
	for _, id := range o.writes(call) {
		o.begun[id] = true
	}
	if o.isSync(call) {
		for id := range o.written {
			o.syncing[thread] = append(o.syncing[thread], id)
		}
	}
}

func (o *traceCheck) ends(thread, call string) {
	for _, id := range o.writes(call) {
		o.written[id] = true
	}
	if o.isSync(call) {
		if strings.HasSuffix(call, "= 0") {
			o.syncs++
			for _, id := range o.syncing[thread] {
				o.durable[id] = true
				delete(o.written, id)
				delete(o.begun, id)
			}
		}
		delete(o.syncing, thread)
	}
}

// writes returns the IDs of the actions that a system call writes to the WAL. It omits
// actions that are already synced to the disk.
func (o *traceCheck) writes(call string) (ids []string) {
	if !strings.HasPrefix(call, "pwrite64(") || !strings.Contains(call, ".db-wal>") {
		return nil
	}
	for _, id := range tracedID.FindAllStringSubmatch(call, -1) {
		if !o.durable[id[1]] {
			ids = append(ids, id[1])
		}
	}
	return ids
}

func (*traceCheck) isSync(call string) bool {
	return (strings.HasPrefix(call, "fdatasync(") || strings.HasPrefix(call, "fsync(")) && strings.Contains(call, ".db-wal>")
}

// straceCommand returns the strace command. The caller appends the command line of the
// program to trace.
func straceCommand(t *testing.T, trace string) []string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is missing, so the order of system calls is not checked; apt-get install strace")
	}
	if out, err := exec.Command(strace, "-f", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v, %s", err, out)
	}
	return []string{
		strace, "-D", "-f", "-y", "--seccomp-bpf", "-s", "8192",
		"-e", "trace=write,writev,sendto,sendmsg,pwrite64,fdatasync,fsync", "-o", trace,
	}
}

// The order of system calls must show that no action is published before it is stored.
func TestStoredBeforePublishedBySystemCalls(t *testing.T) {
	t.Parallel()
	t.Run("many tables at once", tablesStoreBeforePublishing)
	t.Run("over ssh", sshStoresBeforePublishing)
}

// tablesStoreBeforePublishing traces a child process with the real lobby and store. The
// child prints a line for each acknowledgement and for each action that a watcher receives.
func tablesStoreBeforePublishing(t *testing.T) {
	t.Parallel()
	moves := amount(t, "QUADRILLE_TRACED", 512)
	dir := t.TempDir()
	trace := filepath.Join(dir, "trace")
	words := append(straceCommand(t, trace), os.Args[0])
	child := exec.Command(words[0], words[1:]...)
	child.Env = append(os.Environ(), tracedDir+"="+filepath.Join(dir, "data"), tracedMoves+"="+strconv.Itoa((moves+atOnce-1)/atOnce))
	child.Stdout = io.Discard
	var printed strings.Builder
	child.Stderr = &printed // because Stderr is a buffer, Wait returns only after strace has ended too
	if err := child.Run(); err != nil {
		t.Fatalf("%v\n%s", err, printed.String())
	}
	o := readOrder(t, trace)
	t.Logf("%d acknowledgements and %d views of watchers, %d syncs", o.acks, o.seen, o.syncs)
	if o.acks < moves || o.seen < moves/10 {
		t.Errorf("%d acknowledgements, %d views of watchers, but %d moves were played", o.acks, o.seen, moves)
	}
	if len(o.wrong) > 0 {
		t.Errorf("%d were sent before they were on the disk: %q ...", len(o.wrong), o.wrong[:min(5, len(o.wrong))])
	}
}

func readOrder(t *testing.T, path string) *traceCheck {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer func() { _ = file.Close() }()
	o := newTraceCheck()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		o.line(lines.Text())
	}
	must(t, lines.Err())
	return o
}

// The server must not send anything about an event until a sync that began after the write
// of the event has succeeded. The function that checks a trace of system calls must report
// all output that the server sends earlier.
func TestTraceCheckFindsErrors(t *testing.T) {
	const (
		write = `7 pwrite64(9</d/quadrille.db-wal>, "{\"command_id\":\"1-1\"}", 4096, 0) = 4096`
		sync  = `7 fdatasync(9</d/quadrille.db-wal>) = 0`
		begun = `7 fdatasync(9</d/quadrille.db-wal> <unfinished ...>`
		over  = `7 <... fdatasync resumed>) = 0`
		fails = `7 fdatasync(9</d/quadrille.db-wal>) = -1 EIO (Input/output error)`
		other = `7 fdatasync(8</d/quadrille.db>) = 0`
		ack   = `8 write(1</p>, "ack 1-1\n", 8) = 8`
		seen  = `8 write(1</p>, "seen 1-1\n", 9) = 9`
		sent  = `8 write(7<socket:[77]>, "\277", 36) = 36`
	)
	for name, c := range map[string]struct {
		lines []string
		wrong int
	}{
		"stored, then sent":  {[]string{sent, write, sync, sent}, 0},
		"written, then sent": {[]string{write, sent, sync}, 1},
		"sent while it is written": {[]string{
			strings.Replace(write, ") = 4096", " <unfinished ...>", 1), sent,
			`7 <... pwrite64 resumed>) = 4096`, sync, sent,
		}, 1},
		"sent while it is synced": {[]string{write, begun, sent, over}, 1},
		"stored, then seen":       {[]string{write, sync, ack, seen}, 0},
		"the sync in two lines":   {[]string{write, begun, over, ack, seen}, 0},
		"seen, then stored":       {[]string{write, ack, seen, sync}, 2},
		"never written":           {[]string{sync, ack}, 1},
		"while it is synced":      {[]string{write, begun, seen, over}, 1},
		"a sync begun before":     {[]string{begun, strings.Replace(write, "7 ", "6 ", 1), over, ack}, 1},
		"a sync that failed":      {[]string{write, fails, ack}, 1},
		"a sync of another file":  {[]string{write, other, ack}, 1},
		"the write not over then": {[]string{
			`6 pwrite64(9</d/quadrille.db-wal>, "{\"command_id\":\"1-1\"}", 4096, 0 <unfinished ...>`,
			begun, `6 <... pwrite64 resumed>) = 4096`, over, ack,
		}, 1},
	} {
		o := newTraceCheck()
		for _, line := range c.lines {
			o.line(line)
		}
		if len(o.wrong) != c.wrong {
			t.Errorf("%s: %d found wrong, want %d: %q", name, len(o.wrong), c.wrong, o.wrong)
		}
	}
}
