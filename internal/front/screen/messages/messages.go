package messages

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service/messages"
	"quadrille/internal/table"
)

// Screen lists the lobby chat and the player's conversations, and shows the messages of the
// selected conversation.
type Screen struct {
	env     *kit.Env
	to      player.Player                   // person to write to; listed even if they have exchanged no messages with the player
	list    kit.List[messages.Conversation] // the first one stands for the lobby chat and has no messages
	online  map[player.ID]bool
	lobby   []messages.Line
	loaded  bool
	newest  bool // whether to select the newest conversation after loading
	page    kit.Page
	fresh   int // number of messages of the selected conversation that were unread when it was selected
	typing  bool
	line    kit.Line
	sending bool
	note    string // result of the last action
	failed  bool   // whether the note is an error
}

// New returns a screen of messages. The parameter `at` says which conversation is selected.
func New(e *kit.Env, at nav.Messages) *Screen {
	s := &Screen{
		env: e, to: at.To, newest: at.To.ID == "" && !at.Lobby, typing: at.Write,
		line: kit.Line{Limit: table.MaxLineCells}, page: kit.NewPage(),
	}
	s.list, s.page.FromEnd = s.newList(), true
	s.arrange(nil)
	s.list.Select(at.To.ID)
	return s
}

// loadedMsg carries the player's conversations.
type loadedMsg struct {
	s     *Screen
	list  []messages.Conversation
	lobby []messages.Line
	err   error
}

// sentMsg is the result of sending a message.
type sentMsg struct {
	s    *Screen
	held bool
	err  error
}

func (s *Screen) Start() tea.Cmd { return s.load() }

func (s *Screen) Stop() {}

func (s *Screen) Overlay() bool { return false }

func (s *Screen) Title() string { return "Messages: Quadrille" }

// load loads the conversations, and marks the messages of the selected conversation as read.
func (s *Screen) load() tea.Cmd {
	e, with := s.env, s.with().ID
	return func() tea.Msg {
		service := e.Cfg.Messages
		if with != messages.Lobby {
			if _, err := service.With(e.Ctx, e.Me.ID, with); err != nil {
				return loadedMsg{s: s, err: err}
			}
		}
		list, err := service.Conversations(e.Ctx, e.Me.ID)
		return loadedMsg{s, list, service.Lines(e.Ctx, service.LobbyChat(e.Me.ID)), err}
	}
}

// with returns the other person in the selected conversation. For the lobby chat it returns
// a player with the ID [messages.Lobby].
func (s *Screen) with() player.Player { return s.conversation().With }

// conversation returns the selected conversation. If none passes the filter, it returns that of
// the lobby.
func (s *Screen) conversation() messages.Conversation {
	c, _ := s.list.Selected()
	return c
}

// arrange lists the lobby chat and the conversations. The selected conversation stays
// selected.
func (s *Screen) arrange(list []messages.Conversation) {
	isOf := func(id player.ID) func(messages.Conversation) bool {
		return func(c messages.Conversation) bool { return c.With.ID == id }
	}
	if s.to.ID != messages.Lobby && !slices.ContainsFunc(list, isOf(s.to.ID)) {
		list = slices.Insert(list, 0, messages.Conversation{With: s.to})
	}
	s.list.Set(slices.Insert(list, 0, messages.Conversation{}))
}

func (s *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.typing {
			return kit.Stay, s.typed(msg)
		}
		return s.key(msg)
	case tea.PasteMsg:
		if s.typing {
			s.line.Paste(msg)
		} else {
			s.list.Paste(msg)
		}
	case tea.MouseWheelMsg:
		s.page.Update(msg)
	case tea.MouseClickMsg:
		if s.list.Click(msg.X, msg.Y) {
			return kit.Stay, s.choose()
		}
	case kit.MailMsg:
		return kit.Stay, s.load()
	case loadedMsg:
		if msg.s == s {
			return kit.Stay, s.take(msg)
		}
	case sentMsg:
		if msg.s == s {
			return kit.Stay, s.sent(msg)
		}
	}
	return kit.Stay, nil
}

func (s *Screen) take(msg loadedMsg) tea.Cmd {
	if msg.err != nil {
		s.note, s.failed = msg.err.Error(), true
		return nil
	}
	s.lobby, s.online = msg.lobby, s.env.Online()
	s.arrange(msg.list)
	s.loaded = true
	if all := s.list.All(); s.newest && len(all) > 1 {
		s.newest = false
		s.list.Select(all[1].With.ID)
		return s.choose()
	}
	s.newest = false
	return nil
}

func (s *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	s.note = ""
	action, typing := kit.ActionOf(msg.String(), kit.MessagesKeys), s.list.Typing()
	if action == kit.PageUp && !typing {
		s.page.Update(msg)
		return kit.Stay, nil
	}
	before := s.with().ID
	if used := s.list.Update(msg); used || typing {
		if s.with().ID != before {
			return kit.Stay, s.choose()
		}
		return kit.Stay, nil
	}
	switch action {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.WriteMessage:
		s.typing = true
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: kit.DefaultGame()}), nil
	case kit.OpenProfile:
		if s.with().ID != messages.Lobby {
			return kit.Visit(nav.Profile{Player: s.with()}), nil
		}
	}
	return kit.Stay, nil
}

// choose shows the selected conversation, and marks its messages as read.
func (s *Screen) choose() tea.Cmd {
	s.page.FromEnd, s.fresh = true, s.conversation().Unread
	return s.load()
}

// typed handles a key while a message is being typed.
func (s *Screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	s.note = ""
	switch msg.String() {
	case "esc":
		s.typing = false
	case "enter":
		return s.send()
	default:
		s.line.Key(msg)
	}
	return nil
}

// send sends the typed text. The text stays in the input line until it is stored.
func (s *Screen) send() tea.Cmd {
	if s.sending || s.line.Text == "" {
		return nil
	}
	s.sending = true
	e, with, text := s.env, s.with(), s.line.Text
	return func() tea.Msg {
		var m messages.Message
		var err error
		if with.ID == messages.Lobby {
			m, err = e.Cfg.Messages.Say(e.Ctx, e.Me, text)
		} else {
			m, err = e.Cfg.Messages.Send(e.Ctx, e.Me, with, text)
		}
		return sentMsg{s, m.Held, err}
	}
}

func (s *Screen) sent(msg sentMsg) tea.Cmd {
	s.sending = false
	if s.failed = msg.err != nil; s.failed {
		s.note = msg.err.Error()
		return s.env.Bell()
	}
	if msg.held {
		s.note = "the message will be delivered after the game"
	}
	s.line.Text, s.page.FromEnd = "", true
	return s.load()
}

func (s *Screen) DrawCompact(g *draw.Grid, y int) {
	lines := s.compose(g.Width)
	text := lines[len(lines)-1].String()
	if s.typing {
		text = s.prompt() + s.line.Marked()
	}
	g.Text(0, y, g.Width, text, s.env.Ink.Text)
}

// KeyGroups returns the keys of the screen.
func (s *Screen) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.InMessages} }

// Typing reports whether letters go to a line of text.
func (s *Screen) Typing() bool { return s.typing || s.list.Typing() }
