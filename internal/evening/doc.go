// Package evening runs club evenings: it stores their events, opens the tables of each
// round and enters the results. Package pairing decides who plays whom.
package evening
