package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// percentile returns the smallest sample such that at least p percent of all samples are
// less than or equal to it. Without samples it returns zero.
func percentile[T cmp.Ordered](samples []T, p float64) T {
	var none T
	if len(samples) == 0 {
		return none
	}
	sorted := slices.Sorted(slices.Values(samples))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

func median[T cmp.Ordered](samples []T) T { return percentile(samples, 50) }

func mean(counts []int) float64 {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return float64(sum) / float64(max(len(counts), 1))
}

// short formats a duration with about three digits, in a suitable unit.
func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	case d >= time.Microsecond:
		return fmt.Sprintf("%.1f us", float64(d)/1e3)
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

// megabytes formats a number of bytes, which may be negative.
func megabytes(n int64) string { return fmt.Sprintf("%.2f MB", float64(n)/1e6) }

// times returns the measurement divided by its baseline.
func times[T int | int64 | float64 | time.Duration](measured, baseline T) float64 {
	return float64(measured) / float64(baseline)
}

func ratio(x float64) string { return fmt.Sprintf("%.2f x", x) }
