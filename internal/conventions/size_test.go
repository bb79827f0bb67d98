package conventions

import (
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"
)

// Limits on the size of packages and types.
const (
	maxLines   = 4000 // maximum number of lines in a package, without its tests
	maxMethods = 40   // maximum number of methods of a type, including promoted ones
	maxFields  = 20   // maximum number of fields of a type with at least 10 methods
	behaviour  = 10   // maxFields limits only types with at least this many methods
)

// TestSizes checks the limits on packages and types in every package. It skips packages that
// import testing, because they are test helpers.
func TestSizes(t *testing.T) {
	pkgs, err := gopackages.Load(&gopackages.Config{Mode: gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedTypes | gopackages.NeedImports | gopackages.NeedSyntax | gopackages.NeedTypesInfo}, module+"...")
	if err != nil {
		t.Fatal(err)
	}
	over := func(what string, n, most int, unit string) {
		if n > most {
			t.Errorf("%s has %d %s: at most %d", what, n, unit, most)
		}
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		if _, support := p.Imports["testing"]; support {
			continue
		}
		lines := 0
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(text), "\n")
		}
		path := filepath.ToSlash(strings.TrimPrefix(p.PkgPath, module))
		over(path, lines, maxLines, "lines")
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			named, ok := scope.Lookup(name).Type().(*types.Named)
			if !ok || types.IsInterface(named) || scope.Lookup(name).Pkg() != p.Types {
				continue
			}
			if _, isType := scope.Lookup(name).(*types.TypeName); !isType {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(named)).Len()
			over(path+"."+name, methods, maxMethods, "methods")
			if record, ok := named.Underlying().(*types.Struct); ok && methods >= behaviour {
				over(path+"."+name, record.NumFields(), maxFields, "fields")
			}
		}
	}
}
