package conventions

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxLineColumns is the maximum width of a line of Go, in which a tab has tabColumns columns.
const (
	maxLineColumns = 140
	tabColumns     = 4
)

// eachFile calls a function with the path and the text of each .go file of the module.
func eachFile(t *testing.T, do func(path, text string)) {
	t.Helper()
	for _, root := range []string{"assets", "cmd", "docs", "internal", "rules"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			do(filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash("../../"))), string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// columns returns the width of a line.
func columns(line string) (n int) {
	for _, r := range line {
		if r == '\t' {
			n += tabColumns - n%tabColumns
		} else {
			n++
		}
	}
	return n
}

func TestLinesAreNotTooWide(t *testing.T) {
	eachFile(t, func(path, text string) {
		for n, line := range strings.Split(text, "\n") {
			if w := columns(line); w > maxLineColumns {
				t.Errorf("%s:%d has %d columns; the limit is %d", path, n+1, w, maxLineColumns)
			}
		}
	})
}

// size holds the counts of a package.
type size struct{ files, lines, statements, testLines, testStatements int }

// TestSizes reports the sizes of packages and types with -v. It never fails because of a size:
// what counts is how much a reader has to know.
func TestSizes(t *testing.T) {
	var all size
	packages := map[string]*size{}
	methods, fields := map[string]int{}, map[string]int{}
	eachFile(t, func(path, text string) {
		directory := filepath.ToSlash(filepath.Dir(path))
		if packages[directory] == nil {
			packages[directory] = &size{}
		}
		statements := 0
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		test := strings.HasSuffix(path, "_test.go")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.EmptyStmt:
			case ast.Stmt:
				statements++
			case *ast.FuncDecl:
				if n.Recv != nil && !test {
					methods[directory+"."+receiver(n.Recv.List[0].Type)]++
				}
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && !test {
					fields[directory+"."+n.Name.Name] = s.Fields.NumFields()
				}
			}
			return true
		})
		for _, s := range []*size{packages[directory], &all} {
			s.files++
			if test {
				s.testLines += strings.Count(text, "\n")
				s.testStatements += statements
			} else {
				s.lines += strings.Count(text, "\n")
				s.statements += statements
			}
		}
	})
	report := func(path string, s *size) {
		t.Logf("%s: %d files, %d lines and %d statements, tests %d and %d",
			path, s.files, s.lines, s.statements, s.testLines, s.testStatements)
	}
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		report(path, packages[path])
	}
	report("all", &all)
	for what, counts := range map[string]map[string]int{"methods": methods, "fields": fields} {
		names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
		for _, name := range names[:20] {
			t.Logf("%s has %d %s", name, counts[name], what)
		}
	}
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
