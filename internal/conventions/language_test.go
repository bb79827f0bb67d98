package conventions

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// maxColumns is the maximum width of a line in error messages and help.
const maxColumns = 80

// forbidden matches words and phrases that comments and strings must not contain.
var forbidden = regexp.MustCompile(`(?i)\b(` + strings.Join([]string{
	`he`, `his`, `him`, `himself`, `men`, `man`,
	`looks? on`, `who sits?`, `(is|are|was|were|be|been) (said|told)`, `what (is|was) asked`,
	`(no|some|any|every)body else's`, `(has|have|had|is|are|was|were) gone`, `goes on`, `for good`,
	`stands? above`, `as things stand`, `as before`, `unless that`, `by the way of`, `by the word of`,
	`of (its|their) own accord`, `there (is|was) nothing to`, `(every|any)(body|one) alone`, `in vain`,
	`(is|are) who(ever)?`, `what (stands|stood|comes|came)`, `of ours`, `besides`,
	`the (house|door|desk|hall|shelf|voice|room)`, `(mis)?deeds?`, `mend(s|ed|ing)?`,
	`turnstile`, `penance`, `muster`, `prey`, `heirs?`, `crier`, `dusty`, `verdicts?`, `crowd`,
}, "|") + `)\b`)

// quoted matches correct uses of forbidden words.
var quoted = regexp.MustCompile(`(?i)\bman (pages?|quadrille|1)\b|^man$`)

// definition matches a comment that defines a name by a clause ("X is what ...").
var definition = regexp.MustCompile(`^\w+ (is|are|was|were) (that|who|whoever|what|whether|where|when|why|if)\b`)

// isDefinition matches a comment, without its first word, that begins with a form of "to
// be", as in "X is the ...". It does not match "is called", which describes when a
// function runs.
var isDefinition = regexp.MustCompile(`^(is|are|was|were) ([^c]|c[^a]|ca[^l])`)

// metaphors lists words that no declared name may contain.
var metaphors = strings.Fields(`house door doors desk hall shelf deed deeds misdeed misdeeds men muster breed prey
	leaver heir soil dusty crier penance turnstile verdict told gone crowd voice keeper breath story his him whom
	bed bedtime ours yours theirs census courtesy company`)

// texts matches the names of fields, constants and variables that hold help texts.
var texts = regexp.MustCompile(`^(Help|Long|Short|Use|Example|Text|help|long|short|line|use|usage|brief)$|[a-z]Help$`)

// flags matches the names of functions that define a flag. The last argument of such a
// function is the help of the flag.
var flags = regexp.MustCompile(`^(String|Strings|StringSlice|StringArray|Bool|Int|Int64|Uint|Uint64|Float64|Duration)(Var)?P?$`)

// TestLanguage checks that comments, strings and names are plain.
//
// The comment of a function must begin with a verb that says what the function does. Only
// the comment of a function that just returns a value may begin with "X is ...". Comments
// and strings must use the words of docs/glossary.md. Error messages and help must fit the
// width of a terminal.
func TestLanguage(t *testing.T) {
	found := map[string][]string{}
	for _, root := range []string{"../../rules", "../../internal", "../../cmd", "../../docs", "../../assets"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata":
				return filepath.SkipDir
			case filepath.Ext(path) != ".go" || filepath.Base(path) == "language_test.go":
				return nil
			}
			l := language{files: token.NewFileSet()}
			file, err := parser.ParseFile(l.files, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			if !ast.IsGenerated(file) {
				l.comments(file)
				ast.Inspect(file, l.node)
				name := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
				found[name] = append(found[name], l.found...)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) < 50 {
		t.Fatalf("only %d packages were read", len(found))
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		for _, finding := range found[name] {
			t.Error(finding)
		}
	}
}

// language collects the findings of one file.
type language struct {
	files *token.FileSet
	found []string
}

func (l *language) find(at token.Pos, format string, args ...any) {
	p := l.files.Position(at)
	l.found = append(l.found, fmt.Sprintf("%s:%d: ", strings.TrimPrefix(p.Filename, "../../"), p.Line)+fmt.Sprintf(format, args...))
}

// comments checks all comments of the file for forbidden phrases.
func (l *language) comments(file *ast.File) {
	for _, group := range file.Comments {
		l.phrases(group.Pos(), strings.Join(strings.Fields(group.Text()), " "))
		if definition.MatchString(group.Text()) {
			l.find(group.Pos(), "defines by a clause: %.60q", group.Text())
		}
	}
}

// phrases reports the forbidden phrases that a text contains.
func (l *language) phrases(at token.Pos, text string) {
	for _, m := range forbidden.FindAllStringIndex(quoted.ReplaceAllString(text, ""), -1) {
		l.find(at, "%q", quoted.ReplaceAllString(text, "")[m[0]:m[1]])
	}
}

// node checks one node of the syntax tree. It reports whether to check the children of the
// node.
func (l *language) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.FuncDecl:
		l.name(n.Name)
		doc := n.Doc.Text()
		rest, ok := strings.CutPrefix(doc, n.Name.Name+" ")
		if ok && isDefinition.MatchString(rest) && !definition.MatchString(doc) && !returnsValue(n.Body) {
			l.find(n.Pos(), "begin the comment with a verb: %.60q", doc)
		}
	case *ast.TypeSpec:
		l.name(n.Name)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			l.name(name)
			if i < len(n.Values) && texts.MatchString(name.Name) {
				l.width(n.Pos(), text(n.Values[i]))
			}
		}
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			if name, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
				l.name(name)
			}
		}
	case *ast.Field:
		for _, name := range n.Names {
			l.name(name)
		}
		n.Tag = nil
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && texts.MatchString(key.Name) {
			l.width(n.Pos(), text(n.Value))
		}
	case *ast.CompositeLit:
		if isReason(n.Type) && len(n.Elts) > 1 {
			l.width(n.Pos(), formatted(text(n.Elts[1])))
		}
	case *ast.CallExpr:
		l.call(n)
	case *ast.BasicLit:
		if said, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
			l.phrases(n.Pos(), said)
		}
	}
	return true
}

// call checks that the message of a new error, or the usage text of a flag, is not too
// wide.
func (l *language) call(n *ast.CallExpr) {
	f, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) == 0 || l.inTest(n.Pos()) {
		return
	}
	from, _ := f.X.(*ast.Ident)
	switch {
	case from != nil && (from.Name == "errors" && f.Sel.Name == "New" || from.Name == "fmt" && f.Sel.Name == "Errorf"):
		l.width(n.Pos(), text(n.Args[0]))
	case flags.MatchString(f.Sel.Name) && len(n.Args) > 2:
		l.width(n.Pos(), text(n.Args[len(n.Args)-1]))
	}
}

func (l *language) inTest(at token.Pos) bool {
	return strings.HasSuffix(l.files.Position(at).Filename, "_test.go")
}

// width reports a line that is too wide for a terminal.
func (l *language) width(at token.Pos, text string) {
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > maxColumns {
			l.find(at, "%d columns: %q", n, line)
		}
	}
}

// name reports an error if a declared name contains one of the words in `metaphors`.
func (l *language) name(name *ast.Ident) {
	for _, word := range words(name.Name) {
		if slices.Contains(metaphors, word) {
			l.find(name.Pos(), "the name %s contains %q", name.Name, word)
		}
	}
}

// wordEnd matches the end of a word and the start of the next one in a name.
var wordEnd = regexp.MustCompile(`([a-z])([A-Z])`)

// words splits a name before each capital letter, and returns the parts in lower case.
func words(name string) []string {
	spaced := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsDigit(r) {
			return ' '
		}
		return r
	}, wordEnd.ReplaceAllString(name, "$1 $2"))
	return strings.Fields(strings.ToLower(spaced))
}

// formatted replaces the formatting verbs in a text with words of typical length.
func formatted(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	return fmt.Sprintf(text, "SUBJECT", "HINT")
}

// returnsValue reports whether a function does nothing but return a value. The function may
// lock a mutex first.
func returnsValue(body *ast.BlockStmt) bool {
	if body == nil || len(body.List) == 0 {
		return false
	}
	last := len(body.List) - 1
	for _, s := range body.List[:last] {
		var call ast.Expr
		switch s := s.(type) {
		case *ast.ExprStmt:
			call = s.X
		case *ast.DeferStmt:
			call = s.Call
		}
		c, ok := call.(*ast.CallExpr)
		if !ok {
			return false
		}
		if f, ok := c.Fun.(*ast.SelectorExpr); !ok || !strings.HasSuffix(f.Sel.Name, "ock") {
			return false
		}
	}
	_, ok := body.List[last].(*ast.ReturnStmt)
	return ok
}
