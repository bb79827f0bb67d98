package kit

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/rules"
)

// numbers returns a list of the numbers from 1 to n.
func numbers(n int) *List[int] {
	l := &List[int]{
		Key:  func(i int) any { return i },
		Text: func(i int) string { return fmt.Sprint("number ", i) },
		Columns: []Column[int]{
			{
				Head: "#", Width: 4, Right: true, Show: func(p *Pen, i int) { p.End(fmt.Sprint(i), p.Text) },
				Less: func(a, b int) int { return b - a },
			},
			{Head: "Word", Width: 6, Rank: 1, Full: 12, Wide: 3, Show: func(p *Pen, i int) { p.Put(fmt.Sprint("word", i), p.Text) }},
			{Head: "Half", Width: 5, Rank: 2, Right: true, Show: func(p *Pen, i int) { p.End(fmt.Sprint(i/2), p.Faint) }},
		},
		Empty: "No numbers.",
	}
	var items []int
	for i := range n {
		items = append(items, i+1)
	}
	l.Set(items)
	return l
}

// drawn returns the lines of a list.
func drawn[T any](l *List[T], width, height int) string {
	ink := newInk(draw.NewStyles(assets.Themes[0]), colorprofile.TrueColor)
	g := draw.NewGrid(width+2, height, ink.Text)
	l.Draw(g, draw.Box{X: 1, Width: width, Height: height}, &ink, true)
	var lines []string
	for y := range height {
		text := ""
		for _, c := range g.Row(y) {
			text += c.Text
		}
		lines = append(lines, strings.TrimRight(text, " "))
	}
	return strings.Join(lines, "\n")
}

func pressIn(l *List[int], keys ...string) {
	for _, k := range keys {
		l.Update(keyNamed(k))
	}
}

func TestListKeys(t *testing.T) {
	l := numbers(40)
	drawn(l, 30, 11) // a page has nine items
	for _, c := range []struct {
		key  string
		want int
	}{
		{"j", 2},
		{"down", 3},
		{"k", 2},
		{"G", 40},
		{"j", 40},
		{"g", 1},
		{"k", 1},
		{"pgdown", 10},
		{"ctrl+d", 14},
		{"ctrl+u", 10},
		{"pgup", 1},
		{"end", 40},
		{"home", 1},
	} {
		pressIn(l, c.key)
		if got, _ := l.Selected(); got != c.want {
			t.Fatalf("%s selects %d; want %d", c.key, got, c.want)
		}
	}
	if l.Update(keyNamed("x")) || l.Update(tea.KeyPressMsg{Code: tea.KeyEscape}) {
		t.Error("the list used a key that is not its own")
	}
}

func TestListDropsColumnsByRank(t *testing.T) {
	l := numbers(2)
	for width, want := range map[int]string{
		23: "    # Word          Half",
		22: "    # Word    Half",
		17: "    # Word    Half",
		16: "    # Word",
		4:  "    #",
		3:  "   #",
	} {
		if got, _, _ := strings.Cut(drawn(l, width, 5), "\n"); got != want {
			t.Errorf("%d: %q, want %q", width, got, want)
		}
	}
}

// A column whose text is cut grows before columns that need nothing, and stays so, so that columns do not
// move to and fro.
func TestListGivesRoomToTextsThatNeedIt(t *testing.T) {
	l := &List[string]{
		Key: func(s string) any { return s }, NoHeads: true, Still: true,
		Columns: []Column[string]{
			{Width: 3, Show: func(p *Pen, _ string) { p.Put("abc", p.Text) }},
			{Width: 4, Rank: 1, Wide: 2, Grow: 9, Show: func(p *Pen, s string) { p.Put(s, p.Text) }},
			{Width: 2, Rank: 3, Show: func(p *Pen, _ string) { p.Put("xy", p.Text) }},
		},
	}
	for _, c := range []struct{ text, want string }{
		{"tale", "abc tale xy"},
		{"tales", "abc tales"}, // the last column is worth less than a whole text
		{"tale", "abc tale"},
		{"storybook", "abc storyb…"},
	} {
		l.Set([]string{c.text})
		if got := strings.TrimSpace(drawn(l, 11, 1)); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	if got := strings.TrimSpace(drawn(l, 16, 1)); got != "abc storybook xy" {
		t.Errorf("with more room: %q", got)
	}
}

func TestListFilter(t *testing.T) {
	l := numbers(40)
	pressIn(l, "end", "/", "4", "0")
	if got := l.Count(0); got != "1 of 40" || l.Filter() != "/ 40_" {
		t.Errorf("%s listed for %q", got, l.Filter())
	}
	pressIn(l, "enter", "k")
	if got, _ := l.Selected(); got != 40 || l.Filter() != "/ 40" || l.Typing() {
		t.Errorf("%d is selected", got)
	}
	l.Set([]int{7, 40, 400})
	if got := l.Count(0); got != "2 of 3" {
		t.Errorf("%s listed", got)
	}
	pressIn(l, "/", "x")
	if text := drawn(l, 44, 6); !strings.Contains(text, "Nothing matches. Esc clears the filter.") {
		t.Error(text)
	}
	pressIn(l, "esc")
	if got := l.Count(0); got != "3" {
		t.Errorf("%s listed", got)
	}
	if got := l.Count(2000); got != "3 of 2000" {
		t.Errorf("%s listed", got)
	}
}

func TestListSortsAndKeepsTheSelection(t *testing.T) {
	l := numbers(5)
	pressIn(l, "j", ">")
	if got := l.Items(); fmt.Sprint(got) != "[5 4 3 2 1]" {
		t.Errorf("sorted: %v", got)
	}
	if got, _ := l.Selected(); got != 2 {
		t.Errorf("%d is selected", got)
	}
	l.Set([]int{2, 9})
	if got, _ := l.Selected(); got != 2 || fmt.Sprint(l.Items()) != "[9 2]" {
		t.Errorf("%d of %v is selected", got, l.Items())
	}
	pressIn(l, "<")
	if got := l.Items(); fmt.Sprint(got) != "[2 9]" {
		t.Errorf("not sorted: %v", got)
	}
	l.Hide()
	l.Set([]int{1, 2, 3})
	if got, _ := l.Selected(); got != 2 {
		t.Errorf("%d is selected after the list was hidden", got)
	}
}

func TestListGroupsAndClicks(t *testing.T) {
	l := numbers(4)
	l.Group = func(i int) string { return map[bool]string{true: "Small", false: "Large"}[i < 3] }
	l.Set([]int{1, 2, 3, 4})
	want := "    # Word    Half\n Small\n▸   1 word1      0\n    2 word2      1\n\n Large\n    3 word3      1\n    4 word4      2"
	if got := drawn(l, 20, 8); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if l.Click(3, 1) || !l.Click(3, 6) {
		t.Error("wrong lines can be clicked")
	}
	if got, _ := l.Selected(); got != 3 {
		t.Errorf("%d is selected", got)
	}
	if text := drawn(numbers(0), 20, 3); text != " No numbers.\n\n" {
		t.Errorf("%q", text)
	}
}

// Seats stand in columns. A long name takes the cells that its neighbours do not need, and only names
// without any room are cut.
func TestSeatsShareRoomForNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		room  int
		want  string
	}{
		{[]string{"Inky", "Bo", "", "Clyde"}, 31, "● Inky  ● Bo    ○       ● Clyde"},
		{[]string{"Inky", "Blinky", "Pinky", "Clyde"}, 31, "● Inky ● Blinky ● Pinky ● Clyde"},
		{[]string{"Maximilian", "", "-", "Bo"}, 31, "● Maximilian ○            ● Bo"},
		{[]string{"Maximilian", "Blinky", "Pinky", "Clyde"}, 31, "● Maxi… ● Blin… ● Pinky ● Clyde"},
		{[]string{"Bot 3 Elm", "Blinky", "Pinky", "Bot 10 Oak"}, 35, "● Bot 3  ● Blinky ● Pinky  ● Bot 10"},
		{[]string{"Inky", "Blinky", "", "-"}, 7, "● ● ○"},
		{[]string{"Inky", "", "", ""}, 20, "● Inky ○ ○ ○"},
	} {
		if got := strings.TrimSpace(drawSeats(c.room, c.room, c.names)); got != c.want {
			t.Errorf("%q in %d cells: %q, wanted %q", c.names, c.room, got, c.want)
		}
	}
}

// TestSeatsStandBelowThoseOfOtherRows checks rows with names of many widths: a row whose names needed more room than the
// others had places of its own.
func TestSeatsStandBelowThoseOfOtherRows(t *testing.T) {
	bots := []string{"Bot 3 Elm", "Bot 3 Fir", "Bot 10 Oak", "Bot 10 Ash"}
	for _, c := range []struct {
		width int
		want  string
	}{
		{
			31, `
 ● Inky ○        ○       ● Bo
 ● Inky ● Blinky ● Pinky ● Clyde`,
		},
		{
			60, `
 ● Inky         ○              ○              ● Bo
 ● Inky         ● Blinky       ● Pinky        ● Clyde
 ● Bot 3 Elm    ● Bot 3 Fir    ● Bot 10 Oak   ● Bot 10 Ash`,
		},
		{
			40, `
 ● Inky    ○         ○         ● Bo
 ● Inky    ● Blinky  ● Pinky   ● Clyde
 ● Bot 3   ● Bot 3   ● Bot 10  ● Bot 10`,
		},
	} {
		rows := [][]string{{"Inky", "", "", "Bo"}, {"Inky", "Blinky", "Pinky", "Clyde"}, bots}
		if c.width < 40 {
			rows = rows[:2]
		}
		if got := drawSeats(31, c.width, rows...); got != c.want[1:] {
			t.Errorf("in %d cells:\n%s\nwanted%s", c.width, got, c.want)
		}
	}
}

// drawSeats draws a list with one row for each list of names: "" is a free seat, and "-" a closed seat. The
// column has the given number of cells, and more if its names need them and the list has that width.
func drawSeats(room, width int, rows ...[]string) string {
	l := &List[int]{
		Key:     func(i int) any { return i },
		NoHeads: true, Still: true,
		Columns: []Column[int]{{Width: room, Wide: 1, Grow: width - room, Show: func(p *Pen, row int) {
			var cells [rules.SeatCount]SeatCell
			for i, name := range rows[row] {
				cells[i] = SeatCell{Army: "white"}
				if cells[i].Closed = name == "-"; name != "" && name != "-" {
					cells[i].Name = player.Player{ID: "SHA256:x", Name: name}
					if bot, ok := player.NamedBot(name); ok {
						cells[i].Name.ID = bot.ID
					}
				}
			}
			p.Seats(cells)
		}}},
	}
	var items []int
	for i := range rows {
		items = append(items, i)
	}
	l.Set(items)
	return drawn(l, width, len(rows))
}

// TestDotsAreVisibleOnTheLightPage checks armies without a colour of their own, such as those of Forchess: the
// dot of the first one had the colour of its white pieces, and could not be seen on a light page.
func TestDotsAreVisibleOnTheLightPage(t *testing.T) {
	ink := newInk(draw.NewStyles(assets.ThemeNamed("light")), colorprofile.TrueColor)
	for seat, army := range []string{"southwest", "northwest", "northeast", "southeast"} {
		sign, look := ink.Dot(army, seat)
		known, want := ink.Dot([]string{"white", "silver", "black", "gold"}[seat], seat)
		if sign != known || look != want {
			t.Errorf("%s has %s %+v, want %s %+v", army, sign, look, known, want)
		}
	}
}

// TestDotsOnTheLinuxConsole checks that no army has a sign that the fonts of the console lack: the army that has the
// colour of the page had one.
func TestDotsOnTheLinuxConsole(t *testing.T) {
	for _, theme := range assets.Themes {
		styles := draw.NewStyles(theme)
		styles.Signs = &draw.ConsoleSigns
		ink := newInk(styles, colorprofile.ANSI)
		for seat, army := range []string{"white", "silver", "black", "gold"} {
			if sign, _ := ink.Dot(army, seat); sign > "~" {
				t.Errorf("%s: the sign of %s is %s", theme.Name, army, sign)
			}
		}
	}
}

// TestMeterWithoutColours checks that a bar shows its part in each theme: without colours, every bar looked full.
func TestMeterWithoutColours(t *testing.T) {
	for _, theme := range assets.Themes {
		ink := newInk(draw.NewStyles(theme), colorprofile.TrueColor)
		for _, look := range []draw.Style{ink.Accent, ink.Area, ink.Text} {
			g := draw.NewGrid(10, 1, ink.Text)
			ink.Meter(g, 0, 0, 10, 1, 2, look, nil)
			if full, rest := g.At(4, 0), g.At(5, 0); full.Text == rest.Text && full.Style.Fg == rest.Style.Fg {
				t.Errorf("%s: the filled part looks like the rest: %+v", theme.Name, full)
			}
		}
	}
}
