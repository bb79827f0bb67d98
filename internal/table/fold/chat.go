package fold

import (
	"fmt"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Chat is what was said at a table, and who may not. Its lists do not change:
// what follows are new ones, or the same grown at the end.
type Chat struct {
	Lines      []table.ChatLine // to all
	Spectators []table.ChatLine // to those who do not play
	Muted      []player.Player
	Open       bool // while the game is on; settled when it begins
}

// mayTalk reports whether the terms let the players chat during the game, and
// where the game wants it (Q14) everybody agreed.
func (s *State) mayTalk() bool {
	if !s.Terms.Chat || !s.Variant.Facts().ChatConsent {
		return s.Terms.Chat
	}
	return s.SeatsWhere(func(s *Seat) bool { return !s.Closed && !s.AcceptsChat }) == 0
}

// Involved reports whether somebody sits here, or sat here when the game was on:
// they do not see the chat of spectators.
func (s *State) Involved(id player.ID) bool {
	return s.HeldBy(id) != 0 || player.Contains(s.Seats.Replaced, id)
}

func applySaid(s *State, e table.Event) error { return addLine(s, &s.Chat.Lines, e) }

func applyRemarked(s *State, e table.Event) error { return addLine(s, &s.Chat.Spectators, e) }

func addLine(s *State, list *[]table.ChatLine, e table.Event) error {
	if e.Text == "" {
		return fmt.Errorf("%q without a text", e.Kind)
	}
	*list = append(*list, table.ChatLine{Number: s.Seq + 1, At: e.At, By: *e.Player, Text: e.Text})
	*list = (*list)[max(0, len(*list)-table.LinesShown):]
	return nil
}

// applyMuted folds that somebody says no more; beyond a bound the oldest is forgotten.
func applyMuted(s *State, e table.Event) error {
	if e.Target == nil || e.Target.ID == "" {
		return fmt.Errorf("%q whom", e.Kind)
	}
	s.Chat.Muted = append(slices.Clone(s.Chat.Muted), *e.Target)
	s.Chat.Muted = s.Chat.Muted[max(0, len(s.Chat.Muted)-table.MaxMuted):]
	return nil
}

func applyUnmuted(s *State, e table.Event) error {
	if e.Target == nil || !player.Contains(s.Chat.Muted, e.Target.ID) {
		return fmt.Errorf("%q who was not", e.Kind)
	}
	i := player.Index(s.Chat.Muted, e.Target.ID)
	s.Chat.Muted = slices.Delete(slices.Clone(s.Chat.Muted), i, i+1)
	return nil
}

func applyConsent(s *State, e table.Event, yes bool) error {
	held := s.HeldBy(e.Player.ID)
	if held == 0 {
		return fmt.Errorf("%q by who has no seat", e.Kind)
	}
	for seat := range held.All() {
		s.Seats.List[seat].AcceptsChat = yes
	}
	return nil
}
