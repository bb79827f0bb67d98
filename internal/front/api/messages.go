package api

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/protocol"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/view"
)

// mail sends direct messages, lobby chat and news of followed accounts to the client.
type mail struct {
	feed  *messages.Feed
	items <-chan []messages.Item // nil before the command "hello"
}

func (m *mail) follow(s *session) {
	m.feed = s.Messages.Subscribe(s.me.ID)
	m.items = receive(s, "messages", m.feed.Take)
}

func (m *mail) send(s *session, list []messages.Item, more bool) {
	if !more {
		m.items = nil
		return
	}
	for _, i := range list {
		switch {
		case i.Followed != nil:
			f := i.Followed
			s.send(protocol.FollowedEvent{
				V: protocol.Version, Event: [...]string{view.Connects: "came-in", view.Plays: "plays", view.Seeks: "seeks"}[f.Does],
				Player: s.present.player(f.Player), Table: f.Table, Game: f.Game,
			})
		case i.Message.To == messages.Lobby:
			s.send(s.messageEvent("lobby-chat", i.Message))
		default:
			s.send(s.messageEvent("message", i.Message))
		}
	}
}

func (s *session) messageEvent(event string, m messages.Message) protocol.MessageEvent {
	return protocol.MessageEvent{
		V:       protocol.Version,
		Event:   event,
		Message: m.Number,
		At:      m.At,
		From:    s.present.player(s.Messages.Name(s.ctx, m.From)),
		Text:    m.Text,
	}
}

type tellRequest struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// sentResult is the result of a command that sends a message.
type sentResult struct {
	Message int64 `json:"message"`
	Held    bool  `json:"held"` // whether the message is held until a live game ends
}

// person returns the player of the session and the player with the given name. me.Name is
// empty if the player of the session has not chosen a name.
func (s *session) person(name string) (me, other player.Player, err error) {
	if me = s.me; !s.Named {
		me.Name = ""
	}
	other, err = s.Notify.Reports.Person(s.ctx, name, s.Lobby.ViewFor(s.me.ID).Players())
	return me, other, err
}

func tell(s *session, in tellRequest) (any, error) {
	me, other, err := s.person(in.Name)
	if err != nil {
		return nil, err
	}
	m, err := s.Messages.Send(s.ctx, me, other, in.Text)
	return sentResult{m.Number, m.Held}, err
}

type lobbyChatRequest struct {
	Text string `json:"text"`
}

func lobbyChat(s *session, in lobbyChatRequest) (any, error) {
	me := s.me
	if !s.Named {
		me.Name = ""
	}
	m, err := s.Messages.Say(s.ctx, me, in.Text)
	return sentResult{m.Number, m.Held}, err
}

// messageResult is a direct message that the account sent or received.
type messageResult struct {
	Message int64           `json:"message"`
	At      time.Time       `json:"at"`
	From    protocol.Player `json:"from"`
	To      protocol.Player `json:"to"`
	Text    string          `json:"text"`
	Held    bool            `json:"held"`
}

type messagesResult struct {
	Messages []messageResult `json:"messages"`
}

// listMessages returns the direct messages that the account sent and received.
func listMessages(s *session, _ noFields) (any, error) {
	s.cost += readCost
	list, err := s.Messages.Direct(s.ctx, s.me.ID)
	out := messagesResult{Messages: []messageResult{}}
	for _, m := range list {
		from, to := s.Messages.Name(s.ctx, m.From), s.Messages.Name(s.ctx, m.To)
		out.Messages = append(out.Messages, messageResult{m.Number, m.At, s.present.player(from), s.present.player(to), m.Text, m.Held})
	}
	return out, err
}

type linkRequest struct {
	Name string `json:"name"`
	// On is false to stop following or blocking the account. If it is absent, it means true.
	On *bool `json:"on,omitempty"`
}

func follow(s *session, in linkRequest) (any, error) {
	me, other, err := s.person(in.Name)
	if err != nil {
		return nil, err
	}
	return empty{}, s.Messages.Follow(s.ctx, me, other, in.On == nil || *in.On)
}

func block(s *session, in linkRequest) (any, error) {
	me, other, err := s.person(in.Name)
	if err != nil {
		return nil, err
	}
	return empty{}, s.Messages.Block(s.ctx, me, other, in.On == nil || *in.On)
}
