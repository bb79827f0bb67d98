package tui

import (
	"fmt"
	"strings"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
)

// pageTop is the line where a page's list begins.
const pageTop = 3

// room is the lines for the list.
func (p *playerPage) room() int { return max(1, p.env.height-pageTop-2) }

func (p *playerPage) draw(g *board.Grid) {
	e := p.env
	e.header(g, personName(p.who), "")
	g.Text(1, 1, g.Width-2, p.standing(), e.ink.good)
	p.rows = p.arrange()
	p.scroll()
	for i := p.top; i < min(p.top+p.room(), len(p.rows)); i++ {
		p.drawRow(g, pageTop+i-p.top, &p.rows[i])
	}
	if text := p.refusal; text != "" {
		g.Text(1, g.Height-2, g.Width-2, "! "+capital(text), e.ink.alarm)
	} else {
		g.Text(1, g.Height-2, g.Width-2, p.detail(), e.ink.faint)
	}
	e.hints(g, 1, hintsOf(pageKeys, doHere, openHelp, goBack)...)
}

// standing is what somebody is in this house.
func (p *playerPage) standing() string {
	if p.who.ID.Bot() {
		return "Bot of this house"
	}
	role := club.Guest
	if house := p.env.cfg.House; house != nil {
		role = house.Role(p.who.ID)
	}
	text := capital(role.String())
	if role > club.Guest {
		text += " of this house"
	}
	if p.who.ID == p.env.me.ID {
		text += "; that is you"
	}
	return text
}

// arrange lays out both parts.
func (p *playerPage) arrange() []pageRow {
	rows := []pageRow{{text: p.careersHead(), head: true, item: -1}}
	for i := range p.careers {
		c := &p.careers[i]
		rows = append(rows, pageRow{text: careerLine(c), item: i}, pageRow{text: "  " + historyLine(c), item: -1})
	}
	rows = append(rows, pageRow{item: -1}, pageRow{text: p.gamesHead(), head: true, item: -1})
	for i := range p.found.games {
		rows = append(rows, pageRow{text: foundLine(&p.found.games[i]), item: len(p.careers) + i})
	}
	return rows
}

func (p *playerPage) careersHead() string {
	switch {
	case !p.there:
		return "Ratings  ..."
	case len(p.careers) == 0:
		return "Ratings  (no rated games yet)"
	}
	return "Ratings"
}

func (p *playerPage) gamesHead() string {
	switch {
	case !p.found.started:
		return "Latest games  ..."
	case len(p.found.games) == 0:
		return "Latest games  (none yet)"
	}
	return "Latest games"
}

// scroll keeps the selected line in sight, and all above it where there is room.
func (p *playerPage) scroll() {
	p.top = 0
	for i := range p.rows {
		if p.rows[i].item == p.selected && i >= p.room()-1 {
			p.top = window(i, len(p.rows), p.room())
		}
	}
}

func (p *playerPage) drawRow(g *board.Grid, y int, r *pageRow) {
	ink := p.env.ink
	switch {
	case r.head:
		g.Text(1, y, g.Width-2, r.text, ink.accent)
	case r.item < 0:
		g.Text(1, y, g.Width-2, "  "+r.text, ink.faint)
	case r.item == p.selected:
		g.Bar(1, y, g.Width-2, ink.chosen)
		g.Text(1, y, g.Width-2, "> "+r.text, ink.chosen)
	default:
		g.Text(1, y, g.Width-2, "  "+r.text, ink.text)
	}
}

// detail tells of the selected line what it has no room for.
func (p *playerPage) detail() string {
	if f := p.chosen(); f != nil {
		return playersLine(f)
	}
	if p.selected < len(p.careers) {
		return placesLine(&p.careers[p.selected])
	}
	return ""
}

// playersLine is who sat where in a game.
func playersLine(f *table.Found) string {
	var parts []string
	for _, who := range lobby.PlayersOf(f) {
		parts = append(parts, who.Seat+" "+who.Shown(20))
	}
	return strings.Join(parts, ", ")
}

// careerLine is what somebody has done in a class.
func careerLine(c *club.Career) string {
	return fmt.Sprintf("%s %5d +- %-4d won %d, drawn %d, lost %d", cell(className(c.Class), 28), c.Rating.Shown(), c.Rating.Doubt(), c.Won(), c.Drawn, c.Lost())
}

var placeWords = [club.MaxParties]string{"first", "second", "third", "fourth"}

// placesLine is how often somebody came first, second, and so on.
func placesLine(c *club.Career) string {
	var words []string
	for i, times := range c.Places {
		if times > 0 {
			words = append(words, fmt.Sprintf("%s %d", placeWords[i], times))
		}
	}
	return fmt.Sprintf("%d rated games: ", c.Games()) + strings.Join(words, ", ")
}

// historyLine draws what a career's last games made of the rating.
func historyLine(c *club.Career) string {
	if len(c.Steps) == 0 {
		return ""
	}
	ratings := make([]int, len(c.Steps))
	for i, step := range c.Steps {
		ratings[i] = step.After.Shown()
	}
	first, last := ratings[0], ratings[len(ratings)-1]
	if len(ratings) == 1 {
		return blocks(ratings) + fmt.Sprintf("  %d after one game", last)
	}
	return blocks(ratings) + fmt.Sprintf("  from %d to %d in the last %d games", first, last, len(ratings))
}

// levels are blocks of eight heights, each a cell wide.
var levels = []rune("▁▂▃▄▅▆▇█")

// blocks draws numbers as a line of blocks, the least as the lowest one and the
// greatest as the highest; equal ones in the middle.
func blocks(numbers []int) string {
	least, most := numbers[0], numbers[0]
	for _, n := range numbers {
		least, most = min(least, n), max(most, n)
	}
	var line strings.Builder
	for _, n := range numbers {
		level := len(levels) / 2
		if most > least {
			level = (n - least) * (len(levels) - 1) / (most - least)
		}
		line.WriteRune(levels[level])
	}
	return line.String()
}
