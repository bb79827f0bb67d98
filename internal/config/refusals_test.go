package config

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// lineOf returns the line number in a place of the form FILE:LINE.
func lineOf(t *testing.T, where, path string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimPrefix(where, path+":"))
	if err != nil {
		t.Fatalf("%q is not a line of %s", where, path)
	}
	return n
}

// TestFileErrors checks that each error is one line that names the place of the mistake and
// says which values are valid.
func TestFileErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a typo":        {"[server]\n\nlisen = \"\"\n", "FILE:3: there is no key server.lisen; the nearest is server.listen"},
		"wrong section": {"[server]\nname = \"x\"", "FILE:2: there is no key server.name; the nearest is club.name"},
		"no section":    {"listen = \"127.0.0.1:1\"", "FILE:1: there is no key listen; the nearest is server.listen"},
		"nothing near": {"[bots]\nvoracity = 1", "FILE:2: there is no key bots.voracity; the keys of [bots] are share, " +
			"analysis_nodes"},
		"unknown section": {"[server]\n[sevrer]\nlisten = \"\"", "FILE:2: there is no key sevrer; the nearest is server"},
		"unknown, nothing near": {"[telephone]\nbell = 1\nbook = 2", "FILE:1: there is no key telephone; the sections are " +
			"server, club, limits, quotas, metrics, bots, web, webhooks, ratings"},
		"text for a number": {"[limits]\nconnections = \"80\"", "FILE:2: limits.connections must be a whole number from 1 to " +
			"100000; this is the text \"80\""},
		"number for a text": {"[club]\nname = 4", "FILE:2: club.name must be a text, in quotation marks; this is the number 4"},
		"number for a time": {"[limits]\nidle_timeout = 600", "FILE:2: limits.idle_timeout must be a duration from 1s to " +
			"24h, written like \"10m\"; this is the number 600"},
		"text for a switch":    {"[server]\nguests = \"no\"", "FILE:2: server.guests must be true or false; this is the text \"no\""},
		"a list":               {"[club]\nname = [\"a\"]", "FILE:2: club.name must be a text, in quotation marks; this is a list"},
		"a date":               {"[club]\nname = 2026-01-02", "FILE:2: club.name must be a text, in quotation marks; this is a date"},
		"a value as a section": {"[club.name]\nx = 1", "FILE:1: club.name must be a text, in quotation marks; this is a section"},
		"a section as a value": {"[limits]\nhandshakes = 5", "FILE:2: limits.handshakes is a section: write handshakes.burst = " +
			"..., handshakes.every = ... and so on"},
		"sections in a list": {"[[server]]\nlisten = \"\"", "FILE:1: server is a section: write [server] on its own line, " +
			"then its keys"},
		"a fraction": {"[limits]\nconnections = 1.5", "FILE:2: limits.connections must be a whole number from 1 to " +
			"100000; this is the number 1.5"},
		"too little": {"[limits]\nconnections = 0", "FILE:2: limits.connections must be a whole number from 1 to " +
			"100000, not \"0\""},
		"too long a time": {"[limits]\nidle_timeout = \"25h\"", "FILE:2: limits.idle_timeout must be a duration from 1s to " +
			"24h, written like \"10m\", not \"25h\""},
		"no time": {"[limits]\nidle_timeout = \"soon\"", "FILE:2: limits.idle_timeout must be a duration from 1s " +
			"to 24h, written like \"10m\", not \"soon\""},
		"too large a share": {"[bots]\nshare = 1.5", "FILE:2: bots.share must be a number from 0 to 1, not \"1.5\""},
		"no number":         {"[bots]\nshare = nan", "FILE:2: bots.share must be a number from 0 to 1, not \"NaN\""},
		"no zone": {"[club]\ntime_zone = \"Paris\"", "FILE:2: club.time_zone must be the name of a time zone, like " +
			"Europe/Paris or UTC, not \"Paris\""},
		"bad entry": {"[club]\nentry = \"closed\"", "FILE:2: club.entry must be one of open, guests, members-only, " +
			"not \"closed\""},
		"no address": {"[server]\nlisten = \"2222\"", "FILE:2: server.listen must be written as host:port, like " +
			"127.0.0.1:2222, not \"2222\""},
		"no port": {"[metrics]\nlisten = \"127.0.0.1:65536\"", "FILE:2: metrics.listen must have a port from 0 to " +
			"65535, not \"65536\""},
		"no host": {"[server]\npublic = \"ssh me\"", "FILE:2: server.public must be a host name or an address, " +
			"like play.example.org:2222, not \"ssh me\""},
		"a port that is none": {"[server]\npublic = \"play.example.org:99999\"", "FILE:2: server.public must have a port from " +
			"1 to 65535, not 99999"},
		"metrics for all": {"[metrics]\nlisten = \"0.0.0.0:9618\"", "FILE:2: metrics.listen is 0.0.0.0:9618, which other " +
			"machines can reach: choose an address like 127.0.0.1:9618, or set metrics.public = true (--metrics-public)"},
		"an option of ssh": {"[server]\npublic = \"-oProxyCommand=x\"", "FILE:2: server.public must be a host name or an " +
			"address, like play.example.org:2222, not \"-oProxyCommand=x\""},
		"no directory": {"[server]\ndata = \"\"", "FILE:2: server.data must not be empty"},
		"too long": {"[club]\nname = \"" + strings.Repeat("n", 41) + "\"", "FILE:2: club.name is too long: at most " +
			"40 characters"},
		"an escape": {"[club]\nname = \"a\\u001b[2J\"", "FILE:2: club.name must be one line of ordinary characters, " +
			"not \"a\\u001B[2J\""},
		"after a long text": {"[club]\nrules = \"\"\"\nlisten = 1\n\"\"\"\nnam = \"\"", "FILE:2: club.rules must be one line " +
			"of ordinary characters, not \"listen = 1\\u000A\"\nFILE:5: there is no key club.nam; the nearest is club.name"},
		"no TOML": {"[club]\nname = Inkwell\ngreeting = 3", "FILE:2: not valid TOML: expected value but found " +
			"\"Inkwell\" instead\nFILE:3: club.greeting must be a text, in quotation marks; this is the number 3"},
		"twice": {"[club]\nname = \"a\"\nname = \"b\"", "FILE:3: not valid TOML: Key 'club.name' has already " +
			"been defined."},
		"a broken heading": {"[club\nname = \"a\"", "FILE:1: not valid TOML: expected '.' or ']' to end table name, but got " +
			"'\\n' instead"},
		"a text without end": {"[bots]\nshares = 1\n[club]\nrules = \"\"\"\nplay\nnicely\n[limits]\n", "FILE:4: not valid " +
			"TOML: unexpected EOF; expected '\"\"\"'\nFILE:2: there is no key bots.shares; the nearest is bots.share"},
		"not UTF-8": {"[club]\nname = \"\xff\"", "FILE:2: not valid TOML: invalid UTF-8 byte: 0xff"},
		"penalties without effect": {"[limits]\npenalties.max = \"1m\"", "FILE:2: limits.penalties.max is 1m, but must be more than " +
			"limits.penalties.threshold, which is 1m; otherwise no address is ever refused"},
		"a threshold too high": {"[limits.penalties]\nthreshold = \"1h\"", "FILE:2: limits.penalties.max is 10m, but must be " +
			"more than limits.penalties.threshold, which is 1h; otherwise no address is ever refused"},
		"all of them": {"[server]\nlisen = 1\nlisten = 2\n[limits]\npaste = 1\n[bots]\nshare = true", "FILE:2: there is no key " +
			"server.lisen; the nearest is server.listen\n" +
			"FILE:3: server.listen must be a text, in quotation marks; this is the number 2\nFILE:5: limits.paste must be a whole " +
			"number from 64 to 10000000, not \"1\"\n" +
			"FILE:7: bots.share must be a number from 0 to 1; this is true"},
	} {
		t.Run(name, func(t *testing.T) {
			path := fileOf(t, c.text)
			s, err := Load(Source{File: path})
			if err == nil {
				t.Fatalf("accepted: %+v", s)
			}
			if got := strings.ReplaceAll(err.Error(), path, "FILE"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestSourceErrors(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "long")
	if err := os.WriteFile(long, make([]byte, maxFileSize+1), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere := fileOf(t, "[server]\ndata = \"/srv/elsewhere\"\n")
	for name, c := range map[string]struct {
		src  Source
		want string
	}{
		"no file":     {Source{File: filepath.Join(dir, "none")}, "no such file"},
		"a directory": {Source{File: dir}, "cannot read the file: is a directory"},
		"endless":     {Source{File: long}, "longer than 64 KiB"},
		"other data":  {Source{File: elsewhere, InDataDir: true}, elsewhere + ":2: server.data is not allowed here"},
		"variable": {Source{Environ: []string{"QUADRILLE_LIMITS_PASTE=many"}}, "QUADRILLE_LIMITS_PASTE: limits.paste " +
			"must be a whole number from 64 to 10000000, not \"many\""},
		"unknown variable": {Source{Environ: []string{"QUADRILLE_SERVER_LISTN=x"}}, "there is no variable " +
			"QUADRILLE_SERVER_LISTN; the nearest is QUADRILLE_SERVER_LISTEN"},
		"strange variable": {Source{Environ: []string{"QUADRILLE_BOTS_VORACIOUSNESS=x"}}, "there is no variable " +
			"QUADRILLE_BOTS_VORACIOUSNESS; \"quadrille config default\" shows all keys"},
		"flag": {Source{Flags: []Flag{{"server.listen", "--listen", "nonsense"}}}, "--listen: server.listen must be " +
			"written as host:port"},
		"rejected by a check": {
			Source{
				Environ: []string{"QUADRILLE_CLUB_NAME=x"},
				Checks:  map[string]func(string) error{"club.name": func(string) error { return errors.New("is not nice") }},
			},
			"QUADRILLE_CLUB_NAME: club.name is not nice",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(c.src)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	here := filepath.Join(dir, FileName)
	if err := os.WriteFile(here, []byte("[server]\ndata = \""+dir+"/\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(Source{File: here, InDataDir: true}); err != nil {
		t.Errorf("a file may name its own directory: %v", err)
	}
	if _, err := Load(Source{File: elsewhere}); err != nil {
		t.Errorf("a file named by the user may name the data directory: %v", err)
	}
}

// FuzzFile checks that no file causes a panic, and that accepted values are within bounds.
func FuzzFile(f *testing.F) {
	f.Add("[server]\nlisten = \"127.0.0.1:1\"\n")
	f.Add("a.b = {c = [1, {d = 2}]}\n[[limits]]\n")
	f.Add("[limits]\nhandshakes.burst = 3\nhandshakes = 4\n\"\" = 1\n[\n]")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Load(Source{File: fileOf(t, text)})
		if (s == nil) == (err == nil) {
			t.Fatalf("%v and %v", s, err)
		}
		if s == nil {
			return
		}
		for _, k := range keysOf(&s.Config) {
			if err := k.set(k.text()); err != nil {
				t.Errorf("%s: %v", k.name, err)
			}
		}
	})
}
