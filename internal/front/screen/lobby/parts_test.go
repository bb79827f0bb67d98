package lobby

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// The menu lists the ways to start a game that the server offers. Its keys stop at the first
// entry, and lead from the last one to what is below.
func TestPlayMenu(t *testing.T) {
	for _, c := range []struct {
		seeks, bots bool
		want        []kit.Action
	}{
		{true, true, []kit.Action{kit.PlayNow, kit.PlayBots, kit.NewTable, kit.OpenArchive}},
		{false, true, []kit.Action{kit.PlayBots, kit.NewTable, kit.OpenArchive}},
		{false, false, []kit.Action{kit.NewTable, kit.OpenArchive}},
	} {
		m := newPlayMenu(c.seeks, c.bots)
		m.key("up")
		for i, want := range c.want {
			if got := m.current().action; got != want {
				t.Errorf("%+v: entry %d is %v, want %v", c, i, got, want)
			}
			if used, below := m.key("right"); !used || below != (i == len(c.want)-1) {
				t.Errorf("%+v: after entry %d: used %v, below %v", c, i, used, below)
			}
		}
	}
}

// The own tables come first, then the seeks, then the others. Filters leave the own tables.
func TestTablesAreOrderedAndFiltered(t *testing.T) {
	me := uitest.People[1].ID
	v := uitest.LobbyView()
	seeking := *v.Tables[0]
	seeking.ID, seeking.Terms.Seek = 9, true
	v.Tables = append(v.Tables, &seeking)
	list := newTables(me)
	shown := func() (ids []table.ID) {
		list.see(v, []view.Waiting{{Table: 3, Task: table.ToMove, Deadline: uitest.Noon.Add(time.Hour)}}, uitest.Noon)
		for _, r := range list.list.All() {
			ids = append(ids, r.ID)
		}
		return ids
	}
	if got := shown(); !slices.Equal(got, []table.ID{3, 9, 7, 1}) {
		t.Errorf("tables %v", got)
	}
	if r := list.current(); r == nil || !r.own || r.left != time.Hour || r.task == "" {
		t.Errorf("the first row is %+v", r)
	}
	list.filter.nextPhase()
	if got := shown(); list.about() != "waiting" || !slices.Equal(got, []table.ID{3, 9, 7}) {
		t.Errorf("%s: tables %v", list.about(), got)
	}
	list.filter.nextPhase()
	if got := shown(); list.about() != "playing" || !slices.Equal(got, []table.ID{3}) {
		t.Errorf("%s: tables %v", list.about(), got)
	}
}

func TestKeysOfLobby(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Backend.Play(t, uitest.People, nil)
	for key, want := range map[string]nav.Place{
		"l": nav.Ladder{}, "a": nav.Archive{}, "?": nav.Help{Game: kit.DefaultGame()}, "t": nav.Table{ID: 3, Follow: true},
	} {
		d.Keys(key)
		d.Goes(want)
	}
	for key, want := range map[string]string{
		"m": "This server does not offer lobby chat or messages", "'": "This server does not offer lobby chat or messages",
		"e": "No club evening is in progress", "p": "This server has no \"play now\"",
	} {
		bells := d.Bells
		d.Keys(key)
		d.Sees(want)
		if d.Bells != bells+1 {
			t.Errorf("%s: %d bells", key, d.Bells-bells)
		}
	}
	d.Keys("A") // only for moderators
	d.Sees("Tables")
	d = inLobby(t, kit.Config{Services: service.Services{Messages: uitest.OpenMail(t)}})
	d.Keys("m")
	d.Goes(nav.Messages{})
	d.Keys("\"")
	d.Goes(nav.Messages{Lobby: true})
	at := uitest.NewAdmin(t, uitest.Spectator, club.Moderator)
	d = inLobby(t, kit.Config{Admin: at, Services: service.Services{Club: at.Club}})
	d.Keys("A")
	d.Goes(nav.Admin{})
}

// A hostile name at a table or of somebody who is connected is drawn without control characters.
func TestHostileNamesInLobby(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	for _, name := range hostile.Strings {
		v := uitest.LobbyView()
		for i := range v.Tables {
			v.Tables[i].Seats[1].Player.Name, v.Tables[i].Title = name, name
		}
		v.Here[0].Player.Name = name
		news(d, v)
		for _, line := range d.Text() {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' }) {
				t.Errorf("%q is drawn as %q", name, line)
			}
		}
	}
}

// The lobby marks rated and private tables before anybody sits down.
func TestTermsAreMarked(t *testing.T) {
	for want, terms := range map[string]table.Terms{"rated": {Rated: true}, "rivate": {Private: table.ByPassword}} {
		d := inLobby(t, kit.Config{})
		v := uitest.LobbyView()
		v.Tables = []*view.Summary{{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat, Terms: terms}}
		news(d, v)
		d.Keys("tab")
		d.Sees(want)
	}
}
