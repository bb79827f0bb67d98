package kit

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestPagerUsesOnlyItsKeyList checks that keys outside the pager's own list do nothing,
// even if the library that scrolls the text binds them by default.
func TestPagerUsesOnlyItsKeyList(t *testing.T) {
	var lines []string
	for i := range 30 {
		lines = append(lines, fmt.Sprint(i))
	}
	p := NewPager(readerKeys)
	p.Show(lines, 10)
	press := func(msg tea.Msg, top int) {
		t.Helper()
		p.Update(msg)
		if p.Top() != top {
			t.Errorf("after %v the first line is %d, not %d", msg, p.Top(), top)
		}
	}
	press(tea.KeyPressMsg{Code: tea.KeyDown}, 1)
	press(tea.KeyPressMsg{Code: 'k', Text: "k"}, 0)
	press(tea.KeyPressMsg{Code: tea.KeyUp}, 0)
	press(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}, 10)
	press(tea.KeyPressMsg{Code: 'd', Text: "d"}, 10)
	press(tea.KeyPressMsg{Code: 'f', Text: "f"}, 10)
	press(tea.KeyPressMsg{Code: tea.KeyPgDown}, 20)
	press(tea.MouseWheelMsg{Button: tea.MouseWheelDown}, 20)
	press(tea.MouseWheelMsg{Button: tea.MouseWheelUp}, 17)
	if p.End() != 27 || !p.More() {
		t.Errorf("lines up to %d are visible, more below: %v", p.End(), p.More())
	}
	p.Show(lines[:12], 10)
	if p.Top() != 2 || p.End() != 12 || p.More() {
		t.Errorf("of a shorter text, lines %d to %d are visible", p.Top(), p.End())
	}
}
