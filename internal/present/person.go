package present

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
)

// NoRatedGames stands for the careers of a player who has none.
const NoRatedGames = "No rated games yet"

// Person says who a player is: "owner of this club, followed by you, on vacation until 2026-12-24 18:00 UTC".
func Person(p *view.Person, zone *time.Location) string {
	text := "player"
	switch {
	case p.Player.ID.Bot():
		return "bot of this server"
	case p.Role != "":
		text = p.Role + " of this club"
	case p.Player.ID.Guest():
		text = "guest"
	}
	if p.You {
		text += " (you)"
	}
	switch {
	case p.Blocked:
		text += ", blocked by you"
	case p.Followed:
		text += ", followed by you"
	}
	if !p.Vacation.IsZero() {
		text += ", on vacation until " + clock.Minute(p.Vacation, zone)
	}
	return text
}

// CareerResults returns the results of a player in a class: "won 3, drawn 1, lost 2".
func CareerResults(c *player.Career) string {
	return fmt.Sprintf("won %d, drawn %d, lost %d", c.Won, c.Drawn, c.Lost)
}

// CareerPlaces returns how often a player came first, second and so on: "3 rated games: 1st twice, 4th once".
func CareerPlaces(c *player.Career) string {
	var words []string
	for i, times := range c.Places {
		switch {
		case times == 0:
			continue
		case times == 1:
			words = append(words, Ordinal(i+1)+" once")
		case times == 2:
			words = append(words, Ordinal(i+1)+" twice")
		default:
			words = append(words, fmt.Sprintf("%s %d times", Ordinal(i+1), times))
		}
	}
	return Count(c.Games, "rated game") + ": " + strings.Join(words, ", ")
}

// CareerHistory returns how the rating changed in the last games: "from 1000 to 1138 in the last 5 games". It returns ""
// if no game is known. Each rating is that after a game, so n ratings show the change in n-1 games.
func CareerHistory(c *player.Career) string {
	switch n := len(c.History); n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("rating %d after one game", c.History[0])
	case 2:
		return fmt.Sprintf("from %d to %d in the last game", c.History[0], c.History[1])
	default:
		return fmt.Sprintf("from %d to %d in the last %d games", c.History[0], c.History[n-1], n-1)
	}
}

// CareerLine returns the rating and the results of a player in a class in one sentence.
func CareerLine(c *player.Career) string {
	text := Class(c.Game, c.Form) + ": " + Rating(c.Rating, c.Doubt) + ", " + CareerResults(c) + ". " + CareerPlaces(c)
	if len(c.History) > 1 {
		text += ". Rating " + CareerHistory(c)
	}
	return text
}

// MuteInvitations returns the words of a menu for muting a person's invitations or, if they are muted, for the opposite:
// the label, and what to say when it is done.
func MuteInvitations(of player.Player, muted bool) (label, done string) {
	if muted {
		return "Unmute invitations", "invitations from " + Name(of) + " are no longer muted"
	}
	return "Mute invitations", "invitations from " + Name(of) + " are muted"
}
