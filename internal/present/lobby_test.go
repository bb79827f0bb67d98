package present_test

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
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
