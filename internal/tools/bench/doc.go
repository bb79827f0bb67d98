// Bench measures the rules engine, the bots, the store and a running server.
//
// It prints one table, with a row for each measurement. A row has the measured value, its
// target, and often a baseline taken in the same run. Computers are shared and noisy, so
// compare ratios and counts, not absolute times.
//
// The server runs in a separate process, to which SSH clients connect. Its baseline is the
// bare board (internal/server/bare), a minimal server that uses the same libraries. The two
// servers are measured alternately.
//
// An error makes a measurement worthless. So functions do not return errors, but end the part that
// is being measured; see package must.
package main
