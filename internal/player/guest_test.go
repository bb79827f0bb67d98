package player

import (
	"strings"
	"testing"
)

func TestReturnCodeIdentifiesGuest(t *testing.T) {
	id, code := NewGuest()
	for _, typed := range []string{
		code, strings.ToUpper(code), strings.ReplaceAll(code, "-", ""), " " + strings.ReplaceAll(code, "-", " "),
		strings.NewReplacer("0", "O", "1", "l").Replace(code),
	} {
		if got, err := GuestID(typed); got != id || err != nil {
			t.Errorf("GuestID(%q) = %q, %v; want %q", typed, got, err, id)
		}
	}
	if !id.Guest() || strings.Contains(string(id), strings.ReplaceAll(code, "-", "")) {
		t.Errorf("%q is not a guest, or reveals the code %q", id, code)
	}
	if other, otherCode := NewGuest(); other == id || otherCode == code {
		t.Error("two guests have the same identity")
	}
}

func TestGuestIDRefusesInvalidCodes(t *testing.T) {
	_, code := NewGuest()
	for _, typed := range []string{
		"", "k7f3", code[1:], code + "0", "uuuu-uuuu-uuuu-uuuu", strings.Repeat("0", 1<<20), "\x1b[31m",
		"éééééééé",
	} {
		if id, err := GuestID(typed); err == nil {
			t.Errorf("GuestID(%.30q) = %q", typed, id)
		}
	}
}

func TestGuestNamesAreReserved(t *testing.T) {
	id, _ := NewGuest()
	name := GuestName(id)
	if len(name) != len("guest-k7f3") || !strings.HasPrefix(name, "guest-") {
		t.Errorf("GuestName = %q", name)
	}
	if _, err := CleanName(name); err == nil {
		t.Errorf("anybody may choose the name %q", name)
	}
	if line, err := CleanLine(name, MaxNameCells); line != name || err != nil {
		t.Errorf("%q is not clean: %v", name, err)
	}
	if name := GuestName("SHA256:x"); name != "" {
		t.Errorf("GuestName names an account: %q", name)
	}
}
