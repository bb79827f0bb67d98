// Package evening is the screen of the club evening that is on: the boards of the
// round and the standings.
package evening
