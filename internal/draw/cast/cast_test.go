package cast_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"quadrille/assets"
	"quadrille/internal/draw/cast"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

var inky = player.Player{ID: "SHA256:inky", Name: "Inky"}

// played returns a lobby with a table at which Inky has every seat and has played the given
// moves.
func played(t *testing.T, moves ...string) *lobby.Lobby {
	t.Helper()
	l, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	must(t, err)
	t.Cleanup(func() { _ = l.Close(t.Context()) })
	terms, err := setup.ParseTerms([]string{"chess4", "clock=5+10", "seats-per-person=4"})
	must(t, err)
	at, err := l.Create(t.Context(), inky, terms)
	must(t, err)
	if len(moves) == 0 {
		return l
	}
	do := func(c table.Command) { c.By = inky; must(t, at.Do(t.Context(), c)) }
	for seat := range rules.Seat(rules.SeatCount) {
		do(table.Command{Kind: table.Sit, Seat: seat})
	}
	do(table.Command{Kind: table.Ready})
	do(table.Command{Kind: table.Chat, Text: "a secret"})
	for _, move := range moves {
		v := at.View()
		a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, move)
		must(t, err)
		do(table.Command{Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1})
	}
	return l
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The recording, played back in a terminal emulator, ends with the last position of the
// table.
func TestRecordingShowsGame(t *testing.T) {
	l := played(t, "m7-k7", "j1-k3", "b8-d8", "h13-h11")
	for _, size := range [][2]int{{46, 16}, {80, 24}, {200, 60}} {
		var out bytes.Buffer
		must(t, cast.Write(t.Context(), l, 1, cast.Options{Width: size[0], Height: size[1], Theme: assets.Themes[0], Speed: 2}, &out))
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		var head struct{ Version, Width, Height int }
		must(t, json.Unmarshal([]byte(lines[0]), &head))
		if head.Version != 2 || head.Width != size[0] || head.Height != size[1] {
			t.Errorf("the header is %s", lines[0])
		}
		screen := vt.NewEmulator(size[0], size[1])
		go func() { _, _ = io.Copy(io.Discard, screen) }()
		last, text := 0.0, ""
		for i, line := range lines[1:] {
			if i == len(lines)-2 { // the last event leaves the screen of the game
				text = screen.String()
			}
			var event []any
			must(t, json.Unmarshal([]byte(line), &event))
			at, bytes := event[0].(float64), event[2].(string)
			if at < last || event[1] != "o" {
				t.Errorf("%.60s after %f", line, last)
			}
			last = at
			_, err := screen.Write([]byte(bytes))
			must(t, err)
		}
		if end := screen.String(); screen.IsAltScreen() || !strings.HasPrefix(end, "Chess4, table 1\n") || strings.Contains(end, "bR") {
			t.Errorf("%v: the recording ends with %q, alternate screen %v", size, end, screen.IsAltScreen())
		}
		for _, mode := range []string{"[?25", "[?1049"} {
			on, off := strings.LastIndex(out.String(), mode+"h"), strings.LastIndex(out.String(), mode+"l")
			if (on > off) != (mode == "[?25") {
				t.Errorf("%v: the recording does not end with the cursor in the normal screen", size)
			}
		}
		if len(lines) < 6 {
			t.Errorf("%v: %d lines for 4 moves", size, len(lines))
		}
		if strings.Contains(text, "secret") {
			t.Errorf("%v: the recording shows chat", size)
		}
		if !strings.Contains(text, "bR bN bB") && size[0] < 80 ||
			size[0] >= 80 && (!strings.Contains(text, "Chess4") || !strings.Contains(text, "h11") || !strings.Contains(text, "Inky")) {
			t.Errorf("%v: the last frame is\n%s", size, text)
		}
		_ = screen.InputPipe().(io.Closer).Close() // end the copying goroutine, to avoid a data race
	}
}

func TestNothingToRecordBeforeStart(t *testing.T) {
	err := cast.Write(t.Context(), played(t), 1, cast.Options{Width: 80, Height: 24, Theme: assets.Themes[0], Speed: 1}, io.Discard)
	if refusal.Of(err) != cast.NotStarted {
		t.Error(err)
	}
}

func TestSpeedDividesTimes(t *testing.T) {
	l := played(t, "m7-k7", "j1-k3")
	events, err := l.Since(t.Context(), 1, 0, 100)
	must(t, err)
	var begun, ended time.Time
	for _, e := range events {
		if e.Kind == table.Started {
			begun = e.At
		}
		ended = e.At
	}
	var out bytes.Buffer
	must(t, cast.Write(t.Context(), l, 1, cast.Options{Width: 80, Height: 24, Theme: assets.Themes[0], Speed: 0.1}, &out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var event []any
	must(t, json.Unmarshal([]byte(lines[len(lines)-2]), &event)) // the last event ends the recording
	want := 10 * ended.Sub(begun).Seconds()
	if got := event[0].(float64); got < want-0.01 || got > want+0.01 {
		t.Errorf("the last frame comes after %f s, not %f", got, want)
	}
}
