package forchess

import (
	"testing"

	"quadrille/rules/rulestest"
)

func BenchmarkPerft(b *testing.B) { rulestest.BenchmarkPerft(b, open, "forchess", 4) }
