package chess4

import (
	"testing"

	"quadrille/rules/rulestest"
)

func BenchmarkPerft(b *testing.B) { rulestest.BenchmarkPerft(b, open, "chess4", 4) }
