// Package evening runs club evenings. An evening is a series of rounds of games. A [Service]
// stores the events of the running evening, opens the tables of each round and enters the
// results. Package pairing decides who plays whom.
package evening
