package forchess

import (
	"testing"

	"quadrille/rules"
)

func BenchmarkPerft(b *testing.B) {
	v, _ := New(nil)
	p := v.Start()
	b.ReportAllocs()
	var n uint64
	for b.Loop() {
		n += rules.Perft(v, &p, 4)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
