package messages

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
)

// Command describes a command for messages, follows or blocks.
type Command struct {
	Name, Arguments, Help string
}

// The help of commands, requests and keys that send messages.
const (
	SendDirect   = "send a direct message"
	WriteInLobby = "write in the lobby chat"
)

// List lists the commands that [Commands.Run] accepts.
var List = []Command{
	{"tell", "NAME TEXT", SendDirect},
	{"messages", "[NAME]", "read your direct messages, or those with one person"},
	{"lobby-chat", "[TEXT]", WriteInLobby + "; without TEXT, read the chat"},
	{"follow", "[NAME]", "see when somebody connects, seeks a game or plays; without a name, list whom you follow"},
	{"unfollow", "NAME", "stop following somebody"},
	{"block", "[NAME]", "refuse a player's messages and invitations and hide their chat; without a name, list whom you block"},
	{"unblock", "NAME", "stop blocking somebody"},
}

// Help is the help text about messages.
const Help = `Messages to and from players of a live game are delivered after the game. You
may send 5 messages in 20 seconds. Messages are deleted after 30 days.
Moderators can read a message only after its recipient has reported its author.`

// Commands runs the commands in [List] when people type them.
type Commands struct {
	Service *Service
	// Split parses words that begin with the name of a person. It returns the person and the
	// remaining words.
	Split func(ctx context.Context, words string) (person player.Player, rest string, err error)
	Zone  *time.Location // time zone of printed times
}

// linesShown is the maximum number of messages that a command prints.
const linesShown = 100

var (
	errWrite = errors.New("write a name and a text, for example: tell Inky hello")
	errName  = errors.New("write only the name of a person")
)

// Run runs a command and returns the lines to print.
func (c Commands) Run(ctx context.Context, me player.Player, name, rest string) ([]string, error) {
	if c.Service == nil {
		return nil, NoMessages.Refuse()
	}
	switch {
	case name == "lobby-chat" && rest == "":
		return c.lines(ctx, me, c.Service.LobbyChat(me.ID), "The lobby chat is empty, or hidden until your game ends."), nil
	case name == "lobby-chat":
		m, err := c.Service.Say(ctx, me, rest)
		return sent(m, "the lobby"), err
	case name == "messages" && rest == "":
		list, err := c.Service.Direct(ctx, me.ID)
		return c.lines(ctx, me, list, "You have no messages."), err
	case name == "follow" && rest == "":
		return c.people(ctx, Follows, me.ID), nil
	case name == "block" && rest == "":
		return c.people(ctx, Blocks, me.ID), nil
	case rest == "" && name == "tell":
		return nil, errWrite
	case rest == "":
		return nil, errName
	}
	person, text, err := c.Split(ctx, rest)
	switch {
	case err != nil:
		return nil, err
	case name == "tell" && text == "":
		return nil, errWrite
	case name != "tell" && text != "":
		return nil, errName
	}
	switch shown := person.Shown(player.MaxNameCells); name {
	case "tell":
		m, err := c.Service.Send(ctx, me, person, text)
		return sent(m, shown), err
	case "messages":
		list, err := c.Service.With(ctx, me.ID, person.ID)
		return c.lines(ctx, me, list, "You have exchanged no messages with "+shown+"."), err
	case "follow":
		return []string{"You follow " + shown + "."}, c.Service.Follow(ctx, me, person, true)
	case "unfollow":
		return []string{"You do not follow " + shown + "."}, c.Service.Follow(ctx, me, person, false)
	case "block":
		return []string{shown + " is blocked."}, c.Service.Block(ctx, me, person, true)
	default:
		return []string{shown + " is not blocked."}, c.Service.Block(ctx, me, person, false)
	}
}

// sent returns the confirmation for a message that has been stored.
func sent(m Message, to string) []string {
	if m.Held {
		return []string{"Stored. The message to " + to + " will be delivered after the game."}
	}
	return []string{"Sent to " + to + "."}
}

// lines returns the newest messages of a list as lines of text. If the list is empty, it
// returns only the text `none`.
func (c Commands) lines(ctx context.Context, me player.Player, list []Message, none string) (lines []string) {
	for _, m := range list[max(0, len(list)-linesShown):] {
		by := c.Service.Name(ctx, m.From).Shown(player.MaxNameCells)
		if m.To != Lobby && m.From == me.ID {
			by = "to " + c.Service.Name(ctx, m.To).Shown(player.MaxNameCells)
			if m.Held {
				by += " (after the game)"
			}
		}
		lines = append(
			lines,
			fmt.Sprintf("%s  %s: %s", m.At.In(c.Zone).Format("2006-01-02 15:04"), by, player.Shown(m.Text, len(m.Text))),
		)
	}
	if lines == nil {
		return []string{none}
	}
	return lines
}

func (c Commands) people(ctx context.Context, kind RelationKind, me player.ID) (lines []string) {
	for _, id := range c.Service.Related(kind, me) {
		lines = append(lines, c.Service.Name(ctx, id).Shown(player.MaxNameCells))
	}
	if lines == nil {
		return []string{"You " + string(kind) + " nobody."}
	}
	return lines
}

// Sentence returns a message as a line of text.
func (s *Service) Sentence(ctx context.Context, m *Message) string {
	by := s.Name(ctx, m.From).Shown(player.MaxNameCells)
	text := player.Shown(m.Text, len(m.Text))
	if m.To == Lobby {
		return "Lobby, " + by + ": " + text
	}
	return "Message from " + by + ": " + text
}

// Split returns a function for the field [Commands.Split]. That function calls `find`,
// which must look for a name at the start of the words: first among the people whom
// `present` returns, then among all accounts.
func Split(
	find func(ctx context.Context, words string, present []player.Player) (player.Player, string, error),
	present func() []player.Player,
) func(context.Context, string) (player.Player, string, error) {
	return func(ctx context.Context, words string) (player.Player, string, error) {
		person, rest, err := find(ctx, words, present())
		return person, strings.TrimSpace(rest), err
	}
}

// Listed returns the messages that the command "messages" prints. If the parameter `words` is
// empty, these are all direct messages. Otherwise it must be the name of a person, and Listed
// returns the messages exchanged with that person.
func (c Commands) Listed(ctx context.Context, me player.Player, words string) ([]Line, error) {
	if words == "" {
		list, err := c.Service.Direct(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		return c.Service.Lines(ctx, list), nil
	}
	person, rest, err := c.Split(ctx, words)
	if err == nil && rest != "" {
		err = errName
	}
	if err != nil {
		return nil, err
	}
	list, err := c.Service.With(ctx, me.ID, person.ID)
	if err != nil {
		return nil, err
	}
	return c.Service.Lines(ctx, list), nil
}
