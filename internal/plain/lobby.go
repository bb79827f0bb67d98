package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// lobbyMode answers what is said in the lobby: tables, people, invitations, the
// archive, new tables.
type lobbyMode struct {
	s     *session
	visit *lobby.Session
	hall  *hall
}

func lobbyCommands(s *session) []command {
	return []command{
		{names: []string{"tables"}, usage: "[after N]", line: "tells the tables that wait, play, or have finished lately; after N, all live ones by number", do: s.lobby.tables},
		{names: []string{"people", "who"}, line: "tells who is here", do: s.lobby.whoIsHere},
		{names: []string{"new"}, usage: "[GAME]", line: "opens a table, and asks what is to be played there", do: s.lobby.newTable},
		{names: []string{"sit"}, usage: "N [SEAT]", line: "goes to table N and sits down", do: s.lobby.sitAt},
		{names: []string{"watch", "table", "open"}, usage: "N", line: "goes to table N, to your seat or to look on", do: s.lobby.watch},
		{names: []string{"unlock"}, usage: "N", line: "goes to private table N, and asks for its password", do: s.lobby.unlock},
		{names: []string{"waiting"}, line: "tells where something waits for you", do: s.lobby.waiting},
		{names: []string{"games"}, usage: "[WORDS]", line: "tells the games that are over: of a player, a game, a result or a date, like games inky drawn 2026", do: s.lobby.games},
		{names: []string{"ladder"}, usage: "[GAME]", line: "tells who plays how well, of those who have played in the last 90 days", do: s.lobby.ladder},
		{names: []string{"player"}, usage: "[NAME]", line: "tells somebody's ratings, record and latest games; without a name yours", do: s.lobby.person},
		{names: []string{"scores", "lessons"}, line: "tells the first lessons, and the games with notes", do: s.review.scores},
		{names: []string{"score", "lesson"}, usage: "N", line: "begins a lesson, or opens a game with notes", do: s.review.score},
		{names: []string{"invitations"}, line: "tells your invitations", do: s.lobby.invitations},
		{names: []string{"ignore"}, usage: "K", line: "declines invitation K", do: s.lobby.ignore},
		{names: []string{"leave"}, line: "goes back to the lobby", do: s.at.toLobby},
	}
}

// tablesAtOnce is how many tables are told by number at once.
const tablesAtOnce = 100

func (lm *lobbyMode) tables(rest string) {
	if rest != "" {
		lm.tablesAfter(rest)
		return
	}
	var lines []string
	v := lm.s.Lobby.ViewFor(lm.s.me.ID)
	for i := range v.Tables {
		lines = append(lines, tableLine(&v.Tables[i]))
	}
	if len(lines) == 0 {
		lm.s.say("There is no table yet: say new to open one")
		return
	}
	if n := v.More(); n > 0 {
		lines = append(lines, fmt.Sprintf("There are %s more: say tables after 0 for all, by number", phrase.Count(n, "table")))
	}
	lm.s.read(lines)
}

// tablesAfter tells the live tables that follow one by its number.
func (lm *lobbyMode) tablesAfter(rest string) {
	word, found := strings.CutPrefix(rest, "after ")
	after, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
	if !found || err != nil || after < 0 {
		lm.s.say("Say tables, or tables after and a number, like tables after 100")
		return
	}
	page, next := lm.s.Lobby.Tables(lm.s.me.ID, table.ID(after), tablesAtOnce)
	var lines []string
	for i := range page {
		lines = append(lines, tableLine(&page[i]))
	}
	switch {
	case len(lines) == 0:
		lines = []string{fmt.Sprintf("There is no live table after %d", after)}
	case next != 0:
		lines = append(lines, fmt.Sprintf("There are more: say tables after %d", next))
	}
	lm.s.read(lines)
}

func (lm *lobbyMode) whoIsHere(string) {
	here := lm.s.Lobby.ViewFor(lm.s.me.ID).Players()
	lm.s.say("%s: %s", phrase.Here(len(here)), phrase.List(phrase.Names(here)))
}

func (lm *lobbyMode) watch(rest string) {
	n, err := numbered(rest)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.at.enter(table.ID(n))
}

// sitAt goes to a table and sits down there, at once.
func (lm *lobbyMode) sitAt(rest string) {
	number, word, _ := strings.Cut(rest, " ")
	n, err := numbered(number)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.at.enter(table.ID(n))
	if lm.s.at.room != nil && lm.s.at.room.view.ID == table.ID(n) {
		lm.s.playing.sit(word)
	}
}

func (lm *lobbyMode) waiting(string) {
	var lines []string
	for _, d := range lm.s.Lobby.WaitingFor(lm.s.me.ID) {
		lines = append(lines, lm.dueLine(&d))
	}
	for i := range lm.hall.mine {
		lines = append(lines, lm.letterLine(&lm.hall.mine[i]))
	}
	if len(lines) == 0 {
		lm.s.say("Nothing waits for you")
		return
	}
	lm.s.read(lines)
}

func (lm *lobbyMode) invitations(string) {
	var lines []string
	for i := range lm.hall.mine {
		lines = append(lines, lm.letterLine(&lm.hall.mine[i]))
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
	lm.hall.mine = slices.DeleteFunc(slices.Clone(lm.hall.mine), func(l lobby.Invitation) bool { return l.Number == int(n) })
	lm.s.say("Invitation %d is declined", n)
}

// toLobby leaves the table; a seat at it stays.
func (tm *tableMode) toLobby(string) {
	if tm.room == nil {
		tm.s.say("You are in the lobby: say quit to leave")
		return
	}
	if tm.room.study != nil {
		tm.s.review.endStudy()
		return
	}
	if tm.room.inGame(tm.s.me.ID) {
		tm.s.say("Your seat stays yours, and a clock that runs, runs on: say table %d to come back", tm.room.view.ID)
	}
	tm.leaveRoom()
	tm.s.lobby.greetHall()
}

// sit takes a seat at the table where one is.
func (pl *playing) sit(word string) {
	seat := rules.NoSeat
	if word != "" {
		var err error
		if seat, err = seatCalled(pl.s.at.room.view.Variant.Facts(), word); err != nil {
			pl.s.refuse(err)
			return
		}
	}
	if pl.do(table.Command{Kind: table.Sit, Seat: seat}) && pl.s.at.room.view.Phase == table.Waiting {
		pl.s.report.advise()
	}
}
