package fold

import (
	"fmt"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Chat holds the messages of a table and the list of muted people. Views share these slices,
// so the elements of the slices are never modified.
type Chat struct {
	Lines      []table.ChatLine                  // messages that everyone at the table may read
	Spectators []table.ChatLine                  // spectator chat
	Teams      [rules.SeatCount][]table.ChatLine // team chat of each team, indexed by the team's first seat
	Muted      []player.Player
	Open       bool // whether the players may chat during the game; set when the game starts
}

// playersMayChat reports whether the terms permit the players to chat during the game and,
// if the game needs their consent (Q14), all of them have given it.
func (s *State) playersMayChat() bool {
	if !s.Terms.Chat || !s.Variant.Facts().ChatConsent {
		return s.Terms.Chat
	}
	return s.SeatsWhere(func(s *Seat) bool { return !s.Closed && !s.AcceptsChat }) == 0
}

// Involved reports whether a person has or had a seat in this game. Such people do not
// see spectator chat.
func (s *State) Involved(id player.ID) bool {
	return s.HeldBy(id) != 0 || player.Contains(s.Seats.Replaced, id)
}

func applyChatted(s *State, e table.Event) error { return addLine(s, &s.Chat.Lines, e) }

func applySpectatorChatted(s *State, e table.Event) error { return addLine(s, &s.Chat.Spectators, e) }

// applyTeamChatted adds a line to the chat of the author's team.
func applyTeamChatted(s *State, e table.Event) error {
	if s.Seats.List[*e.Seat].Player.ID != e.Player.ID {
		return fmt.Errorf("event %q names a player who does not have the seat", e.Kind)
	}
	return addLine(s, s.TeamChat(*e.Seat), e)
}

// TeamChat returns the newest chat lines of a seat's team.
func (s *State) TeamChat(seat rules.Seat) *[]table.ChatLine {
	return &s.Chat.Teams[s.Partners(seat).With(seat).First()]
}

func addLine(s *State, list *[]table.ChatLine, e table.Event) error {
	if e.Text == "" {
		return fmt.Errorf("%q without a text", e.Kind)
	}
	*list = append(*list, table.ChatLine{Number: s.Seq + 1, At: e.At, By: *e.Player, Text: e.Text})
	*list = (*list)[max(0, len(*list)-table.LinesShown):]
	return nil
}

// applyMuted mutes a person. If more than MaxMuted people are muted, the one who was muted
// first is no longer muted.
func applyMuted(s *State, e table.Event) error {
	if e.Target == nil || e.Target.ID == "" {
		return fmt.Errorf("%q without a target", e.Kind)
	}
	s.Chat.Muted = append(slices.Clone(s.Chat.Muted), *e.Target)
	s.Chat.Muted = s.Chat.Muted[max(0, len(s.Chat.Muted)-table.MaxMuted):]
	s.note(table.Notable{Kind: table.PersonMuted, Seat: rules.NoSeat, Player: *e.Target, By: *e.Player, BySeat: rules.NoSeat})
	return nil
}

func applyUnmuted(s *State, e table.Event) error {
	if e.Target == nil || !player.Contains(s.Chat.Muted, e.Target.ID) {
		return fmt.Errorf("event %q names a person who was not muted", e.Kind)
	}
	i := player.Index(s.Chat.Muted, e.Target.ID)
	s.Chat.Muted = slices.Delete(slices.Clone(s.Chat.Muted), i, i+1)
	s.note(table.Notable{Kind: table.PersonUnmuted, Seat: rules.NoSeat, Player: *e.Target, By: *e.Player, BySeat: rules.NoSeat})
	return nil
}

func applyChatConsent(s *State, e table.Event, yes bool) error {
	held := s.HeldBy(e.Player.ID)
	if held == 0 {
		return fmt.Errorf("event %q names a player who has no seat", e.Kind)
	}
	for seat := range held.All() {
		s.Seats.List[seat].AcceptsChat = yes
	}
	return nil
}

// IsChatOf reports whether an event is a chat message by one of the given people.
func IsChatOf(e *table.Event, people map[player.ID]bool) bool {
	return e.Kind.IsChat() && people[e.Player.ID]
}

// WithoutChatOf returns a view without the chat messages of the given people.
func WithoutChatOf(v *table.View, people map[player.ID]bool) *table.View {
	by := func(l table.ChatLine) bool { return people[l.By.ID] }
	if len(people) == 0 || !slices.ContainsFunc(slices.Concat(v.Chat, v.SpectatorChat, v.TeamChat), by) {
		return v
	}
	mine := *v
	for _, lines := range []*[]table.ChatLine{&mine.Chat, &mine.SpectatorChat, &mine.TeamChat} {
		*lines = slices.DeleteFunc(slices.Clone(*lines), by)
	}
	return &mine
}
