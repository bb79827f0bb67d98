package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestReasonsAreSentencesWithCodes reads the rows of reasons, of refusal.Reason and
// rules.Reason, from the source. A code stands once in a package and once in all
// rules, and a text is a sentence without a full stop.
func TestReasonsAreSentencesWithCodes(t *testing.T) {
	code := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
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
				if seen[where+" "+name] || !code.MatchString(name) {
					t.Errorf("%s: the code %q is no code, or stands twice", path, name)
				}
				seen[where+" "+name] = true
				said := text
				if strings.Contains(text, "%") {
					said = fmt.Sprintf(text, "SUBJECT", "HINT")
				}
				if said == "" || strings.HasSuffix(said, ".") || strings.Contains(said, "%!") {
					t.Errorf("%s: %q says %q", path, name, said)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) < 90 {
		t.Errorf("found only %d reasons", len(seen))
	}
}

func isReason(e ast.Expr) bool {
	if s, ok := e.(*ast.SelectorExpr); ok {
		e = s.Sel
	}
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "Reason"
}

// text returns the literal parts of an expression, with N for what is computed.
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
