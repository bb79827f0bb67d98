package profile

import (
	"fmt"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
)

// ListTop is the index of the screen line where the list begins.
const ListTop = 3

// room returns the number of lines for the list.
func (p *Profile) room() int { return max(1, p.env.Height-ListTop-2) }

func (p *Profile) Draw(g *draw.Grid) {
	e := p.env
	e.Styles.Header(g, present.ListedName(p.who), "")
	g.Text(1, 1, g.Width-2, p.standing(), e.Styles.Good)
	p.rows = p.arrange()
	p.scroll()
	for i := p.top; i < min(p.top+p.room(), len(p.rows)); i++ {
		p.drawRow(g, ListTop+i-p.top, &p.rows[i])
	}
	if text := p.refusal; text != "" {
		g.Text(1, g.Height-2, g.Width-2, "! "+present.Capital(text), e.Styles.Alarm)
	} else {
		g.Text(1, g.Height-2, g.Width-2, p.detail(), e.Styles.Faint)
	}
	e.Hints(g, 1, p.hints()...)
}

// standing returns a description of the player's role in the club.
func (p *Profile) standing() string {
	if p.who.ID.Bot() {
		return "Bot of this server"
	}
	role := club.Guest
	if rights := p.env.Cfg.Club; rights != nil {
		role = rights.Role(p.who.ID)
	}
	text := present.Capital(role.String())
	if role > club.Guest {
		text += " of this club"
	}
	if p.who.ID == p.env.Me.ID {
		text += " (you)"
	}
	switch {
	case p.env.Cfg.Messages.Blocks(p.env.Me.ID, p.who.ID):
		text += ", blocked by you"
	case p.env.Cfg.Messages.Follows(p.env.Me.ID, p.who.ID):
		text += ", followed by you"
	}
	if until := p.env.Cfg.Vacations.Until(p.who.ID); !until.IsZero() {
		text += ", on vacation until " + club.Minute(until, p.env.Cfg.Club.Settings.Zone())
	}
	return text
}

// arrange lays out the ratings and the games.
func (p *Profile) arrange() []profileRow {
	rows := []profileRow{{text: p.careersHead(), head: true, item: -1}}
	for i := range p.careers {
		c := &p.careers[i]
		rows = append(rows, profileRow{text: careerLine(c), item: i}, profileRow{text: "  " + historyLine(c), item: -1})
	}
	rows = append(rows, profileRow{item: -1}, profileRow{text: p.gamesHead(), head: true, item: -1})
	for i := range p.found.Games {
		rows = append(rows, profileRow{text: kit.GameLine(&p.found.Games[i]), item: len(p.careers) + i})
	}
	return rows
}

func (p *Profile) careersHead() string {
	switch {
	case !p.there:
		return "Ratings  ..."
	case len(p.careers) == 0:
		return "Ratings  (no rated games yet)"
	}
	return "Ratings"
}

func (p *Profile) gamesHead() string {
	switch {
	case !p.found.Started:
		return "Latest games  ..."
	case len(p.found.Games) == 0:
		return "Latest games  (none yet)"
	}
	return "Latest games"
}

// scroll scrolls so that the selected line is visible. If that line fits on the first page,
// the list is not scrolled.
func (p *Profile) scroll() {
	p.top = 0
	for i := range p.rows {
		if p.rows[i].item == p.selected && i >= p.room()-1 {
			p.top = draw.Window(i, len(p.rows), p.room())
		}
	}
}

func (p *Profile) drawRow(g *draw.Grid, y int, r *profileRow) {
	ink := p.env.Styles
	switch {
	case r.head:
		g.Text(1, y, g.Width-2, r.text, ink.Accent)
	case r.item < 0:
		g.Text(1, y, g.Width-2, "  "+r.text, ink.Faint)
	case r.item == p.selected:
		g.Bar(1, y, g.Width-2, ink.Chosen)
		g.Text(1, y, g.Width-2, "> "+r.text, ink.Chosen)
	default:
		g.Text(1, y, g.Width-2, "  "+r.text, ink.Text)
	}
}

// detail returns details of the selected line.
func (p *Profile) detail() string {
	if f := p.chosen(); f != nil {
		return kit.PlayersLine(f)
	}
	if p.selected < len(p.careers) {
		shown := p.careers[p.selected].View()
		return present.CareerPlaces(&shown)
	}
	return ""
}

// careerLine returns a line with the rating and the results in a class.
func careerLine(c *club.Career) string {
	shown := c.View()
	class := draw.Pad(present.ShortClass(c.Class.Game, c.Class.Form), 28)
	return fmt.Sprintf("%s %5d +- %-4d %s", class, shown.Rating, shown.Doubt, present.CareerResults(&shown))
}

// historyLine returns a chart of the ratings after the last games, in one line.
func historyLine(c *club.Career) string {
	shown := c.View()
	if len(shown.History) == 0 {
		return ""
	}
	return Blocks(shown.History) + "  " + present.CareerHistory(&shown)
}

// levels are block characters of eight heights.
var levels = []rune("▁▂▃▄▅▆▇█")

// Blocks returns a bar chart of numbers, one character high. The smallest number has the
// lowest block, and the greatest number has the highest. If all numbers are equal, all blocks
// have a medium height.
func Blocks(numbers []int) string {
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
