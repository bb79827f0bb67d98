package variants_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"quadrille/rules"
)

// TestReasonsHaveUniqueCodesAndSentences reads the rows of reasons from the source
// of the kernel and of each game, since no list of them exists at run time.
func TestReasonsHaveUniqueCodesAndSentences(t *testing.T) {
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	games, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, file := range append(files, games...) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if row, ok := n.(*ast.CompositeLit); ok && isReason(row.Type) {
				r := reasonOf(t, row)
				if seen[r.Code] != "" {
					t.Errorf("%s: the code %q stands in %s already", file, r.Code, seen[r.Code])
				}
				seen[r.Code] = file
				text := rules.Refuse(&r, "SUBJECT", "HINT").Error()
				if r.Code == "" || text == "" || strings.HasSuffix(text, ".") || strings.Contains(text, "%!") {
					t.Errorf("%s: %q says %q", file, r.Code, text)
				}
			}
			return true
		})
	}
	if len(seen) < 30 {
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

func reasonOf(t *testing.T, row *ast.CompositeLit) (r rules.Reason) {
	fields := []*string{&r.Code, &r.Text, &r.Hint}
	for i, e := range row.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		text, err := strconv.Unquote(e.(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		*fields[i] = text
	}
	return r
}
