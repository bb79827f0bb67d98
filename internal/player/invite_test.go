package player

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

func TestInviteHashIgnoresSpelling(t *testing.T) {
	code, hash := NewInvite()
	if !regexp.MustCompile(`^([0-9a-z]{4}-){5}[0-9a-z]{4}$`).MatchString(code) {
		t.Errorf("the code has the wrong form: %q", code)
	}
	for _, typed := range []string{
		code, strings.ToUpper(code), strings.ReplaceAll(code, "-", ""), strings.ReplaceAll(code, "-", " "),
		strings.ReplaceAll(code, "0", "O"), strings.ReplaceAll(code, "1", "l"),
	} {
		if got, ok := InviteHash(typed); !ok || !bytes.Equal(got, hash) {
			t.Errorf("%q is read as a different code", typed)
		}
	}
	if bytes.Contains(hash, []byte(code[:4])) {
		t.Error("the hash reveals the code")
	}
}

func TestInviteHashRefusesMalformedCodes(t *testing.T) {
	code, _ := NewInvite()
	_, guests := NewGuest()
	for _, typed := range []string{
		"", "-", code[:len(code)-1], code + "0", guests, strings.Replace(code, "-", "u", 1),
		strings.Repeat("0", 1<<20), code[:len(code)-1] + "\x00",
	} {
		if _, ok := InviteHash(typed); ok {
			t.Errorf("%.40q is accepted as a code", typed)
		}
	}
}

func TestInvitesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		code, _ := NewInvite()
		seen[code], seen[string(NewAccount())] = true, true
	}
	if len(seen) != 2000 {
		t.Errorf("only %d of 2000 codes are different", len(seen))
	}
}
