package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// lobbyMode provides the commands that work in the lobby. They are about tables, people,
// invitations and finished games.
type lobbyMode struct {
	s     *session
	visit *lobby.Session
	feed  *lobbyFeed
}

func lobbyCommands(s *session) []command {
	return []command{
		{
			names: []string{"tables"},
			usage: "[after N]",
			line:  "list tables, yours first; with \"after N\", only open tables above number N",
			do:    s.lobby.tables,
		},
		{names: []string{"people", "who"}, line: "list who is connected", do: s.lobby.people},
		{
			names: []string{"seek", "play now", "play-now"},
			usage: "[GAME] [CLOCK] [rated] [teams] [bots TIME]",
			line:  "play now; CLOCK is like 5+10; bots fill seats after TIME: 30s, 0 or \"never\"",
			do:    s.lobby.seek,
		},
		{names: []string{"seeks"}, line: "list the open seeks: tables that wait for players", do: s.lobby.seeks},
		{
			names: []string{"new"},
			usage: "[GAME] [OPTION=VALUE ...]",
			line:  "open a table, such as \"new GAME clock=5+10\"; \"new\" alone asks for each option",
			do:    s.lobby.newTable,
		},
		{names: []string{"sit"}, usage: "N [SEAT]", line: "enter table N and take a seat", do: s.lobby.sitAt},
		{names: []string{"watch", "table", "open"}, usage: "N", line: "enter table N, at your seat or as a spectator", do: s.lobby.watch},
		{names: []string{"unlock"}, usage: "N", line: "enter private table N with its password", do: s.lobby.unlock},
		{names: []string{"waiting"}, line: "list the tables where it is your turn to do something", do: s.lobby.waiting},
		{
			names: []string{"games"},
			usage: "[WORDS]",
			line:  "list finished games; WORDS are a player, game, result or date: inky drawn 2026",
			do:    s.lobby.games,
		},
		{
			names: []string{"ladder"},
			usage: "[GAME]",
			line:  "list the players of rated games in the last 90 days, by rating",
			do:    s.lobby.ladder,
		},
		{
			names: []string{"player"},
			usage: "[NAME]",
			line:  "read a player's ratings and latest games, by default your own",
			do:    s.lobby.person,
		},
		{names: []string{"scores", "lessons"}, line: "list the lessons and the annotated games", do: s.review.scores},
		{names: []string{"score", "lesson"}, usage: "N", line: "start a lesson, or open an annotated game", do: s.review.score},
		{names: []string{"invitations"}, line: "list your invitations", do: s.lobby.invitations},
		{names: []string{"ignore"}, usage: "K", line: "decline invitation K", do: s.lobby.ignore},
		{names: []string{"leave"}, line: "go back to the lobby", do: s.at.toLobby},
	}
}

// tablesAtOnce is the maximum number of tables on a page.
const tablesAtOnce = 100

func (lm *lobbyMode) tables(rest string) {
	if rest != "" {
		lm.tablesAfter(rest)
		return
	}
	var lines []string
	v := lm.s.Lobby.ViewFor(lm.s.me.ID)
	ordered, own := v.OwnFirst(lm.s.me.ID)
	for i, t := range ordered {
		line := tableLine(t)
		if i < own {
			line = "Yours: " + line
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		lm.s.say("There are no tables yet: to open one, type \"new\"")
		return
	}
	if n := v.More(); n > 0 {
		lines = append(lines, fmt.Sprintf("%s not shown: to list all by number, type \"tables after 0\"", present.Count(n, "table")))
	}
	lm.s.read(lines)
}

// tablesAfter lists the open tables whose numbers are greater than the number in `rest`.
func (lm *lobbyMode) tablesAfter(rest string) {
	word, found := strings.CutPrefix(rest, "after ")
	after, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
	if !found || err != nil || after < 0 {
		lm.s.say("Type \"tables\", or \"tables after\" and a number, for example \"tables after 100\"")
		return
	}
	page, next := lm.s.Lobby.Tables(lm.s.me.ID, table.ID(after), tablesAtOnce)
	var lines []string
	for i := range page {
		lines = append(lines, tableLine(&page[i]))
	}
	switch {
	case len(lines) == 0:
		lines = []string{fmt.Sprintf("There is no open table with a number above %d", after)}
	case next != 0:
		lines = append(lines, fmt.Sprintf("There are more tables: type \"tables after %d\"", next))
	}
	lm.s.read(lines)
}

func (lm *lobbyMode) people(string) {
	v := lm.s.Lobby.ViewFor(lm.s.me.ID)
	names := present.Names(v.Players())
	for i, h := range v.Here {
		if h.Watching != 0 {
			names[i] += fmt.Sprintf(" (watching table %d)", h.Watching)
		}
	}
	lm.s.say("%s: %s", present.Here(len(names)), present.List(names))
}

func (lm *lobbyMode) watch(rest string) {
	n, err := numbered(rest)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.at.enter(table.ID(n))
}

// sitAt enters a table and takes a seat.
func (lm *lobbyMode) sitAt(rest string) {
	number, word, _ := strings.Cut(rest, " ")
	n, err := numbered(number)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.at.enter(table.ID(n))
	if lm.s.at.table != nil && lm.s.at.table.view.ID == table.ID(n) {
		sit, _ := table.Sit.Row()
		lm.s.playing.give(sit, word)
	}
}

func (lm *lobbyMode) waiting(string) {
	var lines []string
	for _, d := range lm.s.Lobby.WaitingFor(lm.s.me.ID) {
		lines = append(lines, lm.dueLine(&d))
	}
	for i := range lm.feed.mine {
		lines = append(lines, lm.letterLine(&lm.feed.mine[i]))
	}
	if len(lines) == 0 {
		lm.s.say("Nothing waits for you")
		return
	}
	lm.s.read(lines)
}

func (lm *lobbyMode) invitations(string) {
	var lines []string
	for i := range lm.feed.mine {
		lines = append(lines, lm.letterLine(&lm.feed.mine[i]))
	}
	if len(lines) == 0 {
		lm.s.say("You have no invitations")
		return
	}
	lm.s.read(lines)
}

func (lm *lobbyMode) ignore(rest string) {
	n, err := numbered(rest)
	if err == nil {
		err = lm.s.Lobby.Decline(lm.s.me.ID, int(n))
	}
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.feed.mine = slices.DeleteFunc(slices.Clone(lm.feed.mine), func(l view.Invitation) bool { return l.Number == int(n) })
	lm.s.say("Invitation %d declined", n)
}

// toLobby leaves the table and enters the lobby. The player keeps their seat.
func (tm *tableMode) toLobby(string) {
	if tm.table == nil {
		tm.s.say("You are in the lobby: to disconnect, type \"quit\"")
		return
	}
	if tm.table.study != nil {
		tm.s.review.endStudy()
		return
	}
	if tm.table.inGame(tm.s.me.ID) {
		tm.s.say("Your seat is kept, and your clock keeps running: to return, type \"table %d\"", tm.table.view.ID)
	}
	tm.s.lobby.endSeek(tm.table.view)
	tm.leaveTable()
	tm.s.lobby.greet()
}
