package profile

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// career shows the results of a player in a class beside the ladder, and the games that they
// played with the viewer.
type career struct {
	of     player.ID
	class  club.Class
	asking bool
	there  bool
	one    club.Career
	found  bool // whether the player has a rating in the class
	games  []table.Found
}

// careerMsg carries what a career shows.
type careerMsg struct {
	of    *career
	list  []club.Career
	games []table.Found
	err   error
}

// begin selects a player. It reports whether their results must be loaded. Only one query runs at a time.
func (c *career) begin(who player.ID, class club.Class) bool {
	if c.asking || c.of == who && c.class == class {
		return false
	}
	*c = career{of: who, class: class, asking: true}
	return true
}

func (c *career) take(msg careerMsg) {
	c.asking, c.there, c.games = false, msg.err == nil, msg.games
	if at := slices.IndexFunc(msg.list, func(one club.Career) bool { return one.Class == c.class }); at >= 0 {
		c.one, c.found = msg.list[at], true
	}
}

// draw draws the results of a player.
func (c *career) draw(g *draw.Grid, b draw.Box, ink *kit.Ink, who player.Player, me player.ID, now time.Time) {
	heights := []int{6, 0, club.MaxParties + 2, 0}
	heights[1] = min(12, max(0, b.Height-heights[0]-heights[2]-6))
	heights[3] = b.Height - heights[0] - heights[1] - heights[2]
	at := func(i int) draw.Box {
		box := b
		for _, h := range heights[:i] {
			box.Y += h
		}
		box.Height = heights[i]
		return box
	}
	p := kit.Panel{Title: present.ListedName(who)}
	inner := p.Draw(g, at(0), ink)
	if !c.there || c.of != who.ID {
		g.Text(inner.X, inner.Y, inner.Width, "...", ink.Faint)
		return
	}
	shown := c.one.View()
	for i, line := range []string{
		present.Class(c.class.Game, c.class.Form), present.Capital(present.Rating(shown.Rating, shown.Doubt)),
		present.CareerResults(&shown),
		present.CareerHistory(&shown),
	} {
		if c.found && i < inner.Height {
			g.Text(inner.X, inner.Y+i, inner.Width, present.Capital(line), ink.Text)
		}
	}
	if heights[1] >= 5 {
		p = kit.Panel{Title: "Rating", About: fmt.Sprintf("last %s", present.Count(len(shown.History), "game"))}
		ink.DrawCurve(g, p.Draw(g, at(1), ink), shown.History)
	}
	p = kit.Panel{Title: "Places", State: present.Count(shown.Games, "game")}
	ink.DrawPlaces(g, p.Draw(g, at(2), ink), shown.Places[:])
	if heights[3] >= 4 && who.ID != me {
		p = kit.Panel{Title: "You and " + present.ListedName(who), State: present.Count(len(c.games), "game")}
		drawMeetings(g, p.Draw(g, at(3), ink), ink, who.ID, me, now, c.games)
	}
}

// drawMeetings draws who of two players won their games, and the latest of these games.
func drawMeetings(g *draw.Grid, b draw.Box, ink *kit.Ink, who, me player.ID, now time.Time, games []table.Found) {
	won, lost := 0, 0
	for i := range games {
		mine, other := wonBy(&games[i], me), wonBy(&games[i], who)
		switch {
		case mine && !other:
			won++
		case other && !mine:
			lost++
		}
	}
	g.Text(b.X, b.Y, b.Width, fmt.Sprintf("You won %d, they won %d", won, lost), ink.Text)
	if won+lost > 0 && b.Height > 1 {
		ink.Meter(g, b.X, b.Y+1, b.Width, won, won+lost, ink.Accent, nil)
	}
	for i := range games[:min(len(games), max(0, b.Height-3))] {
		f := &games[i]
		y := b.Y + 3 + i
		g.Text(b.X, y, 5, fmt.Sprintf("%4s", kit.Ago(now.Sub(f.Ended))), ink.Faint)
		g.Text(b.X+6, y, 12, present.Capital(f.Game), ink.Text)
		result, winner := present.FoundByName(f)
		if draw.TextWidth(result) > b.Width-19 {
			result = winner
		}
		g.Text(b.X+19, y, b.Width-19, result, ink.Text)
	}
}

// wonBy reports whether a player is among the winners of a game.
func wonBy(f *table.Found, id player.ID) bool {
	one := kit.NewGame(f)
	return one.Won(id)
}
