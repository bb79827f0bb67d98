package ui

import (
	"strings"
	"testing"

	"quadrille/internal/table"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// What does not fit beside a board is left out by the sentence.
func TestAdviceIsNotCutWithinASentence(t *testing.T) {
	screen := &game.Screen{Env: &kit.Env{}, View: waiting(t, 0)}
	for _, width := range []int{24, 33} {
		whole := screen.Advice("", width, 20)
		if len(whole) < 2 {
			t.Fatalf("width %d: %q", width, whole)
		}
		less := screen.Advice("", width, len(whole)-1)
		if got := strings.Join(less, " "); len(less) >= len(whole) || got != screen.BeginsWhen() {
			t.Errorf("width %d: %q, where only %d lines of %q fit", width, got, len(whole)-1, whole)
		}
	}
}

// It is the same at every game whose open seats bots will take, on every screen: the
// host reads of them in a whole sentence as soon as he sits.
func TestAdviceOnBots(t *testing.T) {
	for _, offer := range variants.All() {
		for _, options := range choicesOf(offer) {
			for _, seat := range []int{0, 3} {
				for _, size := range [][2]int{{80, 24}, {120, 40}} {
					v := gameView(t, offer.Name, options, nil)
					v.Seats = waiting(t, seat).Seats
					v.Phase, v.Actor, v.Legal, v.Terms.Bots = table.Waiting, rules.NoSeat, nil, 6
					v.Terms.Talk = size[0] == 80
					d := atTable(t, people[seat], v, kit.Config{Width: size[0], Height: size[1]})
					d.sees("> " + game.ReadyLabel)
					if text := d.belowMenu(); !strings.Contains(text, "ots of level 6 take the open seats") || !strings.HasSuffix(text, ".") {
						t.Errorf("%s %v, %d, %v: %q", offer.Name, options, seat, size, text)
					}
					for range d.table().Entries() {
						d.keys("down")
						if text := d.belowMenu(); text != "" && !strings.HasSuffix(text, ".") {
							t.Errorf("%s %v, %d, %v, on %q: %q", offer.Name, options, seat, size, d.table().Menu, text)
						}
					}
				}
			}
		}
	}
}

// choicesOf is no options, and each choice of each option alone.
func choicesOf(offer rules.Offer) []map[string]string {
	list := []map[string]string{nil}
	for _, o := range offer.Options {
		for _, c := range o.Choices {
			list = append(list, map[string]string{o.Name: c})
		}
	}
	return list
}

// belowMenu is what is said below the menu before the game.
func (d *driver) belowMenu() string {
	lines, menu := d.text(), d.table().Board.MenuAt
	text := ""
	for _, line := range lines[menu.Y+len(d.table().Entries()) : len(lines)-2] {
		if row := []rune(line); len(row) > menu.X {
			text += " " + strings.TrimSpace(string(row[menu.X:]))
		}
	}
	return strings.TrimSpace(text)
}
