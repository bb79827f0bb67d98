package docs

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Kind is the kind of a [Block].
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Heading
	Item // an item of a list
	Row  // a row of a table, with commas between the cells
	Code // a line of code, with its indentation
)

// Block is a paragraph or line of a Markdown page, as plain text.
type Block struct {
	Kind   Kind
	Number string // bold text at the beginning of a paragraph, such as the number of a rule
	Text   string // the text, on one line
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()

// Blocks parses a page of Markdown.
func Blocks(page string) []Block {
	r := reader{source: []byte(page)}
	r.blocks(markdown.Parse(text.NewReader(r.source)))
	return r.list
}

type reader struct {
	source []byte
	list   []Block
}

func (r *reader) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			r.add(Heading, n)
		case *ast.Paragraph:
			r.add(Paragraph, n)
		case *ast.ListItem:
			r.add(Item, n)
		case *tables.TableHeader:
			r.add(Row, n)
		case *tables.TableRow:
			r.add(Row, n)
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				r.list = append(r.list, Block{Kind: Code, Text: strings.TrimRight(string(line.Value(r.source)), "\n")})
			}
		default:
			r.blocks(n)
		}
	}
}

func (r *reader) add(kind Kind, n ast.Node) {
	b := Block{Kind: kind}
	first := n.FirstChild()
	if e, ok := first.(*ast.Emphasis); ok && e.Level == 2 && kind == Paragraph {
		b.Number, first = r.text(e), first.NextSibling()
	}
	var cells []string
	all := ""
	for c := first; c != nil; c = c.NextSibling() {
		all += r.text(c)
		cells = append(cells, strings.TrimSpace(r.text(c)))
	}
	if kind == Row {
		all = strings.Join(cells, ", ")
	}
	b.Text = strings.Join(strings.Fields(all), " ")
	r.list = append(r.list, b)
}

// text returns the text of an inline node.
func (r *reader) text(n ast.Node) string {
	if t, ok := n.(*ast.Text); ok {
		words := string(t.Segment.Value(r.source))
		if t.SoftLineBreak() || t.HardLineBreak() {
			words += " "
		}
		return words
	}
	all := ""
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all += r.text(c)
	}
	return all
}
