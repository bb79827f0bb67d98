// Package evening runs the evenings of games of a club: it stores what is decided,
// opens the tables of each round and enters the results. Who plays whom is decided by
// package pairing, which is pure.
package evening
