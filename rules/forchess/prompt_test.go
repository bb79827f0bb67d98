package forchess

import (
	"strings"
	"testing"
)

func TestF11_F12_PromptOnRestrictedTurns(t *testing.T) {
	for position, want := range map[string]string{
		"option cutthroat=off;" + kings: "",
		lost:                            "token move",
		walledIn:                        "remove one",
	} {
		b := at(t, position)
		got := b.Variant.(*Game).Prompt(&b.Position)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", position, got, want)
		}
	}
	b := at(t, lost).play("a2-a3 h1-h2 a3-a4 g1-a1")
	if got := b.Variant.(*Game).Prompt(&b.Position); got != "" {
		t.Errorf("when it is over: %q", got)
	}
}
