package game

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// TestSpectatorsHaveEqualScenes checks that Picture returns the same scene for all
// spectators of a view, whatever each of them types or reads, and even if their input was
// refused.
func TestSpectatorsHaveEqualScenes(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:90])
	v.Chat = []table.ChatLine{uitest.Line(70, uitest.People[1], "a fine fork, that")}
	watch := func(who player.Player) *driver {
		d := atTable(t, who, uitest.ViewAfter(t, uitest.Recorded(t)[:89]), kit.Config{})
		d.Show(v)
		return d
	}
	quiet, typing, busy := watch(
		uitest.Spectator,
	), watch(
		player.Player{ID: "SHA256:tom", Name: "Tom"},
	), watch(
		player.Player{ID: "SHA256:ann", Name: "Ann"},
	)
	typing.Keys("'", "psst")
	busy.Keys("down", "enter", "!", "tab", "*")
	busy.Send(tea.PasteMsg{Content: "Nk3"})
	busy.Keys("ctrl+o")
	if one, two := quiet.table().picture(), typing.table().picture(); one != two {
		t.Errorf("typing changed the scene:\n%+v\n%+v", one, two)
	}
	if one, two := quiet.table().picture(), busy.table().picture(); one != two {
		t.Errorf("a refusal changed the scene:\n%+v\n%+v", one, two)
	}
	typing.Sees("psst")
	g := draw.NewGrid(80, 24, typing.Env.Styles.Text)
	shown := typing.table().picture()
	l := shown.Layout()
	scene.Compose(shown, &l, g)
	var text strings.Builder
	for y := range g.Height {
		for _, c := range g.Row(y) {
			text.WriteString(c.Text)
		}
	}
	if strings.Contains(text.String(), "psst") || !strings.Contains(text.String(), " to move") {
		t.Errorf("the scene contains typed text:\n%s", text.String())
	}
}

// Above a narrow panel, a game has its short name if the title does not fit.
func TestShortNameAboveNarrowPanel(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.OpeningView(t, "verney"), kit.Config{Width: 100, Height: 30})
	d.Sees("Verney, table 12")
}
