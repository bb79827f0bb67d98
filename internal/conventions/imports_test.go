package conventions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "quadrille/"

// rule lists the packages of this module that a package may import. A path that ends in
// "/..." matches all packages below it.
type rule struct {
	path string
	may  []string
	not  []string // path prefixes of packages outside this module that the package must not import
}

var (
	ssh    = []string{"charm.land/wish", "charm.land/ssh"}
	sshNet = append([]string{"net"}, ssh...)
	screen = []string{"charm.land/bubbletea", "charm.land/bubbles"}
	worlds = []string{"time", "math/rand", "os", "context", "net", "sync"}
)

// screenImports lists the packages that every package of screens may import. Packages of
// screens do not import each other: to navigate, they use the values of internal/ui/nav.
var screenImports = []string{"internal/ui/board", "internal/ui/kit", "internal/ui/nav", "internal/lobby", "internal/phrase", "internal/player", "internal/records", "internal/table", "internal/table/live", "rules", "assets"}

// screens returns the packages in screenImports, followed by the given packages.
func screens(more ...string) []string { return slices.Concat(screenImports, more) }

// importRules has a rule for each package, starting with the innermost. The first rule whose
// path matches applies.
var importRules = []rule{
	{"rules", nil, worlds},
	{"rules/variants", []string{"rules", "rules/..."}, nil},
	{"rules/rulestest", []string{"rules"}, nil},
	{"rules/...", []string{"rules"}, worlds},
	{"docs/...", nil, nil},
	{"docs", nil, nil},
	{"assets", nil, nil},
	{"internal/conventions", nil, nil},
	{"internal/phrase/moves", []string{"internal/phrase", "internal/player", "internal/table", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/phrase", []string{"internal/records", "rules", "rules/variants", "internal/player", "internal/table", "internal/club", "internal/lobby"}, slices.Concat(sshNet, screen)},
	{"internal/refusal", nil, slices.Concat(sshNet, screen)},
	{"internal/acceptance", nil, slices.Concat(ssh, screen)},
	{"internal/player/...", nil, slices.Concat(ssh, screen)},
	{"internal/player", nil, slices.Concat(ssh, screen)},
	{"internal/adjudication", []string{"internal/club", "internal/player", "internal/table", "internal/table/live", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/account", []string{"internal/club", "internal/lobby", "internal/player"}, slices.Concat(ssh, screen)},
	{"internal/commandline", nil, slices.Concat(sshNet, screen)},
	{"internal/adminsocket", nil, slices.Concat(ssh, screen)},
	{"internal/config", nil, slices.Concat(ssh, screen)},
	{"internal/doctor", []string{"internal/config", "internal/store/datadir"}, slices.Concat(ssh, screen)},
	{"internal/table/fold", []string{"rules", "internal/player", "internal/table"}, slices.Concat(sshNet, screen, []string{"context", "sync"})},
	{"internal/table/decide", []string{"rules", "internal/player", "internal/table", "internal/table/fold"}, slices.Concat(sshNet, screen, []string{"context", "sync"})},
	{"internal/table/live", []string{"rules", "internal/player", "internal/table", "internal/table/fold", "internal/table/decide"}, slices.Concat(sshNet, screen)},
	{"internal/table/play", []string{"rules", "internal/player", "internal/table"}, slices.Concat(sshNet, screen)},
	{"internal/table/...", []string{"rules", "internal/player", "internal/table", "rules/variants"}, slices.Concat(sshNet, screen)},
	{"internal/table", []string{"rules", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/club", []string{"internal/player", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/club/clubtest", []string{"internal/club", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/evening/pairing", []string{"internal/player", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/notify", []string{"internal/club", "internal/player", "internal/table"}, slices.Concat(ssh, screen)},
	{"internal/receiver", nil, slices.Concat(sshNet, screen)},
	{"internal/messages", []string{"internal/player", "internal/table"}, slices.Concat(sshNet, screen)},
	{"internal/bot", []string{"internal/bot/placement", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/bot/placement", []string{"rules"}, slices.Concat(sshNet, screen)},
	{"internal/tools/fitweights", []string{"internal/bot", "internal/bot/placement", "internal/match", "rules", "rules/variants"}, slices.Concat(ssh, screen)},
	{"internal/node", []string{"internal/cluster", "internal/store/nodes", "internal/club", "internal/lobby", "internal/store/postgres", "internal/table"}, slices.Concat(ssh, screen)},
	{"internal/news", nil, slices.Concat(sshNet, screen)},
	{"internal/store/nodes", []string{"internal/cluster", "internal/player"}, slices.Concat(ssh, screen)},
	{"internal/cluster/clustertest", []string{"internal/cluster", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/cluster", []string{"internal/player", "internal/table", "internal/table/live"}, slices.Concat(sshNet, screen)},
	{"internal/quota", []string{"internal/news", "internal/table", "internal/player", "internal/config"}, slices.Concat(sshNet, screen)},
	{"internal/closer", []string{"internal/adjudication", "internal/quota", "internal/config", "internal/lobby", "internal/table", "internal/table/live", "internal/club", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/setup", []string{"internal/player", "internal/table", "rules", "rules/variants"}, slices.Concat(sshNet, screen)},
	{"internal/tools/fitscores", []string{"internal/analysis/expected", "internal/bot", "internal/match", "rules", "rules/variants"}, slices.Concat(ssh, screen)},
	{"internal/analysis/expected", []string{"internal/bot", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/analysis", []string{"internal/analysis/expected", "internal/bot", "internal/table", "internal/table/live", "internal/player", "rules", "rules/variants"}, slices.Concat(sshNet, screen)},
	{"internal/botplay", []string{"internal/bot", "internal/table", "internal/table/live", "internal/player", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/evening", []string{"internal/evening/pairing", "internal/setup", "internal/table", "internal/table/live", "internal/player", "rules", "rules/variants"}, slices.Concat(sshNet, screen)},
	{"internal/lobby/password", []string{"internal/news", "internal/player", "internal/table"}, slices.Concat(sshNet, screen)},
	{"internal/lobby", []string{"internal/lobby/password", "internal/news", "internal/cluster", "internal/quota", "internal/analysis", "internal/botplay", "internal/evening", "internal/setup", "internal/table", "internal/table/live", "internal/player", "internal/club", "internal/evening/pairing", "rules", "rules/variants", "internal/bot"}, slices.Concat(sshNet, screen)},
	{"internal/records", []string{"internal/setup", "internal/table", "internal/player", "rules", "rules/variants"}, slices.Concat(sshNet, screen)},
	{"internal/seek", []string{"internal/news", "internal/lobby", "internal/setup", "internal/table", "internal/table/live", "internal/player", "rules", "rules/variants"}, slices.Concat(sshNet, screen)},
	{"internal/vacation", []string{"internal/club", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/services", []string{"internal/vacation", "internal/messages", "internal/seek", "internal/share", "internal/lobby", "internal/club", "internal/notify", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/store/datadir", []string{"internal/table"}, slices.Concat(ssh, screen)},
	{"internal/store/backup", []string{"internal/store/datadir"}, slices.Concat(sshNet, screen)},
	{"internal/store/migrate", []string{"internal/store", "internal/store/datadir", "internal/store/parts", "internal/store/postgres", "internal/table"}, slices.Concat(ssh, screen)},
	{"internal/store/storetest", []string{"internal/club", "internal/evening/pairing", "internal/messages", "internal/notify", "internal/player", "internal/refusal", "internal/store/parts", "internal/table", "internal/table/fold", "internal/table/logtest", "rules", "rules/variants"}, slices.Concat(ssh, screen)},
	{"internal/store/pgtest", []string{"internal/store/datadir"}, slices.Concat(ssh, screen)},
	{"internal/store/postgres", []string{"internal/store/datadir", "internal/store/parts", "internal/table", "internal/player"}, slices.Concat(ssh, screen)},
	{"internal/store/parts", []string{"internal/news", "internal/vacation", "internal/quota", "internal/messages", "internal/store/datadir", "internal/notify", "internal/table", "internal/table/fold", "internal/player", "internal/club", "internal/evening/pairing", "rules"}, slices.Concat(ssh, screen)},
	{"internal/store", []string{"internal/vacation", "internal/quota", "internal/messages", "internal/store/datadir", "internal/store/parts", "internal/notify", "internal/table", "internal/table/fold", "internal/player", "internal/club", "internal/evening/pairing", "rules"}, slices.Concat(ssh, screen)},
	{"internal/ui/board", []string{"rules", "assets"}, slices.Concat(sshNet, screen)},
	{"internal/ui/nav", []string{"internal/club", "internal/evening/pairing", "internal/player", "internal/table", "rules", "assets"}, slices.Concat(sshNet, screen)},
	{"internal/ui/kit", []string{"internal/records", "internal/services", "internal/messages", "internal/ui/board", "internal/ui/nav", "internal/lobby", "internal/phrase", "internal/player", "internal/table", "internal/club", "internal/notify", "internal/setup", "rules", "rules/variants", "assets"}, sshNet},
	{"internal/ui/game/scene", []string{"internal/records", "internal/ui/board", "internal/ui/kit", "internal/analysis", "internal/lobby", "internal/phrase", "internal/player", "internal/table", "rules", "assets"}, slices.Concat(worlds, sshNet, screen)}, // this package must not do input or output
	{"internal/ui/game/absence", []string{"internal/phrase", "internal/player", "internal/table", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/ui/game/seating", []string{"internal/phrase", "internal/player", "internal/table", "internal/ui/kit", "rules"}, sshNet},
	{"internal/ui/game", screens("internal/seek", "internal/ui/game/absence", "internal/ui/game/seating", "internal/ui/game/scene", "internal/analysis"), sshNet},
	{"internal/ui/admin", screens("internal/adjudication", "internal/club"), sshNet},
	{"internal/ui/archive", screens(), sshNet},
	{"internal/ui/evening", screens("internal/club", "internal/evening/pairing"), sshNet},
	{"internal/ui/lobby", screens("internal/setup", "internal/seek"), sshNet},
	{"internal/ui/messages", screens("internal/messages"), sshNet},
	{"internal/ui/profile", screens("internal/club", "rules/variants"), sshNet},
	{"internal/ui/welcome", screens("internal/club"), sshNet},
	{"internal/web", []string{"internal/records", "internal/picture", "internal/ui/board", "internal/ui/game/scene", "internal/config", "internal/phrase", "internal/lobby", "internal/club", "internal/evening/pairing", "internal/player", "internal/table", "rules", "rules/variants", "assets"}, slices.Concat(ssh, screen)},
	{"internal/share", []string{"internal/records", "internal/lobby", "internal/player", "internal/table", "rules"}, slices.Concat(sshNet, screen)},
	{"internal/cast", []string{"internal/ui/board", "internal/ui/game/scene", "internal/ui/kit", "internal/wire", "internal/lobby", "internal/phrase", "internal/table", "internal/table/fold", "rules", "rules/variants", "assets"}, sshNet},
	{"internal/picture", []string{"internal/ui/board", "internal/ui/game/scene", "internal/ui/kit", "internal/phrase", "internal/table", "rules", "assets"}, slices.Concat(sshNet, screen)},
	{"internal/tools/pictures", screens("internal/picture", "internal/services", "internal/ui", "internal/setup", "internal/store", "rules/variants"), ssh},                                                                    // makes pictures of screens
	{"internal/ui/uitest", screens("internal/seek", "internal/services", "internal/bot", "internal/club", "internal/table/logtest", "rules/variants"), ssh},                                                                    // operates screens in tests
	{"internal/ui", screens("docs", "internal/ui/admin", "internal/ui/archive", "internal/ui/evening", "internal/ui/game", "internal/ui/lobby", "internal/ui/messages", "internal/ui/profile", "internal/ui/welcome"), sshNet}, // the only package that creates screens
	{"internal/wire", nil, slices.Concat(sshNet, []string{"os", "context", "time"})},
	{"internal/plain/editor", []string{"internal/player", "internal/phrase"}, slices.Concat(sshNet, screen)},
	{"internal/plain", []string{"internal/records", "internal/vacation", "internal/plain/editor", "internal/lobby/password", "internal/receiver", "internal/seek", "internal/services", "internal/messages", "internal/phrase/moves", "internal/analysis", "internal/setup", "internal/phrase", "internal/notify", "internal/lobby", "internal/table", "internal/table/live", "internal/table/play", "internal/club", "rules", "rules/variants", "internal/player", "assets", "docs"}, slices.Concat(sshNet, screen)},
	{"internal/api", []string{"internal/vacation", "internal/share", "internal/seek", "internal/services", "internal/messages", "internal/setup", "internal/notify", "internal/lobby", "internal/table", "internal/table/live", "internal/table/play", "internal/club", "rules", "rules/variants", "internal/player", "docs"}, slices.Concat(sshNet, screen)},
	{"internal/match", []string{"rules", "internal/bot", "internal/api", "internal/table"}, slices.Concat(sshNet, screen)},
	{"internal/command/helptext", nil, nil},
	{"internal/command/evenings", []string{"internal/services", "internal/evening", "internal/evening/pairing", "internal/club", "internal/player", "rules"}, slices.Concat(ssh, screen)},
	{"internal/command", []string{"internal/records", "internal/vacation", "internal/command/evenings", "internal/command/helptext", "internal/seek", "internal/messages", "internal/cast", "internal/picture", "internal/share", "internal/services", "internal/account", "internal/adjudication", "internal/commandline", "internal/closer", "internal/analysis", "internal/evening", "internal/setup", "internal/phrase", "internal/notify", "internal/lobby", "internal/table", "internal/table/live", "internal/table/play", "internal/club", "internal/evening/pairing", "rules", "rules/variants", "internal/player", "assets", "docs"}, slices.Concat(ssh, screen)},
	{"internal/metrics", []string{"internal/quota", "internal/server", "internal/lobby", "internal/store/datadir", "internal/table", "rules/variants"}, slices.Concat(ssh, screen)},
	{"internal/server/bare", nil, nil}, // a plain SSH server for comparison in benchmarks
	{"internal/server/limit", []string{"internal/config", "internal/player"}, slices.Concat(sshNet, screen)},
	{"internal/server", []string{"internal/news", "internal/services", "internal/server/limit", "internal/commandline", "internal/notify", "internal/ui", "internal/ui/nav", "internal/wire", "internal/plain", "internal/command", "internal/api", "internal/lobby", "internal/club", "internal/player", "internal/config", "internal/table", "rules"}, nil},
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

func matches(pattern, path string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(path, below+"/")
	}
	return pattern == path
}

func TestImports(t *testing.T) {
	list := packages(t)
	if len(list) < len(importRules)/2 {
		t.Fatalf("found only %d packages", len(list))
	}
	for _, p := range list {
		path := strings.TrimPrefix(p.ImportPath, module)
		if strings.HasPrefix(path, "cmd/") || strings.HasPrefix(path, "internal/bench") || path == "internal/sshtest" || path == "internal/e2e" {
			continue // skip packages that may import all other packages
		}
		i := slices.IndexFunc(importRules, func(r rule) bool { return matches(r.path, path) })
		if i < 0 {
			t.Errorf("%s has no rule in importRules", path)
			continue
		}
		for _, imported := range p.Imports {
			checkImport(t, importRules[i], path, imported)
		}
	}
}

func checkImport(t *testing.T, r rule, path, imported string) {
	if internal, ok := strings.CutPrefix(imported, module); ok {
		if r.may == nil && strings.HasSuffix(r.path, "/...") && !strings.HasPrefix(r.path, "rules") {
			return
		}
		if internal == "internal/refusal" && strings.HasPrefix(path, "internal/") {
			return // every package may import package refusal
		}
		if !slices.ContainsFunc(r.may, func(pattern string) bool { return matches(pattern, internal) }) {
			t.Errorf("%s must not import %s", path, internal)
		}
		return
	}
	if imported == "net/netip" {
		return // every package may import net/netip, because net/netip does no input or output
	}
	for _, forbidden := range r.not {
		if imported == forbidden || strings.HasPrefix(imported, forbidden+"/") {
			t.Errorf("%s must not import %s", path, imported)
		}
	}
}

func TestOnlyTheServerImportsSSH(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if (strings.HasPrefix(imported, "charm.land/wish") || strings.HasPrefix(imported, "charm.land/ssh")) &&
				p.ImportPath != module+"internal/server" && p.ImportPath != module+"internal/server/bare" {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
	}
}

// Only a game's own package may name the game. Other packages use the facts about the game
// that its package provides.
func TestGamesAreNamedOnlyInTheirPackages(t *testing.T) {
	named := regexp.MustCompile(`(?i)chess4|verney|quadrochess|forchess|cutthroat`)
	checked := 0
	check := func(path string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/uitest/") || strings.Contains(path, "/storetest/") {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checked++
		for n, line := range strings.Split(string(text), "\n") {
			if named.MatchString(line) {
				t.Errorf("%s:%d names a game: %s", path, n+1, strings.TrimSpace(line))
			}
		}
	}
	kernel, err := filepath.Glob("../../rules/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range kernel {
		check(path)
	}
	err = filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			check(path)
		}
		return err
	})
	if err != nil || checked < 20 {
		t.Fatalf("checked %d files: %v", checked, err)
	}
}
