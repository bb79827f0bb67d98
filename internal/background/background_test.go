package background_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"quadrille/internal/background"
)

// TestSignalsCountAsOne checks that Send does not block, and that the receiver gets one signal.
func TestSignalsCountAsOne(t *testing.T) {
	s := background.NewSignal()
	s.Send()
	s.Send()
	<-s
	select {
	case <-s:
		t.Error("the receiver got a second signal")
	default:
	}
}

// TestPanicsAreLogged checks that the caller of a function that panics continues.
func TestPanicsAreLogged(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	func() {
		defer background.LogPanic(logger, "it failed", "table", 7)
		panic("a fault")
	}()
	func() { defer background.LogPanic(logger, "nothing failed") }()
	for _, want := range []string{`msg="it failed"`, "table=7", `panic="a fault"`, "TestPanicsAreLogged"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "nothing failed") {
		t.Errorf("logged without a panic: %s", log.String())
	}
}
