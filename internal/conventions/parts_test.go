package conventions

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// screenMethods are the methods by which a type is recognised as a screen (kit.Screen).
var screenMethods = []string{"Start", "Update", "Draw", "DrawCompact", "Title", "Overlay", "Stop"}

// roots hold the services for the screens: the model of Bubble Tea, its stack of screens, and their test drivers.
var roots = []string{"root", "Stack", "Driver", "model"}

// TestPartsDoNotKnowTheirScreen checks that a part of a screen gets values and returns what it wants: no struct
// has a field that leads to the screen or to the services (kit.Env), except the screens themselves and messages
// to them, and no interface is satisfied by the screen alone.
func TestPartsDoNotKnowTheirScreen(t *testing.T) {
	screens := 0
	err := filepath.WalkDir("../front/screen", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || d.Name() == "testdata" {
			return err
		}
		p := readPart(t, dir)
		screens += len(p.screens)
		for name, wrong := range p.parents() {
			t.Errorf("%s: %s %s", dir, name, wrong)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if screens < 12 { // screens that embed kit.FormScreen are not counted
		t.Errorf("only %d screens were found", screens)
	}
}

// TestPartThatKnowsItsScreenIsFound checks that the test above notices a pointer and an interface.
func TestPartThatKnowsItsScreenIsFound(t *testing.T) {
	p := partsOf(t, "a.go", `package a
type Screen struct{ part part }
func (s *Screen) Start() {}
func (s *Screen) Update() {}
func (s *Screen) Draw() {}
func (s *Screen) DrawCompact() {}
func (s *Screen) Title() {}
func (s *Screen) Overlay() {}
func (s *Screen) Stop() {}
func (s *Screen) refuse() {}
type part struct { parents map[int]*Screen }
type asker struct { env *kit.Env }
type refuser interface { refuse() }
type stopper interface { Stop() }
func (p *part) Stop() {}
`)
	if got := p.parents(); len(got) != 3 {
		t.Errorf("found %q", got)
	}
}

// part holds the declarations of a package of screens.
type part struct {
	methods map[string][]string // methods of each type
	structs map[string]*ast.StructType
	faces   map[string]*ast.InterfaceType
	screens []string
}

func readPart(t *testing.T, dir string) *part {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	p := newPart()
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			p.add(t, name, nil)
		}
	}
	p.findScreens()
	return p
}

func partsOf(t *testing.T, name, text string) *part {
	t.Helper()
	p := newPart()
	p.add(t, name, text)
	p.findScreens()
	return p
}

func newPart() *part {
	return &part{methods: map[string][]string{}, structs: map[string]*ast.StructType{}, faces: map[string]*ast.InterfaceType{}}
}

// add reads a file.
func (p *part) add(t *testing.T, name string, text any) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				of := typeName(d.Recv.List[0].Type)
				p.methods[of] = append(p.methods[of], d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				one, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				switch is := one.Type.(type) {
				case *ast.StructType:
					p.structs[one.Name.Name] = is
				case *ast.InterfaceType:
					p.faces[one.Name.Name] = is
				}
			}
		}
	}
}

// typeName returns the name of a type without pointer and type parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func (p *part) findScreens() {
	for name, has := range p.methods {
		if contains(has, screenMethods) {
			p.screens = append(p.screens, name)
		}
	}
}

func contains(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// parents returns the types by which parts know their screen, and what is wrong with each.
func (p *part) parents() map[string]string {
	wrong := map[string]string{}
	for name, is := range p.structs {
		if slices.Contains(p.screens, name) || slices.Contains(roots, name) || strings.HasSuffix(name, "Msg") {
			continue
		}
		for _, field := range is.Fields.List {
			ast.Inspect(field.Type, func(n ast.Node) bool {
				star, ok := n.(*ast.StarExpr)
				switch {
				case ok && slices.Contains(p.screens, typeName(star)):
					wrong[name] = "has a field that points to the screen " + typeName(star)
				case ok && typeName(star) == "Env":
					wrong[name] = "has a field that leads to the services"
				}
				return true
			})
		}
	}
	for name, is := range p.faces {
		var needs, by []string
		for _, m := range is.Methods.List {
			for _, one := range m.Names {
				needs = append(needs, one.Name)
			}
		}
		for of, has := range p.methods {
			if len(needs) > 0 && contains(has, needs) {
				by = append(by, of)
			}
		}
		if len(by) == 1 && slices.Contains(p.screens, by[0]) {
			wrong[name] = "is an interface that only the screen " + by[0] + " satisfies"
		}
	}
	return wrong
}
