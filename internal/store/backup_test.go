package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/store/backup"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// plainKey returns a made-up fingerprint of a host key. It accepts every key that is not
// empty.
func plainKey(pem []byte) (string, error) {
	if len(pem) == 0 {
		return "", errors.New("it is empty")
	}
	return "SHA256:" + string(pem), nil
}

func sourceIn(dir string) backup.Source {
	return backup.Source{Dir: dir, Program: "test", HostKey: plainKey}
}

// furnished creates a data directory with accounts, keys, games, a host key and a
// configuration file.
func furnished(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := reopened(t, dir)
	r := ringOf(t, s)
	r.Join(r.Invite(r.Named("Inky")), "SHA256:b")
	id := create(t, s)
	for seq := 2; seq < 100; seq++ {
		appendTo(t, s, id, seq, move(seq))
	}
	appendTo(t, s, create(t, s), 2, table.Event{Kind: table.Closed, At: noon, Action: "abandoned"})
	s.Close()
	write("host key")(t, filepath.Join(dir, "host_ed25519"))
	write("[server]\n")(t, filepath.Join(dir, "quadrille.toml"))
	write("half a key")(t, filepath.Join(dir, "host_ed25519.123"))
	return dir
}

func backedUp(t *testing.T, dir string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "backup.tar")
	if _, err := sourceIn(dir).Backup(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	return path
}

func restored(t *testing.T, file string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	if _, err := backup.Restore(context.Background(), file, dir, plainKey); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestBackupIncludesConfigurationOutsideDirectory checks that a backup includes a
// configuration file outside the data directory, and is refused if that file does not exist.
func TestBackupIncludesConfigurationOutsideDirectory(t *testing.T) {
	source := sourceIn(furnished(t))
	source.Config = filepath.Join(t.TempDir(), "club.toml")
	path := filepath.Join(t.TempDir(), "backup.tar")
	if _, err := source.Backup(t.Context(), path); reasonIn(err) != datadir.BadFile || !strings.Contains(err.Error(), source.Config) {
		t.Errorf("without the configuration file: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("an incomplete backup was made")
	}
	write("[club]\n")(t, source.Config)
	c, err := source.Backup(t.Context(), path)
	if err != nil || !c.Config() {
		t.Fatalf("%+v, %v", c, err)
	}
	if text, err := os.ReadFile(filepath.Join(restored(t, path), "quadrille.toml")); string(text) != "[club]\n" || err != nil {
		t.Errorf("restored: %q, %v", text, err)
	}
}

func TestBackupIncludesEverything(t *testing.T) {
	dir := furnished(t)
	path := filepath.Join(t.TempDir(), "backup.tar")
	c, err := sourceIn(dir).Backup(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	wantMode(t, path, 0o600)
	if c.Tables != 2 || c.Live != 1 || c.Players != 1 || c.Keys != 2 || !c.Config() || len(c.HostKeys()) != 1 ||
		c.HostKeys()[0].Fingerprint != "SHA256:host key" ||
		c.Damaged != nil {
		t.Errorf("the contents of the backup are %+v", c)
	}
	if at, err := backup.LastBackup(dir); err != nil || !at.Equal(c.At.Truncate(time.Second)) {
		t.Errorf("recorded time %v, %v; the backup was made at %v", at, err, c.At)
	}
	wantMode(t, filepath.Join(dir, "quadrille.backup"), 0o600)
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("files left beside the backup: %v", files)
	}
	to := restored(t, path)
	wantMode(t, to, os.ModeDir|0o700)
	want := []string{"host_ed25519", "quadrille.toml", datadir.DatabaseName, datadir.CommitsName}
	files, _ := os.ReadDir(to)
	for _, f := range files {
		wantMode(t, filepath.Join(to, f.Name()), 0o600)
		if f.Name() != datadir.DatabaseName && f.Name() != datadir.CommitsName &&
			sum(t, filepath.Join(to, f.Name())) != sum(t, filepath.Join(dir, f.Name())) {
			t.Errorf("%s differs from the original", f.Name())
		}
	}
	if len(files) != len(want) {
		t.Errorf("restored: %v, want %v", files, want)
	}
	if diff := cmp.Diff(logOf(t, filepath.Join(dir, datadir.DatabaseName)), logOf(t, filepath.Join(to, datadir.DatabaseName))); diff != "" {
		t.Error(diff)
	}
	r := ringOf(t, reopened(t, to))
	r.Leads("SHA256:Inky", "SHA256:Inky", "SHA256:b")
}

func TestBackupToWriter(t *testing.T) {
	dir, scratch := furnished(t), t.TempDir()
	var out bytes.Buffer
	if _, err := sourceIn(dir).BackupTo(context.Background(), &out, scratch); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sent.tar")
	write(out.String())(t, file)
	restored(t, file)
	if files, _ := os.ReadDir(scratch); len(files) != 0 {
		t.Errorf("left in the scratch directory: %v", files)
	}
}

func TestBackupKeepsOldSchema(t *testing.T) {
	dir := furnished(t)
	nextSchema(t, testMigration)
	to := restored(t, backedUp(t, dir))
	if version, err := datadir.Inspect(context.Background(), filepath.Join(to, datadir.DatabaseName)); version.Schema != len(
		datadir.Migrations,
	)-1 ||
		err != nil {
		t.Errorf("the schema is %d, %v", version.Schema, err)
	}
	before := logOf(t, filepath.Join(dir, datadir.DatabaseName))
	if diff := cmp.Diff(before, logOf(t, reopened(t, to).dir.Database())); diff != "" {
		t.Error(diff)
	}
}

// A damaged event of one game does not prevent a backup of the other games.
func TestBackupReportsDamagedEvent(t *testing.T) {
	dir := furnished(t)
	execSQL(`UPDATE events SET data = replace(data, 'Inky', 'Iaky') WHERE table_id = 1;
		UPDATE recent_events SET data = replace(data, 'Inky', 'Iaky') WHERE table_id = 1`)(t, filepath.Join(dir, datadir.DatabaseName))
	file := filepath.Join(t.TempDir(), "backup.tar")
	c, err := sourceIn(dir).Backup(context.Background(), file)
	if err != nil || !cmp.Equal(c.Damaged, []string{"event 1 of table 1"}) {
		t.Fatalf("damaged: %v, %v", c, err)
	}
	s := reopened(t, restored(t, file))
	_, err = s.Tables.Load(context.Background(), 1)
	wantReason(t, err, datadir.Unreadable)
	load(t, s, 2)
}

func TestBackupRefusals(t *testing.T) {
	t.Parallel()
	there := filepath.Join(t.TempDir(), "there")
	write("mine")(t, there)
	broken := furnished(t)
	write("")(t, filepath.Join(broken, "host_ed25519"))
	foreign, text, fresh := t.TempDir(), t.TempDir(), t.TempDir()
	execSQL(`CREATE TABLE recipes (name)`)(t, filepath.Join(foreign, datadir.DatabaseName))
	write("my notes")(t, filepath.Join(text, datadir.DatabaseName))
	write("")(t, filepath.Join(fresh, datadir.DatabaseName))
	extended := furnished(t)
	execSQL(`CREATE TRIGGER mine AFTER INSERT ON players BEGIN SELECT 1; END`)(t, filepath.Join(extended, datadir.DatabaseName))
	for name, c := range map[string]struct {
		dir, file string
		want      datadir.Reason
	}{
		"over a file":        {furnished(t), there, datadir.FileExists},
		"over a directory":   {furnished(t), t.TempDir(), datadir.FileExists},
		"nowhere":            {furnished(t), filepath.Join(there, "backup"), datadir.CannotWrite},
		"no directory":       {filepath.Join(there, "data"), "", datadir.NoData},
		"empty directory":    {t.TempDir(), "", datadir.NoData},
		"empty database":     {fresh, "", datadir.NoData},
		"foreign database":   {foreign, "", datadir.ForeignDatabase},
		"a trigger in it":    {extended, "", datadir.ForeignDatabase},
		"no database":        {text, "", datadir.NotDatabase},
		"no host key really": {broken, "", datadir.BadFile},
	} {
		t.Run(name, func(t *testing.T) {
			file := c.file
			if file == "" {
				file = filepath.Join(t.TempDir(), "backup.tar")
			}
			_, err := sourceIn(c.dir).Backup(context.Background(), file)
			wantReason(t, err, c.want)
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the refusal is not one sentence: %q", err)
			}
			if files, _ := os.ReadDir(filepath.Dir(file)); c.file == "" && len(files) != 0 {
				t.Errorf("files left behind: %v", files)
			}
		})
	}
	if readAll(t, there) != "mine" {
		t.Error("the existing file was changed")
	}
}

func readAll(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
