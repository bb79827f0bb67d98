package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// program is the path of the test binary, which the tests run as the program: see TestMain.
var program, _ = os.Executable()

// asProgram is set in the environment of processes that are the program instead of tests.
const asProgram = "QUADRILLE_TESTED_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	if err := os.Setenv(asProgram, "1"); err != nil { // for the processes that the tests start
		panic(err)
	}
	os.Exit(m.Run())
}

// quadrille runs the program and waits until it ends.
func quadrille(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run()
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}
