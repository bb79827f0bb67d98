package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
)

// The form asks for the password of a new table and does not show what is typed.
func TestNewTablePassword(t *testing.T) {
	directory, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = directory.Close(t.Context()) })
	me, friend := player.Player{ID: "SHA256:inky", Name: "Inky"}, player.Player{ID: "SHA256:sue", Name: "Sue"}
	e := kit.NewEnv(
		kit.Config{Services: service.Services{Lobby: directory}, Context: t.Context(), Player: me, Named: true, Width: 80, Height: 24},
	)
	p := lobbyui.NewPassword(e, table.Terms{Game: "verney", Private: table.ByPassword}, player.Player{})
	press := func(text string) (kit.Step, tea.Cmd) {
		for _, r := range text {
			p.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		s, cmd := p.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		if cmd == nil {
			t.Fatal("no password was asked for")
		}
		return s, cmd
	}
	if s, _ := press("abc"); s.Leave || p.Sent {
		t.Fatal("a short password was accepted")
	}
	_, cmd := press("defgh")
	g := draw.NewGrid(80, 24, e.Styles.Text)
	p.Draw(g)
	text := ""
	for y := range g.Height {
		for _, c := range g.Row(y) {
			text += c.Text
		}
	}
	if !strings.Contains(text, "Password  ********_") || strings.Contains(text, "abc") {
		t.Errorf("the password is visible:\n%s", text)
	}
	if s, _ := p.Update(cmd()); !s.Leave || len(s.To) != 1 {
		t.Fatal("no table was opened:", p.Refusal)
	}
	if _, err := directory.Unlock(t.Context(), friend, 1, "abcdefgh"); err != nil {
		t.Error(err)
	}
}

func TestTableAsksForPassword(t *testing.T) {
	directory, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = directory.Close(t.Context()) })
	me := player.Player{ID: "SHA256:inky", Name: "Inky"}
	e := kit.NewEnv(
		kit.Config{Services: service.Services{Lobby: directory}, Context: t.Context(), Player: me, Named: true, Width: 80, Height: 24},
	)
	for private, asks := range map[string]bool{"invited": false, "password": true} {
		c := lobbyui.NewTableForm(e, nav.NewTable{})
		for i := range c.Options {
			if c.Options[i].Name == "private" {
				c.Fields[i+1].Line.Text = private
			}
		}
		c.At = len(c.Fields)
		_, cmd := c.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		s, _ := c.Update(cmd())
		if is := len(s.Next) > 0; is != asks {
			t.Errorf("private=%s: a password is asked for: %v", private, is)
		}
	}
}

// A private table is opened from the lobby with its number and its password, which is
// hidden. A wrong password can be corrected.
func TestPrivateTableFromLobby(t *testing.T) {
	d := inLobby(t, kit.Config{})
	if _, err := d.Backend.Lobby.CreateWithPassword(t.Context(), uitest.People[0],
		table.Terms{Game: kit.DefaultGame(), Private: table.ByPassword}, "open sesame"); err != nil {
		t.Fatal(err)
	}
	d.Keys("o", "x1", "enter")
	d.Sees("not a table number")
	d.Keys("ctrl+u", "1", "enter", "hun\u202eter2")
	d.Sees("Table     1", "Password  ********_")
	d.Lacks("hun")
	d.Keys("enter")
	d.Sees("Wrong table number or password; ask the host", "Password  _")
	d.Keys("s")
	d.Lacks("Wrong table")
	d.Keys("up")
	d.Sees("Table     1_")
	d.Keys("enter", "ctrl+u", "open sesame", "enter")
	if got := tableOf(d); got.Id != 1 {
		t.Errorf("table %d is open", got.Id)
	}
	d = inLobby(t, kit.Config{})
	d.Keys("o", "esc", "?", "/", "by its number", "enter")
	d.Sees("o                open a private table by its number and password")
}
