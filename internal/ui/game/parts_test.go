package game

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The parts of Screen call each other's methods but never use each other's fields.
func TestPartsKeepTheirFields(t *testing.T) {
	parts := map[string]string{} // for each field of Screen that holds a part, the name of its type
	fields := map[string]reflect.Type{}
	for f := range reflect.TypeFor[Screen]().Fields() {
		if f.Type.Kind() == reflect.Struct {
			if back, ok := f.Type.FieldByName("t"); ok && back.Type == reflect.TypeFor[*Screen]() {
				parts[f.Name], fields[f.Name] = f.Type.Name(), f.Type
			}
		}
	}
	if len(parts) < 12 {
		t.Fatalf("only %d parts were found", len(parts))
	}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Recv == nil {
				continue
			}
			owner := strings.TrimPrefix(exprName(method.Recv.List[0].Type), "*")
			ast.Inspect(method, func(n ast.Node) bool {
				// matches x.t.Part.field
				field, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				part, ok := field.X.(*ast.SelectorExpr)
				if !ok || parts[part.Sel.Name] == "" || parts[part.Sel.Name] == owner {
					return true
				}
				back, ok := part.X.(*ast.SelectorExpr)
				if !ok || back.Sel.Name != "t" {
					return true
				}
				if _, isField := fields[part.Sel.Name].FieldByName(field.Sel.Name); isField {
					t.Errorf("%s: %s uses %s.%s", set.Position(n.Pos()), owner, part.Sel.Name, field.Sel.Name)
				}
				return true
			})
		}
	}
}

func exprName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + exprName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
