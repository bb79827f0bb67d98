package profile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// wideProfile is the least width of a terminal that shows the ratings beside the games.
const wideProfile, sideOfRatings = 100, 42

func (p *Profile) Draw(g *draw.Grid) {
	e := p.env
	f := kit.Frame{
		Place: "Profile", What: present.ListedName(p.who), Status: present.Capital(p.refusal), Refused: true, Keys: p.hints(),
	}
	body := e.Frame(g, &f)
	_, classes := p.careers.At()
	ratings := max(1, classes) + 3
	if body.Width < wideProfile || body.Height < 16 {
		top := draw.Box{X: body.X, Y: body.Y, Width: body.Width, Height: min(ratings+1, max(4, body.Height/2))}
		p.drawRatings(g, top, true)
		body.Y, body.Height = body.Y+top.Height, body.Height-top.Height
		p.drawGames(g, body)
		return
	}
	left := draw.Box{X: body.X, Y: body.Y, Width: sideOfRatings, Height: 6}
	p.drawPerson(g, left)
	left.Y, left.Height = left.Y+left.Height, min(ratings, body.Height-6-6)
	p.drawRatings(g, left, false)
	left.Y += left.Height
	left.Height = body.Y + body.Height - left.Y
	p.drawPlaces(g, left)

	right := draw.Box{X: body.X + sideOfRatings, Y: body.Y, Width: body.Width - sideOfRatings, Height: 0}
	if c := p.career(); body.Height >= 26 && len(c.History) > 0 {
		right.Height = min(13, body.Height/3)
		curve := kit.Panel{Title: "Rating", About: present.Class(c.Game, c.Form), State: fmt.Sprintf("highest %d", slices.Max(c.History))}
		inner := curve.Draw(g, right, &e.Ink)
		inner.Height--
		e.Ink.DrawCurve(g, inner, c.History)
		g.Text(inner.X, inner.Y+inner.Height, inner.Width, present.Capital(present.CareerHistory(&c)), e.Ink.Faint)
	}
	if met := p.met(); body.Height >= 30 && len(met) > 0 {
		right.Y += right.Height
		right.Height = min(len(met)+3, 9)
		p.drawMet(g, right, met)
	}
	right.Y += right.Height
	right.Height = body.Y + body.Height - right.Y
	p.drawGames(g, right)
}

// drawPerson draws who the player is, and how the viewer can reach them.
func (p *Profile) drawPerson(g *draw.Grid, b draw.Box) {
	ink := &p.env.Ink
	panel := kit.Panel{Title: present.ListedName(p.who)}
	inner := panel.Draw(g, b, ink)
	sign, look, text := ink.Signs.Free, ink.Faint, "not connected"
	if p.online {
		sign, look, text = ink.Signs.Here, ink.Good, "connected"
	}
	g.Set(inner.X, inner.Y, sign, look)
	g.Text(inner.X+2, inner.Y, inner.Width-2, text, ink.Text)
	g.Prose(inner.Below(1), p.standing(), ink.Text)
}

// standing says who the player is.
func (p *Profile) standing() string {
	seen := p.env.Cfg.Person(p.env.Me.ID, p.who)
	return present.Capital(present.Person(&seen, p.env.Zone()))
}

// drawRatings draws the ratings. If `alone` is set, no other panel says who the player is and
// how often they reached which place.
func (p *Profile) drawRatings(g *draw.Grid, b draw.Box, alone bool) {
	panel := kit.Panel{Title: "Ratings", Focus: !p.inGames}
	if alone {
		panel.Title, panel.About = present.ListedName(p.who), p.standing()
	}
	inner := panel.Draw(g, b, &p.env.Ink)
	if c := p.career(); alone && c.Games > 0 && inner.Height > 2 {
		inner.Height--
		g.Text(inner.X, inner.Y+inner.Height, inner.Width, present.CareerPlaces(&c), p.env.Ink.Faint)
	}
	p.careers.Draw(g, inner, &p.env.Ink, panel.Focus)
}

// drawPlaces draws how often the player came first, second and so on in the selected class.
func (p *Profile) drawPlaces(g *draw.Grid, b draw.Box) {
	c := p.career()
	panel := kit.Panel{Title: "Places", State: present.Count(c.Games, "rated game")}
	inner := panel.Draw(g, b, &p.env.Ink)
	p.env.Ink.DrawPlaces(g, inner, c.Places[:])
	if c.Games > 0 && inner.Height > len(c.Places)+1 {
		g.Text(inner.X, inner.Y+len(c.Places)+1, inner.Width, present.Capital(present.CareerResults(&c)), p.env.Ink.Faint)
	}
}

func (p *Profile) drawGames(g *draw.Grid, b draw.Box) {
	panel := kit.Panel{Title: "Latest games", About: p.found.About(), State: p.found.Count(), Focus: p.inGames}
	inner := panel.Draw(g, b, &p.env.Ink)
	if f := p.chosen(); f != nil && inner.Height > 8 {
		inner = kit.Foot(g, b, inner, kit.PlayersLine(f), panel.Focus, &p.env.Ink)
	}
	p.found.List.Draw(g, inner, &p.env.Ink, panel.Focus)
}

// meeting says how often two players met in the games that are loaded.
type meeting struct {
	with             player.Player
	games, won, lost int
	last             time.Time
}

// met returns the people whom the player met in the games that are loaded, the most frequent
// first.
func (p *Profile) met() []meeting {
	var list []meeting
	at := map[player.ID]int{}
	for _, f := range p.found.All() {
		mine := f.Won(p.who.ID)
		counted := map[player.ID]bool{p.who.ID.RatedID(): true}
		for _, s := range f.Seats {
			id := s.ID.RatedID()
			if counted[id] {
				continue
			}
			counted[id] = true
			i, known := at[id]
			if !known {
				i = len(list)
				list, at[id] = append(list, meeting{with: s.Player, last: f.Ended}), i
			}
			m := &list[i]
			m.games++
			switch other := f.Won(s.ID); {
			case mine && !other:
				m.won++
			case other && !mine:
				m.lost++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b meeting) int { return b.games - a.games })
	return list
}

// drawMet draws the people whom the player met most often, and who won more of these games.
func (p *Profile) drawMet(g *draw.Grid, b draw.Box, met []meeting) {
	ink := &p.env.Ink
	panel := kit.Panel{Title: "Head to head", State: "in " + present.Count(len(p.found.All()), "game")}
	inner := panel.Draw(g, b, ink)
	list := kit.List[meeting]{Still: true, Key: func(m meeting) any { return m.with.ID }, Columns: []kit.Column[meeting]{
		{Head: "Player", Width: player.MaxNameCells, Show: func(p *kit.Pen, m meeting) {
			look := p.Text
			if m.with.ID.Bot() {
				look = p.Faint
			}
			p.Put(present.ListedName(m.with), look)
		}},
		{Head: "Games", Width: 5, Rank: 1, Right: true, Show: func(p *kit.Pen, m meeting) { p.End(fmt.Sprint(m.games), p.Text) }},
		{Head: "Won", Width: 3, Rank: 2, Right: true, Show: func(p *kit.Pen, m meeting) { p.End(fmt.Sprint(m.won), p.Good) }},
		{Head: "Lost", Width: 4, Rank: 3, Right: true, Show: func(p *kit.Pen, m meeting) { p.End(fmt.Sprint(m.lost), p.Alarm) }},
		{Head: strings.Repeat(" ", 2) + "Won, lost", Width: 16, Grow: 20, Rank: 5, Show: func(p *kit.Pen, m meeting) {
			if m.won+m.lost > 0 {
				p.Skip(2)
				p.Meter(p.Room(), m.won, m.won+m.lost, p.Accent)
			}
		}},
		{Head: "Last met", Width: 8, Rank: 4, Right: true, Show: func(pen *kit.Pen, m meeting) {
			pen.End(kit.Ago(p.env.Now.Sub(m.last)), pen.Faint)
		}},
	}}
	list.Set(met)
	list.Draw(g, inner, ink, false)
}
