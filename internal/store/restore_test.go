package store

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/store/backup"
	"quadrille/internal/store/datadir"
)

// refusedRestore requires that restores into a new directory and into an empty directory are
// refused and change nothing.
func refusedRestore(t *testing.T, file string, want ...datadir.Reason) {
	t.Helper()
	absent, empty := filepath.Join(t.TempDir(), "data"), t.TempDir()
	for _, dir := range []string{absent, empty} {
		_, err := backup.Restore(context.Background(), file, dir, plainKey)
		refusal, ok := err.(*datadir.Refusal)
		if !ok || !slices.Contains(want, refusal.Reason) {
			t.Fatalf("error %v, want reason %v", err, want)
		}
		if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, file) || strings.Contains(text, absent) {
			t.Errorf("not one sentence about %s: %q", file, text)
		}
	}
	if _, err := os.Lstat(absent); err == nil {
		t.Error("the directory was left behind")
	}
	if files, _ := os.ReadDir(empty); len(files) != 0 {
		t.Errorf("files left behind: %v", files)
	}
}

func TestTruncatedBackupIsRefused(t *testing.T) {
	t.Parallel()
	whole := readAll(t, backedUp(t, furnished(t)))
	file := filepath.Join(t.TempDir(), "backup.tar")
	lengths := []int{0, 1, 511, 512, 513, 1024, 1536, len(whole) / 2, len(whole) - 1025}
	for n := 2048; n < len(whole)-1024; n += 4096 - 512 {
		lengths = append(lengths, n)
	}
	for _, length := range lengths {
		write(whole[:length])(t, file)
		refusedRestore(t, file, datadir.NoBackup, datadir.BadBackup)
	}
}

// A changed byte in a backup is found, unless it is in a part of the tar file that carries
// no data: the times, owners and padding.
func TestFlippedByteOfBackupIsFoundOrHarmless(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
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
		_, err := backup.Restore(context.Background(), file, to, plainKey)
		if err != nil {
			refusedRestore(t, file, datadir.NoBackup, datadir.BadBackup, datadir.NewerBackup)
			found++
			continue
		}
		for _, name := range []string{datadir.DatabaseName, "quadrille.toml", "host_ed25519"} {
			if name != datadir.DatabaseName && sum(t, filepath.Join(to, name)) != sum(t, filepath.Join(dir, name)) {
				t.Fatalf("byte %d: %s differs from the original", at, name)
			}
		}
		if diff := cmp.Diff(logOf(t, filepath.Join(dir, datadir.DatabaseName)),
			logOf(t, filepath.Join(to, datadir.DatabaseName))); diff != "" {
			t.Fatalf("byte %d: %s", at, diff)
		}
	}
	if found < len(whole)/1021*3/4 {
		t.Errorf("only %d of %d were found", found, len(whole)/1021)
	}
}

// entry is a file in a handmade tar file.
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

// contentsOf returns the file that comes first in a backup: the list of the given entries.
// The function `change` may modify the list.
func contentsOf(t *testing.T, change func(*backup.Contents), entries ...entry) entry {
	t.Helper()
	c := backup.Contents{Format: 1, Counts: datadir.Counts{Schema: len(datadir.Migrations)}}
	for _, e := range entries {
		c.Files = append(
			c.Files,
			backup.Member{Name: e.Name, Size: int64(len(e.text)), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(e.text)))},
		)
	}
	if change != nil {
		change(&c)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return regular("quadrille-backup.json", string(text))
}

func TestRestoreRefusals(t *testing.T) {
	t.Parallel()
	db := regular(datadir.DatabaseName, readAll(t, filepath.Join(furnished(t), datadir.DatabaseName)))
	key := regular("host_ed25519", "key")
	foreign := filepath.Join(t.TempDir(), datadir.DatabaseName)
	execSQL(`CREATE TABLE recipes (name)`)(t, foreign)
	newer := filepath.Join(t.TempDir(), datadir.DatabaseName)
	execSQL(
		fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = 99; CREATE TABLE tables (id)`, datadir.ApplicationID),
	)(
		t,
		newer,
	)
	trigger := filepath.Join(furnished(t), datadir.DatabaseName)
	execSQL(`CREATE TRIGGER evil AFTER INSERT ON players BEGIN DELETE FROM tables; END`)(t, trigger)
	torn := []byte(db.text)
	for i := 5000; i < len(torn); i += 50 {
		torn[i] ^= 0x5a
	}
	whole := func(change func(*backup.Contents), entries ...entry) string {
		return tarOf(t, append([]entry{contentsOf(t, change, entries...)}, entries...)...)
	}
	link := entry{tar.Header{Typeflag: tar.TypeSymlink, Name: "host_ed25519", Linkname: "/etc/passwd"}, ""}
	for name, c := range map[string]struct {
		text string
		want datadir.Reason
	}{
		"nothing":              {"", datadir.NoBackup},
		"text":                 {strings.Repeat("my notes ", 500), datadir.NoBackup},
		"an empty tar":         {tarOf(t), datadir.NoBackup},
		"another tar":          {tarOf(t, regular("notes.txt", "mine")), datadir.NoBackup},
		"the database alone":   {db.text, datadir.NoBackup},
		"no JSON":              {tarOf(t, regular("quadrille-backup.json", "{"), db), datadir.NoBackup},
		"other JSON":           {tarOf(t, regular("quadrille-backup.json", "{}"), db), datadir.NoBackup},
		"endless contents":     {tarOf(t, regular("quadrille-backup.json", strings.Repeat(" ", 1<<20+1)), db), datadir.NoBackup},
		"a newer form":         {whole(func(c *backup.Contents) { c.Format = 2 }, db), datadir.NewerBackup},
		"a newer schema":       {whole(func(c *backup.Contents) { c.Schema = 99 }, db), datadir.NewerBackup},
		"another schema":       {whole(func(c *backup.Contents) { c.Schema-- }, db), datadir.BadBackup},
		"no database":          {whole(nil, key), datadir.BadBackup},
		"out of the directory": {whole(nil, regular("../evil", "x"), db), datadir.BadBackup},
		"an absolute path":     {whole(nil, regular("/tmp/evil", "x"), db), datadir.BadBackup},
		"an unknown file":      {whole(nil, regular("quadrille.db-wal", "x"), db), datadir.BadBackup},
		"in a directory":       {whole(nil, regular("host/../quadrille.toml", "x"), db), datadir.BadBackup},
		"the same twice":       {whole(nil, key, key, db), datadir.BadBackup},
		"a huge key":           {whole(nil, regular("host_ed25519", strings.Repeat("x", 1<<20+1)), db), datadir.BadBackup},
		"longer than itself":   {whole(func(c *backup.Contents) { c.Files[0].Size = 1 << 40 }, db), datadir.BadBackup},
		"less than nothing":    {whole(func(c *backup.Contents) { c.Files[0].Size = -1 }, db), datadir.BadBackup},
		"another size":         {whole(func(c *backup.Contents) { c.Files[0].Size-- }, db), datadir.BadBackup},
		"another sum":          {whole(func(c *backup.Contents) { c.Files[0].SHA256 = strings.Repeat("0", 64) }, db), datadir.BadBackup},
		"another order":        {tarOf(t, contentsOf(t, nil, key, db), db, key), datadir.BadBackup},
		"a link for a key":     {tarOf(t, contentsOf(t, nil, regular("host_ed25519", ""), db), link, db), datadir.BadBackup},
		"one file too few":     {tarOf(t, contentsOf(t, nil, key, db), key), datadir.BadBackup},
		"one file too many":    {tarOf(t, contentsOf(t, nil, db), db, key), datadir.BadBackup},
		"a key that is none":   {whole(nil, regular("host_ed25519", ""), db), datadir.BadBackup},
		"a foreign database":   {whole(nil, regular(datadir.DatabaseName, readAll(t, foreign))), datadir.BadBackup},
		"a newer database":     {whole(nil, regular(datadir.DatabaseName, readAll(t, newer))), datadir.BadBackup},
		"an empty database":    {whole(nil, regular(datadir.DatabaseName, "")), datadir.BadBackup},
		"text for a database":  {whole(nil, regular(datadir.DatabaseName, strings.Repeat("my notes ", 5000))), datadir.BadBackup},
		"a trigger":            {whole(nil, regular(datadir.DatabaseName, readAll(t, trigger))), datadir.BadBackup},
		"a torn database":      {whole(nil, regular(datadir.DatabaseName, string(torn))), datadir.BadBackup},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "backup.tar")
			write(c.text)(t, file)
			refusedRestore(t, file, c.want)
		})
	}
	good := filepath.Join(t.TempDir(), "good.tar")
	write(whole(nil, key, db))(t, good)
	restored(t, good) // a correct handmade backup is accepted
}

// A refusal to restore a backup must say what is wrong with the backup's database.
func TestRestoreSaysWhatIsWrongWithDatabase(t *testing.T) {
	foreign := filepath.Join(t.TempDir(), datadir.DatabaseName)
	execSQL(`CREATE TABLE recipes (name)`)(t, foreign)
	newer := filepath.Join(t.TempDir(), datadir.DatabaseName)
	execSQL(
		fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = 99; CREATE TABLE tables (id)`, datadir.ApplicationID),
	)(
		t,
		newer,
	)
	unreadable := []byte(readAll(t, filepath.Join(furnished(t), datadir.DatabaseName)))
	unreadable[44+3] = 77 // the schema format in the header of the file
	for want, text := range map[string]string{
		"from another program":   readAll(t, foreign),
		"from a newer release":   readAll(t, newer),
		"not an SQLite database": strings.Repeat("my notes ", 5000),
		"cannot read":            string(unreadable),
	} {
		db := regular(datadir.DatabaseName, text)
		file := filepath.Join(t.TempDir(), "backup.tar")
		write(tarOf(t, contentsOf(t, nil, db), db))(t, file)
		_, err := backup.Restore(t.Context(), file, filepath.Join(t.TempDir(), "data"), plainKey)
		if wantReason(t, err, datadir.BadBackup); !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestRestoreReplacesNothing(t *testing.T) {
	file := backedUp(t, furnished(t))
	used := furnished(t)
	text := filepath.Join(t.TempDir(), "text")
	write("mine")(t, text)
	half := t.TempDir()
	if err := os.Mkdir(filepath.Join(half, datadir.RestoringName), 0o700); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadDir(used)
	for dir, want := range map[string]datadir.Reason{
		used: datadir.NotEmpty, filepath.Dir(text): datadir.NotEmpty, text: datadir.CannotRestore, half: datadir.HalfRestored,
		filepath.Join(text, "data"): datadir.CannotRestore, filepath.Join(half, "nix", "data"): datadir.CannotRestore,
	} {
		_, err := backup.Restore(context.Background(), file, dir, plainKey)
		wantReason(t, err, want)
		if !strings.Contains(err.Error(), dir) {
			t.Errorf("the refusal does not name %s: %v", dir, err)
		}
	}
	if after, _ := os.ReadDir(used); len(after) != len(before) || readAll(t, text) != "mine" {
		t.Errorf("the directory now contains %v", after)
	}
	_, err := open(half)
	wantReason(t, err, datadir.HalfRestored)
	if files, _ := os.ReadDir(half); len(files) != 1 {
		t.Errorf("a server left %v in it", files)
	}
}

func TestInterruptedBackupLeavesNothing(t *testing.T) {
	dir := furnished(t)
	file := backedUp(t, dir)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	into := t.TempDir()
	if _, err := sourceIn(dir).Backup(ctx, filepath.Join(into, "backup.tar")); err == nil {
		t.Error("a backup was made")
	}
	if _, err := backup.Restore(ctx, file, filepath.Join(into, "data"), plainKey); err == nil {
		t.Error("a backup was restored")
	}
	if files, _ := os.ReadDir(into); len(files) != 0 {
		t.Errorf("files left behind: %v", files)
	}
}
