package conventions

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const screens = module + "internal/front/screen"

// services are the types that hold the services or the screens of a session.
var services = []string{"kit.Config", "kit.Env", "kit.Stack", "screen.root", "service.Services", "uitest.Driver", "uitest.model"}

// mayKnow lists which screens and services a type may know. Also, each screen may know kit.Env and embed
// kit.FormScreen, and a message without methods may know the screen that gets it.
var mayKnow = map[string][]string{
	"kit.Config":        {"service.Services"},
	"kit.Env":           {"kit.Config"},
	"kit.Stack":         {"kit.Env", "kit.Screen"},
	"kit.Step":          {"kit.Screen"}, // what a screen returns to open other screens; parts may know a Step
	"kit.mail":          {"kit.Env"},    // a field of Env, not a part of a screen
	"kit.notices":       {"kit.Env"},    // likewise
	"screen.root":       {"kit.Env", "kit.Stack"},
	"uitest.Backend":    {"kit.Env"},
	"uitest.Driver":     {"kit.Env", "kit.Stack"},
	"uitest.model":      {"kit.Env", "kit.Screen", "kit.Stack"},
	"welcome.FirstLook": {"kit.Screen"}, // makes the screens that follow it
}

// TestPartsDoNotKnowTheirScreen checks that a part of a screen gets values and returns what it wants: neither its
// fields nor the signatures of its methods lead to a screen, to services, or to an interface that only screens
// satisfy. It cannot see what a closure or a value of type any holds. Then it checks that it finds each fault.
func TestPartsDoNotKnowTheirScreen(t *testing.T) {
	c := newChecker(t)
	for pkg := range c.infos {
		for at, wrong := range c.faults(pkg) {
			t.Errorf("%s:%d: %s", at.Filename, at.Line, wrong)
		}
	}
	for name, allowed := range mayKnow {
		for _, known := range allowed {
			if !c.needed[name+" "+known] {
				t.Errorf("%s does not know %s, so mayKnow need not allow it", name, known)
			}
		}
	}

	lines := map[int]string{}
	for at, wrong := range c.faults(c.add(t, screens+"/a", faulty, "a.go")) {
		lines[at.Line] = wrong
	}
	for i, text := range strings.Split(faulty, "\n") {
		if wrong := lines[i+1]; strings.Contains(text, "// wrong") != (wrong != "") {
			t.Errorf("found %q in: %s", wrong, text)
		}
	}
}

const faulty = `package a
import ("sync/atomic"; "quadrille/internal/front/screen/kit")
type Screen struct { kit.FormScreen; part part; next func() kit.Step }
func (*Screen) refuse() {}
func (*Screen) Closes() {} // uitest.Driver has this method, but serves tests
type part struct { stopper interface { Stop() }; step kit.Step; call func(*other) Msg }
func (part) Stop() {}
type other struct { part *part }
type Msg struct { next *part }
type screenMsg struct { to *Screen }
type serviceMsg struct { env *kit.Env } // wrong
type activeMsg struct { to *Screen } // wrong
func (activeMsg) do() {}
type holder struct { msg screenMsg } // wrong
type alias = []*Screen // wrong
type named map[int]alias // wrong
type keys map[*Screen]bool // wrong
type literal = struct { in [2]chan struct { env kit.Env } } // wrong
type parameter struct { call func(...*Screen) } // wrong
type result struct { call func() kit.Screen } // wrong
type embeds struct { parameter } // wrong
type promotes struct { *Screen } // wrong
type conceals struct { kit.Screen } // wrong
type constraint[T kit.Screen] struct { of T } // wrong
type union[T interface { *Screen | *other }] struct { of T } // wrong
type described struct { by interface { draw(*Screen) } } // wrong
type argument struct { of atomic.Pointer[Screen] } // wrong
type method struct{} // wrong
func (method) draw(*Screen) {}
type refuser interface { refuse() } // wrong
type asks struct { of refuser } // wrong
type asked struct{} // wrong
func (asked) by(refuser) {}
type imported struct { of kit.Hider } // wrong
func asserts(a any) {
	a.(interface { Closes() }).Closes() // wrong
	type local struct { to *Screen } // wrong
}`

// checker has the types of the packages of screens. It reads these packages from source, and the packages that
// they import from what the compiler exported.
type checker struct {
	files    *token.FileSet
	exports  map[string]string // file of a package's exported types, by import path
	compiled types.Importer
	infos    map[*types.Package]*types.Info // of packages of screens
	declared []*types.TypeName              // types of these packages, without interfaces and test support
	screen   *types.Interface               // kit.Screen
	needed   map[string]bool                // which exceptions of mayKnow were needed
}

func newChecker(t *testing.T) *checker {
	c := &checker{
		files: token.NewFileSet(), exports: map[string]string{}, infos: map[*types.Package]*types.Info{}, needed: map[string]bool{},
	}
	c.compiled = importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(c.exports[path]) })
	for _, p := range goList(t, "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", screens+"/...") {
		c.exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, screens) {
			for i := range p.GoFiles {
				p.GoFiles[i] = filepath.Join(p.Dir, p.GoFiles[i])
			}
			c.add(t, p.ImportPath, nil, p.GoFiles...)
		}
	}
	return c
}

// add adds a package of screens from files, or from a text.
func (c *checker) add(t *testing.T, path string, text any, names ...string) *types.Package {
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(c.files, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	pkg, err := (&types.Config{Importer: c}).Check(path, c.files, files, info)
	if err != nil {
		t.Fatal(err)
	}
	c.infos[pkg] = info
	for _, o := range info.Defs {
		if o, ok := o.(*types.TypeName); ok && !types.IsInterface(o.Type()) && !testSupport(path) {
			c.declared = append(c.declared, o)
		}
	}
	if o := pkg.Scope().Lookup("Screen"); path == screens+"/kit" {
		c.screen = o.Type().Underlying().(*types.Interface)
	}
	return pkg
}

// Import returns a package that a package of screens imports.
func (c *checker) Import(path string) (*types.Package, error) {
	for pkg := range c.infos {
		if pkg.Path() == path {
			return pkg, nil
		}
	}
	return c.compiled.Import(path)
}

// faults returns what is wrong in a package, and where.
func (c *checker) faults(pkg *types.Package) map[token.Position]string {
	wrong := map[token.Position]string{}
	for _, o := range c.infos[pkg].Defs {
		o, ok := o.(*types.TypeName)
		if !ok {
			continue
		}
		is, name := types.Unalias(o.Type()), nameOf(o.Type())
		named, _ := is.(*types.Named)
		from := inside(is.Underlying())
		if named != nil && !c.isScreen(is) && !slices.Contains(services, name) {
			for m := range named.Methods() {
				from = append(from, m.Type())
			}
		}
		message := named != nil && strings.HasSuffix(name, "Msg") && named.NumMethods() == 0
		for _, known := range c.known(from, map[types.Type]bool{}) {
			switch other := nameOf(known); {
			case slices.Contains(mayKnow[name], other):
				c.needed[name+" "+other] = true
			case c.isScreen(is) && (other == "kit.Env" || other == "kit.FormScreen"), message && c.isScreen(known):
			default:
				wrong[c.files.Position(o.Pos())] += name + " knows " + other + "; "
			}
		}
	}
	for e, found := range c.infos[pkg].Types { // interfaces that are written in the package for a screen of the package
		if _, ok := e.(*ast.InterfaceType); ok && !types.Identical(found.Type, c.screen) {
			if slices.ContainsFunc(c.onlyScreens(found.Type), func(o *types.TypeName) bool { return o.Pkg() == pkg }) {
				wrong[c.files.Position(e.Pos())] += "only a screen satisfies this interface; "
			}
		}
	}
	return wrong
}

// known returns the screens, the services, and the interfaces for screens alone, to which types lead.
func (c *checker) known(from []types.Type, seen map[types.Type]bool) (list []types.Type) {
	for _, t := range from {
		t = types.Unalias(t)
		if seen[t] || nameOf(t) == "kit.Step" {
			continue
		}
		seen[t] = true
		if c.isScreen(t) || slices.Contains(services, nameOf(t)) || c.onlyScreens(t) != nil {
			list = append(list, t)
		} else {
			list = append(list, c.known(inside(t), seen)...)
		}
	}
	return list
}

// isScreen reports whether a type, other than a pointer, implements kit.Screen.
func (c *checker) isScreen(t types.Type) bool {
	switch types.Unalias(t).(type) {
	case *types.Named, *types.Struct, *types.Interface, *types.TypeParam:
		return satisfies(t, c.screen)
	}
	return false
}

func satisfies(t types.Type, i *types.Interface) bool {
	return types.Implements(t, i) || types.Implements(types.NewPointer(t), i)
}

// onlyScreens returns the screens that satisfy an interface, or nil if another type of their packages does too.
func (c *checker) onlyScreens(t types.Type) (list []*types.TypeName) {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for _, o := range c.declared {
		if satisfies(o.Type(), i) {
			if !c.isScreen(o.Type()) {
				return nil
			}
			list = append(list, o)
		}
	}
	return list
}

// nameOf returns a type with the names of packages instead of their paths.
func nameOf(t types.Type) string { return types.TypeString(types.Unalias(t), (*types.Package).Name) }

// inside returns the types of which a type consists. Types of other packages than those of screens have none but
// their type arguments.
func inside(t types.Type) (list []types.Type) {
	switch t := t.(type) {
	case *types.Named:
		list = slices.Collect(t.TypeArgs().Types())
		if pkg := t.Obj().Pkg(); pkg != nil && strings.HasPrefix(pkg.Path(), screens) {
			list = append(list, t.Underlying())
		}
	case *types.Map:
		list = []types.Type{t.Key(), t.Elem()}
	case interface{ Elem() types.Type }:
		list = []types.Type{t.Elem()}
	case *types.Struct:
		for f := range t.Fields() {
			list = append(list, f.Type())
		}
	case *types.Signature:
		list = []types.Type{t.Params(), t.Results()}
	case *types.Tuple:
		for v := range t.Variables() {
			list = append(list, v.Type())
		}
	case *types.Interface:
		list = slices.Collect(t.EmbeddedTypes())
		for m := range t.ExplicitMethods() {
			list = append(list, m.Type())
		}
	case *types.Union:
		for term := range t.Terms() {
			list = append(list, term.Type())
		}
	}
	return list
}
