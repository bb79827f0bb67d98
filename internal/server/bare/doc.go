// Package bare is a minimal server with Wish and Bubble Tea, which the benchmarks
// compare with package server. It shows a board and moves one piece for any key. It has
// no rules, no store and no limits: do not expose it to a network.
package bare
