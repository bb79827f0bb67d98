package screen

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestNotificationFitsTheTerminal checks that each terminal gets notifications in the escape
// sequence that it supports, or only a bell. The server identifies a terminal by its answer
// to the query for its name.
func TestNotificationFitsTheTerminal(t *testing.T) {
	const text = "Blinky invites you: table 31, Chess4"
	for name, want := range map[string]string{
		"contour 0.6.1":       "\x1b]777;notify;Quadrille;" + text + "\x1b\\",
		"foot(1.18.1)":        "\x1b]777;notify;Quadrille;" + text + "\x1b\\",
		"ghostty 1.2.0":       "\x1b]777;notify;Quadrille;" + text + "\x1b\\",
		"WezTerm 20240203-11": "\x1b]777;notify;Quadrille;" + text + "\x1b\\",
		"iTerm2 3.6.9":        "\x1b]9;Quadrille: " + text + "\x1b\\",
		"Warp(v0.2026.03)":    "\x1b]9;Quadrille: " + text + "\x1b\\",
		"kitty(0.42.0)":       "", // it is asked; see TestNotificationOfAnAskedTerminal
		"XTerm(390)":          "",
		"VTE(7600)":           "",
		"tmux 3.5a":           "",
		"kittycat 1":          "",
		"":                    "",
	} {
		d := inLobby(t, kit.Config{})
		d.Send(tea.TerminalVersionMsg{Name: name})
		d.Send(invitationsMsg{[]view.Invitation{invitation()}})
		if got := strings.Join(d.Raw, ""); got != want || d.Bells != 1 {
			t.Errorf("%s: sent %q and %d bells, want %q", name, got, d.Bells, want)
		}
	}
}

// A terminal that answers the question about notifications gets them as it has answered, whatever
// its name.
func TestNotificationOfAnAskedTerminal(t *testing.T) {
	const text = "Blinky invites you: table 31, Chess4"
	for _, name := range []string{"", "kitty(0.42.0)", "foot(1.18.1)", "newcomer 1"} {
		d := inLobby(t, kit.Config{})
		d.Send(kit.NotifiesMsg{})
		d.Send(tea.TerminalVersionMsg{Name: name})
		d.Send(invitationsMsg{[]view.Invitation{invitation()}})
		want := "\x1b]99;i=quadrille:d=0:p=title;Quadrille\x1b\\\x1b]99;i=quadrille:d=1:p=body;" + text + "\x1b\\"
		if got := strings.Join(d.Raw, ""); got != want {
			t.Errorf("%s: sent %q", name, got)
		}
	}
}

// The text of a notification cannot end the escape sequence, and cannot contain the semicolons
// that separate the fields of the sequence.
func TestNotificationTextIsCleaned(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Send(tea.TerminalVersionMsg{Name: "iTerm2 3.6.9"})
	hostile := invitation()
	hostile.Title = "a;b\x1b\\\a\u009c\u202e" + strings.Repeat("x", 500)
	d.Send(invitationsMsg{[]view.Invitation{hostile}})
	if len(d.Raw) != 1 {
		t.Fatalf("sent %q", d.Raw)
	}
	inside := strings.TrimSuffix(strings.TrimPrefix(d.Raw[0], "\x1b]9;"), "\x1b\\")
	if strings.ContainsAny(inside, "\x1b\a;\u009c\u202e") || len(inside) > 150 {
		t.Errorf("sent %q", d.Raw[0])
	}
}

// A terminal that reports its focus gets notifications only while its window does not have
// the focus. No terminal gets notifications if the player has switched them off.
func TestNotificationDependsOnFocusAndSettings(t *testing.T) {
	d := inLobby(t, kit.Config{})
	number := 0
	notified := func() bool {
		d.Raw = nil
		one := invitation()
		number++
		one.Number = number
		d.Send(invitationsMsg{[]view.Invitation{one}})
		return len(d.Raw) > 0
	}
	choose := func(which player.Setting, value string) {
		d.Env.Choose(player.Choice{Setting: which, Value: value})
	}
	var got []bool
	d.Send(tea.TerminalVersionMsg{Name: "foot(1.18.1)"})
	got = append(got, notified(), rootOf(d).View().Focus)
	d.Send(tea.ModeReportMsg{Mode: ansi.ModeFocusEvent, Value: ansi.ModeReset})
	got = append(got, notified(), rootOf(d).View().Focus)
	d.Send(tea.BlurMsg{})
	got = append(got, notified())
	choose(player.Notify, "off")
	got = append(got, notified())
	choose(player.Notify, "on")
	d.Send(tea.FocusMsg{})
	got = append(got, notified())
	if want := []bool{true, false, false, true, true, false, false}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if d.Bells != number {
		t.Errorf("%d bells for %d invitations", d.Bells, number)
	}
	if title := rootOf(d).View().Title; title != "Quadrille" {
		t.Errorf("title %q", title)
	}
	choose(player.Title, "off")
	if title := rootOf(d).View().Title; title != "" {
		t.Errorf("title %q although it is off", title)
	}
}

// TestLobbyNotifiesOnce checks that a player in the lobby is notified of a turn or an offer
// only once. They are not notified if the screen of the table has already shown the turn or
// the offer.
func TestLobbyNotifiesOnce(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Send(tea.TerminalVersionMsg{Name: "foot(1.18.1)"})
	news := func() int {
		d.Raw = nil
		d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: uitest.LobbyView()})
		return len(d.Raw)
	}
	mine := uitest.People
	mine[0] = d.Env.Me
	d.Backend.Play(t, mine, nil)
	if first, second := news(), news(); first != 1 || second != 0 {
		t.Errorf("%d notifications of a turn, then %d", first, second)
	}
	d.Keys("w", "esc")
	if n := news(); n != 0 {
		t.Errorf("%d notifications of a turn that was shown", n)
	}
	other := uitest.People
	other[2] = d.Env.Me
	id := d.Backend.Play(t, other, nil)
	tab, err := d.Backend.Lobby.TableFor(t.Context(), other[1].ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Do(t.Context(), table.Command{By: other[1], Kind: table.OfferDraw, Seat: 1}); err != nil {
		t.Fatal(err)
	}
	if n := news(); n != 1 || !strings.Contains(d.Raw[0], "A draw is offered: table 2, Chess4, Black") {
		t.Errorf("of an offer: %q", d.Raw)
	}
}

func TestStartAndEndOfAGameNotify(t *testing.T) {
	waiting, playing, over := uitest.ViewAfter(t, nil), uitest.ViewAfter(t, nil), uitest.ViewAfter(t, nil)
	waiting.Phase, waiting.Actor = table.Waiting, rules.NoSeat
	over.Phase, over.Actor = table.Finished, rules.NoSeat
	over.Position.Outcome.Termination, over.Position.Outcome.Winners = rules.ByFlag, rules.Seats(1)
	playing.Recent = []table.Notable{{Number: 9, Kind: table.GameStarted}}
	over.Recent = append(playing.Recent, table.Notable{Number: 10, Kind: table.GameWon})
	d := atTable(t, uitest.People[1], waiting, kit.Config{})
	d.Send(tea.TerminalVersionMsg{Name: "foot(1.18.1)"})
	d.Show(playing)
	d.Show(over)
	sent := strings.Join(d.Raw, "")
	missed := atTable(t, uitest.People[1], waiting, kit.Config{})
	missed.Send(tea.TerminalVersionMsg{Name: "foot(1.18.1)"})
	missed.Show(over) // the views of the running game were missed
	if got := strings.Join(missed.Raw, ""); strings.Count(got, ";Table 12: White wins on time") != 1 {
		t.Errorf("sent %q", got)
	}
	for _, want := range []string{";The game starts: table 12, Chess4", ";Table 12: White wins on time"} {
		if strings.Count(sent, want) != 1 {
			t.Errorf("sent %q, want %q once", sent, want)
		}
	}
}
