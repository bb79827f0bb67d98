package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"slices"
)

// svg renders cells as an SVG image, and draws the pieces of a board over them. It draws each
// colour as one path, to keep the file small. The parameter `title` describes the image for
// people who cannot see it.
func svg(c Cells, title string, over *pieces) []byte {
	width, height := c.Size()
	b := new(bytes.Buffer)
	fmt.Fprintf(
		b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img"><title>%s</title>`,
		2*width,
		4*height,
		escaped(title),
	)
	b.WriteString(`<g shape-rendering="crispEdges">`)
	for _, p := range paths(quartersOf(c)) {
		fmt.Fprintf(b, `<path fill="%s" d="%s"/>`, hex(p.ink), p.data.Bytes())
	}
	var letters bytes.Buffer
	each(c, func(x, y int, s box, ink color.RGBA) {
		fmt.Fprintf(b, `<path fill="%s" d="M%g %gh%gv%gh%gz"/>`, hex(ink), float64(20*x+s.left)/10, float64(20*y+s.top)/5,
			float64(s.right-s.left)/10, float64(s.bottom-s.top)/5, float64(s.left-s.right)/10)
	}, func(x, y int, cell *Cell) {
		weight := ""
		if cell.Bold {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(
			&letters,
			`<text x="%d" y="%g" fill="%s"%s>%s</text>`,
			2*x,
			4*float64(y)+3.2,
			hex(cell.Fg),
			weight,
			escaped(cell.Text),
		)
	})
	b.WriteString(`</g><g font-family="monospace" font-size="3.3">`)
	b.Write(letters.Bytes())
	b.WriteString("</g>")
	over.write(b)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// path collects the rectangles of one colour.
type path struct {
	ink  color.RGBA
	data bytes.Buffer
}

// run is a horizontal stretch of quarter cells of the same colour. If the rows directly above
// contain the same stretch, `top` is the first of these rows.
type run struct {
	left, right, top int
	ink              color.RGBA
}

// paths returns one path for each colour in `q`, made of rectangles. If consecutive rows
// contain the same run of quarters of cells, one rectangle covers this run in all of these
// rows.
func paths(q *quarters) (list []*path) {
	add := func(r run, bottom int) {
		i := slices.IndexFunc(list, func(p *path) bool { return p.ink == r.ink })
		if i < 0 {
			i = len(list)
			list = append(list, &path{ink: r.ink})
		}
		fmt.Fprintf(&list[i].data, "M%d %dh%dv%dh-%dz", r.left, 2*r.top, r.right-r.left, 2*(bottom-r.top), r.right-r.left)
	}
	var above []run
	for y := 0; y <= q.height; y++ {
		var row []run
		for x := 0; x < q.width && y < q.height; {
			r := run{left: x, top: y, ink: q.at(x, y)}
			for x < q.width && q.at(x, y) == r.ink {
				x++
			}
			r.right = x
			row = append(row, r)
		}
		for _, a := range above {
			same := func(r run) bool { return r.left == a.left && r.right == a.right && r.ink == a.ink }
			if i := slices.IndexFunc(row, same); i >= 0 {
				row[i].top = a.top
			} else {
				add(a, y)
			}
		}
		above = row
	}
	return list
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// escaped returns a text escaped for XML.
func escaped(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // cannot happen: writing to a buffer never fails
	}
	return b.String()
}
