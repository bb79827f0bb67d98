package plain

import (
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
)

func lobbyCommands(s *session) []command {
	return []command{
		{names: []string{"people", "who"}, line: "list who is connected", do: s.people},
		{
			names: []string{"new"},
			usage: "[GAME] [OPTION=VALUE ...]",
			line:  "open a table, such as \"new GAME clock=5+10\"; \"new\" alone asks for each option",
			do:    s.newTable,
		},
		{names: []string{"sit"}, usage: "N [SEAT]", line: "enter table N and take a seat; at a seek, be ready too", do: s.sitAt},
		{names: []string{"unlock"}, usage: "N", line: "enter private table N with its password", do: s.unlock},
		{names: []string{"scores", "lessons"}, line: "list the lessons and the annotated games", do: s.scores},
		{names: []string{"score", "lesson"}, usage: "N", line: "start a lesson, or open an annotated game", do: s.score},
		{names: []string{"invitations"}, line: "list your invitations", do: s.invitations},
		{names: []string{"ignore"}, usage: "K", line: "decline invitation K", do: s.ignore},
		{names: []string{"leave"}, line: "go back to the lobby", do: s.toLobby},
	}
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

func (s *session) invitations(string) {
	var lines []string
	for i := range s.feed.mine {
		lines = append(lines, s.feed.mine[i].Answers(s.clock()))
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
