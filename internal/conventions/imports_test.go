package conventions

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/rules/variants"
)

const module = "quadrille/"

// layer is a group of packages. A package may import packages of its own layer and of the layers that
// `may` names. A path that ends in "/..." matches all packages below it.
type layer struct {
	name     string
	packages []string
	may      []string
	not      []string // path prefixes of packages outside this module that the layer must not import
}

var (
	ssh    = []string{"charm.land/wish", "charm.land/ssh"}
	net    = append([]string{"net", "net/http"}, ssh...)
	tea    = []string{"charm.land/bubbletea", "charm.land/bubbles"}
	inputs = []string{"time", "math/rand", "os", "context", "net", "sync"} // time, chance, input and output
)

// layers lists all layers, the innermost first. A package belongs to the first layer that matches its path.
var layers = []layer{
	{"documents", []string{"assets", "docs", "docs/..."}, []string{"rules"}, ssh},
	{"rules", []string{"rules", "rules/..."}, nil, inputs},
	{"values", []string{
		"internal/background", "internal/clock", "internal/config", "internal/pairing", "internal/lock", "internal/news",
		"internal/player",
		"internal/refusal",
		"internal/adminsocket", "internal/porttest", "internal/reserve",
	}, []string{"rules"}, slices.Concat(ssh, tea)},
	{
		"decisions",
		[]string{
			"internal/table", "internal/table/fold", "internal/table/decide", "internal/table/play", "internal/setup", "internal/records",
		},
		[]string{"rules", "values"},
		slices.Concat(net, tea),
	},
	{
		"tables",
		[]string{
			"internal/table/live", "internal/service/club", "internal/cluster", "internal/bot", "internal/bot/...",
		},
		[]string{"rules", "values", "decisions"},
		slices.Concat(net, tea),
	},
	{
		"shown values",
		[]string{"internal/service/view", "internal/protocol"},
		[]string{"rules", "values", "decisions"},
		slices.Concat(net, tea),
	},
	{"services", []string{
		"internal/service/adjudication", "internal/service/analysis", "internal/service/analysis/...",
		"internal/service/botplay", "internal/service/closer", "internal/service/evening",
		"internal/service/lobby", "internal/service/lobby/...", "internal/service/messages", "internal/service/notify",
		"internal/service/quota", "internal/service/seek", "internal/service",
		"internal/service/share", "internal/service/vacation",
	}, []string{"rules", "values", "decisions", "tables", "shown values"}, slices.Concat(ssh, tea)},
	{
		"storage",
		[]string{"internal/store", "internal/store/...", "internal/doctor"},
		[]string{"rules", "values", "decisions", "tables", "shown values", "services"},
		slices.Concat(ssh, tea),
	},
	{
		"words",
		[]string{"internal/present", "internal/present/..."},
		[]string{"documents", "rules", "values", "decisions", "shown values"},
		slices.Concat(net, tea),
	},
	{
		"drawing",
		[]string{"internal/draw", "internal/draw/..."},
		[]string{"documents", "rules", "values", "decisions", "shown values", "words"},
		slices.Concat(net, tea),
	},
	{
		"parts of screens",
		[]string{"internal/front/screen/kit", "internal/front/screen/nav"},
		below("drawing"),
		net,
	},
	{"screens", []string{"internal/front/screen", "internal/front/screen/..."}, append(below("drawing"), "parts of screens"), net},
	{"plain mode", []string{"internal/front/plain", "internal/front/plain/..."}, below("drawing"), slices.Concat(net, tea)},
	{"commands", []string{"internal/front/command", "internal/front/command/..."}, below("drawing"), slices.Concat(ssh, tea)},
	{"JSON API", []string{"internal/front/api"}, below("drawing"), slices.Concat(net, tea)},
	{"web page", []string{"internal/front/web"}, below("drawing"), slices.Concat(ssh, tea)},
	{
		"server",
		[]string{"internal/server", "internal/server/..."},
		append(below("drawing"), "parts of screens", "plain mode", "commands", "JSON API", "web page"), nil,
	},
	{"programs", []string{
		"cmd/...", "internal/metrics", "internal/node", "internal/match", "internal/tools/...",
		"internal/tools/bench", "internal/tools/bench/...", "internal/acceptance", "internal/conventions",
		"internal/e2e", "internal/simulation", "internal/simulation/...", "internal/sshtest",
	}, []string{"*"}, nil},
}

// below returns the layers below the front ends: those up to the given one, without storage.
func below(name string) []string {
	all := []string{"documents", "rules", "values", "decisions", "tables", "shown values", "services", "words", "drawing"}
	return slices.Clone(all[:slices.Index(all, name)+1])
}

// pure lists packages that must do no input or output and must not depend on time or chance.
var pure = map[string][]string{
	"internal/table/fold":   {"context", "sync", "os", "math/rand"},
	"internal/table/decide": {"context", "sync", "os", "math/rand"},
	"internal/draw/scene":   append(slices.Clone(inputs), tea...),
	"internal/draw":         append(slices.Clone(inputs), tea...),
	"internal/draw/board":   append(slices.Clone(inputs), tea...),
	"internal/draw/wire":    {"os", "context", "time"},
}

// testSupport reports whether a package exists only for tests, which may import what they need.
func testSupport(path string) bool {
	kits := []string{
		"clocktest",
		"clubtest",
		"clustertest",
		"hostile",
		"logtest",
		"pgtest",
		"porttest",
		"rulestest",
		"storetest",
		"uitest",
	}
	return slices.Contains(kits, path[strings.LastIndex(path, "/")+1:])
}

type pkg struct {
	ImportPath, Dir, Export string
	Imports, GoFiles        []string
}

// packages returns the packages of the module, with paths relative to it, without those that only serve tests.
func packages(t *testing.T) (list []pkg) {
	for _, p := range goList(t, "-json=ImportPath,Imports", module+"...") {
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module)
		if !testSupport(p.ImportPath) {
			list = append(list, p)
		}
	}
	return list
}

// goList runs go list. It returns the packages that are printed as JSON.
func goList(t *testing.T, args ...string) (list []pkg) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) < 50 {
		t.Fatalf("found only %d packages", len(list))
	}
	return list
}

func matches(pattern, path string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(path, below+"/")
	}
	return pattern == path
}

// layerOf returns the layer of a package, or nil.
func layerOf(path string) *layer {
	for i := range layers {
		if slices.ContainsFunc(layers[i].packages, func(pattern string) bool { return matches(pattern, path) }) {
			return &layers[i]
		}
	}
	return nil
}

// Packages import only what the layers allow. Front ends are layers of their own, so none imports another.
func TestImportsFollowTheLayers(t *testing.T) {
	for _, p := range packages(t) {
		from := layerOf(p.ImportPath)
		if from == nil {
			t.Errorf("%s is in no layer", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			path, inside := strings.CutPrefix(imported, module)
			if !inside {
				for _, forbidden := range slices.Concat(from.not, pure[p.ImportPath]) {
					if imported != "net/netip" && (imported == forbidden || strings.HasPrefix(imported, forbidden+"/")) {
						t.Errorf("%s must not import %s", p.ImportPath, imported)
					}
				}
				continue
			}
			to := layerOf(path)
			if to != from && to != nil && !slices.Contains(from.may, to.name) && !slices.Contains(from.may, "*") {
				t.Errorf("%s (%s) must not import %s (%s)", p.ImportPath, from.name, path, to.name)
			}
		}
	}
}

// A program that draws pictures needs no server: what draws them links neither services nor a store, neither messages nor
// Bubble Tea.
func TestDrawingLinksNoServices(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"internal/draw/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		inside := strings.TrimPrefix(path, module)
		service := strings.HasPrefix(inside, "internal/service") && inside != "internal/service/view"
		above := strings.HasPrefix(inside, "internal/store") || strings.HasPrefix(inside, "internal/front/")
		if service || above || strings.HasPrefix(path, "charm.land/bubble") {
			t.Errorf("internal/draw links %s", path)
		}
	}
}

// No screen imports another: the package internal/front/screen makes all screens, and screens name each other by values
// of internal/front/screen/nav.
func TestScreensDoNotImportEachOther(t *testing.T) {
	for _, p := range packages(t) {
		if l := layerOf(p.ImportPath); l == nil || l.name != "screens" || p.ImportPath == "internal/front/screen" {
			continue
		}
		for _, imported := range p.Imports {
			path := strings.TrimPrefix(imported, module)
			if l := layerOf(path); l != nil && l.name == "screens" && !strings.HasPrefix(path, p.ImportPath+"/") {
				t.Errorf("%s must not import %s", p.ImportPath, path)
			}
		}
	}
}

// longestChain is the greatest allowed number of packages in a chain of imports.
const longestChain = 12

// To understand a package, one reads what it imports. So the longest chain of imports must not grow.
func TestChainOfImportsIsShort(t *testing.T) {
	imports := map[string][]string{}
	for _, p := range packages(t) {
		if strings.HasPrefix(p.ImportPath, "internal/tools/") || strings.HasPrefix(p.ImportPath, "internal/tools/bench") {
			continue
		}
		for _, imported := range p.Imports {
			if path, ok := strings.CutPrefix(imported, module); ok && !testSupport(path) {
				imports[p.ImportPath] = append(imports[p.ImportPath], path)
			}
		}
	}
	chains := map[string][]string{}
	var chain func(path string) []string
	chain = func(path string) []string {
		if c, ok := chains[path]; ok {
			return c
		}
		var longest []string
		for _, imported := range imports[path] {
			if c := chain(imported); len(c) > len(longest) {
				longest = c
			}
		}
		chains[path] = append([]string{path}, longest...)
		return chains[path]
	}
	var longest []string
	for path := range imports {
		if c := chain(path); len(c) > len(longest) {
			longest = c
		}
	}
	if len(longest) > longestChain {
		chain := strings.Join(longest, " ")
		t.Errorf("the longest chain has %d packages, and at most %d are allowed: %s", len(longest), longestChain, chain)
	}
}

// room returns the folder of a package below internal, with the folders below front, service and tools counted each.
func room(path string) string {
	parts := strings.Split(path, "/")
	switch {
	case parts[0] != "internal":
		return parts[0]
	case len(parts) > 2 && slices.Contains([]string{"front", "service", "tools"}, parts[1]):
		return strings.Join(parts[:3], "/")
	}
	return strings.Join(parts[:2], "/")
}

// Folders import each other in one direction only.
func TestFoldersFormNoCircle(t *testing.T) {
	imports := map[string]map[string]bool{}
	for _, p := range packages(t) {
		from := room(p.ImportPath)
		for _, imported := range p.Imports {
			if path, ok := strings.CutPrefix(imported, module); ok && room(path) != from {
				if imports[from] == nil {
					imports[from] = map[string]bool{}
				}
				imports[from][room(path)] = true
			}
		}
	}
	const open, closed = 1, 2
	state := map[string]int{}
	var visit func(path []string, at string)
	visit = func(path []string, at string) {
		path = append(path, at)
		switch state[at] {
		case open:
			t.Errorf("folders import each other: %s", strings.Join(path[slices.Index(path, at):], " "))
			return
		case closed:
			return
		}
		state[at] = open
		for next := range imports[at] {
			visit(slices.Clone(path), next)
		}
		state[at] = closed
	}
	for from := range imports {
		visit(nil, from)
	}
}

func TestOnlyTheServerImportsSSH(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if (strings.HasPrefix(imported, "charm.land/wish") || strings.HasPrefix(imported, "charm.land/ssh")) &&
				p.ImportPath != "internal/server" && p.ImportPath != "internal/server/bare" {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
	}
}

// Only a game's own folder may name the game or import its package; other packages use the facts
// that it provides. The package rules/variants lists all games.
func TestGamesAreNamedOnlyInTheirPackages(t *testing.T) {
	names := variants.Names()
	checked := 0
	eachFile(t, func(path, text string) {
		game, inRules := strings.CutPrefix(path, "rules/")
		game, _, inFolder := strings.Cut(game, "/")
		test := strings.HasSuffix(path, "_test.go") || testSupport(filepath.ToSlash(filepath.Dir(path)))
		if test || inRules && inFolder && slices.Contains(append(names, "variants"), game) || strings.HasPrefix(path, "docs/") {
			return
		}
		checked++
		for _, literal := range namingLiterals(text, names) {
			t.Errorf("%s names a game: %s", path, literal)
		}
	})
	if checked < 500 {
		t.Errorf("checked only %d files", checked)
	}
}

// namingLiterals returns the string literals and import paths of a Go file that contain one of
// the names as a whole word.
func namingLiterals(text string, names []string) (literals []string) {
	named := regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)\b`)
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", -1, len(text)), []byte(text), nil, 0)
	for _, tok, literal := s.Scan(); tok != token.EOF; _, tok, literal = s.Scan() {
		if tok == token.STRING && named.MatchString(literal) {
			literals = append(literals, literal)
		}
	}
	return literals
}

// TestNamingLiterals checks where a name of a game is found, and that a name which is part of
// another word, or an identifier, is not.
func TestNamingLiterals(t *testing.T) {
	const text = "package p\n\nimport \"x/rules/seat\"\n\n// seat: a comment.\nvar seat = `a Seat` + \"seats\" + seat.Name\n"
	if got, want := namingLiterals(text, []string{"seat"}), []string{`"x/rules/seat"`, "`a Seat`"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
