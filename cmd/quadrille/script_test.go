package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// What programs ask on the command line, and what they are told: a file of
// testdata/script a subject.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("QUADRILLE", program)
			return nil
		},
	})
}
