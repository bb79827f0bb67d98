// Package evening runs club evenings, each of which is a series of rounds of games. A
// [Service] stores the evening's events, opens the tables of each round and enters the
// results. Package pairing decides who plays whom.
package evening
