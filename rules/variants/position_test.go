package variants

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// TestAPositionFormatIsAFormatOfRecords checks that a record is written as its last position, and
// that a position is read as a record that begins with it.
func TestAPositionFormatIsAFormatOfRecords(t *testing.T) {
	def := All()[0]
	def.Positions = []rules.PositionFormat{{
		Name: "word",
		Fits: func(text string) bool { return strings.HasPrefix(text, "turn=") },
		Read: func(v rules.Variant, text string) (rules.Position, error) {
			p := v.Start()
			p.Turn, _ = v.Facts().Seat(strings.TrimPrefix(text, "turn="))
			return p, nil
		},
		Write: func(v rules.Variant, p *rules.Position) (string, error) {
			return "turn=" + v.Facts().SeatName(p.Turn), nil
		},
	}}
	word, err := def.Format("word")
	if err != nil {
		t.Fatal(err)
	}
	third := "turn=" + seatOf(t, def, 2)
	r, _, err := word.Read(third, nil)
	if err != nil || r.Start == nil || r.Start.Turn != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if text, err := word.Write(r); err != nil || text != third {
		t.Errorf("%q, %v", text, err)
	}
	g, _ := r.Begin()
	if err := r.ReadPlain(rules.LegalPlain(g.Variant, &g.Position)[0]); err != nil {
		t.Fatal(err)
	}
	if text, err := word.Write(r); err != nil || text != "turn="+seatOf(t, def, 3) {
		t.Errorf("after a move: %q, %v", text, err)
	}
}

func seatOf(t *testing.T, def rules.Definition, s rules.Seat) string {
	t.Helper()
	v, err := def.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return v.Facts().SeatName(s)
}

// TestFormatPosition writes the start of each game in its position formats and reads it again, as a file
// of another system has it.
func TestFormatPosition(t *testing.T) {
	written := 0
	for _, v := range Forms() {
		start := v.Start()
		options := map[string]string{}
		for _, o := range v.Facts().ChosenOptions() {
			options[o.Name] = o.Value
		}
		for name, text := range FormatPosition(v, &start) {
			written++
			file := "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")
			g, _, err := ReadPosition(strings.NewReader(file), "", options)
			if err != nil || rules.KeyOf(&g.Position) != rules.KeyOf(&start) {
				t.Errorf("%s, %s: %v\n%s", v.Facts().Name, name, err, text)
			}
		}
	}
	if written == 0 {
		t.Error("no game has a format of positions")
	}
}
