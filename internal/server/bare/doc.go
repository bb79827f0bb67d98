// Package bare is a minimal server built with Wish and Bubble Tea, for comparison with
// package server in benchmarks. It shows a board and moves one piece whenever a key is
// pressed. It has no rules, no store and no limits: do not expose it to a network.
package bare
