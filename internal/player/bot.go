package player

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const botPrefix = "bot:"

// MaxBotLevel is the highest level of bots. A beginner beats level 1.
const MaxBotLevel = 6

// DefaultBotLevel is the level of bots without a given level.
const DefaultBotLevel = 3

// botName matches names that are reserved for bots.
var botName = regexp.MustCompile(`^bot\W*[0-9]`)

// Bot returns the player of a bot. Bots of one level share a name; each seat has its own
// ID.
func Bot(level int, seat uint8) Player {
	id := ID(fmt.Sprintf("%s%d:%d", botPrefix, level, seat))
	return Player{ID: id, Name: BotName(id)}
}

// Bot reports whether the identity belongs to a bot of the server.
func (id ID) Bot() bool { return strings.HasPrefix(string(id), botPrefix) }

// RatedID returns the identity that has the rating. Bots of one level share a rating.
func (id ID) RatedID() ID {
	if !id.Bot() {
		return id
	}
	return ID(fmt.Sprintf("%s%d", botPrefix, BotLevel(id)))
}

// NamedBot returns the bot with that name, with the ID of its rating.
func NamedBot(name string) (p Player, ok bool) {
	for level := range MaxBotLevel {
		id := ID(fmt.Sprintf("%s%d", botPrefix, level+1))
		if p = (Player{ID: id, Name: BotName(id)}); Fold(p.Name) == Fold(name) {
			return p, true
		}
	}
	return Player{}, false
}

// BotLevel returns the level of a bot, 0 for other identities.
func BotLevel(id ID) int {
	rest, ok := strings.CutPrefix(string(id), botPrefix)
	if !ok {
		return 0
	}
	level, _, _ := strings.Cut(rest, ":")
	n, _ := strconv.Atoi(level)
	return n
}

// BotName returns the name of a bot, such as Bot 3, or "" for other identities.
func BotName(id ID) string {
	if !id.Bot() {
		return ""
	}
	return fmt.Sprintf("Bot %d", BotLevel(id))
}
