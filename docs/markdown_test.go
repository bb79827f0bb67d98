package docs

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules/variants"
)

func TestBlocks(t *testing.T) {
	const page = "# A *game*\n\nWhite\nbegins: `m7-k7`.\n\n**C1** The *board* has **14** ranks\nand [files](x.md).\n\n" +
		"- one\n  more\n- two\n\n| a | b |\n| --- | --- |\n| 1 | `2` |\n\n```\n  x . x\n```\n\n> quoted\n"
	want := []Block{
		{Heading, "", "A game"},
		{Paragraph, "", "White begins: m7-k7."},
		{Paragraph, "C1", "The board has 14 ranks and files."},
		{Item, "", "one more"},
		{Item, "", "two"},
		{Row, "", "a, b"},
		{Row, "", "1, 2"},
		{Code, "", "  x . x"},
		{Paragraph, "", "quoted"},
	}
	if got := Blocks(page); !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestRulesAreReadWithoutMarks checks that the blocks of the rules contain no Markdown markup.
func TestRulesAreReadWithoutMarks(t *testing.T) {
	for _, game := range variants.Names() {
		numbers := 0
		for _, b := range Blocks(Rules(game)) {
			if b.Number != "" {
				numbers++
			}
			for _, mark := range []string{"**", "`", "](", "| "} {
				if b.Kind != Code && strings.Contains(b.Text, mark) {
					t.Errorf("%s: %q", game, b.Text)
				}
			}
		}
		if numbers < 10 {
			t.Errorf("%s has %d numbered paragraphs", game, numbers)
		}
	}
}
