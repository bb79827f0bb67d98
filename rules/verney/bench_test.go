package verney

import (
	"testing"

	"quadrille/rules"
)

func BenchmarkPerft(b *testing.B) {
	v := game(b)
	p := v.Start()
	b.ReportAllocs()
	var n uint64
	for b.Loop() {
		n += rules.Perft(v, &p, 5)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
