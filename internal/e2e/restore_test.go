package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The command that `quadrille restore` prints must work even if the configuration names
// another data directory or a path contains a space.
func TestRestorePrintsACommandThatWorks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, file, to := filepath.Join(dir, "data"), filepath.Join(dir, "b.tar"), filepath.Join(dir, "it's a new one")
	makeTables(t, data, 2, 4)
	etc := filepath.Join(dir, "etc.toml")
	text := fmt.Sprintf("[server]\ndata = %q\nlisten = \"127.0.0.1:1\"\n[club]\nname = \"The Restored\"\n", data)
	must(t, os.WriteFile(etc, []byte(text), 0o600))
	for _, config := range []string{etc, ""} {
		if config == "" {
			mustRun(t, "backup", file, "--data", data)
		} else {
			mustRun(t, "backup", file, "--data", data, "--config", config)
		}
		out := mustRun(t, "restore", file, "--data", to)
		_, command, ok := strings.Cut(out, "start the server with: quadrille")
		if !ok {
			t.Fatal(out)
		}
		s := serveIn(t, to, "sh", "-c", `exec "$0"`+strings.TrimRight(command, "\n")+` --listen "$3"`)
		if !strings.Contains(s.greeting, "stores its games in "+to+"\n") {
			t.Errorf("it prints\n%s", s.greeting)
		}
		if about := newCommandPlayer(t, "Inky").mustRun(t, s.address, "about"); strings.Contains(about, "The Restored") != (config != "") {
			t.Errorf("with the configuration %q it prints\n%s", config, about)
		}
		s.kill()
		for _, path := range []string{to, file} {
			must(t, os.RemoveAll(path))
		}
	}
}

// TestRestoredFilesBelongToTheOwnerOfTheDirectory restores as root into a directory of
// another user. The files must belong to that user.
func TestRestoredFilesBelongToTheOwnerOfTheDirectory(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can change the owner of files")
	}
	dir := t.TempDir()
	data, file, to := filepath.Join(dir, "data"), filepath.Join(dir, "b.tar"), filepath.Join(dir, "new")
	makeTables(t, data, 2, 4)
	mustRun(t, "backup", file, "--data", data)
	must(t, os.Mkdir(to, 0o700))
	must(t, os.Chown(to, 12345, 12346))
	mustRun(t, "restore", file, "--data", to)
	files := 0
	err := filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if owner := info.Sys().(*syscall.Stat_t); err == nil && (owner.Uid != 12345 || owner.Gid != 12346) {
			t.Errorf("%s belongs to %d:%d", path, owner.Uid, owner.Gid)
		}
		files++
		return err
	})
	if err != nil || files != 4 { // four: the directory, the database, the commits file and the host key
		t.Errorf("%d files, %v", files, err)
	}
}
