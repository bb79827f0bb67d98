package conventions

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestReasonsAreSentencesWithCodes reads all values of refusal.Reason and rules.Reason in
// the source code. Each text must be a sentence without a full stop. Each code must occur
// only once in the module; the variable shared lists the exceptions. docs/api.md must list
// every code of the JSON API.
func TestReasonsAreSentencesWithCodes(t *testing.T) {
	code := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]string{}
	docs, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{"../../rules", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			where := filepath.Dir(path)
			if strings.HasPrefix(where, "../../rules") {
				where = "rules"
			}
			ast.Inspect(file, func(n ast.Node) bool {
				row, ok := n.(*ast.CompositeLit)
				if !ok || !isReason(row.Type) || len(row.Elts) < 2 {
					return true
				}
				name, text := text(row.Elts[0]), text(row.Elts[1])
				at := name
				if slices.Contains(shared, filepath.Base(where)+" "+name) {
					at = where + " " + name
				}
				if seen[at] != "" || !code.MatchString(name) {
					t.Errorf("%s: the code %q is malformed, or is used in %s too", path, name, seen[at])
				}
				seen[at] = path
				if slices.Contains(inAPI, filepath.Base(where)) && !strings.Contains(string(docs), "`"+name+"`") {
					t.Errorf("%s: docs/api.md does not list %q", path, name)
				}
				said := text
				if strings.Contains(text, "%") {
					said = fmt.Sprintf(text, "SUBJECT", "HINT")
				}
				if said == "" || strings.HasSuffix(said, ".") || strings.Contains(said, "%!") {
					t.Errorf("%s: the text of %q is not a sentence: %q", path, name, said)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) < 160 {
		t.Errorf("found only %d reasons", len(seen))
	}
	if faults, err := os.ReadFile("../front/api/error.go"); err != nil || regexp.MustCompile(`errors\.Is\(|refusal\.Of\(`).Match(faults) {
		t.Errorf("internal/front/api/error.go chooses codes by reason: %v", err)
	}
}

// TestRefusalsAreNotChanged reports each assignment to a field of a refusal.Error outside its package, because
// refusals of one reason are shared by all tables. It knows the fields by their names.
func TestRefusalsAreNotChanged(t *testing.T) {
	found := func(name string, source any) (list []string) {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if assigned, ok := n.(*ast.AssignStmt); ok {
				for _, to := range assigned.Lhs {
					if field, ok := to.(*ast.SelectorExpr); ok && slices.Contains([]string{"Subject", "Hint", "Cause"}, field.Sel.Name) {
						list = append(list, fmt.Sprint(files.Position(to.Pos())))
					}
				}
			}
			return true
		})
		return list
	}
	err := filepath.WalkDir("../../internal", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || filepath.Base(filepath.Dir(path)) == "refusal" {
			return err
		}
		for _, at := range found(path, nil) {
			t.Errorf("%s changes a refusal that others may share; pass the text to Reason.Refuse", at)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if list := found("faulty.go", "package a\nfunc f() {\n\tr := g()\n\tr.Subject, r.Hint = h(), i()\n}"); len(list) != 2 {
		t.Errorf("found %v", list)
	}
}

// shared contains the codes, as "PACKAGE CODE", that internal/table also uses with the
// same meaning.
var shared = []string{"rules game-over", "rules stale", "play stale"}

// inAPI lists the packages whose refusals the JSON API sends to clients.
var inAPI = []string{"table", "lobby", "records", "setup", "quota", "notify", "messages"}

func isReason(e ast.Expr) bool {
	if s, ok := e.(*ast.SelectorExpr); ok {
		e = s.Sel
	}
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "Reason"
}

// text returns the string that an expression builds. Each part of the expression that is not a
// literal becomes the letter N.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.KeyValueExpr:
		return text(e.Value)
	case *ast.BinaryExpr:
		return text(e.X) + text(e.Y)
	case *ast.BasicLit:
		if said, err := strconv.Unquote(e.Value); err == nil {
			return said
		}
	}
	return "N"
}
