package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/rules"
)

// Column describes a column of a [List].
type Column[T any] struct {
	Head  string
	Width int // in cells
	Rank  int // a list without room for all columns omits those with the highest ranks
	Full  int // width of a column that shows more if there is room; 0 if it has no such width
	Wide  int // the rank of this greater width; without Full, that of the width that the texts need, if it is not 0
	Grow  int // number of cells that the column may have in addition, if all columns have room
	Right bool
	Show  func(p *Pen, item T)
	Less  func(a, b T) int // how to sort by this column; nil if the list cannot be sorted by it
}

// List is a list of items in columns, with a selected item. It can be filtered and sorted.
type List[T any] struct {
	Columns []Column[T]
	Key     func(T) any    // identifies an item, so that it stays selected when the items change
	Text    func(T) string // what the filter searches; nil if the list has no filter
	Own     func(T) bool   // whether to mark the item as one of the player's own; may be nil
	Group   func(T) string // heading above the items of a group; may be nil
	Empty   string         // shown in place of an empty list
	NoMatch string         // shown if no item passes the filter; empty for a usual text
	Still   bool           // whether no item is marked as selected
	NoHeads bool           // whether the list has no line with the names of the columns

	items    []T
	shown    []int // indices of the items that pass the filter, in the order of the list
	selected int   // index in shown
	lines    []line
	top      int   // number of lines scrolled off the top
	rows     []int // for each line that is drawn, an index in shown, or -1
	box      draw.Box
	typing   bool
	filter   Line
	wanted   any   // key of the item to select when items are set; nil if there is none
	sortBy   int   // index of a column plus 1; 0 for the order of the items
	needs    []int // for each column, the width of the widest text that it had no room for; 0 if none was cut
	seats    seatRoom
}

// Set replaces the items. The selected item stays selected. If it is not in the new list, the
// item in its place is selected.
func (l *List[T]) Set(items []T) {
	wanted, at := l.wanted, l.selected
	if before, any := l.Selected(); any {
		wanted = l.Key(before)
	}
	l.items, l.wanted = items, nil
	l.arrange()
	if wanted != nil && !l.Select(wanted) {
		l.selected = max(0, min(at, len(l.shown)-1))
	}
}

// All returns all items in their own order.
func (l *List[T]) All() []T { return l.items }

// Items returns the items that pass the filter, in the order of the list.
func (l *List[T]) Items() []T {
	list := make([]T, len(l.shown))
	for i, at := range l.shown {
		list[i] = l.items[at]
	}
	return list
}

// Select selects the item with a key. It reports whether the list contains the item.
func (l *List[T]) Select(key any) bool {
	for i, at := range l.shown {
		if l.Key(l.items[at]) == key {
			l.selected = i
			return true
		}
	}
	return false
}

// Selected returns the selected item. If the list is empty, ok is false.
func (l *List[T]) Selected() (item T, ok bool) {
	if l.selected < len(l.shown) {
		return l.items[l.shown[l.selected]], true
	}
	return item, false
}

// At returns the index of the selected item, and the number of items.
func (l *List[T]) At() (at, n int) { return l.selected, len(l.shown) }

// Typing reports whether the player is typing a filter.
func (l *List[T]) Typing() bool { return l.typing }

// Filter returns the filter with a sign before it, or "" if there is none.
func (l *List[T]) Filter() string {
	switch {
	case l.typing:
		return "/ " + l.filter.Marked()
	case l.filter.Text != "":
		return "/ " + l.filter.Text
	}
	return ""
}

// Count returns the number of items, such as "12 of 40" if a filter is set. The parameter
// `total` is the number of all items, including those that were not loaded.
func (l *List[T]) Count(total int) string {
	if total = max(total, len(l.items)); len(l.shown) < total {
		return fmt.Sprintf("%d of %d", len(l.shown), total)
	}
	return fmt.Sprint(total)
}

// arrange filters and sorts the items.
func (l *List[T]) arrange() {
	l.shown = l.shown[:0]
	wanted := strings.Fields(strings.ToLower(l.filter.Text))
	for i := range l.items {
		if len(wanted) == 0 || l.matches(l.items[i], wanted) {
			l.shown = append(l.shown, i)
		}
	}
	if l.sortBy > 0 {
		less := l.Columns[l.sortBy-1].Less
		slices.SortStableFunc(l.shown, func(a, b int) int { return less(l.items[a], l.items[b]) })
	}
	l.selected = max(0, min(l.selected, len(l.shown)-1))
	l.layLines()
}

func (l *List[T]) matches(item T, wanted []string) bool {
	text := strings.ToLower(l.Text(item))
	return !slices.ContainsFunc(wanted, func(word string) bool { return !strings.Contains(text, word) })
}

// Update handles a key that moves the selection, filters or sorts. It reports whether the
// list uses the key.
func (l *List[T]) Update(msg tea.KeyPressMsg) bool {
	if l.typing {
		l.typed(msg)
		return true
	}
	switch key := msg.String(); key {
	case "/":
		if l.Text == nil {
			return false
		}
		l.typing, l.filter.Limit = true, filterLimit
	case "esc":
		if l.filter.Text == "" {
			return false
		}
		l.setFilter("")
	case "<", ">":
		return l.sort(map[string]int{"<": -1, ">": 1}[key])
	default:
		to, known := Moved(l.selected, len(l.shown), max(1, l.box.Height-1), key)
		l.selected = to
		return known
	}
	return true
}

const filterLimit = 40

func (l *List[T]) typed(msg tea.KeyPressMsg) {
	switch msg.String() {
	case "enter":
		l.typing = false
	case "esc":
		l.typing = false
		l.setFilter("")
	case "up", "down":
		l.selected, _ = Moved(l.selected, len(l.shown), 1, msg.String())
	default:
		if l.filter.Key(msg) {
			l.refilter()
		}
	}
}

// Paste inserts pasted text into the filter that is being typed.
func (l *List[T]) Paste(msg tea.PasteMsg) {
	if l.typing {
		l.filter.Paste(msg)
		l.refilter()
	}
}

// TakeFilter ends the typing of a filter. It removes the filter and returns its text.
func (l *List[T]) TakeFilter() string {
	text := l.filter.Text
	l.typing = false
	l.setFilter("")
	return text
}

func (l *List[T]) setFilter(text string) {
	l.filter.Text = text
	l.refilter()
}

// refilter applies a changed filter. The selected item stays selected if it passes.
func (l *List[T]) refilter() {
	before, any := l.Selected()
	l.arrange()
	if !any || !l.Select(l.Key(before)) {
		l.selected = 0
	}
}

// sort sorts by the next or previous column that the list can be sorted by. After the last
// one, the items have their own order again.
func (l *List[T]) sort(by int) bool {
	n := len(l.Columns) + 1
	for at := (l.sortBy + by + n) % n; at != l.sortBy; at = (at + by + n) % n {
		if at == 0 || l.Columns[at-1].Less != nil {
			l.sortBy = at
			l.refilter()
			return true
		}
	}
	return false
}

// Moved returns the new selection in a list of n items after a key was pressed. It stops at
// both ends of the list. The parameter `page` is the number of items on a page. If the key
// moves no selection, known is false.
func Moved(selected, n, page int, key string) (to int, known bool) {
	switch key {
	case "up", "k":
		selected--
	case "down", "j":
		selected++
	case "pgup":
		selected -= page
	case "pgdown":
		selected += page
	case "ctrl+u":
		selected -= max(1, page/2)
	case "ctrl+d":
		selected += max(1, page/2)
	case "home", "g":
		selected = 0
	case "end", "G":
		selected = n - 1
	default:
		return selected, false
	}
	return max(0, min(selected, n-1)), true
}

// wheelKeys are the keys that move a selection as the mouse wheel does.
var wheelKeys = map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}

// Hide drops the items, to save memory. The next call of Set selects the item that is
// selected now.
func (l *List[T]) Hide() {
	if item, ok := l.Selected(); ok {
		l.wanted = l.Key(item)
	}
	l.items, l.shown, l.lines, l.rows = nil, nil, nil, nil
}

// Click selects the item that was drawn at x, y. It reports whether there is one.
func (l *List[T]) Click(x, y int) bool {
	at := y - l.box.Y
	if !l.Has(x, y) || at >= len(l.rows) || l.rows[at] < 0 {
		return false
	}
	l.selected = l.rows[at]
	return true
}

// Has reports whether a place on the screen is in the list.
func (l *List[T]) Has(x, y int) bool {
	return draw.Box{X: l.box.X - 1, Y: l.box.Y, Width: l.box.Width + 2, Height: l.box.Height}.Has(x, y)
}

// Wheel moves the selection when the mouse wheel is turned.
func (l *List[T]) Wheel(msg tea.MouseWheelMsg) {
	l.selected, _ = Moved(l.selected, len(l.shown), 1, wheelKeys[msg.Button])
}

// Draw draws the list, scrolled so that the selected item is visible. The sign of the
// selected item is drawn in the column before the box. If `focus` is set, the list highlights
// the selected item.
func (l *List[T]) Draw(g *draw.Grid, b draw.Box, ink *Ink, focus bool) {
	if l.needs == nil {
		l.needs = make([]int, len(l.Columns))
	}
	widths, seats := l.fit(b.Width-l.markWidth()), l.seats
	l.drawLines(g, b, ink, focus, widths)
	if better := l.fit(b.Width - l.markWidth()); !slices.Equal(widths, better) || seats != l.seats {
		for y := range b.Height {
			g.Bar(b.X-1, b.Y+y, b.Width+2, ink.Text)
		}
		l.drawLines(g, b, ink, focus, better)
	}
}

// drawLines draws the list with columns of the given widths. It notes which texts need wider ones.
func (l *List[T]) drawLines(g *draw.Grid, b draw.Box, ink *Ink, focus bool, widths []int) {
	if !l.NoHeads && b.Height > 2 && len(l.shown) > 0 {
		l.drawHeads(g, b, ink, widths)
		b.Y, b.Height = b.Y+1, b.Height-1
	}
	l.box = b
	lines := l.lines
	at := slices.IndexFunc(lines, func(n line) bool { return n.item == l.selected })
	l.top = draw.Window(at, len(lines), b.Height)
	if at < b.Height { // the beginning of the list is not scrolled before it must be
		l.top = 0
	}
	l.rows = l.rows[:0]
	for y := 0; y < b.Height && l.top+y < len(lines); y++ {
		n := lines[l.top+y]
		l.rows = append(l.rows, n.item)
		switch {
		case n.item >= 0:
			l.drawItem(g, b, b.Y+y, n.item, ink, focus, widths)
		case n.head != "":
			g.Text(b.X, b.Y+y, b.Width, n.head, ink.Faint.With(draw.Bold))
		}
	}
	if len(l.shown) == 0 {
		l.drawEmpty(g, b, ink)
	}
}

// line is a line of a list: an item, the heading of a group, or an empty line.
type line struct {
	item int // index in shown; -1 if the line is no item
	head string
}

// layLines lays out the items and the headings of groups.
func (l *List[T]) layLines() {
	lines, group := l.lines[:0], ""
	for i, at := range l.shown {
		if l.Group != nil && l.sortBy == 0 {
			if head := l.Group(l.items[at]); head != group {
				if i > 0 {
					lines = append(lines, line{-1, ""})
				}
				lines, group = append(lines, line{-1, head}), head
			}
		}
		lines = append(lines, line{i, ""})
	}
	l.lines = lines
}

func (l *List[T]) markWidth() int {
	if l.Own == nil {
		return 0
	}
	return 2
}

// fit returns the widths of the columns that a list of the given width shows; the others
// have the width 0. Room that is left goes to columns whose texts need it, and then to the
// others that may grow.
func (l *List[T]) fit(room int) []int {
	const needed, spare = 1000, 2000 // added to the rank of a column
	type want struct {
		column, width, rank int
		part                bool // whether a part of the width is better than nothing, and the column is not shown for it
	}
	var wants []want
	for i := range l.Columns {
		c := &l.Columns[i]
		wants = append(wants, want{i, c.Width, c.Rank, false})
		if c.Full > 0 {
			wants = append(wants, want{i, c.Full, c.Wide, false})
		}
		if c.Grow > 0 {
			most, rank := max(c.Width, c.Full)+c.Grow, c.Rank+needed
			if c.Full == 0 && c.Wide > 0 {
				rank = c.Wide
			}
			wants = append(wants, want{i, min(l.needs[i], most), rank, true}, want{i, most, c.Rank + spare, true})
		}
	}
	slices.SortStableFunc(wants, func(a, b want) int { return a.rank - b.rank })
	widths := make([]int, len(l.Columns))
	left, full := room+1, false // each column needs a gap of one cell, except the first
	for _, w := range wants {
		width := &widths[w.column]
		more := w.width - *width
		switch {
		case w.part && *width > 0:
			more = max(0, min(more, left))
		case w.part || full:
			continue
		case left == room+1: // the most important column is always shown
			more = min(more, room)
		}
		gap := 0
		if *width == 0 {
			gap = 1
		}
		if full = full || more+gap > left; !full || w.part {
			*width, left = *width+more, left-more-gap
		}
	}
	return widths
}

func (l *List[T]) drawHeads(g *draw.Grid, b draw.Box, ink *Ink, widths []int) {
	x := b.X + l.markWidth()
	for i, width := range widths {
		if width == 0 {
			continue
		}
		c := &l.Columns[i]
		look, at := ink.Faint, x
		if l.sortBy == i+1 {
			look = ink.Accent
		}
		if c.Right {
			at += max(0, width-draw.TextWidth(c.Head))
		}
		g.Text(at, b.Y, width, c.Head, look)
		x += width + 1
	}
}

func (l *List[T]) drawItem(g *draw.Grid, b draw.Box, y, at int, ink *Ink, focus bool, widths []int) {
	item := l.items[l.shown[at]]
	p := Pen{g: g, y: y, Ink: ink, lit: at == l.selected && focus, seats: &l.seats}
	if p.lit {
		g.Bar(b.X-1, y, b.Width+2, ink.Over(ink.Text))
	}
	if at == l.selected && !l.Still {
		g.Set(b.X-1, y, ink.Signs.Chosen, p.look(ink.Accent))
	}
	x := b.X
	if l.Own != nil {
		if l.Own(item) {
			g.Set(x, y, ink.Signs.Own, p.look(ink.Accent))
		}
		x += 2
	}
	for i, width := range widths {
		if width > 0 {
			p.x, p.end, p.width, p.need = x, x+width, width, 0
			l.Columns[i].Show(&p, item)
			l.needs[i] = max(l.needs[i], p.need)
			x += width + 1
		}
	}
}

func (l *List[T]) drawEmpty(g *draw.Grid, b draw.Box, ink *Ink) {
	text := l.Empty
	if l.filter.Text != "" && len(l.items) > 0 {
		text = cmp.Or(l.NoMatch, "Nothing matches. Esc clears the filter.")
	}
	b.Width = min(b.Width, 66)
	g.Prose(b, text, ink.Faint)
}

// Pen draws a cell of a list.
type Pen struct {
	*Ink
	g         *draw.Grid
	x, y, end int
	width     int  // of the cell
	need      int  // width that the cell needs; 0 if nothing was cut
	lit       bool // whether the item is selected and highlighted
	seats     *seatRoom
}

// look returns the style of a text, on the background of the row.
func (p *Pen) look(s draw.Style) draw.Style {
	if p.lit {
		return p.Over(s)
	}
	return s
}

// Room returns the number of cells left.
func (p *Pen) Room() int { return max(0, p.end-p.x) }

// Skip leaves cells free.
func (p *Pen) Skip(cells int) { p.x += cells }

// Put writes a text.
func (p *Pen) Put(text string, s draw.Style) {
	if text == "" {
		return
	}
	used := p.g.Text(p.x, p.y, p.Room(), text, p.look(s))
	if used == p.Room() {
		p.Fits(draw.TextWidth(text))
	}
	p.x += used
}

// Fits reports whether that many cells are left. If not, the column grows if it can.
func (p *Pen) Fits(cells int) bool {
	missing := cells - p.Room()
	if missing > 0 {
		p.need = max(p.need, p.width+missing)
	}
	return missing <= 0
}

// End writes a text at the right end of the cell.
func (p *Pen) End(text string, s draw.Style) {
	p.x = max(p.x, p.end-draw.TextWidth(text))
	p.Put(text, s)
}

// Dot writes the sign of an army.
func (p *Pen) Dot(army string, number int) {
	sign, s := p.Ink.Dot(army, number)
	p.Put(sign, s)
}

// SeatCell is a seat in a column of a list.
type SeatCell struct {
	Army   string
	Name   player.Player // zero for a free seat
	Look   draw.Style    // of the name
	Closed bool          // whether the game does not use the seat
}

// NameRoom is the least number of cells for a seat with the name of its player.
const NameRoom = 8

// leastName is the number of cells to which a name in a narrow column may be shortened.
const leastName = 5

// Seats writes each seat as a dot in the colour of its army, with the name of the player if
// there is room. In a wide column the seats stand below those of other rows if the widest names of all seats
// have room, if need be with the names of bots shortened. If not, each row has places of its own, and its
// longest names are shortened. A narrow
// column shows the names of rows that have room for them, such as that of the only player who waits.
func (p *Pen) Seats(seats [rules.SeatCount]SeatCell) {
	room, short := p.Room(), seats
	for i := range short {
		if level := player.BotName(short[i].Name.ID); level != "" {
			short[i].Name.Name = level
		}
	}
	each, own := (room+1)/rules.SeatCount, seatRoom{seatWidths(&seats), seatWidths(&short)}
	tries := own[:]
	switch {
	case each >= NameRoom:
		for i, widths := range own {
			for seat, width := range widths {
				p.seats[i][seat] = max(p.seats[i][seat], width)
			}
		}
		p.Fits(seatsWidth(p.seats[0], player.MaxNameCells))
		tries = slices.Concat(p.seats[:], tries)
	case seatsWidth(own[0], leastName) > room: // the column does not grow, so that the places of others do not depend on names
		tries = [][rules.SeatCount]int{{1, 1, 1, 1}}
		fallthrough
	default:
		each = 2
	}
	at := slices.IndexFunc(tries, func(widths [rules.SeatCount]int) bool { return seatsWidth(widths, player.MaxNameCells) <= room })
	if at < 0 {
		at = len(tries) - 1
	}
	widths := tries[at]
	if at%2 == 1 {
		seats = short
	}
	sum := seatsWidth(widths, player.MaxNameCells)
	for ; sum > room; sum-- {
		widths[slices.Index(widths[:], slices.Max(widths[:]))]--
	}
	for ; sum < rules.SeatCount*each-1; sum++ {
		widths[slices.Index(widths[:], slices.Min(widths[:]))]++
	}
	end := p.x + room
	for i, seat := range seats {
		next := p.x + widths[i] + 1
		switch {
		case seat.Closed:
		case seat.Name.ID == "":
			p.Put(p.Signs.Free, p.Faint)
		default:
			p.Dot(seat.Army, i)
			if widths[i] > 1 {
				p.Skip(1)
				p.Put(seat.Name.Shown(widths[i]-2), seat.Look)
			}
		}
		p.x = next
	}
	p.x = end
}

// seatRoom is the number of cells that the rows of a list need for each seat: with whole names, and with the
// names of bots shortened.
type seatRoom [2][rules.SeatCount]int

// seatWidths returns the number of cells for each seat: one for its dot, and two or more for the name of its
// player.
func seatWidths(seats *[rules.SeatCount]SeatCell) (widths [rules.SeatCount]int) {
	for i := range seats {
		if widths[i] = 1; !seats[i].Closed && seats[i].Name.ID != "" {
			widths[i] += 1 + draw.TextWidth(seats[i].Name.Shown(player.MaxNameCells))
		}
	}
	return widths
}

// seatsWidth returns the number of cells for all seats with the gaps between them, if names are shortened to
// a number of cells.
func seatsWidth(widths [rules.SeatCount]int, name int) int {
	sum := rules.SeatCount - 1
	for _, width := range widths {
		sum += min(width, 2+name)
	}
	return sum
}

// ArmyOf returns the name of the army of a seat: "black" for the seat "Black A".
func ArmyOf(seat string) string {
	word, _, _ := strings.Cut(strings.ToLower(seat), " ")
	return cmp.Or(word, "-")
}

// Meter draws a thin bar of the given width. The first part of it is filled.
func (p *Pen) Meter(width, part, whole int, full draw.Style) {
	width = min(width, p.Room())
	p.Ink.Meter(p.g, p.x, p.y, width, part, whole, full, p.look)
	p.x += width
}
