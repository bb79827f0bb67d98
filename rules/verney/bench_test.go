package verney

import (
	"testing"

	"quadrille/rules/rulestest"
)

func BenchmarkPerft(b *testing.B) { rulestest.BenchmarkPerft(b, open, "verney", 5) }
