package game

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
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
	scene.Compose(&shown, &l, g)
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

func TestSquareSizeIsLimited(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 200, Height: 60})
	free := d.table().Drawn().Size
	d.Env.Choose(player.Choice{Setting: player.Size, Value: "5x2"})
	if got := d.table().Drawn().Size; got != (board.Size{W: 5, H: 2}) || free.W <= 5 {
		t.Errorf("squares are %v, and %v without the setting", got, free)
	}
	d.Keys("+")
	if got := d.table().Drawn().Size; got != (board.Size{W: 6, H: 2}) {
		t.Errorf("after + the size is %v", got)
	}
}

// On a terminal of 46 × 16 cells the board, the turn and the move line fit; dialogs replace
// the last line. On a smaller terminal moves can still be typed, and the screen recommends
// plain mode.
func TestSmallTerminals(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 46, Height: 16})
	d.Sees("D sR sP ", "N          wR", "Your move, White")
	d.Keys("k7")
	d.Sees("Move: k7_")
	d.Keys("enter")
	d.Plays("m7-k7")
	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 46, Height: 16})
	d.Keys("!")
	d.Sees("N          wR", "Resign?")

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 45, Height: 15, SSHCommand: "ssh chess.example"})
	d.Sees("Quadrille needs 32 x 16.", "Your move, White")
	d.Reads("Plain mode works at any size: ssh chess.example plain")
	d.Keys("k7")
	d.Sees("Move: k7_")
	d.Keys("enter")
	d.Plays("m7-k7")
}

func TestFramesAtUsualSizes(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, mono := range []bool{false, true} {
			d := atTable(
				t,
				uitest.People[0],
				uitest.ViewAfter(t, uitest.Recorded(t)[:8]),
				kit.Config{Width: size[0], Height: size[1], NoColor: mono},
			)
			d.Sees("Table 12   Chess4", "Inky", "Blinky", "Pinky", "Clyde", "Your move, White", "? help",
				"1 k7", "Nk3", "d8", "h11", "2 Bk9", "Nd3", "Nc6", "Nf12", "Move: _")
			lines := d.Text()
			if !strings.HasPrefix(lines[0], " ▚ Quadrille") || !strings.HasPrefix(lines[size[1]-2], "  Your move") ||
				!strings.HasPrefix(lines[size[1]-1], " Move:") {
				t.Errorf("%v: a line is misplaced", size)
			}
			if mono && strings.Contains(d.Content(), "38;5;") {
				t.Errorf("%v: the frame has colours", size)
			}
		}
	}
}
