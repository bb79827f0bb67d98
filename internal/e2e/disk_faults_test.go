package e2e

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/config"
	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// smallDisk mounts a small file system, or skips the test if mounting is not allowed.
func smallDisk(t *testing.T, size string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "none", dir).CombinedOutput(); err != nil {
		t.Skipf("mounting is not allowed here: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
	return dir
}

// dataOn creates a data directory on a small disk. It sets high quotas, so that the disk is
// full before a quota is exceeded.
func dataOn(t *testing.T, disk string) (data string) {
	t.Helper()
	data = filepath.Join(disk, "data")
	must(t, os.Mkdir(data, 0o700))
	text := "[quotas]\nfree_disk = 0\naccount_names.burst = 1000000\naddress_names.burst = 1000000\n"
	must(t, os.WriteFile(filepath.Join(data, config.FileName), []byte(text), 0o600))
	return data
}

// TestGameOnAFullDisk plays on a full disk: moves are refused and sessions stay open. After
// space is freed the game continues.
func TestGameOnAFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, "1m")
	ballast := filepath.Join(disk, "ballast")
	must(t, os.WriteFile(ballast, bytes.Repeat([]byte("x"), 300_000), 0o600))
	s := serveIn(t, dataOn(t, disk))
	who := named(t, s.address, "Inky")
	who.mustRun(t, s.address, "new chess4")
	printed := ""
	for n := 0; printed == ""; n++ {
		if _, err := who.run(s.address, "name Inky "+strings.Repeat("y", n%10)); err != nil {
			printed = err.Error()
		}
	}
	if printed != "the server's disk is full; tell its operator, then try again" {
		t.Errorf("on a full disk the refusal is %q", printed)
	}
	const want = "is full; make room and try again"
	s.log.await(t, want, func(log string) bool { return strings.Contains(log, want) })
	before := who.mustRun(t, s.address, "whoami") // commands that only read still succeed
	if _, errs, status := runQuadrille(t, "backup", filepath.Join(disk, "b.tar"), "--data", s.data); status != 1 ||
		!strings.Contains(errs, "choose a writable directory that has room") {
		t.Errorf("a backup onto the full disk: %d, %s", status, errs)
	}
	s.kill()
	who.disconnect()
	s.greeting = ""
	s.start() // the server starts even though the disk is full
	if after := who.mustRun(t, s.address, "whoami"); after != before {
		t.Errorf("acknowledged: %qafter the start: %q", before, after)
	}
	must(t, os.Remove(ballast))
	who.mustRun(t, s.address, "name Pinky")
	who.mustRun(t, s.address, "new chess4")
	if tables := who.mustRun(t, s.address, "tables"); strings.Count(tables, "\n") != 2 {
		t.Errorf("the tables are\n%s", tables)
	}
}

// Two players play until the disk is full. The move that cannot be stored is refused, whether
// the player enters it on the screen or by command. All boards show only stored moves. After
// space is freed the same move is accepted. No acknowledged move is lost.
func TestGamePlayedUntilTheDiskIsFull(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, "2m")
	s := serveIn(t, dataOn(t, disk))
	white, black := connectPerson(t, s, kinds[0], "Inky", 80, 24), connectPerson(t, s, kinds[1], "Pinky", 120, 40)
	white.runOverClient("new chess4 armies=white,black")
	for i, p := range []*person{white, black} {
		p.open()
		p.sit([]string{"white", "black"}[i])
	}
	seats := map[rules.Seat]*person{0: white, 2: black}
	for _, p := range []*person{white, black} {
		p.awaitTable()
		p.useSmallSquares()
	}
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast, 100_000)

	game := newGame(t, "chess4", map[string]string{"armies": "white,black"})
	dice := rand.New(rand.NewPCG(7, 7))
	var acked []string
	var pending rules.Action
	plain, refused := "", ""
	for refused == "" {
		legal := game.Variant.Legal(&game.Position, nil)
		actor := game.Variant.Actor(&game.Position)
		pending = legal[dice.IntN(len(legal))]
		plain = rules.Plain(game.Variant.Facts(), actor, pending)
		_, errs, status := sshtest.Run(t, seats[actor].client, "move 1 "+plain)
		if status != 0 {
			refused = errs
			break
		}
		acked = append(acked, plain)
		if _, err := game.Play(pending); err != nil {
			t.Fatal(err)
		}
	}
	if len(acked) == 0 || refused != "the server's disk is full; tell its operator, then try again\n" {
		t.Errorf("after %d moves %s was answered by %q", len(acked), plain, refused)
	}
	const why = "is full; make room and try again"
	s.log.await(t, why, func(log string) bool { return strings.Contains(log, why) })
	mover := seats[game.Variant.Actor(&game.Position)]
	for seat, p := range seats {
		p.seePosition(seatView(p, game.Variant, seat), &game.Position)
	}
	mover.press(plain + "\r")
	mover.See(t, "! The server's disk is full")
	for _, p := range seats {
		if p != mover {
			p.See(t, "erver's disk is full")
		}
	}
	if got := actionsIn(mover.output(s.address, "record 1")); !slices.Equal(got, acked) {
		t.Errorf("recorded %q, acknowledged %q", got, acked)
	}
	must(t, os.Remove(ballast))
	mover.mustRun(s.address, "move 1 "+plain)
	acked = append(acked, plain)
	if _, err := game.Play(pending); err != nil {
		t.Fatal(err)
	}
	for seat, p := range seats {
		p.seePosition(seatView(p, game.Variant, seat), &game.Position)
	}
	s.kill()
	s.start()
	if got := actionsIn(mover.output(s.address, "record 1")); !slices.Equal(got, acked) {
		t.Errorf("after the start %q, acknowledged %q", got, acked)
	}
}

// fill writes a file that leaves only the given number of bytes free on the disk.
func fill(t *testing.T, path string, room int64) {
	t.Helper()
	file, err := os.Create(path)
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		err = file.Truncate(end - room)
	}
	must(t, err)
}

// A server with a damaged table logs the damage and starts without that table. All other
// tables are available.
func TestDamagedTableIsSetAside(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	makeTables(t, data, 8, 12)
	path := filepath.Join(data, "quadrille.db")
	file, err := os.ReadFile(path)
	must(t, err)
	// Damage all copies of the event: change one letter of the name.
	file = bytes.ReplaceAll(file, []byte(`"Robin 3"`), []byte(`"Cobin 3"`))
	must(t, os.WriteFile(path, file, 0o600))
	s := serveIn(t, data)
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	out, _, _ := sshtest.Run(t, client, "tables")
	if strings.Count(out, "playing") != 7 || strings.Contains(out, "Cobin") || strings.Contains(out, "Robin 3") {
		t.Errorf("the tables are\n%s", out)
	}
	if log := s.log.String(); !strings.Contains(log, "table skipped") || !strings.Contains(log, "its checksum is wrong") {
		t.Errorf("the log says\n%s", log)
	}
	backup := mustRun(t, "backup", filepath.Join(t.TempDir(), "b.tar"), "--data", data)
	if !strings.Contains(backup, "damaged: event ") {
		t.Errorf("backup prints\n%s", backup)
	}
}

// The server refuses unusable data with a one-sentence error and does not change the files.
func TestServeRefusesUnusableData(t *testing.T) {
	t.Parallel()
	furnished := filepath.Join(t.TempDir(), "data")
	makeTables(t, furnished, 4, 12)
	whole, err := os.ReadFile(filepath.Join(furnished, "quadrille.db"))
	must(t, err)
	torn := bytes.Clone(whole)
	for i := 4096; i < len(torn); i++ {
		torn[i] ^= 0x5a
	}
	newer := bytes.Clone(whole)
	newer[63] = 99 // change the last byte of user_version in the SQLite header
	foreign := bytes.Clone(whole)
	foreign[71] ^= 1 // change the last byte of application_id in the SQLite header
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"torn":    {torn, "is damaged; stop the server and restore a backup"},
		"newer":   {newer, "was written by a newer release (its schema has version 99, this release has "},
		"foreign": {foreign, "is the database of another program; move it away"},
		"text":    {[]byte(strings.Repeat("my notes\n", 1000)), "is not a database; move it away"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			path := filepath.Join(data, "quadrille.db")
			must(t, os.WriteFile(path, c.file, 0o600))
			_, errs, status := runQuadrille(t, "serve", "--listen", "127.0.0.1:0", "--data", data)
			if sentence := lastSentence(errs); status != 1 || !strings.Contains(sentence, c.want) || !strings.Contains(sentence, path) {
				t.Errorf("status %d: %s", status, errs)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, c.file) {
				t.Errorf("the file was changed, %v", err)
			}
			_, errs, status = runQuadrille(t, "backup", filepath.Join(t.TempDir(), "b.tar"), "--data", data)
			if status != 1 || strings.Count(errs, "\n") != 1 {
				t.Errorf("a backup: %d, %q", status, errs)
			}
		})
	}
}
