package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestCommandLine runs commands and checks their output. Each file of testdata/script is
// about one subject.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("QUADRILLE", program)
			e.Setenv(asProgram, "1")
			return nil
		},
	})
}
