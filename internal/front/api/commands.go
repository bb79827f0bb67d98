package api

import (
	"reflect"
	"slices"
	"strings"

	"quadrille/internal/protocol"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
)

// commands lists all commands of the JSON API.
var commands []command

func init() { // sets `commands` here, because the method `hello` reads it: an initial value would depend on itself
	commands = []command{
		define("hello", "begin the session; if your account has no name yet, set it to `name`", protocol.HelloResult{}, (*session).hello),
		define("ping", "return the server's time, in UTC", protocol.PingResult{}, (*session).ping),
		define("games", "list the games and their options", gamesResult{}, (*session).games),
		define(
			"tables",
			"list the tables in the lobby, yours first, at most 200 of each phase, and who is present; `waiting` and `playing` "+
				"count all tables. With `after`, list all open tables by number, page by page, starting with `after` 0; for the "+
				"next page, send the `next` of the last answer as `after`. `columns` of a table holds what else lists show, as text: "+
				"`strength` is the average rating of its players",
			tablesResult{},
			(*session).tables,
		),
		define(
			"new",
			"open a table; the options are those of `ssh HOST new`. A table whose game has not started closes after 15 minutes "+
				"without its host and without players; until then it counts against the limits",
			newResult{},
			(*session).create,
		),
		define("seek", "play now: take a seat at a waiting table that fits, or open one, and be ready; then follow it as `watch` does."+
			" The options are those of `new`, with `clock` 5+10 by default; the option `bots` sets the level of the bots."+
			" The field `bots`, beside `options`, is the time after which bots fill the empty seats, by default 30s; `0` means "+
			"immediately."+
			" Seeks that differ only in it meet: the earliest time counts, and no bots come while a player who chose `never` "+
			"is at the table. To stop waiting, send `leave`", protocol.TableState{}, (*session).seek),
		define(
			"seeks",
			seek.ListHelp+"; `bots_in` is the time until bots take the empty seats, in seconds",
			seeksResult{},
			(*session).seeks,
		),
		define(
			"sit",
			table.Sit.Help()+", the one that `seat` names; without `seat`, return to your own seat or take the first open one; "+
				"then follow the table as `watch` does",
			protocol.TableState{},
			(*session).sit,
		),
		define("watch", "return the state of the table, and follow it: receive its events", protocol.TableState{}, (*session).watch),
		define(
			"leave",
			"stop following the table and, before the game, "+table.Stand.Help()+"; during the game you keep it",
			leaveResult{},
			(*session).leave,
		),
		define("state", "return the state of the table, with the position", protocol.TableState{}, (*session).state),
		define("legal", "list the legal actions of the seat to move", protocol.LegalResult{}, (*session).legal),
		define(
			"ready",
			table.Ready.Help()+". With `ready` false, "+table.Unready.Help(),
			empty{},
			(*session).ready,
		),
		define("move", table.Play.Help(), protocol.MoveResult{}, (*session).move),
		define(
			"resign",
			"resign; if a partner must agree, this is a proposal that only your partners see, and `proposed` is true in the answer",
			protocol.MoveResult{},
			(*session).resign,
		),
		atTable(table.Abort),
		define("offer", "make an offer: `draw`, `takeback`, `rematch` or `chat`", empty{}, (*session).offer),
		define("accept", "accept the open offer of the kind `offer`", empty{}, (*session).accept),
		define(
			"decline",
			"decline the open offer that `offer` names, or withdraw your own; with `offer` set to `resignation`, "+table.PlayOn.Help(),
			empty{},
			(*session).decline,
		),
		define(
			"vote",
			table.Vote.Help()+"; without `choice`, "+table.Unvote.Help(),
			empty{},
			(*session).vote,
		),
		atTable(table.Chat),
		atTable(table.TeamChat),
		define("add-bot", table.AddBot.Help(), empty{}, (*session).addBot),
		define(
			"report",
			notify.ReportHelp+", with the last chat lines of `table`, which you must follow; return the number of "+
				"the report",
			reportResult{},
			report,
		),
		define("tell", messages.SendDirect+"; `held` means that it will be delivered after a live game", sentResult{}, tell),
		define(
			"vacation",
			"start a vacation of `days`, or end it with `end`; with neither, change nothing. Return the end of the vacation, the "+
				"`days` of vacation per year, and how many of them are `left`",
			vacationResult{},
			takeVacation,
		),
		define("messages", "list the direct messages of the last 30 days, the oldest first", messagesResult{}, listMessages),
		define("lobby-chat", messages.WriteInLobby, sentResult{}, lobbyChat),
		define(
			"follow",
			"receive `came-in`, `seeks` and `plays` events about an account; with `on` set to false, stop them",
			empty{},
			follow,
		),
		define(
			"block",
			"block an account: refuse its messages and invitations, hide its chat; with `on` set to false, unblock it",
			empty{},
			block,
		),
	}
	for i := range table.Commands { // the commands at a table that are not listed above
		if row := &table.Commands[i]; row.JSON != "" && !listed(row) {
			commands = append(commands, atTable(row.Kind))
		}
	}
}

// listed reports whether a request stands for the command of a row: a request with its name, or
// one about an offer.
func listed(row *table.CommandRow) bool {
	return strings.Contains(row.JSON, " ") || find(row.JSON) != nil
}

// command is one command of the JSON API, with its documentation.
type command struct {
	name     string
	help     string // for docs/api.md; for a command at a table, it contains the help of the row in [table.Commands]
	in       reflect.Type
	result   any      // an example of the command's result
	fields   []string // names of all fields, including the fields of the type head
	required []string
	run      func(s *session, fields *protocol.Fields) (any, error)
}

// define declares a command and the type T of its requests.
func define[T any](name, help string, result any, run func(*session, T) (any, error)) command {
	c := declare(name, help, reflect.TypeFor[T](), result)
	c.run = func(s *session, fields *protocol.Fields) (any, error) {
		var in T
		if err := fields.Into(&in); err != nil {
			return nil, err
		}
		return run(s, in)
	}
	return c
}

// declare declares a command without what it does. The fields of the type of its requests without
// omitempty are required.
func declare(name, help string, in reflect.Type, result any) command {
	c := command{
		name:     name,
		help:     help,
		in:       in,
		result:   result,
		fields:   []string{"v", "id", "command"},
		required: []string{"v", "command"},
	}
	for i := range in.NumField() {
		field, option, _ := strings.Cut(in.Field(i).Tag.Get("json"), ",")
		c.fields = append(c.fields, field)
		if option == "" {
			c.required = append(c.required, field)
		}
	}
	return c
}

// find returns the command with the given name, or nil if there is none.
func find(name string) *command {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &commands[i]
}

func commandNames() []string {
	var names []string
	for i := range commands {
		names = append(names, commands[i].name)
	}
	return names
}

// noFields is the request type of a command without fields.
type noFields struct{}

// empty is the result type of a command that has no result.
type empty struct{}
