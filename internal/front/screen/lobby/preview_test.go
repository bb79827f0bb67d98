package lobby

import (
	"strings"
	"testing"

	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// TestPreviewMarksMateAsTheTableDoes checks that the preview writes the last move like the list of moves at the table, not
// like the record, in which a mate of Gold is ##g.
func TestPreviewMarksMateAsTheTableDoes(t *testing.T) {
	words := uitest.Recorded(t)
	mates := 0
	for n := range words {
		v := uitest.ViewAfter(t, words[:n+1])
		last := &v.Moves[len(v.Moves)-1]
		if last.Mated == 0 {
			continue
		}
		mates++
		p := preview{view: v}
		text := strings.Join(p.about(&view.Summary{ID: v.ID, Phase: table.Playing}, uitest.Noon), " ")
		if want := present.MoveText(last); !strings.HasSuffix(want, "#") || !strings.Contains(text, " "+want+" ") {
			t.Errorf("%q, want the move %s", text, want)
		}
	}
	if mates == 0 {
		t.Error("no move of the record mates")
	}
}
