package store

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// refusedRestore restores what must be refused, into a directory that is not
// there and into one that is, and finds both as they were.
func refusedRestore(t *testing.T, file string, want ...Reason) {
	t.Helper()
	absent, empty := filepath.Join(t.TempDir(), "data"), t.TempDir()
	for _, dir := range []string{absent, empty} {
		_, err := Restore(context.Background(), file, dir, plainKey)
		refusal, ok := err.(*Refusal)
		if !ok || !slices.Contains(want, refusal.Reason) {
			t.Fatalf("error %v, want reason %v", err, want)
		}
		if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, file) || strings.Contains(text, absent) {
			t.Errorf("no sentence about %s: %q", file, text)
		}
	}
	if _, err := os.Lstat(absent); err == nil {
		t.Error("the directory was left behind")
	}
	if files, _ := os.ReadDir(empty); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}

func TestABackupThatIsCutOffIsRefused(t *testing.T) {
	t.Parallel()
	whole := readAll(t, backedUp(t, furnished(t)))
	file := filepath.Join(t.TempDir(), "backup.tar")
	lengths := []int{0, 1, 511, 512, 513, 1024, 1536, len(whole) / 2, len(whole) - 1025}
	for n := 2048; n < len(whole)-1024; n += 4096 - 512 {
		lengths = append(lengths, n)
	}
	for _, length := range lengths {
		write(whole[:length])(t, file)
		refusedRestore(t, file, NoBackup, BadBackup)
	}
}

// TestEveryFlippedByteOfABackupIsFoundOrMakesNoDifference flips one in each
// stretch of the file. Some carry nothing: times, owners, what fills a block up.
func TestEveryFlippedByteOfABackupIsFoundOrMakesNoDifference(t *testing.T) {
	t.Parallel()
	dir := furnished(t)
	whole := readAll(t, backedUp(t, dir))
	file := filepath.Join(t.TempDir(), "backup.tar")
	found := 0
	for at := 0; at < len(whole); at += 1021 {
		flipped := []byte(whole)
		flipped[at] ^= 0x41
		write(string(flipped))(t, file)
		to := filepath.Join(t.TempDir(), "data")
		_, err := Restore(context.Background(), file, to, plainKey)
		if err != nil {
			refusedRestore(t, file, NoBackup, BadBackup, NewerBackup)
			found++
			continue
		}
		for _, name := range []string{databaseName, configName, "host_ed25519"} {
			if name != databaseName && sum(t, filepath.Join(to, name)) != sum(t, filepath.Join(dir, name)) {
				t.Fatalf("byte %d: %s is another one", at, name)
			}
		}
		if diff := cmp.Diff(logOf(t, filepath.Join(dir, databaseName)), logOf(t, filepath.Join(to, databaseName))); diff != "" {
			t.Fatalf("byte %d: %s", at, diff)
		}
	}
	if found < len(whole)/1021*3/4 {
		t.Errorf("only %d of %d were found", found, len(whole)/1021)
	}
}

// entry is a member of a tar file made by hand.
type entry struct {
	tar.Header
	text string
}

func regular(name, text string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(text)), Mode: 0o600}, text}
}

func tarOf(t *testing.T, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		if err := w.WriteHeader(&e.Header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// contentsOf is the first member of a backup that holds these, and says so
// truly; change may make it a liar.
func contentsOf(t *testing.T, change func(*Contents), entries ...entry) entry {
	t.Helper()
	c := Contents{Format: archiveFormat, Schema: len(migrations)}
	for _, e := range entries {
		s, err := source{Member{Name: e.Name}, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(e.text)), nil }}.measured()
		if err != nil {
			t.Fatal(err)
		}
		c.Files = append(c.Files, s.Member)
	}
	if change != nil {
		change(&c)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return regular(contentsName, string(text))
}

func TestWhatIsNoBackup(t *testing.T) {
	t.Parallel()
	db := regular(databaseName, readAll(t, filepath.Join(furnished(t), databaseName)))
	key := regular("host_ed25519", "key")
	foreign := filepath.Join(t.TempDir(), databaseName)
	made(`CREATE TABLE recipes (name)`)(t, foreign)
	newer := filepath.Join(t.TempDir(), databaseName)
	made(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = 99; CREATE TABLE tables (id)`, applicationID))(t, newer)
	trigger := filepath.Join(furnished(t), databaseName)
	made(`CREATE TRIGGER evil AFTER INSERT ON players BEGIN DELETE FROM tables; END`)(t, trigger)
	torn := []byte(db.text)
	for i := 5000; i < len(torn); i += 50 {
		torn[i] ^= 0x5a
	}
	whole := func(change func(*Contents), entries ...entry) string {
		return tarOf(t, append([]entry{contentsOf(t, change, entries...)}, entries...)...)
	}
	link := entry{tar.Header{Typeflag: tar.TypeSymlink, Name: "host_ed25519", Linkname: "/etc/passwd"}, ""}
	for name, c := range map[string]struct {
		text string
		want Reason
	}{
		"nothing":              {"", NoBackup},
		"text":                 {strings.Repeat("my notes ", 500), NoBackup},
		"an empty tar":         {tarOf(t), NoBackup},
		"another tar":          {tarOf(t, regular("notes.txt", "mine")), NoBackup},
		"the database alone":   {db.text, NoBackup},
		"no JSON":              {tarOf(t, regular(contentsName, "{"), db), NoBackup},
		"other JSON":           {tarOf(t, regular(contentsName, "{}"), db), NoBackup},
		"endless contents":     {tarOf(t, regular(contentsName, strings.Repeat(" ", maxContents+1)), db), NoBackup},
		"a newer form":         {whole(func(c *Contents) { c.Format = 2 }, db), NewerBackup},
		"a newer schema":       {whole(func(c *Contents) { c.Schema = 99 }, db), NewerBackup},
		"another schema":       {whole(func(c *Contents) { c.Schema = 1 }, db), BadBackup},
		"no database":          {whole(nil, key), BadBackup},
		"out of the directory": {whole(nil, regular("../evil", "x"), db), BadBackup},
		"an absolute path":     {whole(nil, regular("/tmp/evil", "x"), db), BadBackup},
		"a file not ours":      {whole(nil, regular("quadrille.db-wal", "x"), db), BadBackup},
		"in a directory":       {whole(nil, regular("host/../quadrille.toml", "x"), db), BadBackup},
		"the same twice":       {whole(nil, key, key, db), BadBackup},
		"a huge key":           {whole(nil, regular("host_ed25519", strings.Repeat("x", maxSmallFile+1)), db), BadBackup},
		"longer than itself":   {whole(func(c *Contents) { c.Files[0].Size = 1 << 40 }, db), BadBackup},
		"less than nothing":    {whole(func(c *Contents) { c.Files[0].Size = -1 }, db), BadBackup},
		"another size":         {whole(func(c *Contents) { c.Files[0].Size-- }, db), BadBackup},
		"another sum":          {whole(func(c *Contents) { c.Files[0].SHA256 = strings.Repeat("0", 64) }, db), BadBackup},
		"another order":        {tarOf(t, contentsOf(t, nil, key, db), db, key), BadBackup},
		"a link for a key":     {tarOf(t, contentsOf(t, nil, regular("host_ed25519", ""), db), link, db), BadBackup},
		"one file too few":     {tarOf(t, contentsOf(t, nil, key, db), key), BadBackup},
		"one file too many":    {tarOf(t, contentsOf(t, nil, db), db, key), BadBackup},
		"a key that is none":   {whole(nil, regular("host_ed25519", ""), db), BadBackup},
		"a foreign database":   {whole(nil, regular(databaseName, readAll(t, foreign))), BadBackup},
		"a newer database":     {whole(nil, regular(databaseName, readAll(t, newer))), BadBackup},
		"an empty database":    {whole(nil, regular(databaseName, "")), BadBackup},
		"text for a database":  {whole(nil, regular(databaseName, strings.Repeat("my notes ", 5000))), BadBackup},
		"a trigger":            {whole(nil, regular(databaseName, readAll(t, trigger))), BadBackup},
		"a torn database":      {whole(nil, regular(databaseName, string(torn))), BadBackup},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "backup.tar")
			write(c.text)(t, file)
			refusedRestore(t, file, c.want)
		})
	}
	good := filepath.Join(t.TempDir(), "good.tar")
	write(whole(nil, key, db))(t, good)
	restored(t, good) // so it is not the making by hand that is refused
}

func TestRestoreTakesNothingsPlace(t *testing.T) {
	file := backedUp(t, furnished(t))
	used := furnished(t)
	text := filepath.Join(t.TempDir(), "text")
	write("mine")(t, text)
	half := t.TempDir()
	if err := os.Mkdir(filepath.Join(half, restoringName), 0o700); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadDir(used)
	for dir, want := range map[string]Reason{
		used: NotEmpty, filepath.Dir(text): NotEmpty, text: CannotRestore, half: HalfRestored,
		filepath.Join(text, "data"): CannotRestore, filepath.Join(half, "nix", "data"): CannotRestore,
	} {
		_, err := Restore(context.Background(), file, dir, plainKey)
		wantReason(t, err, want)
		if !strings.Contains(err.Error(), dir) {
			t.Errorf("no sentence about %s: %v", dir, err)
		}
	}
	if after, _ := os.ReadDir(used); len(after) != len(before) || readAll(t, text) != "mine" {
		t.Errorf("there is now %v", after)
	}
	_, err := open(half)
	wantReason(t, err, HalfRestored)
	if files, _ := os.ReadDir(half); len(files) != 1 {
		t.Errorf("a server left %v in it", files)
	}
}

func TestAnInterruptedBackupLeavesNothing(t *testing.T) {
	dir := furnished(t)
	file := backedUp(t, dir)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	into := t.TempDir()
	if _, err := sourceIn(dir).Backup(ctx, filepath.Join(into, "backup.tar")); err == nil {
		t.Error("a backup was made")
	}
	if _, err := Restore(ctx, file, filepath.Join(into, "data"), plainKey); err == nil {
		t.Error("a backup was restored")
	}
	if files, _ := os.ReadDir(into); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}
