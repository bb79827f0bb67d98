package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service"
	"quadrille/internal/service/share"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestLinksToTheWebPage checks that the lobby, the end of a game, and the screen that the key
// @ opens show the address of the web page. In terminals that are known to show hyperlinks,
// the address is a hyperlink; in others, it is text without an escape sequence.
func TestLinksToTheWebPage(t *testing.T) {
	const public = "https://chess.example/live"
	long := "https://chess.example/" + strings.Repeat("x", 70)
	over := uitest.ViewAfter(t, nil)
	over.Phase, over.Actor = table.Finished, rules.NoSeat
	over.Position.Outcome.Termination, over.Position.Outcome.Winners = rules.ByFlag, rules.Seats(1)
	private := *over
	private.Terms.Private = table.ForInvited
	for _, c := range []struct {
		terminal, public string
		lobby, end, key  string // texts that must appear in the lobby, at the end of a game, and on the screen that the key @ opens
		linked           bool
	}{
		{"foot(1.18.1)", public, public, public + "/table/12", public + "/table/12", true},
		{"VTE(7600)", long, "Web page", "Web page", "Web page", true},
		{"XTerm(390)", public, public, public + "/table/12", public + "/table/12", false},
		{"tmux 3.5a", public, public, public + "/table/12", public + "/table/12", false},
		// the address is wider than the screen, and the terminal has not sent its name
		{"", long, "", "", strings.Repeat("x", 49), false},
		{"kitty(0.42.0)", "", "", "", "", false}, // the server has no web pages
	} {
		cfg := kit.Config{Services: service.Services{Share: share.New(c.public)}}
		check := func(place string, d *driver, text, target string) {
			t.Helper()
			shown, sent := strings.Join(d.Text(), "\n"), d.Content()
			if !strings.Contains(shown, text) || text == "" && (strings.Contains(shown, "https") || strings.Contains(shown, "Web page")) {
				t.Errorf("%+v: the %s lacks %q:\n%s", c, place, text, shown)
			}
			got := linkedText(d, target) == strings.ReplaceAll(text, " ", "")
			if got != c.linked && text != "" || !c.linked && strings.Contains(sent, "\x1b]8") {
				t.Errorf("%+v: the %s has a hyperlink: %t", c, place, got)
			}
		}
		ready := func(d *driver) *driver {
			d.Send(tea.TerminalVersionMsg{Name: c.terminal})
			d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
			return d
		}
		check("lobby", ready(inLobby(t, cfg)), c.lobby, c.public)
		d := ready(atTable(t, uitest.Spectator, over, cfg))
		check("end", d, c.end, c.public+"/table/12")
		d.Keys("@", "end")
		check("key", d, c.key, c.public+"/table/12")
		d = ready(atTable(t, uitest.Spectator, &private, cfg))
		if strings.Contains(d.Content(), "chess.example") {
			t.Errorf("%+v: a private table has a link", c)
		}
	}
}

// linkedText returns the characters on the screen that are a hyperlink to the given target. A
// terminal links no blanks.
func linkedText(d *driver, target string) (text string) {
	e := d.ScreenOf()
	for y := range e.Height() {
		for x := range e.Width() {
			if c := e.CellAt(x, y); c.Link.URL == target && c.Content != " " {
				text += c.Content
			}
		}
	}
	return text
}
