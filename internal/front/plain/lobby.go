package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
)

func lobbyCommands(s *session) []command {
	return []command{
		{
			names: []string{"tables"},
			usage: "[after N]",
			line:  "list tables, yours first; with \"after N\", only open tables above number N",
			do:    s.tables,
		},
		{names: []string{"people", "who"}, line: "list who is connected", do: s.people},
		{
			names: []string{"seek", "play now", "play-now"},
			usage: "[GAME] [CLOCK] [rated] [teams] [bots TIME]",
			line:  "play now; CLOCK is like 5+10; bots fill seats after TIME: 30s, 0 or \"never\"",
			do:    s.seek,
		},
		{names: []string{"seeks"}, line: "list the open seeks: tables that wait for players", do: s.seeks},
		{
			names: []string{"new"},
			usage: "[GAME] [OPTION=VALUE ...]",
			line:  "open a table, such as \"new GAME clock=5+10\"; \"new\" alone asks for each option",
			do:    s.newTable,
		},
		{names: []string{"sit"}, usage: "N [SEAT]", line: "enter table N and take a seat; at a seek, be ready too", do: s.sitAt},
		{names: []string{"watch", "table", "open"}, usage: "N", line: "enter table N, at your seat or as a spectator", do: s.watch},
		{names: []string{"unlock"}, usage: "N", line: "enter private table N with its password", do: s.unlock},
		{names: []string{"waiting"}, line: "list the tables where it is your turn to do something", do: s.waiting},
		{
			names: []string{"games"},
			usage: "[WORDS]",
			line:  "list finished games; WORDS are a player, game, result or date: inky drawn 2026",
			do:    s.games,
		},
		{
			names: []string{"ladder"},
			usage: "[GAME]",
			line:  "list the players of rated games in the last 90 days, by rating",
			do:    s.ladder,
		},
		{
			names: []string{"player"},
			usage: "[NAME]",
			line:  "read a player's ratings and latest games, by default your own",
			do:    s.person,
		},
		{names: []string{"scores", "lessons"}, line: "list the lessons and the annotated games", do: s.scores},
		{names: []string{"score", "lesson"}, usage: "N", line: "start a lesson, or open an annotated game", do: s.score},
		{names: []string{"invitations"}, line: "list your invitations", do: s.invitations},
		{names: []string{"ignore"}, usage: "K", line: "decline invitation K", do: s.ignore},
		{names: []string{"leave"}, line: "go back to the lobby", do: s.toLobby},
	}
}

// tablesAtOnce is the maximum number of tables on a page.
const tablesAtOnce = 100

func (s *session) tables(rest string) {
	if rest != "" {
		s.tablesAfter(rest)
		return
	}
	var lines []string
	v := s.Lobby.ViewFor(s.me.ID)
	ordered, own := v.OwnFirst(s.me.ID)
	for i, t := range ordered {
		line := present.TableLine(t)
		if i < own {
			line = "Yours: " + line
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		s.say("There are no tables yet: to open one, type \"new\"")
		return
	}
	if n := v.More(); n > 0 {
		lines = append(lines, fmt.Sprintf("%s not shown: to list all by number, type \"tables after 0\"", present.Count(n, "table")))
	}
	s.read(lines)
}

// tablesAfter lists the open tables whose numbers are greater than the number in `rest`.
func (s *session) tablesAfter(rest string) {
	word, found := strings.CutPrefix(rest, "after ")
	after, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
	if !found || err != nil || after < 0 {
		s.say("Type \"tables\", or \"tables after\" and a number, for example \"tables after 100\"")
		return
	}
	page, next := s.Lobby.Tables(s.me.ID, table.ID(after), tablesAtOnce)
	var lines []string
	for i := range page {
		lines = append(lines, present.TableLine(&page[i]))
	}
	switch {
	case len(lines) == 0:
		lines = []string{fmt.Sprintf("There is no open table with a number above %d", after)}
	case next != 0:
		lines = append(lines, fmt.Sprintf("There are more tables: type \"tables after %d\"", next))
	}
	s.read(lines)
}

func (s *session) people(string) {
	v := s.Lobby.ViewFor(s.me.ID)
	names := present.Names(v.Players())
	does := present.Does(v)
	for i, h := range v.Here {
		if text := does[h.Player.ID].Text(); text != "" {
			names[i] += " (" + text + ")"
		}
	}
	s.say("%s: %s", present.Here(len(names)), present.List(names))
}

func (s *session) watch(rest string) {
	n, err := numbered(rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.enterTable(table.ID(n))
}

// sitAt enters a table and takes a seat. If the table is an open seek and no seat is named, the player joins the seek
// and is ready.
func (s *session) sitAt(rest string) {
	number, word, _ := strings.Cut(rest, " ")
	n, err := numbered(number)
	if err != nil {
		s.refuse(err)
		return
	}
	s.enterTable(table.ID(n))
	switch {
	case s.table == nil || s.table.view.ID != table.ID(n):
	case word == "" && s.table.view.Terms.Seek && s.table.view.Phase == table.Waiting:
		s.join()
	default:
		sit, _ := table.Sit.Row()
		s.give(sit, word)
	}
}

func (s *session) waiting(string) {
	var lines []string
	for _, d := range s.Lobby.WaitingFor(s.me.ID) {
		lines = append(lines, s.dueLine(&d))
	}
	for i := range s.feed.mine {
		lines = append(lines, s.letterLine(&s.feed.mine[i]))
	}
	if len(lines) == 0 {
		s.say("Nothing waits for you")
		return
	}
	s.read(lines)
}

func (s *session) invitations(string) {
	var lines []string
	for i := range s.feed.mine {
		lines = append(lines, s.letterLine(&s.feed.mine[i]))
	}
	if len(lines) == 0 {
		s.say("You have no invitations")
		return
	}
	s.read(lines)
}

func (s *session) ignore(rest string) {
	n, err := numbered(rest)
	if err == nil {
		err = s.Lobby.Decline(s.me.ID, int(n))
	}
	if err != nil {
		s.refuse(err)
		return
	}
	s.feed.mine = slices.DeleteFunc(slices.Clone(s.feed.mine), func(q present.Question) bool { return q.Decline.Ignore == int(n) })
	s.say("Invitation %d declined", n)
}

// toLobby leaves the table and enters the lobby. The player keeps their seat.
func (s *session) toLobby(string) {
	if s.table == nil {
		s.say("You are in the lobby: to disconnect, type \"quit\"")
		return
	}
	if s.table.study != nil {
		s.endStudy()
		return
	}
	s.tell((*teller).tellSeatKept)
	s.endSeek()
	s.leaveTable()
	s.greet()
}
