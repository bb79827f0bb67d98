package plain

import (
	"slices"
	"strings"

	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

func lobbyCommands() []command {
	return []command{
		{names: []string{"tables"}, line: "tells the tables that wait, play, or have finished lately", do: (*session).tables},
		{names: []string{"people", "who"}, line: "tells who is here", do: (*session).whoIsHere},
		{names: []string{"new"}, usage: "[GAME]", line: "opens a table, and asks what is to be played there", do: (*session).newTable},
		{names: []string{"sit"}, usage: "N [SEAT]", line: "goes to table N and sits down", do: (*session).sitAt},
		{names: []string{"watch", "table", "open"}, usage: "N", line: "goes to table N, to your seat or to look on", do: (*session).watch},
		{names: []string{"unlock"}, usage: "N", line: "goes to private table N, and asks for its password", do: (*session).unlock},
		{names: []string{"waiting"}, line: "tells where something waits for you", do: (*session).waiting},
		{names: []string{"games"}, usage: "[WORDS]", line: "tells the games that are over: of a player, a game, a result or a date, like games inky drawn 2026", do: (*session).games},
		{names: []string{"ladder"}, usage: "[GAME]", line: "tells who plays how well, of those who have played in the last 90 days", do: (*session).ladder},
		{names: []string{"player"}, usage: "[NAME]", line: "tells somebody's ratings, record and latest games; without a name yours", do: (*session).person},
		{names: []string{"scores", "lessons"}, line: "tells the first lessons, and the games with notes", do: (*session).scores},
		{names: []string{"score", "lesson"}, usage: "N", line: "begins a lesson, or opens a game with notes", do: (*session).score},
		{names: []string{"invitations"}, line: "tells your invitations", do: (*session).invitations},
		{names: []string{"ignore"}, usage: "K", line: "declines invitation K", do: (*session).ignore},
		{names: []string{"leave"}, line: "goes back to the lobby", do: (*session).toLobby},
	}
}

func (s *session) tables(string) {
	var lines []string
	v := s.Lobby.Seen(s.me.ID)
	for i := range v.Tables {
		lines = append(lines, tableLine(&v.Tables[i]))
	}
	if len(lines) == 0 {
		s.say("There is no table yet: say new to open one")
		return
	}
	s.read(lines)
}

func (s *session) whoIsHere(string) {
	here := s.Lobby.Seen(s.me.ID).Here
	var names []string
	for _, h := range here {
		names = append(names, phrase.Name(h.Player))
	}
	s.say("%s here: %s", peopleWord(len(names)), phrase.List(names))
}

func (s *session) watch(rest string) {
	n, err := numbered(rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.enter(table.ID(n))
}

// sitAt goes to a table and sits down there, at once.
func (s *session) sitAt(rest string) {
	number, word, _ := strings.Cut(rest, " ")
	n, err := numbered(number)
	if err != nil {
		s.refuse(err)
		return
	}
	s.enter(table.ID(n))
	if s.room != nil && s.room.view.ID == table.ID(n) {
		s.sit(word)
	}
}

func (s *session) waiting(string) {
	var lines []string
	for _, d := range s.Lobby.Waiting(s.me.ID) {
		lines = append(lines, s.dueLine(&d))
	}
	for i := range s.hall.mine {
		lines = append(lines, s.letterLine(&s.hall.mine[i]))
	}
	if len(lines) == 0 {
		s.say("Nothing waits for you")
		return
	}
	s.read(lines)
}

func (s *session) invitations(string) {
	var lines []string
	for i := range s.hall.mine {
		lines = append(lines, s.letterLine(&s.hall.mine[i]))
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
	s.hall.mine = slices.DeleteFunc(slices.Clone(s.hall.mine), func(l lobby.Invitation) bool { return l.Number == int(n) })
	s.say("Invitation %d is declined", n)
}

// toLobby leaves the table; a seat at it stays.
func (s *session) toLobby(string) {
	if s.room == nil {
		s.say("You are in the lobby: say quit to leave")
		return
	}
	if s.room.study != nil {
		s.endStudy()
		return
	}
	if s.room.inGame(s.me.ID) {
		s.say("Your seat stays yours, and a clock that runs, runs on: say table %d to come back", s.room.view.ID)
	}
	s.leaveRoom()
	s.greetHall()
}

// sit takes a seat at the table where one is.
func (s *session) sit(word string) {
	seat := rules.NoSeat
	if word != "" {
		var err error
		if seat, err = seatCalled(s.room.view.Variant.Facts(), word); err != nil {
			s.refuse(err)
			return
		}
	}
	if s.do(table.Act{Do: table.Sit, Seat: seat}) && s.room.view.Phase == table.Waiting {
		s.advise()
	}
}
