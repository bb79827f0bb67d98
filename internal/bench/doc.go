// Bench measures the engine, the store and the running server, and prints one
// table: each figure beside a baseline taken in the same run and the figure to
// reach. Machines are shared and noisy: what counts is the ratio or the count.
//
// A server is measured in a process of its own, by clients over real ssh: ours,
// and for comparison a bare board over the same libraries (internal/server/bare).
// The two are taken in turns, a sample of one after a sample of the other.
package main
