package server

import (
	"context"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// hanging is a screen that subscribes to a table and to the lobby, and that is never
// drawn to the end.
type hanging struct {
	kit.Model
	draw func()
}

func (hanging) Init() tea.Cmd                         { return nil }
func (s hanging) Update(tea.Msg) (kit.Model, tea.Cmd) { return s, nil }
func (s hanging) View() wire.View                     { return wire.View{Draw: func(*draw.Grid) { s.draw() }} }

// TestTableIsNotBlockedByHangingScreens checks that a screen that hangs while it draws
// does not block tables, the lobby or the server. Such a screen must not hold a lock that
// they need.
func TestTableIsNotBlockedByHangingScreens(t *testing.T) {
	d := startServer(t, Limits{})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	people := [2]player.Player{{ID: "SHA256:a", Name: "Inky"}, {ID: "SHA256:b", Name: "Pinky"}}
	tab, err := d.services.Lobby.Create(ctx, people[0], table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
	if err != nil {
		t.Fatal(err)
	}
	never := make(chan struct{})
	defer close(never)
	drawing := make(chan struct{}, 10)
	d.screens = func(kit.Config) kit.Model {
		tab.Watch(player.Player{ID: "SHA256:c", Name: "Sue"})
		d.services.Lobby.Watch()
		once := sync.OnceFunc(func() { drawing <- struct{}{}; <-never })
		return hanging{draw: once}
	}
	for range 2 {
		sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "hangs", 80, 24, "")
		<-drawing
	}
	do := func(a table.Command) {
		t.Helper()
		if err := tab.Do(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range people {
		do(table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat})
		do(table.Command{By: p, Kind: table.Ready})
	}
	for n := range 100 {
		v := tab.View()
		do(table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: v.Legal[n%len(v.Legal)], Answers: n})
	}
	if got := d.services.Lobby.View().Tables[0].Moves; got != 100 {
		t.Errorf("the lobby shows %d moves, want 100", got)
	}
}
