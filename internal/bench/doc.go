// Bench measures the rules engine, the bots, the store and a running server. It
// prints one table: each measurement with a baseline taken in the same run, and
// its target. Computers are shared and noisy, so compare ratios and counts, not
// absolute times.
//
// The server runs in a separate process and is measured by SSH clients. The
// baseline is a minimal board over the same libraries (internal/server/bare).
// Samples of both alternate.
package main
