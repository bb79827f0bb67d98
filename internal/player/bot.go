package player

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const botPrefix = "bot:"

// MaxBotLevel is the highest level of bots. Beginners can beat level 1.
const MaxBotLevel = 10

// DefaultBotLevel is the level of a bot if no level is given.
const DefaultBotLevel = 4

// botName matches folded names that are reserved for bots.
var botName = regexp.MustCompile(`^bot\W*[0-9]`)

// seatNames tell apart the bots of one level at a table. Each seat has one.
var seatNames = [...]string{"Ash", "Elm", "Fir", "Oak"}

// Bot returns the player for a bot at a seat. Each seat has its own ID and its own name, such as
// "Bot 3 Elm".
func Bot(level int, seat uint8) Player {
	id := ID(fmt.Sprintf("%s%d:%d", botPrefix, level, seat))
	return Player{ID: id, Name: BotName(id) + " " + seatNames[int(seat)%len(seatNames)]}
}

// Bot reports whether the identity belongs to a bot of this server.
func (id ID) Bot() bool { return strings.HasPrefix(string(id), botPrefix) }

// RatedID returns the identity under which the player's rating is stored. All bots of one
// level share a rating.
func (id ID) RatedID() ID {
	if !id.Bot() {
		return id
	}
	return ID(fmt.Sprintf("%s%d", botPrefix, BotLevel(id)))
}

// NamedBot returns the bot with the given name, with or without the name of its seat. Its ID is the identity under which the
// rating of the bot's level is stored; see [ID.RatedID].
func NamedBot(name string) (p Player, ok bool) {
	for level := range MaxBotLevel {
		id := ID(fmt.Sprintf("%s%d", botPrefix, level+1))
		p = Player{ID: id, Name: BotName(id)}
		if Fold(p.Name) == Fold(name) {
			return p, true
		}
		for _, word := range seatNames {
			if Fold(p.Name+" "+word) == Fold(name) {
				return p, true
			}
		}
	}
	return Player{}, false
}

// BotLevel returns the level of a bot, or 0 for other identities.
func BotLevel(id ID) int {
	rest, ok := strings.CutPrefix(string(id), botPrefix)
	if !ok {
		return 0
	}
	level, _, _ := strings.Cut(rest, ":")
	n, _ := strconv.Atoi(level)
	return n
}

// BotName returns the name of the bots of a level, such as "Bot 3", or "" for other identities.
func BotName(id ID) string {
	if !id.Bot() {
		return ""
	}
	return fmt.Sprintf("Bot %d", BotLevel(id))
}

// OfBot reports whether a name is one of those that are reserved for bots.
func OfBot(name string) bool { return botName.MatchString(Fold(name)) }
