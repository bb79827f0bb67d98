package player

import "testing"

// Four bots of one level at a table have four names, which show the level and belong to one rating.
func TestBotsOfOneTableHaveDifferentNames(t *testing.T) {
	names := map[string]bool{}
	for seat := range uint8(4) {
		b := Bot(3, seat)
		names[b.Name] = true
		if named, ok := NamedBot(b.Name); !ok || named.ID != b.ID.RatedID() || named.Name != "Bot 3" {
			t.Errorf("%s is the bot %v", b.Name, named)
		}
		if !OfBot(b.Name) {
			t.Errorf("a person may have the name %s", b.Name)
		}
	}
	if len(names) != 4 {
		t.Errorf("names %v", names)
	}
}
