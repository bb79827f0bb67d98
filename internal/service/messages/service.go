package messages

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/lock"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
)

// Config configures a [Service].
type Config struct {
	Store  Store
	Rights table.Rights // knows who is muted and which accounts are bot accounts
	Names  player.Directory
	Memory player.Memory // stores the settings "followers" and "following"
	// Charge counts a message against the quotas of its author. If it is nil, there are no
	// quotas.
	Charge func(ctx context.Context, by player.ID, events int, play bool) error
	// GuestChat allows guests to use the lobby chat.
	GuestChat bool
	// Changed is called when the number of somebody's unread messages has changed. It may be
	// nil. It must not block.
	Changed func()
	Clock   *clock.Clock // nil means the system's clock
	Logger  *slog.Logger // if nil, slog.Default
}

// Service delivers messages. Its methods are safe for concurrent use. A nil *Service has no
// messages and refuses to send any.
type Service struct {
	Config
	wake background.Signal // signals that a game may have ended; capacity 1

	changes lock.Mutex // locked while a change is checked against the limits and stored

	mu        sync.Mutex
	games     Games // nil until Run is called
	relations relations
	lobby     []Message // the newest delivered lines of lobby chat
	held      []Message
	unread    unread
	feeds     map[*Feed]bool
	paces     *reserve.Buckets[player.ID]
	cameIn    map[player.ID]time.Time // for each account, the time when its followers were last notified that it had connected
}

// Open reads the stored messages and relations. Call [Service.Run] to deliver held messages.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	s := &Service{
		Config: cfg, wake: background.NewSignal(),
		feeds: map[*Feed]bool{}, paces: reserve.NewBuckets[player.ID](rate.Every(perMessage), burst), cameIn: map[player.ID]time.Time{},
	}
	return s, s.Reload(ctx)
}

// Reload deletes old messages from the store. It then reads from the store the remaining
// messages, and which accounts follow or block each other. Call Reload after an account has
// been deleted.
func (s *Service) Reload(ctx context.Context) error {
	s.changes.Lock()
	defer s.changes.Unlock()
	if err := s.Store.DropMessages(ctx, s.Clock.Wall().Add(-kept)); err != nil {
		return err
	}
	lobby, err := s.Store.Messages(ctx, Lobby)
	if err != nil {
		return err
	}
	pending, err := s.Store.Pending(ctx)
	if err != nil {
		return err
	}
	list, err := s.Store.Relations(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	lobby = slices.DeleteFunc(lobby, func(m Message) bool { return m.Held })
	s.lobby = lobby[max(0, len(lobby)-lobbyLines):]
	s.relations, s.unread, s.held = newRelations(), unread{}, nil
	for _, l := range list {
		s.relations.set(l, true)
	}
	for _, m := range pending {
		switch {
		case m.Held:
			s.held = append(s.held, m)
		case !s.relations.all[Relation{Blocks, m.To, m.From}]:
			s.unread[m.To] = append(s.unread[m.To], m.Number)
		}
	}
	return nil
}

// Send stores a direct message, delivers it and returns it. If the author or the
// recipient plays a live game, the message's field Held is set, and the message is
// delivered when neither of them plays a live game.
func (s *Service) Send(ctx context.Context, by player.Player, to player.Player, text string) (Message, error) {
	if s == nil {
		return Message{}, NoMessages.Refuse()
	}
	if err := s.mayReach(by, to.ID); err != nil {
		return Message{}, err
	}
	switch {
	case s.Blocks(by.ID, to.ID):
		return Message{}, IsBlocked.Refuse()
	case s.Blocks(to.ID, by.ID):
		return Message{}, NotAccepted.Refuse()
	case s.Rights.BotAccount(to.ID):
		return Message{}, ToProgram.Refuse()
	}
	if games := s.running(); games != nil {
		if id := games.SharedGame(to.ID, by.ID); id != 0 {
			return Message{}, AtTheirTable.Refuse(strconv.FormatInt(int64(id), 10))
		}
	}
	return s.send(ctx, Message{From: by.ID, To: to.ID, Text: text})
}

// mayReach returns an error if the author has no account, if the recipient has no account,
// or if the author is the recipient.
func (s *Service) mayReach(by player.Player, to player.ID) error {
	switch {
	case by.ID.Guest() || by.Name == "":
		return NeedsKey.Refuse()
	case to == by.ID:
		return ToOneself.Refuse()
	case to == "" || to.Guest() || to.Bot() || to.Deleted():
		return ToNobody.Refuse()
	}
	return nil
}

// Say stores a line of lobby chat and delivers it to everybody except players of live games,
// who get it later.
func (s *Service) Say(ctx context.Context, by player.Player, text string) (Message, error) {
	switch {
	case s == nil:
		return Message{}, NoMessages.Refuse()
	case by.ID.Guest() && !s.GuestChat:
		return Message{}, GuestsSilent.Refuse()
	case by.Name == "":
		return Message{}, NeedsKey.Refuse()
	}
	return s.send(ctx, Message{From: by.ID, To: Lobby, Text: text})
}

// send stores and delivers a message, or returns an error if the message is not allowed.
func (s *Service) send(ctx context.Context, m Message) (Message, error) {
	if err := table.MayChat(s.Rights, m.From); err != nil {
		return Message{}, err
	}
	var err error
	if m.Text, err = player.CleanLine(m.Text, table.MaxLineCells); err != nil {
		return Message{}, err
	}
	s.changes.Lock()
	defer s.changes.Unlock()
	if err := s.spend(m.From); err != nil {
		return Message{}, err
	}
	if s.Charge != nil {
		if err := s.Charge(ctx, m.From, 1, false); err != nil {
			return Message{}, err
		}
	}
	// Writers of s.held hold s.changes too, so reading it needs no other lock.
	overtakes := func(held Message) bool { return held.From == m.From && held.To == m.To }
	m.At, m.Held = s.Clock.Wall(), m.isHeld(s.inLiveGame) || slices.ContainsFunc(s.held, overtakes)
	if m.Number, err = s.Store.AddMessage(ctx, m); err != nil {
		return Message{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Held {
		s.held = append(s.held, m)
	} else {
		s.deliver(m)
	}
	return m, nil
}

// isHeld reports whether a message must be held because its author or recipient plays a
// live game. For lobby chat, only the author counts, because each recipient's feed
// decides when to show the message.
func (m *Message) isHeld(inLiveGame func(player.ID) bool) bool {
	return inLiveGame(m.From) || m.To != Lobby && inLiveGame(m.To)
}

func (s *Service) inLiveGame(id player.ID) bool {
	games := s.running()
	return games != nil && games.InLiveGame(id)
}

func (s *Service) running() Games {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.games
}

// spend counts a message against the rate limit of its author.
func (s *Service) spend(by player.ID) error {
	if s.paces.Take(by, 1, s.Clock.Steady()) > 0 {
		return TooFast.Refuse()
	}
	return nil
}

// deliver sends a stored message to the feeds. The caller holds the lock.
func (s *Service) deliver(m Message) {
	m.Held = false
	switch {
	case m.To == Lobby && slices.ContainsFunc(s.lobby, func(known Message) bool { return known.Number == m.Number }):
		// skip a message that Reload has already read
	case m.To == Lobby:
		s.lobby = append(s.lobby, m)
		s.lobby = slices.Clone(s.lobby[max(0, len(s.lobby)-lobbyLines):])
	case s.relations.all[Relation{Blocks, m.To, m.From}]: // the recipient blocked the author after the message was sent
		return
	case !m.Read && !slices.Contains(s.unread[m.To], m.Number):
		s.unread[m.To] = append(s.unread[m.To], m.Number)
	}
	for f := range s.feeds {
		if m.To == f.owner || m.To == Lobby && !s.relations.all[Relation{Blocks, f.owner, m.From}] && !s.Rights.BotAccount(f.owner) {
			f.put(Item{Message: m})
		}
	}
}

// release delivers the held messages whose author and recipient no longer play a live game,
// and wakes the feeds.
func (s *Service) release(ctx context.Context) {
	s.changes.Lock()
	defer s.changes.Unlock()
	s.mu.Lock()
	held := slices.Clone(s.held)
	s.mu.Unlock()
	live := map[player.ID]bool{}
	askOnce := func(id player.ID) bool { // a game that ends during the loop must not let a later message overtake
		if _, known := live[id]; !known {
			live[id] = s.inLiveGame(id)
		}
		return live[id]
	}
	var numbers []int64
	for _, m := range held {
		if !m.isHeld(askOnce) {
			numbers = append(numbers, m.Number)
		}
	}
	if len(numbers) > 0 {
		if err := s.Store.UpdateMessages(ctx, numbers, false); err != nil {
			s.Logger.Warn("cannot deliver messages that were held during a game", slog.Any("error", err))
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ChangesOf(s).takeHeld(numbers)
	for f := range s.feeds {
		f.nudge()
	}
}

// With returns the delivered direct messages between two accounts, oldest first, and marks
// them as read by the account `me`.
func (s *Service) With(ctx context.Context, me, other player.ID) ([]Message, error) {
	list, err := s.delivered(ctx, me)
	list = slices.DeleteFunc(list, func(m Message) bool { return m.From != other && m.To != other })
	if err == nil {
		s.markRead(ctx, me, list)
	}
	return list, err
}

// Direct returns the direct messages from and to an account, oldest first, and marks them as
// read. It omits messages to the account that are held back until a live game ends.
func (s *Service) Direct(ctx context.Context, me player.ID) ([]Message, error) {
	list, err := s.delivered(ctx, me)
	if err == nil {
		s.markRead(ctx, me, list)
	}
	return list, err
}

// delivered returns the direct messages from and to an account. It omits messages to the
// account that are held back until a game ends, and messages from blocked accounts.
func (s *Service) delivered(ctx context.Context, me player.ID) ([]Message, error) {
	if s == nil {
		return nil, NoMessages.Refuse()
	}
	list, err := s.Store.Messages(ctx, me)
	return slices.DeleteFunc(list, func(m Message) bool {
		return m.To == Lobby || m.To == me && (m.Held || s.Blocks(me, m.From))
	}), err
}

// Stored returns the stored messages from and to an account. It omits messages to the account
// that are held back until a live game ends.
func (s *Service) Stored(ctx context.Context, me player.ID) ([]Message, error) {
	if s == nil {
		return nil, nil
	}
	list, err := s.Store.Messages(ctx, me)
	return slices.DeleteFunc(list, func(m Message) bool { return m.To == me && m.Held }), err
}

// markRead records that an account has read a list of messages. It ignores messages that
// the account had already read.
func (s *Service) markRead(ctx context.Context, me player.ID, list []Message) {
	s.mu.Lock()
	var numbers []int64
	s.unread.set(me, slices.DeleteFunc(s.unread[me], func(n int64) bool {
		read := slices.ContainsFunc(list, func(m Message) bool { return m.Number == n })
		if read {
			numbers = append(numbers, n)
		}
		return read
	}))
	s.mu.Unlock()
	if len(numbers) == 0 {
		return
	}
	// if this fails, the messages are unread again after a restart of the server
	if err := s.Store.UpdateMessages(ctx, numbers, true); err != nil {
		s.Logger.Warn("cannot mark messages as read", slog.Any("error", err))
	}
	if s.Changed != nil {
		s.Changed()
	}
}

// unread holds, for each recipient, the numbers of the delivered messages that are unread.
type unread map[player.ID][]int64

// set replaces the list of an account's unread messages.
func (u unread) set(me player.ID, numbers []int64) {
	if u[me] = numbers; len(numbers) == 0 {
		delete(u, me)
	}
}

// Reported returns the recent messages for a report by one account about another. These
// are the direct messages between the two accounts and, if the reported account wrote in
// the lobby chat, the lobby chat. Messages of blocked accounts are included, because
// people often block an account before they report it.
func (s *Service) Reported(ctx context.Context, by, about player.ID) []Message {
	list, err := s.Stored(ctx, by)
	if err != nil {
		return nil
	}
	list = slices.DeleteFunc(list, func(m Message) bool { return m.To == Lobby || m.From != about && m.To != about })
	since := s.Clock.Wall().Add(-reported)
	s.mu.Lock()
	lobby := slices.Clone(s.lobby)
	s.mu.Unlock()
	if slices.ContainsFunc(lobby, func(m Message) bool { return m.From == about }) {
		list = append(list, lobby...)
	}
	return slices.DeleteFunc(list, func(m Message) bool { return m.At.Before(since) })
}

// Unread returns the number of messages that an account has not read, and the number of the
// newest unread message.
func (s *Service) Unread(me player.ID) (count int, newest int64) {
	if s == nil {
		return 0, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.unread[me]
	if len(list) == 0 {
		return 0, 0
	}
	return len(list), slices.Max(list)
}

// LobbyChat returns the newest lines of lobby chat for a person, oldest first. It omits
// lines of blocked accounts. While the person plays a live game, it returns no lines.
func (s *Service) LobbyChat(me player.ID) []Message {
	if s == nil {
		return nil
	}
	if s.inLiveGame(me) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.lobby), func(m Message) bool { return s.relations.all[Relation{Blocks, me, m.From}] })
}

// Name returns an account or guest with its current name.
func (s *Service) Name(ctx context.Context, id player.ID) player.Player {
	p, ok, err := s.Names.Lookup(ctx, id)
	if err != nil || !ok {
		return player.Player{ID: id, Name: "(no name)"}
	}
	return table.WithBotMark(s.Rights, p)
}
