package player

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const botPrefix = "bot:"

// MaxBotLevel is how well bots can play: at 1, which a beginner beats, to that.
const MaxBotLevel = 6

// DefaultBotLevel is the level if nobody says.
const DefaultBotLevel = 3

// botName is what nobody else may be called.
var botName = regexp.MustCompile(`^bot\W*[0-9]`)

// Bot is the program that plays at a level, on one seat: each bot at a table is
// somebody else, though they have one name.
func Bot(level int, seat uint8) Player {
	id := ID(fmt.Sprintf("%s%d:%d", botPrefix, level, seat))
	return Player{ID: id, Name: BotName(id)}
}

// Bot reports whether the identity is a program's of this house.
func (id ID) Bot() bool { return strings.HasPrefix(string(id), botPrefix) }

// RatedID is whose rating it is that somebody plays for: the bots of a level have one,
// whatever their seats; others have their own.
func (id ID) RatedID() ID {
	if !id.Bot() {
		return id
	}
	return ID(fmt.Sprintf("%s%d", botPrefix, BotLevel(id)))
}

// NamedBot is the level of bots that is called so, as ratings have it; ok is false if
// none is.
func NamedBot(name string) (p Player, ok bool) {
	for level := range MaxBotLevel {
		id := ID(fmt.Sprintf("%s%d", botPrefix, level+1))
		if p = (Player{ID: id, Name: BotName(id)}); Fold(p.Name) == Fold(name) {
			return p, true
		}
	}
	return Player{}, false
}

// BotLevel is the level at which a bot plays, 0 for anybody else.
func BotLevel(id ID) int {
	rest, ok := strings.CutPrefix(string(id), botPrefix)
	if !ok {
		return 0
	}
	level, _, _ := strings.Cut(rest, ":")
	n, _ := strconv.Atoi(level)
	return n
}

// BotName is what a bot is called, like Bot 3; empty for anybody else.
func BotName(id ID) string {
	if !id.Bot() {
		return ""
	}
	return fmt.Sprintf("Bot %d", BotLevel(id))
}
