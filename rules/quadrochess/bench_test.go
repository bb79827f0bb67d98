package quadrochess

import (
	"testing"

	"quadrille/rules/rulestest"
)

func BenchmarkPerft(b *testing.B) { rulestest.BenchmarkPerft(b, open, "quadrochess", 4) }
