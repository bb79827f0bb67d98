// Package evening runs club evenings, which are series of rounds of games: it stores their
// events, opens the tables of each round and enters the results. Package pairing decides
// who plays whom.
package evening
