package live_test

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// endedLog returns the log of a two-player game in which the second player resigned,
// followed by chat.
func endedLog() []table.Event {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	white, black := rules.Seat(0), rules.Seat(2)
	first, second := player.Player{ID: "SHA256:inky", Name: "Inky"}, player.Player{ID: "SHA256:sue", Name: "Sue"}
	terms := &table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true}
	return []table.Event{
		{Kind: table.Opened, At: at, Player: &first, Terms: terms},
		{Kind: table.Seated, At: at, Seat: &white, Player: &first},
		{Kind: table.Readied, At: at, Seat: &white},
		{Kind: table.Seated, At: at, Seat: &black, Player: &second},
		{Kind: table.Readied, At: at, Seat: &black},
		{Kind: table.Started, At: at},
		{Kind: table.Acted, At: at, Seat: &black, Action: "black:resign"},
		{Kind: table.Closed, At: at.Add(time.Hour), Action: "resignation", Text: "white"},
		{Kind: table.Chatted, At: at.Add(2 * time.Hour), Player: &first, Text: "thank you"},
	}
}

func TestResultOf(t *testing.T) {
	log := endedLog()
	r, err := fold.ResultOf(log, variants.New)
	if err != nil || r == nil {
		t.Fatal(r, err)
	}
	if !r.Ended.Equal(log[7].At) || !r.Outcome.Winners.Has(0) || r.Outcome.Scores[0] <= r.Outcome.Scores[2] ||
		r.Players[0].Name != "Inky" || r.Players[2].Name != "Sue" || r.Players[1].ID != "" || !r.Terms.Rated {
		t.Errorf("%+v", r)
	}
}

func TestResultOfUnfinishedOrWrongLog(t *testing.T) {
	if r, err := fold.ResultOf(endedLog()[:7], variants.New); r != nil || err != nil {
		t.Errorf("not closed yet: %+v, %v", r, err)
	}
	abandoned := append(endedLog()[:5:5], table.Event{Kind: table.Closed, At: time.Now(), Action: "abandoned"})
	if r, err := fold.ResultOf(abandoned, variants.New); r != nil || err != nil {
		t.Errorf("abandoned: %+v, %v", r, err)
	}
	wrong := append(endedLog()[:6:6], table.Event{Kind: table.Closed, At: time.Now(), Action: "checkmate"})
	if r, err := fold.ResultOf(wrong, variants.New); r != nil || err == nil || !strings.HasPrefix(err.Error(), "event 7: ") {
		t.Errorf("wrong termination: %+v, %v", r, err)
	}
	if r, err := fold.ResultOf(nil, variants.New); r != nil || err == nil {
		t.Errorf("an empty log: %+v, %v", r, err)
	}
}
