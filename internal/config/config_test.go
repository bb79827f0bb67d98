package config

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// fileOf writes a configuration file.
func fileOf(t interface {
	TempDir() string
	Fatal(...any)
}, text string,
) string {
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, src Source) *Settings {
	t.Helper()
	s, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func defaultFile(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteDefault(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var commentedKey = regexp.MustCompile(`(?m)^#([a-z_.]+ = )`)

func TestDefaultFileLoadsBackToTheDefaults(t *testing.T) {
	text := defaultFile(t)
	asIs := load(t, Source{File: fileOf(t, text)})
	if asIs.Config != Default() {
		t.Errorf("the printed file gives %+v", asIs.Config)
	}
	for _, v := range asIs.Values() {
		if v.From != "default" {
			t.Errorf("%s comes from %s", v.Key, v.From)
		}
	}
	path := fileOf(t, commentedKey.ReplaceAllString(text, "$1"))
	explicit := load(t, Source{File: path})
	if explicit.Config != Default() {
		t.Errorf("with every key uncommented it gives %+v", explicit.Config)
	}
	lines := strings.Split(commentedKey.ReplaceAllString(text, "$1"), "\n")
	for _, v := range explicit.Values() {
		n := lineOf(t, v.From, path)
		if _, key, _ := strings.Cut(v.Key, "."); !strings.HasPrefix(lines[n-1], key+" = ") {
			t.Errorf("%s should come from line %d: %s", v.Key, n, lines[n-1])
		}
	}
}

// Every field is a key, and every default is within its bounds.
func TestEveryFieldIsAKey(t *testing.T) {
	var c Config
	keys := keysOf(&c)
	var fields func(reflect.Type) int
	fields = func(of reflect.Type) (n int) {
		for i := range of.NumField() {
			if f := of.Field(i); f.Type.Kind() == reflect.Struct {
				n += fields(f.Type)
			} else {
				n++
			}
		}
		return n
	}
	if n := fields(reflect.TypeFor[Config]()); n != len(keys) || n < 50 {
		t.Errorf("%d fields, %d keys", n, len(keys))
	}
	standard := Default()
	for i, k := range keysOf(&standard) {
		if err := keys[i].set(k.text()); err != nil {
			t.Errorf("the default of %s: %v", k.name, err)
		}
		if k.doc == "" {
			t.Errorf("%s has no description", k.name)
		}
		if check := k.tag.Get("check"); check != "" && checks[check] == nil {
			t.Errorf("%s: there is no check %s", k.name, check)
		}
	}
	if c != standard {
		t.Errorf("written and read again: %+v", c)
	}
}

// A value that equals a bound is valid.
func TestBounds(t *testing.T) {
	c := Default()
	for _, k := range keysOf(&c) {
		for _, end := range []struct {
			bound string
			over  float64
		}{{k.tag.Get("min"), -1}, {k.tag.Get("max"), 1}} {
			if end.bound == "" || k.value.Kind() == reflect.String {
				continue
			}
			if err := k.set(end.bound); err != nil {
				t.Errorf("%s: %v", k.name, err)
			}
			beyond := end.bound
			switch v := k.value.Addr().Interface().(type) {
			case *int:
				*v += int(end.over)
				beyond = k.text()
			case *float64:
				*v += end.over / 100
				beyond = k.text()
			case *time.Duration:
				beyond = (*v + time.Duration(end.over)).String()
			}
			if err := k.set(beyond); err == nil {
				t.Errorf("%s accepted %s", k.name, beyond)
			}
		}
	}
}

func TestPrecedenceOfSources(t *testing.T) {
	path := fileOf(
		t,
		"[server]\nlisten = \"127.0.0.1:1\"\npublic = \"file.example\"\n[limits]\nconnections = 7\nhandshakes.burst = "+
			"9\n[bots]\nshare = 1\n",
	)
	s := load(t, Source{
		File:    path,
		Environ: []string{"QUADRILLE_SERVER_LISTEN=127.0.0.1:2", "QUADRILLE_LIMITS_HANDSHAKES_BURST=10", "QUADRILLE_SOAK=1", "HOME=/"},
		Flags:   []Flag{{"server.listen", "--listen", "127.0.0.1:3"}},
	})
	for key, want := range map[string][2]string{
		"server.listen":           {"127.0.0.1:3", "--listen"},
		"limits.handshakes.burst": {"10", "QUADRILLE_LIMITS_HANDSHAKES_BURST"},
		"server.public":           {"file.example", path + ":3"},
		"limits.connections":      {"7", path + ":5"},
		"limits.handshakes.every": {"10ms", "default"},
		"bots.share":              {"1", path + ":8"},
	} {
		found := false
		for _, v := range s.Values() {
			if v.Key == key {
				found = v.Text == want[0] && v.From == want[1]
				if !found {
					t.Errorf("%s is %q from %q, want %q", key, v.Text, v.From, want)
				}
			}
		}
		if !found {
			t.Errorf("%s is not as it should be", key)
		}
	}
	got := load(t, Source{}).Differences(s)
	want := []Difference{
		{"server.listen", "127.0.0.1:2222", "127.0.0.1:3"},
		{"server.public", "", "file.example"},
		{"limits.connections", "2000", "7"},
		{"limits.handshakes.burst", "200", "10"},
		{"bots.share", "0.5", "1"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("differences: %q", got)
	}
}

// TestTextsRoundTrip checks that a valid text does not change when it is written and read
// again.
func TestTextsRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		c := Default()
		text := rapid.StringN(0, 40, 160).Draw(r, "text")
		keys := keysOf(&c)
		for _, k := range keys {
			if k.name != "club.name" || k.set(text) != nil {
				continue
			}
			path := filepath.Join(dir, FileName)
			if err := os.WriteFile(path, []byte("[club]\nname = "+k.toml()+"\n"), 0o600); err != nil {
				r.Fatal(err)
			}
			s, err := Load(Source{File: path})
			if err != nil || s.Club.Name != text {
				r.Fatalf("%q came back as %+v, %v", text, s, err)
			}
		}
	})
}

// TestQuotasAreDocumented checks that docs/safety.md lists each quota with its default.
func TestQuotasAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/safety.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "\n## Quotas\n")
	list, _, _ = strings.Cut(list, "\n### ")
	quotas := reflect.ValueOf(DefaultQuotas())
	for i := range quotas.NumField() {
		name, want := snake(quotas.Type().Field(i).Name), fmt.Sprint(quotas.Field(i).Interface())
		switch v := quotas.Field(i).Interface().(type) {
		case Rate:
			want = fmt.Sprintf("%d, %s", v.Burst, formatDuration(v.Every))
		case time.Duration:
			want = formatDuration(v)
		}
		row := regexp.MustCompile("(?m)^\\|.*`" + name + "`.*$").FindString(list)
		if !strings.Contains(row, "| "+want+" ") {
			t.Errorf("docs/safety.md says %q of quotas.%s, whose default is %s", row, name, want)
		}
	}
}

// TestKeysAreDocumented checks that docs/configuration.md lists every key except the quotas.
// The default of a key must look as WriteDefault prints it, unless the key is a rate.
func TestKeysAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	c := Default()
	for _, k := range keysOf(&c) {
		section, name, _ := strings.Cut(k.name, ".")
		_, list, found := strings.Cut(string(text), "\n### ["+section+"]\n")
		if section == "quotas" {
			continue
		}
		if rest, ok := strings.CutPrefix(name, "penalties."); ok {
			_, list, found = strings.Cut(string(text), "\n### [limits.penalties]\n")
			name = rest
		}
		list, _, _ = strings.Cut(list, "\n### ")
		value := k.text()
		if value == "" {
			value = "empty"
		}
		if rate, ok := strings.CutSuffix(name, ".burst"); ok {
			name, value = rate, ""
		} else if strings.HasSuffix(name, ".every") {
			continue
		}
		if !found || !strings.Contains(list, "| `"+name+"` | "+value) {
			t.Errorf("docs/configuration.md does not have %s with its default %q", k.name, value)
		}
	}
}
