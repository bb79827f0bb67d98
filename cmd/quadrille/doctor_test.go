//go:build unix

package main

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/doctor"
	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/store"
	"quadrille/internal/table"
)

// doctorCase is a data directory that a server has used.
type doctorCase struct {
	*testing.T
	data   string
	listen string // address to listen on; empty for a free port
}

func (p *doctorCase) path(name string) string { return filepath.Join(p.data, name) }

func (p *doctorCase) must(err error) {
	p.Helper()
	must(p, err)
}

// sql executes a statement on the database.
func (p *doctorCase) sql(statement string) {
	p.Helper()
	db, err := sql.Open("sqlite", "file:"+p.path("quadrille.db")+"?mode=rw")
	p.must(err)
	_, err = db.Exec(statement)
	p.must(err)
	p.must(db.Close())
}

// doctor runs the command on the directory. It returns its output and whether it found no problem.
func (p *doctorCase) doctor(flags ...string) (out string, sound bool) {
	p.Helper()
	return runDoctor(p, append([]string{"--data", p.data, "--listen", cmp.Or(p.listen, "127.0.0.1:0")}, flags...)...)
}

func runDoctor(t testing.TB, args ...string) (out string, sound bool) {
	t.Helper()
	var text bytes.Buffer
	c := doctorCommand()
	c.SetArgs(args)
	c.SetOut(&text)
	c.SilenceErrors, c.SilenceUsage = true, true
	err := c.ExecuteContext(t.Context())
	return text.String(), err == nil
}

// usedDataDir returns a data directory with a player, a table and a host key.
func usedDataDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := store.Open(t.Context(), dir, slog.New(slog.DiscardHandler))
	must(t, err)
	me := player.Player{ID: "SHA256:inky", Name: "Inky"}
	_, err = s.Accounts.Claim(t.Context(), me.ID, me.Name)
	must(t, err)
	opened := table.Event{Kind: table.Opened, At: time.Now(), Player: &me, Terms: &table.Terms{Game: "chess4"}}
	_, err = s.Tables.Create(t.Context(), opened, nil)
	must(t, err)
	_, err = server.MakeHostKey(dir)
	must(t, err)
	must(t, s.Close())
	return dir
}

// mustBe ends a test that got an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// listener starts a TCP server that sends a text to each client and closes the connection.
func (p *doctorCase) listener(text string) (address string) {
	p.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	p.must(err)
	p.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, text)
			_ = c.Close()
		}
	}()
	return l.Addr().String()
}

// overwrite writes a text at an offset of a file.
func (p *doctorCase) overwrite(name, text string, at int64) {
	p.Helper()
	f, err := os.OpenFile(p.path(name), os.O_WRONLY, 0)
	p.must(err)
	_, err = f.WriteAt([]byte(text), at)
	p.must(err)
	p.must(f.Close())
}

// damages contains ways to damage a data directory or its configuration. The field `want`
// is the line that the doctor must print, with DATA in place of the directory.
var damages = map[string]struct {
	do   func(p *doctorCase)
	want string
}{
	"a key that is none": {
		func(p *doctorCase) {
			p.must(os.WriteFile(p.path("quadrille.toml"), []byte("[club]\nnam = \"\"\n"), 0o600))
		},
		"configuration: DATA/quadrille.toml:2: there is no key club.nam; the nearest is club.name; correct this setting",
	},
	"a variable that is none": {
		func(p *doctorCase) { p.Setenv("QUADRILLE_CLUB_NAM", "x") },
		"configuration: environment: there is no variable QUADRILLE_CLUB_NAM; the nearest is QUADRILLE_CLUB_NAME",
	},
	"a configuration for all": {
		func(p *doctorCase) {
			p.must(os.WriteFile(p.path("quadrille.toml"), nil, 0o600))
			p.must(os.Chmod(p.path("quadrille.toml"), 0o646))
		},
		"configuration: other users can change DATA/quadrille.toml (mode 0646); run chmod go-w DATA/quadrille.toml",
	},
	"a directory for all": {
		func(p *doctorCase) { p.must(os.Chmod(p.data, 0o755)) },
		"data directory: other users can read DATA (mode 0755); run chmod 700 DATA",
	},
	"a file for a directory": {
		func(p *doctorCase) {
			p.must(os.RemoveAll(p.data))
			p.must(os.WriteFile(p.data, nil, 0o600))
		},
		"data directory: DATA is not a directory; move it away, or name another directory with --data",
	},
	"a database for all": {
		func(p *doctorCase) { p.must(os.Chmod(p.path("quadrille.db"), 0o644)) },
		"file: other users can read DATA/quadrille.db (mode 0644); run chmod 600 DATA/quadrille.db",
	},
	"a database larger than the free space": {
		func(p *doctorCase) {
			var s syscall.Statfs_t
			p.must(syscall.Statfs(p.data, &s))
			p.must(os.Truncate(p.path("quadrille.db"), int64(s.Bavail)*int64(s.Bsize))) // a sparse file as large as the free disk space
		},
		"are free in DATA; ",
	},
	"no database": {
		func(p *doctorCase) { p.overwrite("quadrille.db", "Dear diary, today we played for", 0) },
		"database: DATA/quadrille.db is not a database; move it away",
	},
	"another's database": {
		func(p *doctorCase) { p.sql("PRAGMA application_id = 7") },
		"database: DATA/quadrille.db is the database of another program; move it away",
	},
	"a database from later": {
		func(p *doctorCase) { p.sql("PRAGMA user_version = 999") },
		"database: DATA/quadrille.db was written by a newer release (its schema has version 999",
	},
	"a page overwritten": {
		func(p *doctorCase) { p.overwrite("quadrille.db", strings.Repeat("\xa5", 4000), 4*4096) },
		"database: DATA/quadrille.db is damaged; stop the server and restore a backup",
	},
	"an event changed": {
		func(p *doctorCase) {
			p.sql("UPDATE recent_events SET data = replace(data, 'chess4', 'Chess4') WHERE seq = 1")
		},
		"database: damaged: event 1 of table 1; an older backup may have this data undamaged",
	},
	"no host key": {
		func(p *doctorCase) { p.must(os.Remove(p.path("host_ed25519"))) },
		"host key: there is no host key in DATA; restore host_ed25519, or make a new key",
	},
	"a host key for all": {
		func(p *doctorCase) { p.must(os.Chmod(p.path("host_ed25519"), 0o640)) },
		"host key: host key DATA/host_ed25519 is readable by others (mode 0640): run chmod 600 DATA/host_ed25519",
	},
	"half a host key": {
		func(p *doctorCase) { p.must(os.Truncate(p.path("host_ed25519"), 200)) },
		"host key: host key DATA/host_ed25519 is not a private key",
	},
	"an address that is taken": {
		func(p *doctorCase) { p.listen = p.listener("SSH-2.0-OpenSSH_9.2\r\n") },
		"and sends \"SSH-2.0-OpenSSH_9.2\"; stop it, or choose another address as server.listen",
	},
	"a port that sends nothing": {
		func(p *doctorCase) { p.listen = p.listener("") },
		"sends nothing (EOF); find out which program listens there",
	},
	"a foreign address": {
		func(p *doctorCase) { p.listen = "192.0.2.1:2222" },
		"address: the server cannot listen on 192.0.2.1:2222",
	},
	"nothing listens": {
		func(p *doctorCase) {
			s, err := store.Open(p.Context(), p.data, slog.New(slog.DiscardHandler)) // as a server does
			p.must(err)
			p.Cleanup(func() { _ = s.Close() })
			p.listen = "127.93.0.1:9" // an address on which nothing listens
		},
		"address: a server uses the data directory, but nothing listens on 127.93.0.1:9; run doctor with the same --listen",
	},
	"a clock behind": {
		func(p *doctorCase) { p.sql("UPDATE players SET since = since + 86400000000") },
		"is before the last entry in the database",
	},
}

func TestDoctorFindsFaults(t *testing.T) {
	whole := usedDataDir(t)
	for name, ailment := range damages {
		t.Run(name, func(t *testing.T) {
			p := &doctorCase{T: t, data: filepath.Join(t.TempDir(), "data")}
			p.must(os.CopyFS(p.data, os.DirFS(whole)))
			p.must(os.Chmod(p.data, 0o700))
			for _, name := range []string{"quadrille.db", "quadrille.commits", "quadrille.lock", "host_ed25519"} {
				p.must(os.Chmod(p.path(name), 0o600))
			}
			ailment.do(p)
			out, sound := p.doctor()
			want := strings.ReplaceAll(ailment.want, "DATA", p.data)
			var lines []string
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "WRONG") {
					lines = append(lines, line)
				}
			}
			if sound || len(lines) == 0 || !strings.Contains(lines[0], want) {
				t.Errorf("sound %t, want %q in\n%s", sound, want, out)
			}
		})
	}
}

// The doctor finds files of another user, such as those that a command created as root.
func TestDoctorFindsFilesOfOthers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can change the owner of files")
	}
	p := &doctorCase{T: t, data: usedDataDir(t)}
	p.must(os.Chown(p.path("host_ed25519"), 12345, -1))
	out, sound := p.doctor()
	if want := fmt.Sprintf("file: %s belongs to user 12345, but its directory belongs to user 0; run chown 0 %s", p.path("host_ed25519"),
		p.path("host_ed25519")); sound ||
		!strings.Contains(out, want) {
		t.Errorf("sound %t\n%s", sound, out)
	}
}

func TestDoctorPrintsJSON(t *testing.T) {
	p := &doctorCase{T: t, data: usedDataDir(t)}
	p.must(os.Remove(p.path("host_ed25519")))
	var findings []doctor.Finding
	out, sound := p.doctor("--json")
	if err := json.Unmarshal([]byte(out), &findings); err != nil || sound {
		t.Fatalf("sound %t, %v, %s", sound, err, out)
	}
	for _, f := range findings {
		if f.OK != (f.Check != "host key") || f.OK != (f.Advice == "") {
			t.Errorf("%+v", f)
		}
	}
}

func TestDoctorChangesNothing(t *testing.T) {
	p := &doctorCase{T: t, data: usedDataDir(t)}
	before := filesIn(t, p.data)
	if out, sound := p.doctor(); !sound || strings.Contains(out, "WRONG") {
		t.Errorf("sound %t\n%s", sound, out)
	}
	if after := filesIn(t, p.data); after != before {
		t.Errorf("there was\n%sthere is\n%s", before, after)
	}
	p.data = filepath.Join(t.TempDir(), "none")
	if out, sound := p.doctor(); !sound || strings.Count(out, "the first start creates it") != 3 {
		t.Errorf("before the first start: sound %t\n%s", sound, out)
	}
	if _, err := os.Stat(p.data); err == nil {
		t.Error("it made the directory")
	}
}

// filesIn lists the files of a directory.
func filesIn(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		fmt.Fprintln(&b, path, info.Mode(), info.Size(), info.ModTime().UnixNano())
		return err
	})
	must(t, err)
	return b.String()
}

// The doctor must not report the same file both as WRONG and as ok. If an error in the
// configuration hides which data directory is meant, the doctor must not check the default
// one.
func TestDoctorChecksTheDirectoryOfAWrongConfiguration(t *testing.T) {
	whole := usedDataDir(t)
	here := t.TempDir() // the working directory; the doctor must not check ./quadrille-data in it
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a wrong key": {"[server]\ndata = DATA\n[club]\nnam = \"\"\n", []string{"WRONG  configuration: FILE:4: there is no " +
			"key club.nam", "ok     database: sound", "ok     data directory: DATA is only accessible to its owner"}},
		"a line of no TOML": {"[server]\ndata = /var\n", []string{
			"WRONG  configuration: FILE:2: not valid TOML",
			"WRONG  data directory: not checked",
		}},
		"a number for a dir": {"[server]\ndata = 7\n", []string{
			"WRONG  configuration: FILE:2: server.data",
			"WRONG  data directory: not checked",
		}},
		"no such file": {"", []string{"WRONG  configuration: FILE: no such file", "WRONG  data directory: not checked"}},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "etc.toml")
			if c.text != "" {
				must(t, os.WriteFile(file, []byte(strings.ReplaceAll(c.text, "DATA", fmt.Sprintf("%q", whole))), 0o600))
			}
			t.Chdir(here)
			out, _ := runDoctor(t, "--config", file)
			for _, want := range c.want {
				if want = strings.NewReplacer("FILE", file, "DATA", whole).Replace(want); !strings.Contains(out, want) {
					t.Errorf("want %q in\n%s", want, out)
				}
			}
			if strings.Contains(out, "quadrille-data") || strings.Contains(out, "is in order") ||
				strings.Contains(out, "ok     configuration") {
				t.Errorf("doctor checked another directory, or reports the same file as ok:\n%s", out)
			}
		})
	}
}
