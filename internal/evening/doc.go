// Package evening runs club evenings. An evening is a series of rounds of games. A [Service]
// runs the evening: it stores the evening's events, opens the tables of each round and
// enters the results. Package pairing decides who plays whom.
package evening
