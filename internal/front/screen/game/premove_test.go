package game

import (
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestPremove(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	for name, keys := range map[string]func(d *driver){
		"cursor": func(d *driver) { d.Keys("enter", "up", "enter") },
		"typed":  func(d *driver) { d.Keys("b7-c7", "enter") },
		"own":    func(d *driver) { d.Keys("c7", "enter") },
		"space":  func(d *driver) { d.Keys("b", "7", "space", "c", "7", "enter") },
		"dash":   func(d *driver) { d.Keys("b7–c7", "enter") },
		"mouse":  func(d *driver) { d.Click("b7"); d.Release("b7"); d.Click("c7") },
		"drag":   func(d *driver) { d.Click("b7"); d.Release("c7") },
	} {
		d := atTable(t, uitest.People[2], v, kit.Config{})
		keys(d)
		d.Asks(table.Premove)
		if d.Plays("b7-c7"); d.Backend.Commands[0].Seat != 2 {
			t.Errorf("%s: seat %d", name, d.Backend.Commands[0].Seat)
		}
		set := *v
		set.Premoves = []table.PremoveView{{Seat: 2, Action: d.Backend.Commands[0].Action, Plain: "b7-c7"}}
		d.Show(&set)
		d.Sees("Premove b7-c7. Esc cancels.")
		d.Keys("home", "end", "left")
		if name == "typed" && !strings.Contains(d.Square("c7"), ":") {
			t.Errorf("%s: the premove is not marked: %q", name, d.Square("c7"))
		}
		d.Keys("esc")
		d.Asks(table.Premove, table.CancelPremove)
		d.Lacks("Back to the lobby?")
	}
}

func TestDroppedPremoveIsReported(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:2])
	v.Premoves = []table.PremoveView{{Seat: 2, Action: rules.NewMove(3, 4), Plain: "b7-c7", Dropped: true}}
	d := atTable(t, uitest.People[2], v, kit.Config{})
	d.Sees("Your move, Black", "Premove b7-c7 was not legal and was cancelled")
	d.Keys("esc")
	d.Sees("Back to the lobby?")
}

func TestInvalidPremoveIsRefused(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("zz", "enter")
	d.Sees("is not a premove")
	d.Keys("esc")
	d.Click("m7")
	d.Sees("The pawn on m7 is white's")
	d.Asks()
}

// TestPremoveInEveryGame checks, in every game, that the text of each premove offered as a
// completion can be parsed as a premove.
func TestPremoveInEveryGame(t *testing.T) {
	for _, name := range variants.Names() {
		views := uitest.ViewsFrom(t, rules.NewGame(uitest.GameView(t, name, nil, nil).Variant), uitest.Opening(t, name))
		for n, v := range views {
			for s, who := range uitest.People {
				viewer := seenBy(who, v)
				list := new(candidates).of(viewer)
				if rules.Seat(s) == v.Actor || v.Phase != table.Playing || v.Position.State[s] != rules.Playing {
					continue
				}
				for _, a := range list {
					plain := rules.Plain(v.Variant.Facts(), rules.Seat(s), a)
					if got, err := rules.ParsePremove(v.Variant, &v.Position, viewer.words.Held, plain); err != nil || got != a {
						t.Fatalf("%s after %d, %s: %s is read as %v, %v", name, n, who.Name, plain, got, err)
					}
				}
				if len(list) == 0 && n == 0 {
					t.Errorf("%s: %s has no premoves", name, who.Name)
				}
			}
		}
	}
}

func TestPremoveIsMarked(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:1])
	f := v.Variant.Facts()
	from, _ := f.Geometry.Square("m8")
	to, _ := f.Geometry.Square("k8")
	v.Premoves = []table.PremoveView{{Seat: 0, Action: rules.Action{Type: rules.Move, Path: rules.Path{From: from, To: to}}}}
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.table().Input.Selection.Cursor, _ = f.Geometry.Square("n7")
	if d.Square("m8") != "wP:" || d.Square("k8") != "  :" {
		t.Errorf("m8 %q, k8 %q", d.Square("m8"), d.Square("k8"))
	}
}
