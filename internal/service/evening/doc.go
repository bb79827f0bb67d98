// Package evening runs club evenings. A club evening is a series of rounds of games. A
// [Service] stores the evening's events, opens the tables of each round and enters the
// results. The subpackage pairing decides who plays whom.
package evening
