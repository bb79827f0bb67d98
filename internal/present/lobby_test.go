package present_test

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestFollowed checks that news of an account says where its reader can go.
func TestFollowed(t *testing.T) {
	ann := player.Player{ID: "a", Name: "Ann"}
	for _, test := range []struct {
		news       view.Followed
		text, word string
	}{
		{view.Followed{Player: ann}, "Ann, whom you follow, has connected", ""},
		{view.Followed{Player: ann, Does: view.Plays, Table: 7, Game: "Duel"}, "Ann, whom you follow, plays Duel at table 7", "table 7"},
		{
			view.Followed{Player: ann, Does: view.Seeks, Table: 7, Game: "Chess4", Clock: "5+10"},
			"Ann, whom you follow, seeks Chess4 5+10 at table 7", "sit 7",
		},
	} {
		text, where := present.Followed(&test.news)
		word := ""
		if where != nil {
			word = where.Word()
		}
		if text != test.text || word != test.word {
			t.Errorf("%q, %q, want %q, %q", text, word, test.text, test.word)
		}
	}
}

// TestDoes checks which of several activities of a person is named.
func TestDoes(t *testing.T) {
	people := []player.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}
	v := &view.Lobby{Tables: []*view.Summary{{ID: 1, Phase: table.Playing}, {ID: 2, Phase: table.Waiting}}}
	for _, p := range people {
		v.Here = append(v.Here, view.Here{Player: p})
	}
	v.Here[0].Watching, v.Here[1].Watching = 3, 3
	v.Tables[0].Seats[0] = table.SeatView{Player: people[0], Present: true}
	v.Tables[1].Seats = [rules.SeatCount]table.SeatView{{Player: people[0]}, {Player: people[1]}, {Player: people[2]}}
	does := present.Does(v)
	for i, want := range [][2]string{
		{"plays 1", "plays at table 1"}, {"watches 3", "watches table 3"}, {"waits 2", "waits at table 2"}, {},
	} {
		if a := does[people[i].ID]; a.Brief() != want[0] || a.Text() != want[1] {
			t.Errorf("%s: %q, %q, want %q", people[i].ID, a.Brief(), a.Text(), want)
		}
	}
}
