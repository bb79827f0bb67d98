package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The manual page describes every command and flag, and mandoc reports no warnings about it.
func TestManualIsCompleteAndValid(t *testing.T) {
	page, errs, status := quadrille(t, "man")
	if status != 0 {
		t.Fatal(errs)
	}
	for _, want := range []string{
		".Ss quadrille serve", ".It Fl -no-guests", ".Ss quadrille config check", ".It 78",
		"(default 127.0.0.1:2222)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the manual does not have %q", want)
		}
	}
	for _, name := range commands(root()) {
		if name != "help" && !strings.Contains(page, ".Ss quadrille "+name) {
			t.Errorf("the manual does not have the command %s", name)
		}
	}
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("mandoc is not installed, so the markup is not checked")
	}
	lint := exec.Command("mandoc", "-Tlint", "-Wwarning")
	lint.Stdin = strings.NewReader(page)
	if out, err := lint.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
