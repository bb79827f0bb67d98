package kit

import (
	"testing"
	"time"

	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// playedTables returns a view of a lobby with running games. Their last moves were played at
// the given times.
func playedTables(active ...time.Time) *view.Lobby {
	v := &view.Lobby{}
	for i, at := range active {
		v.Tables = append(v.Tables, &view.Summary{ID: table.ID(20 + i), Title: "Chess4", Phase: table.Playing, Active: at})
	}
	return v
}

func TestTelevisionChoosesTable(t *testing.T) {
	now := time.Now()
	ago := func(s int) time.Time { return now.Add(-time.Duration(s) * time.Second) }
	ended := playedTables(ago(1), ago(5))
	ended.Tables[1].Phase, ended.Tables[1].Ended = table.Finished, ago(2)
	longEnded := playedTables(ago(1), ago(50))
	longEnded.Tables[1].Phase, longEnded.Tables[1].Ended = table.Finished, ago(50)
	for _, c := range []struct {
		name  string
		view  *view.Lobby
		from  table.ID
		to    table.ID
		again bool
	}{
		{"something happens here", playedTables(ago(3), ago(10)), 21, 0, true},
		{"here is dull", playedTables(ago(3), ago(60)), 21, 20, false},
		{"there is duller", playedTables(ago(90), ago(60)), 21, 0, false},
		{"the end stands for a while", ended, 21, 0, true},
		{"the end was seen", longEnded, 21, 20, false},
		{"here is no table any more", playedTables(ago(3)), 21, 20, false},
		{"nothing is played", &view.Lobby{}, 21, 0, false},
	} {
		to, again := MostActive(c.view, c.from, now)
		if to != c.to || again > 0 != c.again {
			t.Errorf("%s: table %d, next look in %v", c.name, to, again)
		}
	}
}
